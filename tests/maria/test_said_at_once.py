"""What is said at the same time: whatever `check` accepts is carried out, beside anything else that it accepts (M26).

Bots play on from positions by lot, and say more than bots do: agreements are offered, accepted and ended beside the
moves that they concern, choices and declarations come from those who owe nothing, sheets are missing, options differ.
PBEM_GAMES sets how many positions are played from; every tenth of them is a game from its beginning.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from pbem.core import has_errors
from pbem.core.chance import Chance
from pbem.core.ruleset import Step
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.board import (
    BOHEMIA,
    CITY,
    CORE,
    FLANDERS,
    FORTRESSES,
    FOUR,
    IDS,
    NEAR,
    cities_in,
    name_of,
    within,
)
from pbem.rulesets.maria.powers import AUSTRIA, BAVARIA, FRANCE, POWER_NAMES, POWERS, PRAGMATIC, PRUSSIA, SAXONY
from pbem.rulesets.maria.relations import own_powers, powers_of
from pbem.rulesets.maria.state import GENERALS, PIECE_IDS, PIECE_NAMES, TRAINS

GAMES = int(os.environ.get("PBEM_GAMES", "40"))
STEPS = 14  # of a position
LONGEST = 400  # steps of a whole game
MODES = ("advanced", "two", "advanced", "intro", "advanced", "two-intro")
LANDS = ("Saxony", "Silesia", "Core-Austria", "Prussia", "Bavaria", "Poland")
CITIES = ("Prag", "Wien", "Dresden", "Breslau", "Mainz", "Linz", "Leipzig")
OTHERS = {
    "politics": "sealed", "saxony-twice": "no", "saxony-again": "every", "hussar-pay": "stack", "backs": "hidden",
    "saxony-return": "never", "general-sites": "any", "saxony-recall": "map",
}  # fmt: skip
MOST = {AUSTRIA: 4, PRAGMATIC: 3, FRANCE: 4, PRUSSIA: 3, SAXONY: 1, BAVARIA: 1}  # generals on the map
INTRODUCED = {AUSTRIA: 4, FRANCE: 3, PRUSSIA: 3, SAXONY: 1, BAVARIA: 1}  # of the introductory game
PHASES = ("cards", "movement", "movement", "politics", "hussars")
Body = Mapping[str, Any]


# where it begins


def by_lot(dice: Random, mode: str) -> dict[str, Any]:
    """A position of a few pieces near each other, with cards in the hands, and markers of France in Core-Austria."""
    advanced = mode in ("advanced", "two")
    grounds = [near_a_fortress(dice, BOHEMIA)] + ([near_a_fortress(dice, FLANDERS)] if advanced else [])
    winter, phase = dice.random() < 0.15, dice.choice(PHASES if advanced else PHASES[:3])
    facts: dict[str, Any] = {"turn": 6 if winter else dice.randint(4, 8), "phase": "winter" if winter else phase}
    facts["hands"] = {}
    cards = dice.sample([f"{value}{suit}" for value in range(2, 11) for suit in "SHDC"], 24)
    for power, most in MOST.items() if advanced else INTRODUCED.items():
        map_ = [grounds[-1]] if power == PRAGMATIC else grounds if power in (AUSTRIA, FRANCE) else grounds[:1]
        generals = dice.sample(GENERALS[power], dice.randint(1, most))
        rows = {PIECE_IDS[p]: f"{dice.choice(dice.choice(map_))} {dice.randint(1, 8)}" for p in generals}
        train = PIECE_IDS[TRAINS[power][0]].removeprefix(f"{POWERS[power]}-")
        facts[POWERS[power]] = rows | {train: dice.choice(dice.choice(map_))}
        facts["hands"][POWERS[power]] = " ".join(cards.pop() for _ in range(dice.randint(1, 4)))
    if facts["phase"] in ("cards", "movement"):
        facts["stage"] = dice.choice(("france", "prussia", "austria", "austria"))
    core = [IDS[city] for city in cities_in(CORE & FORTRESSES & ~FOUR)]
    facts["marks"] = {"france": dice.sample(core, dice.randint(0, 4))}
    if advanced:
        facts |= {"contracts": [], "consent": ["austria", "pragmatic"]}
        facts["tracks"] = {"saxony": dice.choice((2, 3, 4, 5))}
        facts |= {"election": "due"} if dice.random() < 0.2 else {}
        facts |= meeting(dice, grounds[1], facts) if dice.random() < 0.6 else {}
    return facts


def meeting(dice: Random, ground: list[str], facts: dict[str, Any]) -> dict[str, Any]:
    """An Austrian and a Pragmatic general in one city or side by side, and a French one beside them."""
    here = dice.choice(ground)
    near = dice.sample(NEAR[CITY[here]], 2) if len(NEAR[CITY[here]]) > 1 else [CITY[here]] * 2
    places = {"austria": dice.choice((here, IDS[near[0]])), "pragmatic": here, "france": IDS[near[1]]}
    return {power: facts[power] | {next(iter(facts[power])): f"{city} 5"} for power, city in places.items()}


def near_a_fortress(dice: Random, ground: int) -> list[str]:
    """The cities near a fortress of a map."""
    middle = dice.choice([*cities_in(ground & FORTRESSES)])
    return [IDS[city] for city in cities_in(within(middle, 3) & ground)]


def beginning(number: int) -> Any:
    """The state in which a number begins: a position that can be, or now and then the set-up."""
    dice, mode = Random(f"beginning {number}"), MODES[number % len(MODES)]
    options = {option.id: option.default for option in RULESET.options} | (OTHERS if number % 3 == 2 else {})
    if number % 10 == 9:
        return RULESET.rules.set_up(mode, options)
    while True:
        try:
            state = RULESET.files.position(by_lot(dice, mode), mode, options)
        except ValueError:  # three generals in a city, or a train with somebody
            continue
        if not broken(state, None):  # or neutral Saxons abroad
            return state


def broken(state: Any, before: Any) -> list[str]:
    """What is wrong with a state; the markers of a position are not counted."""
    return [text for text in RULESET.rules.invariants(state, before) if not text.startswith("M32.3")]


# what is said


def clause(view: Any, one: int, other: int, dice: Random) -> str:
    """A promise of a power, often about a city beside one of its pieces."""
    who, whom = POWER_NAMES[one], POWER_NAMES[other]
    near = [name_of(city) for p in GENERALS[one] if view.place[p] >= 0 for city in NEAR[view.place[p]]]
    return dice.choice((
        f"{who} does not attack {whom}", f"{who} does not enter {dice.choice(LANDS)}",
        *[f"{who} does not enter the city {dice.choice(near or CITIES)}"] * 3,
        f"{who} stays farther than {dice.randint(1, 4)} from {dice.choice(near or CITIES)}",
        f"{who} votes for {dice.choice(('Charles', 'Francis'))}", f"{who} subsidizes {whom}",
        f"no hussars against {whom}", f"{who} leaves {dice.choice(LANDS)} by turn {dice.randint(2, 12)}",
    ))  # fmt: skip


def lines(view: Any, role: str, dice: Random) -> Iterator[str]:
    """What might be said of agreements: most offers are accepted, and some agreements are ended."""
    for row in view.treaties:
        if row.status == "offered" and dice.random() < 0.7:
            yield f"accept {row.id}"
        if row.status == "accepted" and dice.random() < (0.8 if row.ending else 0.3):
            yield f"end {row.id}"
    for _ in range(2 if dice.random() < 0.5 else 0):
        one = dice.choice(powers_of(view, role) if dice.random() < 0.7 else range(len(POWERS)))
        other = dice.choice([power for power in range(len(POWERS)) if power != one])
        turns = f"turns {view.turn} to {min(12, view.turn + dice.randint(0, 4))}"
        promise = clause(view, one, other, dice)
        parties = f"{POWER_NAMES[one]} and {POWER_NAMES[other]}"
        yield f"offer {parties}, {turns}, {dice.choice(('strict', 'strict', 'loose'))}: {promise}"


def marches(view: Any, role: str, dice: Random) -> dict[str, Any]:
    """Moves by chance, many of them to where another general stands."""
    said: list[str] = []
    own = [p for power in own_powers(view, role) for p in GENERALS[power] if view.place[p] >= 0]
    for piece in dice.sample(own, min(3, len(own))):
        around = within(view.place[piece], 3)
        there = [*cities_in(around & view.occupied((piece,)))]
        for city in [*dice.sample(there, min(2, len(there))), dice.choice([*cities_in(around)])]:
            more = [*said, f"{PIECE_NAMES[piece]} > ... > {name_of(city)}"]
            said = more if passes(view, role, {"do": more}) else said
    return {"do": said}


def passes(view: Any, role: str, body: Body) -> bool:
    return not has_errors(RULESET.brief.judge(view, role, body).diagnostics)


def sheet(view: Any, role: str, dice: Random, label: str) -> Body:
    """What a role says: the orders of a bot that heeds no agreement, or moves by chance, and all that it adds."""
    kind = next((o.kind for o in RULESET.rules.awaiting(view) if o.role == role), "")
    body: dict[str, Any] = {}
    if kind == "movement" and dice.random() < 0.5:
        body = marches(view._replace(treaties=()), role, dice)
    elif kind:
        bare = view._replace(treaties=()) if dice.random() < 0.7 else view
        body = dict(RULESET.bots.sample(bare, role, Chance(label), dice.choice(RULESET.bots.temperaments)))
        body.pop("treaties", None)
    said = [line for line in lines(view, role, dice) if passes(view, role, {"treaties": [line]})]
    if said and passes(view, role, {**body, "treaties": said}):
        body["treaties"] = said
    if dice.random() < 0.3 and passes(view, role, {**body, "declare": ["lower aims"]}):
        body["declare"] = ["lower aims"]
    choice = dice.choice(
        ("allow stacks", "forbid stacks", "allow stacks" if kind else "forbid stacks", "dispute Flanders")
    )
    more = {**body, "do": [*body.get("do", ()), choice]}
    return more if dice.random() < (0.2 if kind else 0.5) and passes(view, role, more) else body


def sheets(state: Any, dice: Random, label: str) -> dict[str, Body]:
    """The sheets of a step that the check accepts; some of those who owe one send none."""
    found: dict[str, Body] = {}
    for role in [role.id for role in RULESET.mode(state.mode).roles]:
        view = RULESET.secrets.view_of(state, role)
        body = sheet(view, role, dice, f"{label} {role}")
        if dice.random() < 0.9 and body and not has_errors(RULESET.rules.take(view, role, body).diagnostics):
            found[role] = body
    return found


def played(number: int) -> Iterator[tuple[Any, dict[str, Body], Step]]:
    """The steps that follow from a beginning."""
    dice, state = Random(f"played {number}"), beginning(number)
    for step in range(LONGEST if number % 10 == 9 else STEPS):
        if RULESET.rules.result(state):
            return
        bodies = sheets(state, dice, f"{number} {step}")
        try:
            after = RULESET.rules.resolve(state, bodies, Chance(f"at once {number}"))
        except ValueError as fault:
            raise AssertionError(f"{number}, step {step}, {RULESET.telling.label(state)}: {bodies}") from fault
        yield state, bodies, after
        state = after.state


@pytest.mark.parametrize("number", range(GAMES))
def test_what_the_check_accepts_is_carried_out_beside_anything_else(number: int) -> None:
    for before, bodies, step in played(number):
        assert [] == broken(step.state, before), bodies
