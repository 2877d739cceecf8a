"""D16: what the checker tells of retreats, for every loss: by bids, standing bids, standing answers; and it is so."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbem.core import has_errors
from pbem.core.chance import Chance
from pbem.rulesets.friedrich import RULESET, retreat_outlook
from pbem.rulesets.friedrich.answers import narrowed
from pbem.rulesets.friedrich.board import CITY, IDS, cities_in, name_of
from pbem.rulesets.friedrich.retreat_outlook import EVERY, Tried, left_after, retreat_lines, sentence, strength_of
from pbem.rulesets.friedrich.state import PIECE, Retreat
from pbem.rulesets.friedrich.wishes import Wishes

CHANCE = Chance("outlook")
OWN, FOE = "frederick", "pompadour"
CONCEDING = {"own": "*", "otherwise": "concede"}


def at(**changes: Any) -> Any:
    """Heinrich beside Richelieu, who is known to have at most six troops; Prussia is to move."""
    table = {
        "turn": 5, "stage": "prussia", "phase": "movement",
        "prussia": {"heinrich": "Celle 8"}, "france": {"richelieu": "Hannover 6", "t1": "Kassel"},
        "hands": {"prussia": "10D 9D", "france": "3C"}, **changes,
    }  # fmt: skip
    options = table.pop("options", {})
    return RULESET.rules.resolve(RULESET.files.position(table, "4p", options), {}, CHANCE).state


def understood(state: Any, role: str = OWN, **body: Any) -> list[str]:
    taken = RULESET.rules.take(RULESET.secrets.view_of(state, role), role, body)
    assert not has_errors(taken.diagnostics), [item.message for item in taken.diagnostics]
    return list(taken.understood)


def told(state: Any, role: str = OWN, **body: Any) -> list[str]:
    """The lines that tell where the beaten go."""
    lines = understood(state, role, **body)
    return [line for line in lines if "After a loss" in line or "cannot retreat" in line]


def outcomes(line: str) -> dict[int, str]:
    """What a line tells of every loss."""
    found = {}
    for text in re.findall(r"After a loss of .*?[.](?= After|$)", line):
        losses, rest = re.fullmatch(r"After a loss of (\d+(?:(?:, | or )\d+)*) (.*)[.]", text).groups()  # type: ignore[union-attr]
        found |= {int(loss): rest for loss in re.findall(r"\d+", losses)}
    return found


def happens(state: Any, body: dict[str, Any], loss: int) -> str:
    """What comes of the battle if Richelieu concedes with that loss, standing bids and answers included."""
    strength = state.troops[PIECE["richelieu"]] + loss
    state = state.with_troops({PIECE["heinrich"]: strength})
    for sheets in ({OWN: body}, {FOE: {"bid": [CONCEDING]}}, {}):
        if isinstance(state.task, Retreat) and OWN not in RULESET.ahead.answered(state):  # type: ignore[union-attr]
            left = narrowed(state, OWN)[1].left  # these are named in the sheet
            if left == state.task.destinations:
                return "no wish decides, and you are asked where Richelieu goes"
            return f"you are asked where Richelieu goes: {listed(left)}"
        state = RULESET.rules.resolve(state, sheets, CHANCE).state
    return f"Richelieu goes to {name_of(state.place[PIECE['richelieu']])}"


def listed(cities: int) -> str:
    names = [name_of(city) for city in cities_in(cities)]
    return f"{', '.join(names[:-1])} or {names[-1]}"


# standing answers


ANSWERS = ["retreat towards Berlin", "decline 8C", "retreat anywhere"]
BID = {"own": "Heinrich", "enemy": "Richelieu", "otherwise": "concede"}


def test_standing_answers_go_on_from_what_a_bid_leaves_and_nobody_is_asked() -> None:
    (line,) = told(at(), bid=[{**BID, "retreat": ["in clubs"]}], answers=ANSWERS)

    assert line.startswith("  Your wishes, then your standing answers, are tried on the map as it stands. After")
    assert "you are asked" not in line


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize(
    ("wishes", "answers"),
    [(["in clubs"], ANSWERS), ([], ANSWERS), (["not beside Magdeburg"], ["retreat in hearts"]), ([], ["retreat in S"])],
)
def test_what_is_told_with_standing_answers_is_what_happens(wishes: list[str], answers: list[str], kept: bool) -> None:
    state, body = at(), {"bid": [{**BID, "retreat": wishes}], "answers": answers}
    if kept:  # they came with an earlier sheet
        state = state._replace(answers=((OWN, tuple(body.pop("answers"))),))  # type: ignore[arg-type]
    (line,) = told(state, **body)

    found = outcomes(line)

    assert [1, 2, 3, 4, 5] == sorted(found)
    for loss in (1, 2):  # Heinrich has eight troops at the most
        assert happens(state, body, loss) == found[loss]


def test_the_answers_of_the_sheet_take_the_place_of_those_that_stand() -> None:
    state = at()._replace(answers=((OWN, ("retreat towards Berlin",)), (FOE, ("retreat towards Prag",))))

    assert [] == told(state, bid=[BID], answers=[])
    assert [] == told(state, bid=[BID], answers=["decline 8C"])
    assert "Your standing answers are tried" in told(state, bid=[BID])[0]


def test_answers_alone_are_told_below_the_battle_that_the_moves_lead_to() -> None:
    lines = understood(at(), do=["Heinrich stays"], answers=ANSWERS)
    place = next(number for number, line in enumerate(lines) if line.startswith("battle: Heinrich"))

    assert lines[place + 1].startswith("  Your standing answers are tried on the map as it stands. After a loss of 1 ")


def test_what_stands_is_read_once_and_not_anew_for_every_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Any] = []
    with_standing = retreat_outlook.with_standing
    monkeypatch.setattr(retreat_outlook, "with_standing", lambda *given: (read.append(1), with_standing(*given))[1])
    more = {"france": {"richelieu": "Hannover 6", "soubise": "Uelzen 4", "t1": "Kassel"}}
    lines = told(at(**more), do=["Heinrich stays"], answers=ANSWERS)

    assert 2 == len(lines)
    assert [1] == read


def test_answers_about_other_things_tell_nothing_of_retreats() -> None:
    assert [] == told(at(), do=["Heinrich stays"], answers=["decline 8C"])


def test_the_wishes_of_a_sheet_are_told_with_its_answers_and_once() -> None:
    (line,) = told(at(), do=["Heinrich stays"], retreat=["in clubs"], answers=ANSWERS)

    assert line.startswith("  Your wishes, then your standing answers, are tried")


def test_a_sheet_that_wishes_nothing_is_told_of_its_answers() -> None:
    assert told(at(), do=["Heinrich stays"], answers=ANSWERS) == told(
        at(), do=["Heinrich stays"], retreat=[], answers=ANSWERS
    )


def test_answers_that_name_a_beaten_general_hang_on_who_is_left() -> None:
    """F6.5: Keith is there after a loss of 4 if they had 6 troops or more."""
    state = at(
        stage="austria", hands={"austria": "3H"}, france={},
        austria={"laudon": "cmielnik 8", "daun": "cmielnik 8", "t1": "zwolen"},
        prussia={"keith": "ostrowiec 6", "schwerin": "ostrowiec 4"},
    )  # fmt: skip
    (line,) = told(state, "maria-theresa", answers=["retreat away from Keith"])

    assert "After a loss of 4 it hangs on who is left beside Schwerin." in line


# standing bids


GUARD = {"name": "guard", "own": "Heinrich", "otherwise": "concede", "retreat": ["in clubs", "towards Berlin"]}


def test_a_standing_bid_for_attacks_is_told_below_the_battle_it_answers() -> None:
    lines = understood(at(), do=["Heinrich stays"], standing=[{**GUARD, "attacking": True}])
    place = next(number for number, line in enumerate(lines) if line.startswith("battle: Heinrich"))
    (as_bid,) = told(at(), bid=[{**BID, "retreat": GUARD["retreat"]}])

    assert f"  Your standing bid guard answers. {as_bid.strip()}" == lines[place + 1]


def test_a_standing_bid_that_stands_already_is_told_too_and_goes_before_the_wishes_of_the_sheet() -> None:
    view = at()
    kept = RULESET.rules.take(view, OWN, {"standing": [{**GUARD, "attacking": True}]}).state
    lines = told(view._replace(standing=kept.standing), do=["Heinrich stays"], retreat=["in hearts"])

    assert 1 == len(lines) and lines[0].startswith("  Your standing bid guard answers. Your wishes are tried")


def test_a_standing_bid_without_wishes_has_those_of_the_sheet() -> None:
    bare = {**GUARD, "attacking": True, "retreat": []}
    (line,) = told(at(), do=["Heinrich stays"], retreat=["in hearts"], standing=[bare])

    assert line.startswith("  Your wishes are tried on the map as it stands.")


def test_a_bid_goes_before_a_standing_bid() -> None:
    (line,) = told(at(), bid=[{**BID, "retreat": ["in hearts"]}], standing=[{**GUARD, "attacking": True}])

    assert line.startswith("  Your wishes are tried on the map as it stands.")


@pytest.mark.parametrize("hands", [{"france": "3C"}, {"prussia": "10D"}])
def test_a_standing_bid_that_may_not_be_asked_is_not_told(hands: dict[str, str]) -> None:
    """N3: with an empty hand nobody bids, and where the enemy may play nothing and is behind nobody is asked."""
    assert [] == told(at(hands=hands), do=["Heinrich stays"], standing=[{**GUARD, "attacking": True}])


def test_a_standing_bid_against_an_enemy_beside_is_told_for_his_attack() -> None:
    state = at(stage="france")
    (line,) = told(state, standing=[GUARD])
    (as_bid,) = told(at(), bid=[{**BID, "retreat": GUARD["retreat"]}])

    assert f"  Should Richelieu attack Heinrich, your standing bid guard answers. {as_bid.strip()}" == line


def test_the_standing_answers_follow_a_standing_bid() -> None:
    (line,) = told(at(stage="france"), standing=[{**GUARD, "retreat": []}], answers=ANSWERS)

    assert line.startswith(
        "  Should Richelieu attack Heinrich, your standing bid guard answers. Your standing answers are tried"
    )


@pytest.mark.parametrize(
    ("changes", "standing"),
    [
        ({"france": {"richelieu": "Kassel 6"}}, GUARD),  # nobody stands beside
        ({}, {**GUARD, "own": "Keith"}),  # another general
        ({}, {**GUARD, "retreat": []}),  # no wishes
        ({}, {**GUARD, "suit": "S"}),  # another suit
    ],
)
def test_a_standing_bid_that_answers_nobody_beside_or_wishes_nothing_tells_nothing(
    changes: dict[str, Any], standing: dict[str, Any]
) -> None:
    assert [] == told(at(stage="france", **changes), standing=[standing])


def test_a_battle_that_the_own_moves_begin_is_not_told_as_an_attack_of_the_enemy() -> None:
    assert [] == told(at(), do=["Heinrich stays"], standing=[GUARD])


def test_of_two_standing_bids_the_one_that_answers_is_told() -> None:
    wide = {"name": "wide", "own": "*", "otherwise": "concede", "retreat": ["towards Prag"]}
    (line,) = told(at(stage="france"), standing=[GUARD, wide])

    assert "your standing bid guard answers." in line


def test_a_standing_bid_that_stands_already_is_not_told_again_for_attacks_of_the_enemy() -> None:
    state = at(stage="france")
    kept = RULESET.rules.take(state, OWN, {"standing": [GUARD]}).state.standing
    other = {**GUARD, "name": "other", "own": "Keith"}

    assert [] == told(state._replace(standing=kept), standing=[other])


def test_orders_ahead_know_the_answers_of_their_sheet() -> None:
    view = RULESET.secrets.view_of(at(stage="france"), OWN)
    after = RULESET.ahead.with_standing(view, OWN, {"answers": ANSWERS, "standing": [GUARD]})  # type: ignore[union-attr]

    assert ((OWN, tuple(ANSWERS)),) == after.answers
    assert ["guard"] == [standing.name for standing in after.standing]


# strengths and sentences


def begun(richelieu: int = 6, soubise: int = 0, **more: Any) -> Any:
    """The battle of Heinrich against Richelieu, strengths declared."""
    france = {"richelieu": f"Hannover {richelieu}", "t1": "Kassel"}
    france |= {"soubise": f"Hannover {soubise}"} if soubise else {}
    return at(phase="combat", france=france, **more)


PAIR = (CITY["celle"], CITY["hannover"])


@pytest.mark.parametrize("options", [{}, {"bidding": "stage"}])
@pytest.mark.parametrize("strength", [2, 3, 6])
def test_declared_strengths_bound_the_losses(strength: int, options: dict[str, str]) -> None:
    state = begun(strength, options=options, prussia={"heinrich": "Celle 7"})
    (line,) = told(state, bid=[{**BID, "retreat": ["towards Prag"]}])

    assert (strength, strength) == strength_of(state, PAIR[1])
    assert (7, 7) == strength_of(state, PAIR[0])
    assert list(range(1, strength)) == sorted(outcomes(line))


def test_a_stack_that_is_not_in_the_battle_has_any_strength_it_may_have() -> None:
    state = begun(austria={"daun": "Pirna 3", "laudon": "Prag 4"})

    assert (1, 6) == strength_of(state, CITY["pirna"])


def test_without_a_declaration_the_strength_is_what_the_totals_allow() -> None:
    assert (1, 6) == strength_of(at(), PAIR[1])
    assert (2, 7) == strength_of(at(france={"richelieu": "Hannover 5", "soubise": "Hannover 2"}), PAIR[1])
    assert (1, 5) == strength_of(at(france={"richelieu": "Hannover 5", "soubise": "Kassel 1"}), PAIR[1])


def test_the_commander_stands_for_his_stack() -> None:
    (line,) = told(begun(4, 2), bid=[{**BID, "retreat": ["towards Prag"]}])

    assert " Richelieu goes to " in line and "Soubise" not in line


def test_with_declared_strengths_it_is_known_who_is_left() -> None:
    """F6.5: Schwerin and Keith have declared six troops: after a loss of 5 Keith is gone, and nothing hangs on it."""
    state = at(
        stage="austria", phase="combat", hands={"austria": "3H", "prussia": "2S"}, france={},
        austria={"laudon": "cmielnik 8", "daun": "cmielnik 8", "t1": "zwolen"},
        prussia={"keith": "ostrowiec 4", "schwerin": "ostrowiec 2"},
    )  # fmt: skip
    bid = {"own": "*", "otherwise": "concede", "retreat": ["away from Keith"]}
    (line,) = told(state, "maria-theresa", bid=[bid])

    assert [1, 2, 3, 4, 5] == sorted(outcomes(line))
    assert "hangs" not in line
    assert "no wish decides" in outcomes(line)[5]


def test_one_troop_cannot_retreat_and_two_can() -> None:
    assert ["  Richelieu has one troop: he cannot retreat."] == told(begun(1), bid=[{**BID, "retreat": ["in clubs"]}])
    assert [1] == sorted(outcomes(told(begun(2), bid=[{**BID, "retreat": ["in clubs"]}])[0]))


def test_the_sides_of_a_battle_are_not_exchanged() -> None:
    (mine,) = told(begun(), bid=[{**BID, "retreat": ["towards Prag"]}])
    (theirs,) = told(begun(), FOE, bid=[{"own": "Richelieu", "otherwise": "concede", "retreat": ["towards Prag"]}])

    assert "Richelieu" in mine and "Heinrich" not in mine
    assert "Heinrich" in theirs and "Richelieu" not in theirs


def some(number: int) -> int:
    return sum(1 << city for city in range(number))


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ((), "After a loss of 2 Keith has no way to retreat and is lost."),
        ((1, 2), "After a loss of 2 it hangs on who is left beside Keith."),
        ((EVERY,), "After a loss of 2 no wish decides, and you are asked where Keith goes."),
        ((1 << CITY["prag"],), "After a loss of 2 Keith goes to Prag."),
        ((some(8),), f"After a loss of 2 you are asked where Keith goes: {listed(some(8))}."),
        ((some(9),), "After a loss of 2 you are asked where Keith goes: 9 cities are left."),
    ],
)
def test_each_outcome_has_its_sentence(found: tuple[int, ...], said: str) -> None:
    assert said == sentence(found, "Keith", "2")


def test_one_farthest_city_is_where_he_goes_whatever_is_wished() -> None:
    """F8.2: with one destination nothing is asked, and it is not told as if no wish decided."""
    state = begun(2, prussia={"heinrich": "Celle 8", "keith": "Lehrte 1", "schwerin": "Springe 1",
                              "seydlitz": "Wunstorf 1"})  # fmt: skip
    found = left_after(state, (PAIR, 0), 1, range(2, 3), Tried((), ()))

    assert ["fallingbostel"] == [IDS[city] for city in cities_in(found[0])]


def test_nothing_is_told_where_nothing_is_wished() -> None:
    nothing: Wishes = ()

    assert [] == retreat_lines(at(), (PAIR, 0), Tried(nothing, nothing))
