"""A toy ruleset for tests of the code around the engines: two roles, hidden hands, bids and a choice.

Both first swear a secret vow (1 to 3), then cards are dealt. Each round both bid a card at the same time; the
higher card wins, and its owner alone chooses gold (2 points) or silver (1 point). After
the last round the vows are opened and count as points too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.core import SHEET, Code, Diagnostic, Where, has_errors, table
from pbem.core.chance import Chance
from pbem.core.events import HIDDEN, Event, Secret, declared, public, unseen, view_by
from pbem.core.ruleset import CONTRACT, Mode, Option, Owed, Result, Role, Ruleset, Step, Taken

if TYPE_CHECKING:
    from pbem.core.offers import Offers
    from pbem.core.twins import Part

ROLES = ("north", "south")
ROUNDS = {"duel": 3, "long": 200}

NOT_A_NUMBER = Code("TY101", "not-a-number", "{key} must be a number", hint="Write {key} = 3.", rule="T1")
NO_CARD = Code("TY201", "no-card", "no card was named", hint="Your cards are {cards}.", rule="T2")
NOT_HELD = Code("TY301", "not-held", "you do not hold the {card}", hint="Your cards are {cards}.", rule="T2")
NOT_NOW = Code("TY302", "not-now", "{key} is not asked for now", hint="Leave it out.", rule="T3")
BAD_VOW = Code("TY303", "bad-vow", "a vow is 1, 2 or 3, not {vow}", hint="Write vow = 2.", rule="T4")
BAD_PRIZE = Code("TY304", "bad-prize", "there is no prize {take}", hint="Write gold or silver.", rule="T5")
NOT_YOURS = Code("TY305", "not-yours", "it is not for you to choose", rule="T5")
HIGH_CARD = Code("TY401", "high-card", "the {card} is your highest card", severity="warning", rule="T2")
CODES = table(NOT_A_NUMBER, NO_CARD, NOT_HELD, NOT_NOW, BAD_VOW, BAD_PRIZE, NOT_YOURS, HIGH_CARD)


class State(NamedTuple):
    """The toy's state; hands and vows of others are HIDDEN in a view."""

    rounds: int
    round: int
    phase: str  # "vow", "deal", "bid", "choice", "over"
    chooser: str
    hands: dict[str, Any]
    vows: dict[str, Any]
    points: dict[str, int]


def set_up(mode: str, options: Mapping[str, str]) -> State:
    """Nothing is dealt yet; both are to swear."""
    first = "deal" if options["vows"] == "none" else "vow"
    none = dict.fromkeys(ROLES, 0)
    return State(ROUNDS[mode], 0, first, "", dict.fromkeys(ROLES, ()), none, none)


def awaiting(state: State) -> tuple[Owed, ...]:
    if state.phase == "vow":
        return tuple(Owed(role, "vow", "a vow", "the vow is 1") for role in ROLES)
    if state.phase == "bid":
        return tuple(Owed(role, "bid", "a bid", "the lowest card is bid") for role in ROLES)
    if state.phase == "choice":
        return (Owed(state.chooser, "choice", "the choice of a prize", "silver is taken"),)
    return ()


def take(state: State, role: str, body: Mapping[str, Any]) -> Taken:
    """Check one role's sheet."""
    found = tuple(_check(state, role, body))
    if has_errors(found):
        return Taken(state, (), found)
    return Taken(state, (), found, tuple(f"{key} {value}" for key, value in body.items()))


def _check(view: State, role: str, body: Mapping[str, Any]) -> Iterator[Diagnostic]:
    wanted = {"vow": "vow", "bid": "card", "choice": "take"}.get(view.phase, "")
    if role not in [owed.role for owed in awaiting(view)]:
        yield NOT_YOURS(SHEET)
        return
    for key in body:
        if key != wanted:
            yield NOT_NOW(Where((key,)), key=key)
    if wanted == "vow":
        yield from _check_vow(body)
    elif wanted == "card":
        yield from _check_card(view, role, body)
    elif body.get("take", "silver") not in ("gold", "silver"):
        yield BAD_PRIZE(Where(("take",)), take=body["take"])


def _check_vow(body: Mapping[str, Any]) -> Iterator[Diagnostic]:
    vow = body.get("vow", 1)
    if type(vow) is not int:
        yield NOT_A_NUMBER(Where(("vow",)), key="vow")
    elif vow not in (1, 2, 3):
        yield BAD_VOW(Where(("vow",)), vow=vow)


def _check_card(view: State, role: str, body: Mapping[str, Any]) -> Iterator[Diagnostic]:
    card, hand = body.get("card"), view.hands[role]
    cards = ", ".join(map(str, hand))
    if card is None:
        yield NO_CARD(SHEET, cards=cards)
    elif type(card) is not int:
        yield NOT_A_NUMBER(Where(("card",)), key="card")
    elif card not in hand:
        yield NOT_HELD(Where(("card",)), card=card, cards=cards)
    elif card == max(hand):
        yield HIGH_CARD(Where(("card",)), card=card)


def resolve(state: State, bodies: Mapping[str, Mapping[str, Any]], chance: Chance) -> Step:
    """One phase; the deal needs no player and follows at once."""
    match state.phase:
        case "vow":
            vows = {role: bodies.get(role, {}).get("vow", 1) for role in ROLES}
            sworn = Event("sworn", {}, {role: {"vow": vow} for role, vow in vows.items()})
            step = deal(state._replace(vows=vows), chance)
            return Step(step.state, (sworn, *step.events))
        case "deal":
            return deal(state, chance)
        case "bid":
            return bid(state, {role: bodies.get(role, {}).get("card") for role in ROLES})
        case _:
            return choose(state, bodies.get(state.chooser, {}).get("take", "silver"), chance)


def deal(state: State, chance: Chance) -> Step:
    cards = chance.shuffled(range(1, 11), f"deal {state.round}")
    hands = {"north": tuple(sorted(cards[:3])), "south": tuple(sorted(cards[3:6]))}
    dealt = Event("dealt", {"round": state.round + 1}, {role: {"cards": hands[role]} for role in ROLES})
    return Step(state._replace(hands=hands, phase="bid"), (dealt,))


def bid(state: State, cards: Mapping[str, int | None]) -> Step:
    played = {role: cards[role] or min(state.hands[role]) for role in ROLES}
    winner = max(ROLES, key=lambda role: played[role])
    hands = {role: tuple(card for card in state.hands[role] if card != played[role]) for role in ROLES}
    after = state._replace(hands=hands, phase="choice", chooser=winner)
    return Step(after, (Event("bid", {**played, "winner": winner}),))


def choose(state: State, prize: str, chance: Chance) -> Step:
    points = {**state.points, state.chooser: state.points[state.chooser] + (2 if prize == "gold" else 1)}
    state = state._replace(points=points, round=state.round + 1, chooser="", phase="deal")
    events = (Event("taken", {"prize": prize}),)
    if state.round < state.rounds:
        step = deal(state, chance)
        return Step(step.state, (*events, *step.events))
    total = {role: points[role] + state.vows[role] for role in ROLES}
    over = state._replace(phase="over", points=total, hands=dict.fromkeys(ROLES, ()))
    return Step(over, (*events, Event("over", {**total})))


def owns(state: State, record: State, owner: str, role: str | None) -> bool:
    """After the last round all is open."""
    return owner == role or state.phase == "over"


def other_hands(state: State, parts: Sequence[Part], chance: Chance) -> list[tuple[int, ...]]:
    """Cards of which none is in a hand that the reader sees."""
    hidden = [part.key for part in parts]
    known = [card for role in ROLES if role not in hidden for card in state.hands[role]]
    pile = tuple(card for card in range(1, 11) if card not in known)
    hands = []
    for part in parts:
        pile, size = chance.shuffled(pile, f"exchange {part.key}"), len(part.value)
        hands.append(tuple(sorted(pile[:size])))
        pile = pile[size:]
    return hands


def other_vows(state: State, parts: Sequence[Part], chance: Chance) -> list[int]:
    """Any other vow, once vows are sworn."""
    return [part.value and chance.below(3, part.key) + 1 for part in parts]


SECRETS = declared({
    State: public("rounds", "round", "phase", "chooser", "points") | {
        "hands": Secret(owns, unseen, other_hands, "each"),
        "vows": Secret(owns, unseen, other_vows, "each"),
    },
})  # fmt: skip


def view_of(state: State, role: str | None) -> State:
    view: State = view_by(SECRETS, state, role)
    return view


def twin_of(state: State, role: str | None, chance: Chance) -> State:
    """Other hands and vows of those the role may not know."""
    from pbem.core.twins import twin_by

    twin: State = twin_by(SECRETS, state, role, chance)
    return twin


def encode(state: State) -> dict[str, Any]:
    def shown(value: Any) -> Any:
        return "?" if value is HIDDEN else list(value) if isinstance(value, tuple) else value

    table_ = state._asdict()
    for key in ("hands", "vows"):
        table_[key] = {role: shown(value) for role, value in table_[key].items()}
    return table_


def decode(data: Mapping[str, Any]) -> State:
    for key in State._fields:
        if key not in data:
            raise ValueError(f"{key} is missing")

    def known(value: Any) -> Any:
        return HIDDEN if value == "?" else tuple(value) if isinstance(value, list) else value

    values = dict(data)
    for key in ("hands", "vows"):
        values[key] = {role: known(value) for role, value in values[key].items()}
    return State(**{key: values[key] for key in State._fields})


def position(data: Mapping[str, Any], mode: str, options: Mapping[str, str]) -> State:
    """Any position: what is not given is as at the set-up."""
    for key in data:
        if key not in State._fields:
            raise ValueError(f"{key} is unknown")
    return decode({**encode(set_up(mode, options)), **data})


def label(state: State) -> str:
    return f"r{state.round + 1:02}-{state.phase}"


def heading(state: State) -> str:
    return f"Round {state.round + 1}: {state.phase}"


def result(state: State) -> Result | None:
    if state.phase != "over":
        return None
    best = max(state.points.values())
    winners = tuple(role for role in ROLES if state.points[role] == best)
    return Result(winners, f"{' and '.join(winners)} has the most points: {best}")


def summary(view: State, role: str | None) -> dict[str, Any]:
    hand = ", ".join(map(str, view.hands[role])) if role else "hidden"
    table_ = {"columns": ["role", "points"], "rows": [[name, view.points[name]] for name in ROLES]}
    return {"sections": [{"title": "Hand", "lines": [hand or "empty"]}, {"title": "Points", "table": table_}]}


def tell(event: Event) -> list[str]:
    facts = event.facts
    match event.kind:
        case "sworn":
            return [f"Both swore; your vow is {facts['vow']}." if "vow" in facts else "Both swore."]
        case "dealt":
            cards = f": {', '.join(map(str, facts['cards']))}" if "cards" in facts else ""
            return [f"Cards of round {facts['round']} were dealt{cards}."]
        case "bid":
            bids = f"north bid {facts['north']}, south bid {facts['south']}."
            return [bids, f"{facts['winner']} wins the round."]
        case "taken":
            return [f"The prize was {facts['prize']}."]
        case _:
            return [f"The game ends {facts['north']} to {facts['south']}."]


def sheet(view: State, role: str) -> str:
    if view.phase == "vow":
        return "vow = 1    # 1, 2 or 3"
    if view.phase == "bid":
        return f"card = {min(view.hands[role])}    # one of {', '.join(map(str, view.hands[role]))}"
    return 'take = "silver"    # or "gold"' if role == view.chooser else "# nothing is owed"


def sample(view: State, role: str, chance: Chance, temperament: str) -> dict[str, Any]:
    if view.phase == "vow":
        return {"vow": chance.below(3, "vow") + 1}
    if view.phase == "bid":
        hand = view.hands[role]
        return {"card": min(hand) if temperament == "meek" else chance.pick(hand, "card")}
    return {"take": chance.pick(("gold", "silver"), "take")}


def offers(view: State, role: str, body: Mapping[str, Any]) -> Offers:
    """Whatever answers the one question there is."""
    from pbem.core.offers import Choice, Edit, Offer, Offers  # not for check

    if role not in [owed.role for owed in awaiting(view)]:
        return Offers()
    key, title, values = {
        "vow": ("vow", "Which vow do you swear?", (1, 2, 3)),
        "bid": ("card", "Which card do you bid?", view.hands[role]),
        "choice": ("take", "Which prize do you take?", ("gold", "silver")),
    }[view.phase]
    answers = [Offer(f"{key} {value}", (Edit((key,), value),), said=body.get(key) == value) for value in values]
    return Offers(choices=(Choice(key, title, tuple(answers), needed=key == "card" and "card" not in body),))


def invariants(state: State, before: State | None = None) -> list[str]:
    cards = [card for role in ROLES for card in state.hands[role]]
    broken = ["a card is there twice"] if len(set(cards)) != len(cards) else []
    if before is not None and state.round < before.round:
        broken.append("the rounds run backwards")
    return broken


temperaments = ("meek", "wild")


def codes() -> dict[str, Code]:
    return CODES


# A group of functions is whatever has them: of so small a game, this module.
_HERE: Any = sys.modules[__name__]

RULESET = Ruleset(
    contract=CONTRACT,
    name="toy",
    title="Toy",
    revision=3,
    modes=tuple(
        Mode(id_, title, (Role("north", "North"), Role("south", "South")))
        for id_, title in (("duel", "three rounds"), ("long", "two hundred rounds"))
    ),
    options=(Option("vows", "whether vows are sworn", ("sworn", "none"), "sworn"),),
    round="Round",
    sheet_keys=("vow", "card", "take"),
    rules=_HERE,
    secrets=_HERE,
    files=_HERE,
    telling=_HERE,
    bots=_HERE,
    offers=_HERE,
)
