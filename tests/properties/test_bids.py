"""F7.17: bids fought out by the engine against a plain implementation of the step-by-step procedure.

The number of random battles is PBEM_BATTLES (10000 for the full test).
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest
from plain_battle import (
    NAMES,
    NATIONS,
    PLACES,
    ROLES,
    Bid,
    Random,
    Seen,
    battle,
    combat,
    follower,
    when_text,
)

from pbem.core.chance import Chance
from pbem.rulesets.common.conditions import parse_when
from pbem.rulesets.common.conditions import when_text as written
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.state import DECK, Battle

BATTLES = int(os.environ.get("PBEM_BATTLES", "900"))
PARTS = 6
CHANCE = Chance("x")


def position(drawn: Random) -> Any:
    """The battle as a position of the game, at the moment the bids are owed."""
    cities = PLACES[drawn.suits]
    state = RULESET.files.position(
        {
            "stage": "prussia", "phase": "combat",
            "prussia": {"heinrich": f"{cities[0]} {drawn.totals[0]}"},
            "france": {"richelieu": f"{cities[1]} {drawn.totals[1]}"},
            "hands": {nation: " ".join(hand) for nation, hand in zip(NATIONS, drawn.hands, strict=True)},
        },
        "4p", {},
    )  # fmt: skip
    return RULESET.rules.resolve(state, {}, CHANCE)


def sheet(side: int, bid: Bid, otherwise: str) -> dict[str, Any]:
    """The bid as a player writes it into a sheet."""
    plays = [{**play, "when": when_text(play["when"])} if "when" in play else play for play in bid["plays"]]
    table = {**bid, "plays": plays, "own": NAMES[side], "enemy": NAMES[1 - side], "otherwise": otherwise}
    return {"bid": [table]}


def live(side: int, choice: Any) -> dict[str, Any]:
    """One decision at the table as a bid: this card now, and then ask again; or stop."""
    if choice is None:
        return sheet(side, {"plays": [], "accept": 24, "keep": [], "forced": []}, "concede")
    card, value = choice
    play = {"card": card, "value": value} if card == "R" else {"card": card}
    return sheet(side, {"plays": [play], "accept": 0, "keep": [], "forced": []}, "ask")


def seen_by(state: Any, side: int, suit: str) -> Seen:
    """What the side sees of a battle that was interrupted, out of its own view."""
    view = RULESET.secrets.view_of(state, ROLES[side])
    task = view.task
    assert isinstance(task, Battle)
    hands = [view.hands[0], view.hands[6]]
    cards = [[(str(p.card), p.value) for p in task.played if p.side == at] for at in (side, 1 - side)]
    score = task.score if side == 0 else -task.score
    troops = (task.totals[side], task.totals[1 - side])
    return Seen(score, troops, [str(card) for card in hands[side]], len(hands[1 - side]), suit, *cards)


def fought(drawn: Random, players: list[Any]) -> tuple[list[Any], int]:
    """The events of the battle; a player is a bid, or a live one who answers every question."""
    step = position(drawn)
    state, events, questions = step.state, list(step.events), 0
    while isinstance(state.task, Battle) and RULESET.rules.awaiting(state):
        bodies = {}
        for owed in RULESET.rules.awaiting(state):
            side = ROLES.index(owed.role)
            assert owed.kind == "bid"
            if state.task.asked < 0 and isinstance(players[side], dict):
                bodies[owed.role] = sheet(side, players[side], "concede")
            elif state.task.asked < 0:
                bodies[owed.role] = sheet(side, {"plays": [], "accept": 0, "keep": [], "forced": []}, "ask")
            else:
                questions += 1
                bodies[owed.role] = live(side, players[side](seen_by(state, side, drawn.suits[side])))
        step = RULESET.rules.resolve(state, bodies, CHANCE)
        state = RULESET.files.decode(RULESET.files.encode(step.state))  # a battle can be stored wherever it stands
        events += step.events
    return events, questions


def told(events: list[Any]) -> tuple[Any, int, int]:
    """The battle as the plain procedure tells it."""
    log = [
        (NATIONS.index(e.facts["nation"]), e.facts["card"], e.facts["value"], e.facts["score"])
        for e in events
        if e.kind == "played"
    ]
    end = next(e for e in events if e.kind in ("tied", "defeated"))
    return log, NATIONS.index(end.facts["nation"]), end.facts.get("score", 0)


@pytest.mark.parametrize("part", range(PARTS))
def test_bids_and_live_players_fight_as_the_plain_procedure_does(part: int) -> None:
    """Bid against bid, bid against a live player, live against live: each gives the live result, every time."""
    dice = random.Random(f"battles {part}")
    kinds: Counter[str] = Counter()
    for number in range(BATTLES // PARTS):
        drawn = battle(dice)
        expected = combat(drawn.totals, drawn.hands, drawn.suits, [follower(bid) for bid in drawn.bids])
        way = number % 4
        players = [follower(bid) if way >> side & 1 else bid for side, bid in enumerate(drawn.bids)]
        events, questions = fought(drawn, players)

        assert expected == told(events), (number, drawn)
        kinds.update({"cards": len(expected[0]), "questions": questions, "ties": expected[2] == 0, "zero": any(
            row[3] == 0 for row in expected[0]), "reserves": sum(row[1] == "R" for row in expected[0])})  # fmt: skip
    assert all(kinds[kind] for kind in ("cards", "questions", "ties", "zero", "reserves")), kinds


def test_conditions_are_read_as_they_are_written() -> None:
    dice = random.Random("conditions")
    for _ in range(300):
        drawn = battle(dice)
        for play in (play for bid in drawn.bids for play in bid["plays"] if "when" in play):
            read = parse_when(when_text(play["when"]), DECK)
            assert read is not None
            assert parse_when(written(read), DECK) == read
            assert [[(c.fact, c.sign, c.number) for c in part] for part in read] == [
                [(name.replace("played 13", "played 13"), sign, n) for name, sign, n in part] for part in play["when"]
            ]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("-9 < score <= -5", "score > -9 and score <= -5"),
        ("Enemy Cards ≥ 2 or enemy-last=13", "enemy_cards >= 2 or enemy_last == 13"),
        ("enemy played R and not enemy_played ♦13", "enemy_played R and not enemy_played 13D"),
    ],
)
def test_conditions_are_forgiving_in_spelling(text: str, same: str) -> None:
    assert same == written(parse_when(text, DECK) or ())


@pytest.mark.parametrize(
    "text", ["", "score", "score <=", "luck > 3", "score <= -5 and", "or", "enemy_played 14D",
             "score <= -5 xor hand > 2", "not enemy_played R >= 2", "enemy_played 13D/2", "score <= 1e3",
             "score <= -5,"],
)  # fmt: skip
def test_what_is_no_condition_is_not_read(text: str) -> None:
    assert parse_when(text, DECK) is None


JUNK = [
    None,
    0,
    -1,
    7,
    10**9,
    1.5,
    True,
    "",
    "*",
    "R",
    "10D",
    "Heinrich",
    "nobody",
    "score < 0",
    [],
    ["10D"],
    [[]],
    [1],
    {},
    {"card": "10D"},
    {"card": 3},
    {"cards": "x"},
    [{"card": "10D", "when": 3}],
    [{"card": "R", "to": 1, "value": 2}],
    "C",
    "france",
    ["Alfeld"],
    [{"card": "10D", "when": "score < 0", "double": 4}],
    {"cards": 2, "points": 3},
]
BID_KEYS = (
    "own",
    "enemy",
    "plays",
    "accept",
    "keep",
    "forced",
    "limit",
    "otherwise",
    "retreat",
    "colour",
    "name",
    "nation",
    "suit",
    "against",
    "until",
    "attacking",
)


def test_a_checker_of_bids_survives_anything() -> None:
    """Whatever stands in a sheet, the answer is a list of complaints and never an exception."""
    dice = random.Random("junk")
    state = position(Random((4, 6), [["10D", "9D", "R"], ["5S", "8S"]], "DS", [])).state
    for number in range(600):
        table = {key: value for key in BID_KEYS if dice.random() < 0.4 and (value := dice.choice(JUNK)) is not None}
        if dice.random() < 0.5:
            table["own"] = "Heinrich"
        body = {key: [table] if dice.random() < 0.9 else dice.choice(JUNK) for key in ("bid", "standing", "withdraw")}
        for role in ("frederick", "elisabeth"):
            taken = RULESET.rules.take(RULESET.secrets.view_of(state, role), role, body)
            for fault in taken.diagnostics:
                assert fault.message and "{" not in fault.hint.replace("{ card", ""), (number, fault)
