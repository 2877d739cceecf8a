"""Bids and standing bids read from tables, with the names and numbers of an invented title."""

from __future__ import annotations

import re
from typing import Any

import pytest
from common.invented import face

from pbem.core import Code, Diagnostic, Where
from pbem.rulesets.common import Deck
from pbem.rulesets.common.bid_codes import ROWS, RULES, bid_codes
from pbem.rulesets.common.bid_reader import PLAY_KEYS, Language, bid_text, read_bid, read_bids
from pbem.rulesets.common.bids import ANY, Bid, Play
from pbem.rulesets.common.conditions import Condition
from pbem.rulesets.common.standing import (
    MOST_ANSWERS,
    Fight,
    Scope,
    Standing,
    is_past,
    names_withdrawn,
    read_answers,
    read_standings,
    standing_for,
    standing_text,
    with_answers,
)
from pbem.rulesets.common.wishes import Place, to

DECK = Deck(10, 8)
GENERALS, CITIES = ("Anna", "Berta", "Carl", "Dora"), ("Ahof", "Bdorf")
SCOPE = Scope((("north", "the North"), ("south", "the South")), 12)


class Codes:
    """The codes of the title, with one for what is not what it must be."""

    WRONG_TYPE = Code("XX102", "wrong-type", "{key} {form} {example}")
    CARD = Code("XX103", "card-unreadable", "{text}")
    UNKNOWN = Code("XX201", "unknown", "{text}")


for row, made in zip(ROWS, bid_codes("XX", dict.fromkeys(RULES, "X1"), DECK, ""), strict=True):
    setattr(Codes, row.name.replace("-", "_").upper(), made)
CODES: Any = Codes()


def general(key: str, text: str, at: Where, say: Any) -> int | None:
    if text in GENERALS:
        return GENERALS.index(text)
    say(CODES.UNKNOWN(at, text=f"{key} {text}"))
    return None


def card(text: str, at: Where, say: Any) -> Any:
    if re.fullmatch(r"R|(10|[2-9])[SCHD]", text):
        return face(text)
    say(CODES.CARD(at, text=text))
    return None


def city(text: str, at: Where, say: Any) -> int | None:
    return CITIES.index(text)


def place(text: str, at: Where, say: Any) -> Place | None:
    if text in (*CITIES, *GENERALS):
        return Place(CITIES.index(text)) if text in CITIES else Place(general=GENERALS.index(text))
    say(CODES.UNKNOWN(at, text=text))
    return None


EXAMPLES = {"own": "Anna", "enemy": "Carl", "retreat": "Ahof"}
LANGUAGE = Language(CODES, general, card, city, place, EXAMPLES, DECK, most_troops=16)


def read(**table: Any) -> tuple[Bid | None, list[str]]:
    said: list[Diagnostic] = []
    found = read_bid({"own": "Anna", **table}, Where(("bid", 0)), LANGUAGE, said.append)
    return found, [f"{d.code.name} at {'.'.join(map(str, d.at.path[2:]))}" for d in said]


def test_a_full_bid_is_read() -> None:
    found, said = read(
        enemy="Carl", plays=["10D", {"card": "9D", "when": "score <= -5"}, {"card": "R", "to": -1}], accept=2,
        keep=["8D"], forced=["2D"], limit={"cards": 3, "points": 20}, otherwise="concede", retreat=["Bdorf", "Ahof"],
    )  # fmt: skip
    plays = (Play(face("10D")), Play(face("9D"), ((Condition("score", "<=", -5),),)), Play(face("R"), to=-1))

    assert [] == said
    assert Bid(0, 2, plays, 2, (face("8D"),), (face("2D"),), "concede", (to(1), to(0)), 3, 20) == found


def test_what_is_left_out_is_as_little_as_can_be() -> None:
    assert (Bid(0), []) == read()
    assert Bid(ANY) == read(own=" * ")[0]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"own": 3}, "wrong-type at own"), ({"own": "Xaver"}, "unknown at own"),
        ({"luck": 1}, "unknown-bid-key at luck"),
        ({"accept": 17}, "bid-value at accept"), ({"accept": True}, "wrong-type at accept"),
        ({"plays": "10D"}, "wrong-type at plays"), ({"plays": [3]}, "wrong-type at plays.0"),
        ({"plays": ["13D"]}, "card-unreadable at plays.0"), ({"keep": "10D"}, "wrong-type at keep"),
        ({"plays": [{"card": "R", "value": 9}]}, "bid-value at plays.0.value"),
        ({"plays": [{"card": "R", "value": 0}]}, "bid-value at plays.0.value"),
        ({"plays": [{"card": "9D", "value": 3}]}, "reserve-value at plays.0.value"),
        ({"plays": [{"card": "R", "value": 3, "to": 1}]}, "bid-value at plays.0.to"),
        ({"plays": [{"card": "R", "to": 100}]}, "bid-value at plays.0.to"),
        ({"plays": [{"card": "9D", "double": True}]}, "unknown-bid-key at plays.0.double"),
        ({"plays": [{"card": "9D", "when": "luck"}]}, "condition-unreadable at plays.0.when"),
        ({"plays": [{"card": "9D", "when": "enemy_played 11D"}]}, "condition-unreadable at plays.0.when"),
        ({"plays": [{"card": "9D", "when": "enemy_played 11"}]}, "condition-unreadable at plays.0.when"),
        ({"plays": [{"card": "9D", "when": "score > 0"}]}, "condition-impossible at plays.0.when"),
        ({"limit": 3}, "wrong-type at limit"), ({"limit": {"luck": 3}}, "unknown-bid-key at limit.luck"),
        ({"limit": {"cards": 501}}, "bid-value at limit.cards"), ({"otherwise": "flee"}, "bid-value at otherwise"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_at_its_place_and_the_bid_is_dropped(table: dict[str, Any], said: str) -> None:
    assert (None, [said]) == read(**table)


def test_the_bounds_are_those_of_the_title() -> None:
    assert [] == read(accept=16, plays=[{"card": "R", "value": 8}])[1]


def test_a_title_in_which_cards_can_be_doubled_says_so() -> None:
    doubling = LANGUAGE._replace(play_keys=(*PLAY_KEYS, "double"))
    said: list[Diagnostic] = []
    found = read_bid({"own": "Anna", "plays": [{"card": "9D", "double": False}]}, Where(), doubling, said.append)

    assert ([], False) == (said, found and found.plays[0].double)


def test_several_bids_are_read_each_at_its_place() -> None:
    said: list[Diagnostic] = []
    found = read_bids({"bid": [{"own": "Anna"}, {"own": "Xaver"}, {"own": "Berta"}]}, LANGUAGE, said.append)

    assert [(0, ("bid", 0)), (1, ("bid", 2))] == [(bid.own, where.path) for bid, where in found]
    assert [("bid", 1, "own")] == [d.at.path for d in said]
    assert [] == read_bids({"bid": {}}, LANGUAGE, said.append)
    assert "wrong-type" == said[-1].code.name


def test_a_bid_is_told_in_words() -> None:
    found, _ = read(
        plays=["10D", {"card": "R", "value": 3}, {"card": "9D", "when": "hand > 2"}], accept=1, keep=["8D"],
        forced=["2D"], limit={"cards": 1, "points": 20}, retreat=["Bdorf", "Ahof"],
    )  # fmt: skip
    assert found is not None

    assert (
        "Anna against any enemy: 10D, R at 3, 9D when hand > 2; accept a loss of 1; keep 8D; if forced 2D;"
        " at most 1 card and 20 points; otherwise ask; retreat to Bdorf or Ahof"
    ) == bid_text(found, GENERALS, CITIES.__getitem__)
    assert "any stack against any enemy: no card; otherwise ask" == bid_text(Bid(ANY), GENERALS, CITIES.__getitem__)


# standing bids


def standings(*tables: Any) -> tuple[list[Standing], list[str]]:
    said: list[Diagnostic] = []
    found = read_standings({"standing": list(tables)}, "player", LANGUAGE, SCOPE, said.append)
    return [standing for standing, _ in found], [f"{d.code.name} at {'.'.join(map(str, d.at.path[2:]))}" for d in said]


def test_a_standing_bid_says_what_it_is_for_and_how_long() -> None:
    (plain, full), said = standings(
        {}, {"name": " guard ", "nation": "North", "against": "south", "suit": "♦", "until": 12, "attacking": True}
    )

    assert [] == said
    assert Standing("player", "standing-1", Bid(ANY)) == plain
    assert Standing("player", "guard", Bid(ANY), 0, "D", 1, 12, True) == full
    assert "guard (the North, in diamonds, against the South, until turn 12, also when attacking): any stack" in (
        standing_text(full, SCOPE, GENERALS, CITIES.__getitem__)
    )
    assert "standing-1 (until withdrawn)" in standing_text(plain, SCOPE, GENERALS, CITIES.__getitem__)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("name", ""),
        ("name", "x" * 41),
        ("nation", "west"),
        ("against", 3),
        ("suit", "X"),
        ("until", 13),
        ("until", True),
    ],
)
def test_what_a_standing_bid_cannot_be_for_is_said(key: str, value: Any) -> None:
    assert ([], [f"standing-scope at {key}"]) == standings({key: value})


FIGHT = Fight("player", (0, 1), (2,), 0, 1, "D", False, 5)


@pytest.mark.parametrize(
    ("standing", "speaks"),
    [
        (Standing("player", "a", Bid(ANY)), True), (Standing("other", "a", Bid(ANY)), False),
        (Standing("player", "a", Bid(1, 2)), True), (Standing("player", "a", Bid(3)), False),
        (Standing("player", "a", Bid(ANY, 3)), False), (Standing("player", "a", Bid(ANY), nation=1), False),
        (Standing("player", "a", Bid(ANY), against=0), False), (Standing("player", "a", Bid(ANY), suit="S"), False),
        (Standing("player", "a", Bid(ANY), 0, "D", 1, 5), True), (Standing("player", "a", Bid(ANY), until=4), False),
    ],
)  # fmt: skip
def test_a_standing_bid_speaks_of_what_it_names(standing: Standing, speaks: bool) -> None:
    assert (standing if speaks else None) == standing_for([standing], FIGHT)


def test_it_speaks_for_an_attacker_only_if_it_says_so() -> None:
    attack = FIGHT._replace(attacks=True)
    guard = Standing("player", "a", Bid(ANY))

    assert standing_for([guard], attack) is None
    assert guard._replace(attacking=True) == standing_for([guard._replace(attacking=True)], attack)


def test_the_narrowest_speaks_and_of_alike_ones_the_newest() -> None:
    wide, narrow, newer = (
        Standing("player", name, Bid(own), suit=suit)
        for name, own, suit in (("a", ANY, "D"), ("b", 1, "D"), ("c", ANY, "D"))
    )

    assert "b" == (standing_for([narrow, wide], FIGHT) or wide).name
    assert "c" == (standing_for([wide, newer], FIGHT) or wide).name


def test_its_last_turn_is_the_last_in_which_it_speaks() -> None:
    until = Standing("player", "a", Bid(ANY), until=5)

    assert [False, False, True] == [is_past(until, turn) for turn in (4, 5, 6)]
    assert not is_past(until._replace(until=0), 30)


def test_names_are_withdrawn_one_by_one_or_all() -> None:
    kept = {name: Standing("player", name, Bid(ANY)) for name in ("a", "b")}
    said: list[Diagnostic] = []

    assert ["b"] == names_withdrawn(CODES, {"withdraw": [" b "]}, kept, said.append)
    assert ["a", "b"] == names_withdrawn(CODES, {"withdraw": ["*"]}, kept, said.append)
    assert [] == said
    assert [] == names_withdrawn(CODES, {"withdraw": ["c"]}, kept, said.append)
    assert [] == names_withdrawn(CODES, {"withdraw": "b"}, kept, said.append)
    assert ["standing-unknown", "wrong-type"] == [d.code.name for d in said]


def test_the_answers_sent_last_hold_and_an_empty_list_withdraws_them() -> None:
    first = with_answers((("other", ("x",)),), "player", ("a", "b"))

    assert (("other", ("x",)), ("player", ("a", "b"))) == first
    assert (("other", ("x",)), ("player", ("c",))) == with_answers(first, "player", ("c",))
    assert (("other", ("x",)),) == with_answers(first, "player", ())


@pytest.mark.parametrize("lines", ["a", [3], ["a"] * (MOST_ANSWERS + 1)])
def test_answers_that_are_no_list_of_texts_are_refused(lines: Any) -> None:
    said: list[Diagnostic] = []

    assert read_answers(CODES, {"answers": lines}, "answers = []", said.append) is None
    assert ["wrong-type"] == [d.code.name for d in said]
    assert ("a",) == read_answers(CODES, {"answers": ["a"]}, "", said.append)
