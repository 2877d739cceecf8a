"""D16: retreats by rule: what a victor wishes in a bid, in a standing bid, in an answer, and for a whole sheet."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core import has_errors
from pbem.core.chance import Chance
from pbem.core.events import Event, seen_by
from pbem.rulesets.common.wishes import to
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.board import CITY, IDS, cities_in, distance, name_of
from pbem.rulesets.friedrich.combat import retreat
from pbem.rulesets.friedrich.retreats import destinations
from pbem.rulesets.friedrich.state import GENERALS, PIECE, PIECE_NAMES, Retreat
from pbem.rulesets.friedrich.wishes import with_wishes

CHANCE = Chance("x")
VICTOR, LOSER = "maria-theresa", "frederick"
# After a loss of 1 Keith goes to Guhrau ♠, Neusalz ♣, Sprottau ♣ or Wschowa ♥, the last in Poland: out of supply.
ENDS = ("guhrau", "neusalz", "sprottau", "wschowa")


def position(austria: dict[str, str] | None = None, prussia: dict[str, str] | None = None, **more: Any) -> Any:
    table = {
        "turn": 4, "stage": "austria", "phase": "combat", "hands": {"austria": "3H", "prussia": "2H"},
        "austria": austria or {"laudon": "Steinau 4"}, "prussia": {"keith": "Glogau 3", **(prussia or {})}, **more,
    }  # fmt: skip
    options = {"bidding": "stage"} if table.pop("by_stage", False) else {}
    return RULESET.rules.resolve(RULESET.files.position(table, "4p", options), {}, CHANCE).state


def fought(state: Any, body: dict[str, Any]) -> tuple[Any, list[Event]]:
    """The battle after the victor's sheet; the other side concedes. The state comes back from its file each time."""
    step = RULESET.rules.resolve(state, {VICTOR: body, LOSER: {"bid": [{"own": "*", "otherwise": "concede"}]}}, CHANCE)
    assert step.state == RULESET.files.decode(RULESET.files.encode(step.state))
    return step.state, list(step.events)


def outcome(state: Any, general: str = "keith") -> tuple[str, ...]:
    """Where a general stands; if the victor is asked about him, the cities that his wishes leave."""
    task = state.task
    if isinstance(task, Retreat):
        return tuple(IDS[city] for city in cities_in(task.left or task.destinations))
    return (IDS[state.place[PIECE[general]]],)


def whispered(events: list[Event], role: str | None = VICTOR) -> list[str]:
    return [line for e in seen_by(events, role) if e.kind == "wish-unfit" for line in RULESET.telling.tell(e)]


def bid(*wishes: str) -> dict[str, Any]:
    return {"bid": [{"own": "Laudon", "otherwise": "concede", "retreat": list(wishes)}]}


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

TWO = {"laudon": "Steinau 4", "daun": "Oels 5"}
TWO_ENEMIES = {"keith": "Glogau 3", "heinrich": "Breslau 4"}


def test_a_bid_without_wishes_has_those_of_its_sheet() -> None:
    own = {"own": "Laudon", "otherwise": "concede"}

    for retreat_, left in ((None, "sprottau"), ([], "sprottau"), (["Guhrau"], "guhrau")):
        table = own if retreat_ is None else {**own, "retreat": retreat_}
        assert (left,) == outcome(fought(position(), {"retreat": ["towards Prag"], "bid": [table]})[0])


def movement(**body: Any) -> tuple[Any, list[Event]]:
    """Two battles that begin with the moves; the sheets that follow say nothing of retreats."""
    table = {"turn": 4, "stage": "austria", "phase": "movement", "austria": TWO, "prussia": TWO_ENEMIES,
             "hands": {"austria": "3H", "prussia": "2H"}}  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(table, "4p", {}), {}, CHANCE).state
    taken = RULESET.rules.take(RULESET.secrets.view_of(state, VICTOR), VICTOR, body)
    assert not has_errors(taken.diagnostics), [d.message for d in taken.diagnostics]
    step = RULESET.rules.resolve(state, {VICTOR: body}, CHANCE)
    events = list(step.events)
    for _ in range(4):
        if all(owed.kind != "bid" for owed in RULESET.rules.awaiting(step.state)):
            break
        assert step.state == RULESET.files.decode(RULESET.files.encode(step.state))
        step = RULESET.rules.resolve(step.state, {}, CHANCE)
        events += step.events
    return step.state, events


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


def movement_only(**body: Any) -> tuple[Any, list[Event]]:
    """The one battle of Laudon and Keith, as the moves of Austria lead to it."""
    table = {"turn": 4, "stage": "austria", "phase": "movement", "austria": {"laudon": "Steinau 4"},
             "prussia": {"keith": "Glogau 3"}, "hands": {"austria": "3H", "prussia": "2H"}}  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(table, "4p", {}), {}, CHANCE).state
    step = RULESET.rules.resolve(state, {VICTOR: body}, CHANCE)
    return step.state, list(step.events)


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


# the checker


def check(state: Any, body: dict[str, Any], role: str = VICTOR) -> tuple[list[str], list[str]]:
    """The complaints about a sheet, and what was understood."""
    taken = RULESET.rules.take(RULESET.secrets.view_of(state, role), role, body)
    return [f"{d.code.id} at {'.'.join(map(str, d.at.path))}" for d in taken.diagnostics], list(taken.understood)


def tried(state: Any, *wishes: str) -> str:
    """The one line that tells how wishes of a bid are tried; a line with the battle itself may stand beside it."""
    (line,) = [line for line in check(state, bid(*wishes))[1] if "Your wishes are tried" in line]
    return line


def test_the_checker_tells_for_each_loss_where_the_beaten_go() -> None:
    state = position({"laudon": "Steinau 4"}, {"keith": "Glogau 6"})

    assert (
        "  Your wishes are tried on the map as it stands. After a loss of 1 you are asked where Keith goes: Neusalz or"
        " Sprottau. After a loss of 2 you are asked where Keith goes: Freystadt, Grünberg or Priebus. After a loss of 3"
        " you are asked where Keith goes: Muskau or Sorau. After a loss of 4 you are asked where Keith goes: Forst,"
        " Guben or Weißwasser. After a loss of 5 Keith goes to Niesky."
    ) == check(state, bid("in clubs"))[1][-1]


def test_losses_after_which_no_wish_narrows_anything_are_told_together() -> None:
    state = position({"laudon": "Steinau 4"}, {"keith": "Glogau 6"})

    assert (
        "  Your wishes are tried on the map as it stands. After a loss of 1, 4 or 5 no wish decides, and you are asked"
        " where Keith goes. After a loss of 2 Keith goes to Priebus. After a loss of 3 Keith goes to Sorau."
    ) == check(state, bid("Priebus", "Sorau", "towards Friedrich"))[1][-1]


def test_what_the_checker_tells_is_what_happens() -> None:
    for strength in range(4, 9):
        state = position({"laudon": f"Steinau {strength}", "daun": "Steinau 4"}, {"keith": "Glogau 7"})
        lost = strength + 4 - 7
        told = check(state, bid("towards Prag", "in hearts"))[1][-1]
        names = [name_of(CITY[id_]) for id_ in outcome(fought(state, bid("towards Prag", "in hearts"))[0])]
        line = next(row for row in told.split(". ") if f"loss of {lost} " in row)

        assert line.removesuffix(".").endswith(f"goes to {names[0]}" if len(names) == 1 else " or ".join(names))


def test_a_battle_whose_strengths_are_not_declared_is_thought_through_with_all_that_can_be() -> None:
    """Keith has 1 to 8 troops by all that Austria knows, so a loss of 1 to 7."""
    table = {"turn": 4, "stage": "austria", "phase": "movement", "austria": {"laudon": "Steinau 4"},
             "prussia": {"keith": "Glogau 3", "friedrich": "Berlin 8"}, "hands": {"austria": "3H"}}  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(table, "4p", {}), {}, CHANCE).state
    told = tried(state, "towards Prag")

    assert "After a loss of 7 " in told and "After a loss of 8" not in told


def test_where_it_hangs_on_who_is_left_the_checker_says_so() -> None:
    """F6.5: after a loss of 4 Keith is there if they had 6 troops or more; Opoczno is farther from him than Radom."""
    table = {"turn": 4, "stage": "austria", "phase": "movement", "hands": {"austria": "3H"},
             "austria": {"laudon": "cmielnik 8", "daun": "cmielnik 8", "t1": "zwolen"},
             "prussia": {"keith": "ostrowiec 6", "schwerin": "ostrowiec 4"}}  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(table, "4p", {}), {}, CHANCE).state
    plain = tried(state, "away from the general Schwerin")
    doubtful = tried(state, "away from Keith")

    assert "After a loss of 4 Schwerin goes to Opoczno." in plain and "hangs" not in plain
    assert "After a loss of 4 it hangs on who is left beside Schwerin." in doubtful


def test_in_a_battle_the_strength_that_was_declared_counts() -> None:
    """F7.4: by the totals Keith could have 8 troops; he has declared 3, and at the other table 2."""
    for strength, losses in ((3, ("1", "2")), (2, ("1",))):
        prussia = {"keith": f"Glogau {strength}", "friedrich": "Berlin 8"}
        for by_stage in (False, True):
            state = position(prussia=prussia, by_stage=by_stage)
            told = check(state, bid("towards Prag"))[1][-1]

            assert losses == tuple(re.findall(r"After a loss of (\d+)", told))


def test_the_side_that_is_attacked_is_told_of_the_attacker() -> None:
    state = position({"laudon": "Steinau 4"}, {"keith": "Glogau 6"})
    sheet = {"bid": [{"own": "Keith", "otherwise": "concede", "retreat": ["towards Prag"]}]}
    told = check(state, sheet, LOSER)[1][-1]
    ends = destinations(CITY["glogau"], CITY["steinau"], 1, state.occupied(state.stack(CITY["steinau"])))
    near = min(cities_in(ends), key=lambda city: distance(city, CITY["prag"]))

    assert f"After a loss of 1 Laudon goes to {name_of(near)}." in told


def test_many_cities_are_counted_and_not_named() -> None:
    """Frankfurt leaves 8 of 9 cities after a loss of 4, and 9 of 12 after a loss of 5."""
    told = check(position(prussia={"keith": "Glogau 6"}), bid("not beside Frankfurt H5"))[1][-1]
    four, five = told.split(". ")[-2:]

    assert 7 == four.count(",") + four.count(" or ") and "or Wolsztyn" in four
    assert "After a loss of 5 you are asked where Keith goes: 9 cities are left." == five


def test_an_enemy_of_one_troop_cannot_retreat() -> None:
    state = position({"laudon": "Steinau 4"}, {"keith": "Glogau 1"})

    assert "  Keith has one troop: he cannot retreat." == check(state, bid("towards Prag"))[1][-1]


def test_a_beaten_enemy_without_a_way_is_told_as_lost() -> None:
    ring = {f"t{n + 1}": city for n, city in enumerate(("Wschowa", "Guhrau"))} | {
        "daun": "Sprottau 2", "lacy": "Neusalz 2",
    }  # fmt: skip
    state = position({"laudon": "Steinau 4", **ring}, {"keith": "Glogau 3"})
    sheet = {"do": ["battles Laudon against Keith"], **bid("towards Prag")}

    assert "After a loss of 1 or 2 Keith has no way to retreat and is lost." in "\n".join(check(state, sheet)[1])


def test_the_wishes_of_a_sheet_are_understood_for_battles_without_a_bid() -> None:
    complaints, told = check(position(), {"retreat": ["towards Prag"], "bid": [{"own": "Laudon"}]})
    assert [] == complaints
    assert "retreat by wishes: towards Prag" in told[0] and "After a loss of 1 Keith goes to Sprottau." in told[-1]

    table = {"turn": 4, "stage": "austria", "phase": "movement", "austria": TWO, "prussia": TWO_ENEMIES,
             "hands": {"austria": "3H", "prussia": "2H"}}  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(table, "4p", {}), {}, CHANCE).state
    complaints, told = check(state, {"retreat": ["towards Prag"], **bid("Guhrau")})
    at = told.index("battles without wishes in their bid: retreat by wishes: towards Prag")

    assert "Heinrich" in told[at + 1] and "Keith" not in told[at + 1]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"retreat": ["towards Prag"], **bid("Guhrau")}, ["FR759 at retreat"]),
        ({"retreat": [], **bid("Guhrau")}, []),
        ({"retreat": "towards Prag", **bid()}, ["FR102 at retreat"]),
        ({"retreat": "", **bid()}, ["FR102 at retreat"]),
        ({"retreat": [7], **bid()}, ["FR102 at retreat"]),
        ({"retreat": ["Guhrau"] * 41, **bid()}, ["FR107 at retreat"]),
        (bid(*["Guhrau"] * 41), ["FR107 at bid.0.retreat"]),
        (bid(*["Guhrau"] * 40), []),
        (bid("towards Schwerin", "towards Keiht", "in Prag", "near Prag"),
         [f"{code} at bid.0.retreat.{number}" for number, code in enumerate(("FR202", "FR201", "FR107", "FR107"))]),
        (bid("towards Osterode"), ["FR202 at bid.0.retreat.0"]),
        (bid("towards the city Keith"), ["FR201 at bid.0.retreat.0"]),
        (bid("towards the general Berlin"), ["FR201 at bid.0.retreat.0"]),
        (bid("away from the Prussian train T1"), ["FR201 at bid.0.retreat.0"]),
        ({**bid(), "answers": ["retreat towrds Prag"]}, ["FR107 at answers.0"]),
        ({**bid(), "answers": ["retreat in Prag", "retreat towards Schwerin"]},
         ["FR107 at answers.0", "FR202 at answers.1"]),
        ({**bid(), "answers": ["retreat Keith to Prag"]}, ["FR301 at answers.0"]),
        ({**bid(), "answers": ["retreat Keith"]}, ["FR101 at answers.0"]),
    ],
)  # fmt: skip
def test_what_the_checker_says_of_wishes(body: dict[str, Any], said: list[str]) -> None:
    assert said == check(position(), body)[0]


def test_wishes_of_a_sheet_that_leads_to_no_battle_are_idle() -> None:
    table = {"turn": 4, "stage": "austria", "phase": "movement", "austria": {"laudon": "Olmütz 4"},
             "prussia": {"keith": "Glogau 3"}}  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(table, "4p", {}), {}, CHANCE).state
    said = check(state, {"retreat": ["towards Prag"], "do": ["Laudon stays"]})[0]

    assert ["FR759 at retreat"] == said
    assert (
        RULESET.rules.resolve(state, {VICTOR: {"retreat": ["towards Prag"]}}, CHANCE).state
        == RULESET.rules.resolve(state, {VICTOR: {}}, CHANCE).state
    )


def test_wishes_of_a_sheet_are_refused_where_no_battle_can_be_near() -> None:
    asked, _ = fought(position(), bid())

    assert ["FR301 at retreat"] == check(asked, {"do": ["retreat Keith to Guhrau"], "retreat": ["towards Prag"]})[0]
    assert ["FR304 at retreat"] == check(asked, {"retreat": ["towards Prag"]}, "elisabeth")[0]


def test_a_place_says_where_it_is_wrong() -> None:
    taken = RULESET.rules.take(position(), VICTOR, {**bid("away from  Keiht "), "answers": ["retreat towards Keiht"]})

    assert [(11, 16), (16, 21)] == [(d.at.start, d.at.end) for d in taken.diagnostics]


@pytest.mark.parametrize(
    ("wish", "hint"),
    [
        ("towards Keiht", "Did you mean Keith or Zeitz?"),
        ("towards Berln", "Did you mean Berlin, Döbeln or Cumberland?"),
        ("towards the general Berln", "Did you mean Cumberland?"),
        ("towards the city Berln", "Did you mean Berlin, Döbeln or Büren?"),
        ("towards T1", "Write the name of a city as on the map, or that of a general."),
        ("towards Osterode", "Name the grid square too: Osterode C4."),
    ],
)
def test_names_that_look_alike_are_offered_the_nearest_first(wish: str, hint: str) -> None:
    taken = RULESET.rules.take(position(), VICTOR, bid(wish))

    assert [hint] == [diagnostic.hint for diagnostic in taken.diagnostics]


ALL_KINDS = (
    "towards the general Schwerin", "away from the city Schwerin", "not beside Osterode C4", "away from Keith",
    "out of supply", "in hearts", "Schwerin",
)  # fmt: skip


def test_wishes_survive_the_file_wherever_they_are_kept() -> None:
    """Two names are a city's and a general's: what was meant must still be meant in the next step."""
    own = {"own": "Laudon", "otherwise": "concede", "retreat": list(ALL_KINDS)}
    in_battle = RULESET.rules.take(position(), VICTOR, {"bid": [own], "standing": [{**own, "own": "*"}]}).state
    ahead, _ = movement_only(retreat=list(ALL_KINDS))
    data = RULESET.files.encode(in_battle)

    for state in (in_battle, ahead):
        assert state == RULESET.files.decode(RULESET.files.encode(state))
    assert data["agenda"][-1]["active_bid"]["retreat"] == data["standing"][0]["retreat"]
    assert [
        "towards the general schwerin", "away from the city schwerin", "not beside osterode-c4", "away from keith",
        "out of supply", "in hearts", "schwerin",
    ] == data["standing"][0]["retreat"]  # fmt: skip
    assert {"austria": data["standing"][0]["retreat"]} == RULESET.files.encode(ahead)["agenda"][-2]["wishes"]


def test_what_was_understood_can_be_sent_again() -> None:
    (line, *_), again = check(position(), bid(*ALL_KINDS))[1], f"retreat by wishes: {', then '.join(ALL_KINDS)}"

    assert line.endswith(again)


def test_the_wishes_of_one_nation_do_not_take_the_place_of_anothers() -> None:
    first, second = (to(1),), (to(2),)

    assert ((0, first), (4, second)) == with_wishes(((0, first),), 4, second)
    assert ((4, second),) == with_wishes(((4, first),), 4, second)
    assert ((4, first),) == with_wishes(((4, first),), 4, ())


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
