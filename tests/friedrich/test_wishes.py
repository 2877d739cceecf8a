"""D16: retreats by rule: what a victor wishes in a bid, in a standing bid, in an answer, and for a whole sheet."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wish_battles import (
    CHANCE,
    ENDS,
    LOSER,
    TWO,
    TWO_ENEMIES,
    VICTOR,
    bid,
    fought,
    movement,
    movement_only,
    outcome,
    position,
    whispered,
)

from pbem.core import has_errors
from pbem.core.events import Event
from pbem.rulesets.common.wishes import to
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.board import CITY, IDS, cities_in, name_of
from pbem.rulesets.friedrich.combat import retreat
from pbem.rulesets.friedrich.retreats import destinations
from pbem.rulesets.friedrich.state import GENERALS, PIECE, PIECE_NAMES, Retreat


def passed_over(*wishes: str) -> str:
    return (
        f"No city that was left for Keith fits your wish{'es' * (len(wishes) > 1)} "
        + " and ".join(f'"{wish}"' for wish in wishes)
        + (": they were passed over." if len(wishes) > 1 else ": it was passed over.")
    )


@pytest.mark.parametrize(
    ("wishes", "left", "said"),
    [
        (["towards Berlin"], "neusalz", ""),
        (["towards Prag"], "sprottau", ""),
        (["away from Berlin"], "guhrau wschowa", ""),
        (["away from Berlin", "out of supply"], "wschowa", ""),
        (["away from Berlin", "in spades"], "guhrau", ""),
        (["away from Berlin", "Neusalz", "Guhrau"], "guhrau", passed_over("Neusalz")),
        (["out of supply"], "wschowa", ""),
        (["in clubs"], "neusalz sprottau", ""),
        (["in ♣", "towards Prag"], "sprottau", ""),
        (["towards Prag", "in hearts"], "sprottau", ""),
        (["in diamonds", "Guhrau"], "guhrau", passed_over("in diamonds")),
        (["in diamonds", "in clubs", "in hearts"], "neusalz sprottau", passed_over("in diamonds", "in hearts")),
        (["not beside Freystadt"], "guhrau neusalz wschowa", ""),
        (["not beside Freystadt", "not beside Rawicz", "not beside Leszno"], "neusalz", ""),
        (["not beside Glogau"], " ".join(ENDS), passed_over("not beside Glogau")),
        (["Neusalz", "in spades"], "neusalz", ""),
        (["in spades", "in clubs"], "guhrau", ""),
        (["in clubs", "in spades", "Sprottau"], "sprottau", passed_over("in spades")),
        ([], " ".join(ENDS), ""),
    ],
)  # fmt: skip
def test_wishes_on_one_position(wishes: list[str], left: str, said: str) -> None:
    state, events = fought(position(), bid(*wishes))

    assert (tuple(left.split()), [said] if said else []) == (outcome(state), whispered(events))
    assert [] == whispered(events, LOSER) == whispered(events, None) == whispered(events, "elisabeth")


@pytest.mark.parametrize(
    ("wishes", "pieces", "left", "said"),
    [
        (["towards Friedrich"], {"friedrich": "Grünberg 2"}, "neusalz", ""),
        (["towards Friedrich"], {"friedrich": "Rawicz 2"}, "guhrau", ""),
        (["away from Friedrich"], {"friedrich": "Rawicz 2"}, "neusalz sprottau", ""),
        (["not beside Friedrich"], {"friedrich": "Rawicz 2"}, "neusalz sprottau wschowa", ""),
        (["towards Friedrich"], {}, " ".join(ENDS), passed_over("towards Friedrich")),
        (["away from Friedrich", "in spades"], {}, "guhrau", passed_over("away from Friedrich")),
        (["not beside Friedrich", "in spades"], {}, "guhrau", passed_over("not beside Friedrich")),
        (["towards the general Schwerin"], {"schwerin": "Leszno 2"}, "wschowa", ""),
        (["towards the city Schwerin"], {"schwerin": "Leszno 2"}, "neusalz", ""),
        (["towards Laudon"], {}, " ".join(ENDS), ""),
        (["away from Keith"], {}, " ".join(ENDS), ""),  # he has not gone yet: all are one road away
    ],
)  # fmt: skip
def test_a_general_is_meant_where_he_stands_when_the_retreat_happens(
    wishes: list[str], pieces: dict[str, str], left: str, said: str
) -> None:
    state, events = fought(position(prussia=pieces), bid(*wishes))

    assert (tuple(left.split()), [said] if said else []) == (outcome(state), whispered(events))


def test_a_general_who_was_lost_in_the_battle_is_off_the_map() -> None:
    """F6.5, F8.7: of three troops two are lost, and Schwerin with them."""
    names = {"keith": "Glogau 2", "schwerin": "Glogau 1"}
    both = position({"laudon": "Steinau 4"}, names)
    one = position({"laudon": "Steinau 5"}, names)

    for state, said in ((both, []), (one, ["away from Keith"])):
        _, events = fought(state, bid("away from Keith", "away from the general Schwerin"))
        assert said == [w for e in events if e.kind == "wish-unfit" for w in e.facts["wishes"]]


@pytest.mark.parametrize(
    ("strength", "left"),
    [(4, "sprottau"), (5, "priebus"), (6, "muskau"), (7, "weisswasser"), (8, "bautzen niesky")],
)
def test_the_same_wish_leads_elsewhere_after_each_loss(strength: int, left: str) -> None:
    state = position({"laudon": f"Steinau {strength}", "daun": "Steinau 4"}, {"keith": "Glogau 7"})

    assert tuple(left.split()) == outcome(fought(state, bid("towards Prag"))[0])


@pytest.mark.parametrize(
    ("train", "left", "fits"),
    [("Kassel", "fallingbostel wunstorf", True), ("Soltau", "fallingbostel lehrte springe wunstorf", False)],
)
def test_out_of_supply_is_what_the_supply_chapter_says(train: str, left: str, fits: bool) -> None:
    """F9.2: Richelieu, with one French train; where it is near, nothing is out of supply and the wish does not fit."""
    table = {
        "stage": "prussia", "phase": "combat", "prussia": {"heinrich": "Celle 8"},
        "france": {"richelieu": "Hannover 7", "t1": train}, "hands": {"prussia": "2D", "france": "3C"},
    }  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(table, "4p", {}), {}, CHANCE).state
    sheets = {"frederick": {"bid": [{"own": "Heinrich", "otherwise": "concede", "retreat": ["out of supply"]}]},
              "pompadour": {"bid": [{"own": "Richelieu", "otherwise": "concede"}]}}  # fmt: skip

    step = RULESET.rules.resolve(state, sheets, CHANCE)

    assert tuple(left.split()) == outcome(step.state, "richelieu")
    assert fits == (whispered(list(step.events), "frederick") == [])


# standing bids and answers


def stored(state: Any, **body: Any) -> Any:
    taken = RULESET.rules.take(state, VICTOR, body)
    assert not has_errors(taken.diagnostics), [d.message for d in taken.diagnostics]
    return taken.state


def test_a_standing_bid_has_wishes_too() -> None:
    standing = {"name": "guard", "attacking": True, "otherwise": "concede", "retreat": ["in diamonds", "towards Prag"]}
    state = position()._replace(standing=stored(position()._replace(agenda=()), standing=[standing]).standing)

    step = RULESET.rules.resolve(state, {LOSER: {"bid": [{"own": "Keith", "otherwise": "concede"}]}}, CHANCE)

    assert ("sprottau",) == outcome(step.state)
    assert [passed_over("in diamonds")] == whispered(list(step.events))


def answered(state: Any, *lines: str) -> tuple[Any, list[Event]]:
    """The state after the standing answers have spoken, if they have."""
    state = state._replace(answers=((VICTOR, lines),))
    assert state == RULESET.files.decode(RULESET.files.encode(state))
    if VICTOR not in RULESET.ahead.answered(state):
        return state, []
    step = RULESET.rules.resolve(state, {}, CHANCE)
    return step.state, list(step.events)


@pytest.mark.parametrize(
    ("lines", "left", "order", "said"),
    [
        (["retreat towards Prag"], "sprottau", "retreat Keith to Sprottau", []),
        (["retreat to Berlin", "retreat to wschowa"], "wschowa", "retreat Keith to wschowa", ["retreat to Berlin"]),
        (["RETREAT  to Guhrau"], "guhrau", "retreat Keith to Guhrau", []),
        (["retire Keith", "Retreat in clubs", "decline 6S", "retreat towards Prag"], "sprottau",
         "retreat Keith to Sprottau", []),
        (["retreat in diamonds", "retreat not beside Friedrich", "retreat out of supply"], "wschowa",
         "retreat Keith to Wschowa", ["retreat in diamonds", "retreat not beside Friedrich"]),
        (["retreat in clubs"], None, None, []),
        (["retreat towards Friedrich"], None, None, []),
        (["decline 6S"], None, None, []),
    ],
)  # fmt: skip
def test_standing_answers_narrow_like_a_bid(lines: list[str], left: Any, order: Any, said: list[str]) -> None:
    state, events = answered(fought(position(), bid())[0], *lines)

    if left is None:
        assert isinstance(state.task, Retreat)
        return
    assert (left,) == outcome(state)
    assert [[order]] == [event.facts["orders"] for event in events if event.kind == "answered"]
    assert said == [line for event in events if event.kind == "wish-unfit" for line in event.facts["answers"]]
    assert [] == whispered(events, LOSER) == whispered(events, None)


def test_a_standing_answer_in_vain_is_told_with_its_own_words() -> None:
    _, events = answered(fought(position(), bid())[0], "retreat to Berlin", "retreat in diamonds", "retreat in spades")

    assert [
        'No city that was left for Keith fits your standing answers "retreat to Berlin" and "retreat in diamonds": they'
        " were passed over."
    ] == whispered(events)


def test_standing_answers_go_on_from_what_the_bid_left() -> None:
    asked, _ = fought(position(), bid("in clubs"))

    assert ("sprottau",) == outcome(answered(asked, "retreat away from Berlin")[0])
    assert ("neusalz",) == outcome(answered(asked, "retreat out of supply", "retreat to Neusalz")[0])


def test_the_victor_may_still_name_any_of_the_farthest_cities() -> None:
    asked, _ = fought(position(), bid("in clubs"))
    text = RULESET.telling.sheet(RULESET.secrets.view_of(asked, VICTOR), VICTOR)

    step = RULESET.rules.resolve(asked, {VICTOR: {"do": ["retreat Keith to Guhrau"]}}, CHANCE)

    assert "# Your wishes leave Neusalz and Sprottau: the choice is still yours." in text
    assert ("guhrau",) == outcome(step.state)


def test_the_sheet_tells_what_standing_answers_leave() -> None:
    asked, _ = fought(position(), bid())
    plain = RULESET.telling.sheet(RULESET.secrets.view_of(asked, VICTOR), VICTOR)
    state = asked._replace(answers=((VICTOR, ("retreat in clubs",)),))

    assert "Your wishes leave" not in plain
    assert "# Your wishes leave Neusalz and Sprottau" in RULESET.telling.sheet(
        RULESET.secrets.view_of(state, VICTOR), VICTOR
    )


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["retreat towards Friedrich"],
         ['# No city that is left fits your standing answer "retreat towards Friedrich".']),
        (["retreat to Berlin", "retreat in clubs", "decline 6S", "retreat in\n diamonds"],
         ['# No city that is left fits your standing answers "retreat to Berlin" and "retreat in diamonds".',
          "# Your wishes leave Neusalz and Sprottau: the choice is still yours."]),
        (["retreat in clubs"], ["# Your wishes leave Neusalz and Sprottau: the choice is still yours."]),
    ],
)  # fmt: skip
def test_standing_answers_in_vain_are_told_in_the_sheet_where_their_owner_is_asked_all_the_same(
    lines: list[str], said: list[str]
) -> None:
    state = fought(position(), bid())[0]._replace(answers=((VICTOR, tuple(lines)),))

    sheet = RULESET.telling.sheet(RULESET.secrets.view_of(state, VICTOR), VICTOR).splitlines()

    assert VICTOR not in RULESET.ahead.answered(state)
    assert ["# Farthest cities: Guhrau, Neusalz, Sprottau and Wschowa.", *said, "do = ["] == sheet[: len(said) + 2]


# the wishes of a whole sheet


def test_a_bid_without_wishes_has_those_of_its_sheet() -> None:
    own = {"own": "Laudon", "otherwise": "concede"}

    for retreat_, left in ((None, "sprottau"), ([], "sprottau"), (["Guhrau"], "guhrau")):
        table = own if retreat_ is None else {**own, "retreat": retreat_}
        assert (left,) == outcome(fought(position(), {"retreat": ["towards Prag"], "bid": [table]})[0])


def test_battles_whose_bid_comes_later_have_the_wishes_of_the_sheet_with_the_moves() -> None:
    order = "battles Laudon against Keith, Daun against Heinrich"
    _, without = movement(do=[order])
    _, events = movement(do=[order], retreat=["towards Prag"])

    assert [] == [event for event in without if event.kind == "retreated"]
    assert ["sprottau", "schweidnitz"] == [event.facts["to"] for event in events if event.kind == "retreated"]


def test_wishes_of_the_sheet_with_the_moves_that_fit_nothing_are_told_for_every_battle_to_their_owner_alone() -> None:
    order = "battles Laudon against Keith, Daun against Heinrich"
    _, events = movement(do=[order], retreat=["in diamonds", "in spades"])
    said = passed_over("in diamonds")

    assert [said, said.replace("Keith", "Heinrich")] == whispered(events)
    assert [] == whispered(events, LOSER) == whispered(events, None) == whispered(events, "elisabeth")


def test_a_bid_that_comes_later_with_wishes_of_its_own_goes_before_those_of_the_sheet() -> None:
    state, _ = movement_only(retreat=["towards Prag"])

    assert ("neusalz",) == outcome(fought(state, bid("towards Berlin"))[0])
    assert ("sprottau",) == outcome(fought(state, bid())[0])


def test_a_standing_bid_without_wishes_has_those_of_the_sheet_and_one_with_wishes_its_own() -> None:
    for own, left in ((None, "sprottau"), (["towards Berlin"], "neusalz")):
        table = {"name": "guard", "attacking": True, "otherwise": "concede"} | ({"retreat": own} if own else {})
        state, _ = movement_only(standing=[table], retreat=["towards Prag"])
        step = RULESET.rules.resolve(state, {LOSER: {"bid": [{"own": "Keith", "otherwise": "concede"}]}}, CHANCE)

        assert "stood-in" in [event.kind for event in step.events]
        assert (left,) == outcome(step.state)


def test_the_wishes_of_a_sheet_do_not_enter_its_standing_bids() -> None:
    state, _ = movement_only(standing=[{"name": "guard", "otherwise": "concede"}], retreat=["towards Prag"])

    assert [()] == [standing.bid.retreat for standing in state.standing]


def test_wishes_hold_where_no_bid_can_be_given() -> None:
    """An empty hand cannot bid; the battle is fought at once, with the strengths alone."""
    table = {"turn": 4, "stage": "austria", "phase": "movement", "austria": {"laudon": "Steinau 4"},
             "prussia": {"keith": "Glogau 3"}}  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(table, "4p", {}), {}, CHANCE).state
    state = state._replace(hands=tuple(() for _ in state.hands))
    step = RULESET.rules.resolve(state, {VICTOR: {"retreat": ["towards Prag"]}}, CHANCE)

    assert ("sprottau",) == outcome(step.state)


def test_the_newest_wishes_of_a_sheet_hold() -> None:
    table = {"turn": 4, "stage": "austria", "phase": "movement", "austria": TWO, "prussia": TWO_ENEMIES,
             "hands": {"austria": "3H", "prussia": "2H"}}  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(table, "4p", {}), {}, CHANCE).state
    state = RULESET.rules.resolve(state, {VICTOR: {"retreat": ["towards Prag"]}}, CHANCE).state
    assert ["battles"] == [owed.kind for owed in RULESET.rules.awaiting(state)]
    sheet = {"do": ["battles Laudon against Keith"], "retreat": ["towards Berlin"]}
    state = RULESET.rules.resolve(state, {VICTOR: sheet}, CHANCE).state

    assert ("neusalz",) == outcome(fought(state, bid())[0])


def test_bids_of_a_stage_have_the_wishes_of_their_sheet_on_both_sides() -> None:
    """bidding = "stage": the active side wins one battle, the other side the other."""
    strong = {"keith": "Glogau 3", "heinrich": "Breslau 6"}
    state = position(TWO, strong, by_stage=True)
    every = {"own": "*", "otherwise": "concede"}
    order = ["battles Laudon against Keith, Daun against Heinrich"]
    sheets = {VICTOR: {"do": order, "bid": [every], "retreat": ["towards Prag"]},
              LOSER: {"bid": [every], "retreat": ["towards Berlin"]}}  # fmt: skip
    step = RULESET.rules.resolve(state, sheets, CHANCE)
    found = {e.facts["generals"][0]: e.facts["to"] for e in step.events if e.kind == "retreated"}

    assert {"keith": "sprottau", "daun": "militsch"} == found


# properties

PLACES = [
    *(PIECE_NAMES[p] for p in GENERALS[0] if PIECE_NAMES[p] != "Schwerin"),
    "Daun",
    "Laudon",
    "Prag",
    "Berlin",
    "Glogau",
]
TEXTS = st.one_of(
    st.sampled_from([name_of(CITY[id_]) for id_ in (*ENDS, "berlin", "prag", "freystadt", "leszno")]),
    st.builds(lambda kind, place: f"{kind} {place}", st.sampled_from(["towards", "away from", "not beside"]),
              st.sampled_from(PLACES)),
    st.sampled_from(["out of supply", "in spades", "in clubs", "in hearts", "in diamonds"]),
)  # fmt: skip
SPOTS = ("Rawicz", "Grünberg", "Priebus", "Leszno", "Freystadt", "Haynau")


@given(
    wishes=st.lists(TEXTS, max_size=6), strength=st.integers(4, 8), friedrich=st.sampled_from(SPOTS[:3]),
    daun=st.sampled_from(SPOTS[3:]),
)  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_whatever_is_wished_the_city_is_legal_and_everything_in_vain_is_told(
    wishes: list[str], strength: int, friedrich: str, daun: str
) -> None:
    table = {"turn": 4, "stage": "austria", "phase": "combat", "hands": {"austria": "3H", "prussia": "2H"},
             "austria": {"laudon": f"Steinau {strength}"},
             "prussia": {"keith": "Glogau 3", "dohna": "Glogau 1", "friedrich": f"{friedrich} 1"},
             "russia": {"saltikov": f"{daun} 1"}}  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(table, "4p", {}), {}, CHANCE).state
    after, events = fought(state, bid(*wishes))
    beaten = next((e for e in events if e.kind == "defeated"), None)
    if beaten is None or not beaten.facts["left"] or any(e.kind == "cut-off" for e in events):
        return
    ends = destinations(
        CITY["steinau"], CITY["glogau"], beaten.facts["lost"], state.occupied(state.stack(CITY["glogau"]))
    )
    legal = {IDS[city] for city in cities_in(ends)}

    assert set(outcome(after)) <= legal
    assert isinstance(after.task, Retreat) == (len(outcome(after)) > 1)


def old_retreat(ends: int, wishes: list[int]) -> tuple[int | None, list[int]]:
    """What combat did with cities before there were wishes of other kinds."""
    choice = next((city for city in wishes if ends >> city & 1), None)
    unfit = wishes if choice is None else wishes[: wishes.index(choice)]
    if choice is None and ends.bit_count() == 1:
        choice = ends.bit_length() - 1
    return choice, unfit


@given(st.lists(st.sampled_from([*ENDS, "berlin", "prag", "leszno", "rawicz"]), max_size=5), st.integers(1, 3))
@settings(max_examples=80, deadline=None)
def test_with_cities_only_the_result_is_the_old_one(ids: list[str], length: int) -> None:
    state = position(prussia={"keith": "Glogau 5"}).popped()
    source, victor = CITY["glogau"], CITY["steinau"]
    ends = destinations(victor, source, length, state.occupied(state.stack(source)))
    after, events = retreat(state, source, victor, length, tuple(to(CITY[id_]) for id_ in ids))
    choice, unfit = old_retreat(ends, [CITY[id_] for id_ in ids])
    told = [{"generals": ["keith"], "cities": [IDS[city] for city in unfit]}] if unfit else []

    assert told == [dict(event.facts) for event in events if event.kind == "wish-unfit"]
    if choice is None:
        assert state.pushed(Retreat(4, 0, source, victor, length, ends)) == after
    else:
        assert state.put({PIECE["keith"]: choice}) == after
