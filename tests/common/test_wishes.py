"""Wishes for a retreat: each narrows what is left, and what fits nothing is passed over."""

from __future__ import annotations

from typing import Any

import pytest
from common.test_bid_reader import CODES, LANGUAGE
from hypothesis import given
from hypothesis import strategies as st

from pbem.core import Diagnostic, Where
from pbem.rulesets.common.bid_files import decode_wishes, encode_wishes
from pbem.rulesets.common.bid_reader import MOST_WISHES
from pbem.rulesets.common.roads import Roads, cities_in
from pbem.rulesets.common.wishes import (
    Choice,
    Moment,
    Namer,
    Place,
    Wish,
    choose,
    fitting,
    guessed,
    read_wish,
    read_wishes,
    retreat_text,
    shown,
    to,
    which,
    wish_text,
)

# A street of cities 0 - 1 - 2 - 3 - 4 with 5 beside 2, and an island 6 - 7 to which no road leads.
ROADS = Roads(((1,), (0, 2), (1, 3, 5), (2, 4), (3,), (2,), (7,), (6,)))
CITIES = ("Ahof", "Bdorf", "Cheim", "Dberg", "Ewald", "Fburg", "Gstadt", "Hsee")
GENERALS = ("Anna", "Berta", "Carl", "Ewald")
SHARED = ("ewald",)
NAMES = Namer(GENERALS.__getitem__, CITIES.__getitem__, SHARED)
SUITS = "SSHHDDCC"
STANDS = dict(enumerate((1, -1, 7, 0)))  # Berta is off the map; there is no general below 0
MOMENT = Moment(ROADS, STANDS.__getitem__, SUITS.__getitem__, lambda city: city in (0, 4))
ALL = tuple(range(8))


def board(*cities: int) -> int:
    return sum(1 << city for city in cities)


def near(kind: str, city: int) -> Wish:
    return Wish(kind, Place(city))


def by(kind: str, general: int) -> Wish:
    return Wish(kind, Place(general=general))


@pytest.mark.parametrize(
    ("wish", "left", "fit"),
    [
        (to(3), (0, 3), (3,)), (to(3), (0, 4), ()),
        (near("towards", 4), (0, 1, 3), (3,)), (near("towards", 4), (1, 5), (1, 5)), (near("towards", 4), (4, 3), (4,)),
        (near("towards", 0), (1, 3), (1,)), (near("not beside", 0), (1, 3), (3,)),
        (near("towards", 7), (0, 1), ()), (near("towards", 7), (0, 6), (6,)),
        (near("away from", 4), (0, 1, 3), (0,)), (near("away from", 4), (1, 5), (1, 5)),
        (near("away from", 7), (0, 1), ()), (near("away from", 4), (4,), (4,)),
        (near("not beside", 2), (1, 3, 5), ()), (near("not beside", 2), (1, 2, 4), (2, 4)),
        (near("not beside", 2), (0, 4), (0, 4)),
        (by("towards", 0), (0, 2, 4), (0, 2)), (by("away from", 0), (0, 2, 4), (4,)),
        (by("not beside", 0), (0, 4), (4,)),
        (by("towards", 1), (0, 4), ()), (by("away from", 1), (0, 4), ()), (by("not beside", 1), (0, 4), ()),
        (Wish("out of supply"), (0, 1, 4), (0, 4)), (Wish("out of supply"), (1, 2), ()),
        (Wish("in", suit="H"), (0, 2, 3, 5), (2, 3)), (Wish("in", suit="C"), (0, 2), ()),
    ],
)  # fmt: skip
def test_each_kind_of_wish_keeps_the_cities_it_is_content_with(wish: Wish, left: Any, fit: Any) -> None:
    assert fit == tuple(cities_in(fitting(wish, board(*left), MOMENT)))


@pytest.mark.parametrize(
    ("wishes", "ends", "left", "unfit"),
    [
        ((), (0, 4), (0, 4), ()),
        ((near("towards", 2), near("away from", 4)), (1, 3, 5), (1, 5), ()),
        ((near("away from", 4), near("towards", 2)), (0, 3, 5), (0,), ()),
        ((near("towards", 2), near("away from", 4)), (0, 3, 5), (5,), ()),
        ((Wish("in", suit="C"), Wish("out of supply"), to(4)), (0, 3, 4), (4,), (Wish("in", suit="C"),)),
        ((Wish("out of supply"), to(3), to(4)), (0, 3, 4), (4,), (to(3),)),
        ((by("towards", 1), to(7)), (0, 4), (0, 4), (by("towards", 1), to(7))),
        ((to(0), to(7)), (0, 4), (0,), ()),
        ((to(7),), (4,), (4,), (to(7),)),
        ((Wish("in", suit="D"), to(7)), (4,), (4,), ()),
    ],
)  # fmt: skip
def test_wishes_narrow_in_their_order_until_one_city_is_left(wishes: Any, ends: Any, left: Any, unfit: Any) -> None:
    found = choose(wishes, board(*ends), MOMENT)

    assert (left, unfit) == (tuple(cities_in(found.left)), found.unfit)
    assert (left[0] if len(left) == 1 else None) == found.city


PLACES = [Place(city) for city in ALL] + [Place(general=general) for general in range(4)]
WISHES = [
    *map(to, ALL), *(Wish(kind, place) for kind in ("towards", "away from", "not beside") for place in PLACES),
    Wish("out of supply"), *(Wish("in", suit=suit) for suit in "SCHD"),
]  # fmt: skip
SETS = st.sets(st.sampled_from(ALL), min_size=1).map(lambda cities: board(*cities))


def old_choice(cities: list[int], ends: int) -> tuple[int | None, list[int]]:
    """What a list of cities meant before there were other wishes: the city chosen, and those named in vain."""
    choice = next((city for city in cities if ends >> city & 1), None)
    unfit = cities if choice is None else cities[: cities.index(choice)]
    if choice is None and ends.bit_count() == 1:
        choice = ends.bit_length() - 1
    return choice, unfit


@given(st.lists(st.sampled_from(ALL)), SETS)
def test_cities_alone_mean_what_they_always_meant(cities: list[int], ends: int) -> None:
    found = choose(map(to, cities), ends, MOMENT)

    assert old_choice(cities, ends) == (found.city, [wish.place.city for wish in found.unfit])
    assert found.city is not None or found.left == ends


@given(st.lists(st.sampled_from(WISHES)), SETS)
def test_no_wish_leads_to_a_city_that_is_not_legal(wishes: list[Wish], ends: int) -> None:
    found = choose(wishes, ends, MOMENT)

    assert found.left and found.left & ends == found.left
    assert set(found.unfit) <= set(wishes)


@given(st.lists(st.sampled_from(WISHES)), SETS)
def test_every_wish_fits_or_is_named_as_unfit_or_comes_after_the_decision(wishes: list[Wish], ends: int) -> None:
    left, unfit = ends, []
    for wish in wishes:
        fit = fitting(wish, left, MOMENT)
        unfit += [] if fit else [wish]
        left = fit or left
        if fit.bit_count() == 1:
            break

    assert (left, tuple(unfit)) == choose(wishes, ends, MOMENT)[:2]


# reading and writing


def city(text: str, at: Where, say: Any) -> int | None:
    if text in CITIES:
        return CITIES.index(text)
    say(CODES.UNKNOWN(at.part(0, len(text)), text=text, near="Ahof" if text.startswith("Ah") else ""))
    return None


def place(text: str, at: Where, say: Any) -> Place | None:
    said, name = which(text)
    if name in CITIES and said != "general":
        return Place(CITIES.index(name))
    if name in GENERALS:
        return Place(general=GENERALS.index(name))
    say(CODES.UNKNOWN(at, text=name))
    return None


TONGUE = LANGUAGE._replace(city=city, place=place)


def read(text: str) -> tuple[Wish | None, list[str]]:
    said: list[Diagnostic] = []
    found = read_wish(text, Where(("retreat", 0)), TONGUE, said.append)
    return found, [f"{d.code.name} {d.facts.get('form', '')} {d.at.start}-{d.at.end} {d.hint}".strip() for d in said]


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("Bdorf", to(1)), ("to Bdorf", to(1)), ("towards Bdorf", near("towards", 1)),
        (" Toward   Anna ", by("towards", 0)), ("AWAY FROM Carl", by("away from", 2)),
        ("away  from the city Ewald", near("away from", 4)), ("not beside the general Ewald", by("not beside", 3)),
        ("not beside General Anna", by("not beside", 0)), ("out of supply", Wish("out of supply")),
        ("Out  Of Supply ", Wish("out of supply")), ("in spades", Wish("in", suit="S")), ("in D", Wish("in", suit="D")),
        ("In ♥", Wish("in", suit="H")), ("in ♥\ufe0f", Wish("in", suit="H")), ("in club", Wish("in", suit="C")),
    ],
)  # fmt: skip
def test_wishes_are_read_as_people_write_them(text: str, wish: Wish) -> None:
    assert (wish, []) == read(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("towards", "wish-unreadable place -1--1"), ("not beside ", "wish-unreadable place -1--1"),
        ("to", "wish-unreadable place -1--1"), ("in", "wish-unreadable suit -1--1"),
        ("in Bdorf", "wish-unreadable suit -1--1"), ("out of supply soon", "wish-unreadable  -1--1"),
        ("towards Zberg", "unknown  8-13"), ("to Zberg", "unknown  3-8"), ("to Anna", "unknown  3-7"),
        ("away from  Zita ", "unknown  11-15"),
        ("Zberg", "unknown  0-5"), ("Ahpf am Sand", "unknown  0-12"), ("over the hills", "wish-unreadable  -1--1"),
        ("towrds Bdorf", 'wish-unreadable near -1--1 Did you mean "towards Bdorf"?'),
        ("far from Carl", 'wish-unreadable near -1--1 Did you mean "away from Carl"?'),
        ("not next to Carl", 'wish-unreadable near -1--1 Did you mean "not beside Carl"?'),
        ("unsupplied", 'wish-unreadable near -1--1 Did you mean "out of supply"?'),
        ("on hearts", 'wish-unreadable near -1--1 Did you mean "in hearts"?'),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_complained_about_where_it_stands(text: str, said: str) -> None:
    found, complaints = read(text)

    assert found is None
    assert len(complaints) == 1 and complaints[0].startswith(said)


@pytest.mark.parametrize(
    "text", ["", "near", "Neu Stettin", "out supplied", "on the road", "march to the moon", "x" * 10_000]
)
def test_a_text_that_is_far_from_any_form_is_not_guessed_at(text: str) -> None:
    assert "" == guessed(text)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("near X", "towards X"), ("near to X", "towards X"), ("nearest X", "towards X"), ("nearest to X", "towards X"),
        ("close to X", "towards X"), ("far X", "away from X"), ("far from X", "away from X"),
        ("farthest from X", "away from X"), ("away X", "away from X"), ("from X", "away from X"),
        ("not near X", "not beside X"), ("not next to X", "not beside X"), ("not adjacent to X", "not beside X"),
        ("unsupplied", "out of supply"), ("without supply", "out of supply"), ("no supply", "out of supply"),
        ("not in supply", "out of supply"), ("on clubs", "in clubs"), ("into clubs", "in clubs"),
        ("tawards X", "towards X"), ("away form X", "away from X"), ("not besides X", "not beside X"),
        ("out off supply", "out of supply"), ("on X", ""), ("unsupplied X", ""), ("any", "anywhere"),
        ("wherever", "anywhere"), ("any city", "anywhere"), ("the rest", "anywhere"), ("the rest X", ""),
    ],
)  # fmt: skip
def test_what_people_write_for_a_form_is_guessed(text: str, wish: str) -> None:
    assert wish == guessed(text)


def test_what_is_too_long_for_a_sentence_is_cut_to_80_signs() -> None:
    assert ("x" * 80, "x" * 79 + "…") == (shown("x" * 80), shown("x" * 81))


def test_the_city_of_number_0_is_a_city() -> None:
    assert "towards Ahof" == wish_text(near("towards", 0), NAMES)
    assert (0,) == tuple(cities_in(fitting(near("towards", 0), board(0, 1), MOMENT)))


def test_the_wish_for_a_city_names_no_general() -> None:
    assert Wish("to", Place(3, -1), "") == to(3)
    assert -1 == Place(3).general == Place(general=2).city


def test_a_list_has_a_greatest_length() -> None:
    said: list[Diagnostic] = []
    texts = [("Bdorf", Where(("retreat", at))) for at in range(MOST_WISHES + 1)]

    found = read_wishes(texts, Where(("retreat",)), TONGUE, said.append)

    assert (MOST_WISHES, ["many"]) == (len(found), [d.facts["form"] for d in said])
    assert "these are 41 wishes for a retreat" == said[0].message


def test_files_of_older_games_may_be_longer() -> None:
    assert (to(1),) * 200 == decode_wishes(["Bdorf"] * 200, TONGUE)


@pytest.mark.parametrize("wish", WISHES)
def test_the_words_of_a_wish_are_read_as_the_same_wish(wish: Wish) -> None:
    assert (wish, []) == read(wish_text(wish, NAMES))
    assert (wish,) == decode_wishes(encode_wishes((wish,), GENERALS, CITIES, SHARED), TONGUE)


def test_a_damaged_wish_in_a_file_is_a_fault() -> None:
    with pytest.raises(ValueError, match="wishes for a retreat: 'towards' names no city"):
        decode_wishes(["towards"], TONGUE)


def test_wishes_in_words() -> None:
    wishes = (
        near("towards", 4),
        by("towards", 3),
        by("away from", 0),
        Wish("out of supply"),
        Wish("in", suit="S"),
        to(1),
    )

    assert (
        "retreat by wishes: towards the city Ewald, then towards the general Ewald, then away from Anna, then out of"
        " supply, then in spades, then Bdorf"
    ) == retreat_text(wishes, NAMES)
    assert "retreat to Bdorf or Ahof" == retreat_text((to(1), to(0)), NAMES)


def test_a_choice_of_several_cities_is_none() -> None:
    assert (None, 3) == (Choice(board(1, 3), (), None).city, Choice(board(3), (), None).city)
