"""A sheet taken in: checked on a player's view, and carried out on the state, by the same code (section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

from pbem.core.diagnostics import SHEET, Diagnostic, LazyCodes, Where, has_errors
from pbem.core.events import HIDDEN, Event
from pbem.core.names import listed
from pbem.core.ruleset import Owed, Taken
from pbem.core.sheets import at_key
from pbem.rulesets.common import by_suit, face_text, meant, without
from pbem.rulesets.friedrich.board import (
    AUSTRIA,
    FRANCE,
    HANOVER,
    HOME,
    OBJECTIVES,
    PRUSSIA,
    RUSSIA,
    cities_in,
    defender_of,
    name_of,
    within,
)
from pbem.rulesets.friedrich.movement import Phase, move, settle
from pbem.rulesets.friedrich.orders import (
    Battles,
    Decline,
    Discard,
    Exchange,
    Give,
    Line,
    Move,
    Offensive,
    Reconquer,
    Recruit,
    Reinforce,
    Retire,
    RetreatTo,
    Stay,
    TurnDown,
    Weaken,
    read_lines,
    read_troops,
)
from pbem.rulesets.friedrich.state import (
    COMMANDS,
    GENERALS,
    MOST,
    NATION_NAMES,
    NATION_OF,
    NATIONS,
    PIECE_IDS,
    PIECE_NAMES,
    TRAINS,
    Battle,
    Combat,
    Fate,
    Retreat,
    SetUp,
    Stage,
    State,
    hostile_pieces,
    house_rule,
    is_expert,
    is_offensive_due,
    maximum_of,
    names_of,
    nations_of,
    owner_of,
    takes_part,
)

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
Body = Mapping[str, Any]
PROTECTION = 3  # F5.4
ORDER_WORDS = {
    Move: "a move", Stay: "an order to stay", Recruit: "a recruitment", Battles: "the order of battles",
    Discard: "a discard", RetreatTo: "a retreat", Retire: "retiring a general", Reinforce: "a reinforcement",
    Weaken: "a loss of a troop",
    TurnDown: "turning a stack face-down", Exchange: "an exchange of cards", Give: "giving a card",
    Offensive: "the offensive option", Reconquer: "a choice of cities", Decline: "declining an offer of fate",
}  # fmt: skip
# What only the texts and rules of the expert game ask for (F11.2, F13).
EXPERT = (Weaken, TurnDown, Exchange, Give, Offensive, Reconquer)
DISCARDING = {"west": (FRANCE, PRUSSIA)}  # who discards a card just drawn; elsewhere France alone (F3.3, F14.3)
# For each question of fate: the nations asked, what about, and what happens without an answer (section 5).
FATE_WORDS: dict[str, tuple[tuple[int, ...], str, str]] = {
    "sweden": ((PRUSSIA,), "which general Prussia retires", "the one whose loss costs least"),
    "garrison": ((PRUSSIA,), "which two cities of East Prussia are retaken", "the first two in alphabetical order"),
    "1C": ((RUSSIA,), "which Russian general receives a troop", "the highest-ranked with room"),
    "1H": ((AUSTRIA, RUSSIA), "whether Austria and Russia exchange a card", "no exchange"),
    "4H": ((FRANCE,), "whether France changes a card", "no change"),
    "6S": ((AUSTRIA,), "whether Laudon steps one city", "he stays"),
    "6D": ((AUSTRIA,), "which Prussian stack is turned face-down", "none"),
    "8S": ((PRUSSIA,), "which Prussian general receives a troop", "the highest-ranked with room"),
    "8C": ((PRUSSIA,), "which stacks step aside from Daun", "all stay"),
    "9D": ((PRUSSIA,), "whether Prussia gives Austria a card for another", "no"),
    "10C": ((PRUSSIA,), "which Prussian general loses a troop", "the stack with most troops to spare"),
    "11C": ((HANOVER,), "which Hanoverian general receives a troop", "the highest-ranked with room"),
    "12H": ((PRUSSIA,), "whether Hildburghausen is moved two cities west", "he stays"),
}


# who must decide what


def awaiting(state: State) -> tuple[Owed, ...]:
    """What the game waits for, from whom, and what happens without an answer (section 5)."""
    if not state.agenda:
        return ()
    task = state.task
    if isinstance(task, SetUp):
        text = "as even as possible, the remainder to the highest ranks"
        return tuple(Owed(role, "set-up", "the distribution of troops", text) for role in COMMANDS[state.mode])
    if isinstance(task, Stage) and task.phase == "movement":
        name, default = NATION_NAMES[task.nation], "nothing moves"
        if is_offensive_due(state, task.nation):
            default = "nothing moves, and the offensive option is given up for good"
        return (Owed(owner_of(state, task.nation), "movement", f"{possessive(name)} moves", default),)
    if isinstance(task, Combat) and may_step_aside(state, task):
        return ()
    if isinstance(task, Combat) and house_rule(state, "bidding") == "stage":
        what, default = "the bids for all battles of this stage", "stop where it is allowed, else the lowest card"
        roles = dict.fromkeys(owner_of(state, nation) for nation in task.awaited)
        return tuple(Owed(role, "bids", what, default) for role in roles)
    if isinstance(task, Combat):
        from pbem.rulesets.friedrich.combat import next_pair

        # In a view of another role the order is hidden; the phase stands still only where it decides nothing.
        if len(task.pairs) > 1 and (task.order is HIDDEN or next_pair(task) is None):
            return (Owed(owner_of(state, task.nation), "battles", "the next battle", "the best-ranked commander's"),)
        return ()
    if isinstance(task, Battle):
        return awaiting_bids(state, task)
    if isinstance(task, Retreat):
        stack = state.stack(task.source)
        what = f"where {PIECE_NAMES[stack[0]]} retreats"
        return (Owed(owner_of(state, task.winner), "retreat", what, "the first city in alphabetical order"),)
    if isinstance(task, Fate):
        nations, what, default = FATE_WORDS[task.card]
        asked = [owner_of(state, n) for n in nations if owner_of(state, n) not in dict(task.answers)]
        return tuple(Owed(role, "fate", what, default) for role in asked)
    return ()


def may_step_aside(state: State, combat: Combat) -> bool:
    """C8: whether 8♣ comes first in this combat phase, before any battle is chosen."""
    return state.in_force == "8C" and not state.spent and combat.nation == AUSTRIA


def awaiting_bids(state: State, battle: Battle) -> tuple[Owed, ...]:
    """D13: the sides that owe a bid."""
    from pbem.rulesets.friedrich.combat import owner_of_side, sides_awaited

    names = [PIECE_NAMES[state.stack(city)[0]] for city in battle.pair]
    text = "stop where it is allowed, else the lowest card of the suit"
    return tuple(
        Owed(owner_of_side(state, battle, side), "bid", f"the bid for {names[side]} against {names[1 - side]}", text)
        for side in sides_awaited(state, battle)
    )


def possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


# sheets


def take(state: State, role: str, body: Body, think: bool = True) -> Taken:
    """What a sheet leads to: on a view this is the check, on the state a part of the adjudication.

    With ``think`` bids and positions are thought through; what comes of it are warnings, so the adjudication does
    without.
    """
    desk = Desk(state, role, body)
    desk.think = think
    try:
        _take(desk, state, role, body)
    except Enough:  # the sheet is refused, whatever else it says
        from pbem.core.codes import TOO_MUCH

        desk.said.append(TOO_MUCH(desk.said[-1].at, limit=FAULTS, form="faults"))
    return Taken(desk.state, tuple(desk.events), tuple(desk.said), tuple(desk.understood))


FAULTS = 40  # errors of one sheet that are looked for: each may cost a search for what was meant, and nobody reads more


class Enough(Exception):
    """A sheet has so many faults that it is read no further."""


def _take(desk: Desk, state: State, role: str, body: Body) -> None:
    """Read all parts of a sheet."""
    module, name = _TAKERS[next((owed.kind for owed in awaiting(state) if owed.role == role), "")]
    getattr(import_module(f"pbem.rulesets.friedrich.{module}"), name)(desk)
    if body.get("standing") or body.get("withdraw"):
        from pbem.rulesets.friedrich.standing import take_standing

        take_standing(desk)
    if "answers" in body:
        from pbem.rulesets.friedrich.answers import take_answers

        take_answers(desk)


class Desk:
    """A sheet on the desk: what it says, what it leads to, what is wrong with it."""

    def __init__(self, state: State, role: str, body: Body) -> None:
        self.state, self.role, self.body, self.think = state, role, body, True
        self.events: list[Event] = []
        self.said: list[Diagnostic] = []
        self.understood: list[str] = []
        self.faults = 0

    def say(self, diagnostic: Diagnostic) -> None:
        self.said.append(diagnostic)
        self.faults += diagnostic.is_error
        if self.faults >= FAULTS:
            raise Enough

    def lines(self, nation: int, *kinds: type, asked: str) -> list[Line]:
        """The orders of the sheet; those of another kind are complained about."""
        lines = read_lines(self.body, nation, self.say, self.state)
        for line in lines:
            if not isinstance(line.order, kinds):
                self.not_asked(line, asked)
        return [line for line in lines if isinstance(line.order, kinds)]

    def not_asked(self, line: Line, asked: str) -> None:
        """Complain about an order nobody asks for now, or in this game ever."""
        kind = line.order
        offer = isinstance(kind, Decline) and kind.card[-1] != "S"  # F11.2: only the spades of fate speak without them
        never = (isinstance(kind, EXPERT) or offer) and not is_expert(self.state)
        order = ORDER_WORDS[type(line.order)]
        self.say(fr.NOT_ASKED(line.at, order=order, asked=asked, form="expert" if never else ""))

    def only(self, lines: list[Line], kind: type) -> Line | None:
        """The one order of a kind; a second one is complained about."""
        found = [line for line in lines if isinstance(line.order, kind)]
        for line in found[1:]:
            self.say(fr.SAID_TWICE(line.at, order=ORDER_WORDS[kind]))
        return found[0] if found else None

    def troops(self) -> dict[int, int]:
        """The numbers of [troops] for own generals; those of others are complained about."""
        own = tuple(p for n in nations_of(self.state, self.role) for p in GENERALS[n])
        wished = read_troops(self.body, self.say, own)
        for piece in tuple(wished):
            if piece not in own:
                names, nation = listed(names_of(own)), NATION_NAMES[NATION_OF[piece]]
                at = at_key(*self.place_of(piece).path)
                self.say(fr.NOT_YOURS(at, piece=PIECE_NAMES[piece], nation=nation, own=names))
                del wished[piece]
        return wished

    def place_of(self, piece: int) -> Where:
        """Where [troops] speaks of a general."""
        from pbem.rulesets.friedrich.orders import find_piece

        table = self.body.get("troops", {})
        found = [name for name in table if find_piece(name, 0) == (piece,)]
        return Where(("troops", found[0])) if found else Where(("troops",))

    def no_bids(self) -> None:
        """Complain about bids, and wishes for retreats, where no battle is near."""
        for key, order in (("bid", "a bid"), ("retreat", "a wish for the retreats of a sheet's battles")):
            if self.body.get(key):
                asked = next(owed.what for owed in awaiting(self.state) if owed.role == self.role)
                self.say(fr.NOT_ASKED(at_key(key), order=order, asked=asked))

    def transfers(self, wished: Mapping[int, int], nations: Iterable[int]) -> None:
        """D7: troops are shifted inside the stacks of these nations."""
        for nation in nations:
            own = {p: n for p, n in wished.items() if NATION_OF[p] == nation}
            if own:
                self.settled(self.phase(nation, wished), own)

    def phase(self, nation: int, wished: Iterable[int]) -> Phase:
        phase = Phase(self.state, nation)
        phase.troop_places = {piece: self.place_of(piece) for piece in wished}
        return phase

    def settled(self, phase: Phase, wished: Mapping[int, int]) -> None:
        """F6.4: the troops after a phase; the owner alone is told the numbers that changed."""
        if wished or phase.bought:  # else the stored numbers stand (F6.4)
            settle(phase, wished)
        self.said += phase.said
        self.events += phase.events
        changed = {
            PIECE_IDS[p]: phase.state.troops[p]
            for p in GENERALS[phase.nation]
            if phase.state.place[p] >= 0 and phase.state.troops[p] != self.state.troops[p]
        }
        if changed and not has_errors(phase.said):
            facts = {"nation": NATIONS[phase.nation], "troops": changed}
            self.events.append(Event("troops", facts, to=(self.role,)))
            numbers = [
                f"{PIECE_NAMES[p]} {phase.state.troops[p]}" for p in GENERALS[phase.nation] if PIECE_IDS[p] in changed
            ]
            self.understood.append(f"troops: {', '.join(numbers)}")
        self.state = phase.state


def take_nothing(desk: Desk) -> None:
    """D7: a role that owes nothing may still shift troops inside its stacks."""
    for key in desk.body:
        if key not in ("troops", "standing", "withdraw", "answers") and desk.body[key]:
            desk.say(fr.NOTHING_OWED(at_key(key), key=key))
    wished = desk.troops()
    desk.transfers(wished, nations_of(desk.state, desk.role))


def take_set_up(desk: Desk) -> None:
    """D1, F1.13: every nation's troops, 1 to 8 a general, all of them."""
    desk.lines(0, asked="the distribution of troops")
    desk.no_bids()
    wished = desk.troops()
    for piece, number in wished.items():
        if not 1 <= number <= MOST:
            desk.say(fr.TROOPS_RANGE(desk.place_of(piece), piece=PIECE_NAMES[piece], number=number, form="set-up"))
    for nation in nations_of(desk.state, desk.role):
        numbers = {p: wished.get(p, desk.state.troops[p]) for p in GENERALS[nation] if desk.state.place[p] >= 0}
        total = sum(numbers.values())
        if total != maximum_of(desk.state.mode, nation):
            at = next((desk.place_of(p) for p in numbers if p in wished), Where(("troops",)))
            most, names = maximum_of(desk.state.mode, nation), listed(PIECE_NAMES[p] for p in numbers)
            desk.say(fr.SETUP_SUM(at, nation=NATION_NAMES[nation], total=total, maximum=most, generals=names))
        elif not has_errors(desk.said):
            desk.state = desk.state.with_troops(numbers)
            facts = {"nation": NATIONS[nation], "troops": {PIECE_IDS[p]: n for p, n in numbers.items()}}
            desk.events.append(Event("troops", facts, to=(desk.role,)))
            written = ", ".join(f"{PIECE_NAMES[p]} {n}" for p, n in numbers.items())
            desk.understood.append(f"{NATION_NAMES[nation]}: {written}")


def take_movement(desk: Desk) -> None:
    """D2, D5, D6, D8-D12: a whole movement phase, and the bids of the battles it leads to."""
    stage = desk.state.task
    assert isinstance(stage, Stage)
    nation = stage.nation
    asked = f"{NATION_NAMES[nation]}'s moves"
    lines = desk.lines(nation, Move, Stay, Recruit, Battles, Discard, Offensive, asked=asked)
    wished = desk.troops()
    take_discard(desk, lines, stage)
    take_offensive(desk, lines, nation)
    phase = desk.phase(nation, wished)
    if house_rule(desk.state, "recruiting") == "after-moves":
        last = max((at for at, line in enumerate(lines) if isinstance(line.order, Move)), default=-1)
        early = [line for line in lines[: last + 1] if isinstance(line.order, Recruit)]
        desk.said += [fr.RECRUITED_EARLY(line.at) for line in early]
    for line in lines:
        if isinstance(line.order, Move):
            done = move(phase, line)
            desk.understood += [str(done)] if done else []
        elif isinstance(line.order, Recruit):
            from pbem.rulesets.friedrich.recruitment import recruit

            if recruit(phase, line):
                desk.understood.append(str(line.order))
    take_stays(desk, lines, phase)
    unread = has_errors(desk.said) or has_errors(phase.said)
    own = {p: n for p, n in wished.items() if NATION_OF[p] == nation}
    if not unread:
        # With an order that failed, what [troops] asks for cannot be judged: the moves it counts on are missing.
        desk.settled(phase, own)
    else:
        desk.said += phase.said
        desk.state = phase.state
    others = [n for n in nations_of(desk.state, desk.role) if n != nation]
    desk.transfers({p: n for p, n in wished.items() if NATION_OF[p] != nation}, others)
    begin_combat(desk, lines, phase, unread)
    if not has_errors(desk.said):
        desk.said += warn(desk.state, nation, phase) if desk.think else ()


def take_stays(desk: Desk, lines: list[Line], phase: Phase) -> None:
    """F4.11: own pieces on the map that are said to stay; it changes nothing, and nobody asks about them."""
    for line in lines:
        if not isinstance(line.order, Stay):
            continue
        from pbem.rulesets.friedrich.movement import check_stay

        faults = [fault for piece, at in zip(line.order.pieces, line.words, strict=True)
                  for fault in check_stay(phase, piece, at)]  # fmt: skip
        phase.said += faults
        phase.staying.update(line.order.pieces)
        desk.understood += [] if faults else [str(line.order)]


def take_offensive(desk: Desk, lines: list[Line], nation: int) -> None:
    """D4: in turn 3 of the expert game Prussia declares whether it takes the offensive option."""
    line = desk.only(lines, Offensive)
    if is_offensive_due(desk.state, nation):
        from pbem.rulesets.friedrich.offensive import declare

        declare(desk, line)
    elif line is not None:
        form = "offensive" if is_expert(desk.state) else "expert"
        desk.say(fr.NOT_ASKED(line.at, order=ORDER_WORDS[Offensive], asked="", form=form))


def begin_combat(desk: Desk, lines: list[Line], phase: Phase, unread: bool) -> None:
    """F7.1: the combat phase; its chapter loads only if somebody stands next to an enemy or speaks of battles."""
    nation = phase.nation
    near = desk.state.city_bits(GENERALS[nation]) & phase.attack
    if near or desk.body.get("bid") or "retreat" in desk.body or any(isinstance(line.order, Battles) for line in lines):
        from pbem.rulesets.friedrich.fights import take_battles_and_bids

        take_battles_and_bids(desk, lines, nation, ahead=True, unread=unread)
    else:
        desk.state = desk.state.replaced(Stage(nation, "combat")).pushed(Combat(nation, ()))


def take_discard(desk: Desk, lines: list[Line], stage: Stage) -> None:
    """D2, F3.3: one of the cards just drawn goes face-down, before anything else."""
    line = desk.only(lines, Discard)
    drawn = " ".join(str(card) for card in sorted(stage.drawn, key=by_suit))
    if not stage.drawn:
        if line:
            form = "discards-nothing" if stage.nation in DISCARDING.get(desk.state.mode, (FRANCE,)) else "no-discard"
            desk.say(fr.NOT_ASKED(line.at, order="a discard", nation=NATION_NAMES[stage.nation], form=form))
        return
    if line is None:
        from pbem.rulesets.friedrich.drawing import lowest

        nation = NATION_NAMES[stage.nation]
        desk.say(fr.DISCARD_MISSING(Where(("do",)), nation=nation, drawn=drawn, example=str(lowest(stage.drawn))))
        return
    card = meant(stage.drawn, line.order.card)
    if card is None:
        desk.say(fr.DISCARD_NOT_DRAWN(line.words[0], card=face_text(line.order.card), drawn=drawn))
        return
    hand = without(desk.state.hands[stage.nation], (card,))
    desk.state = desk.state.with_hand(stage.nation, hand).discarded((card,), face_up=False)
    desk.understood.append(f"discard {card}")
    facts = {"nation": NATIONS[stage.nation], "deck": card.deck}
    desk.events.append(Event("discarded", facts, {desk.role: {"card": str(card)}}))


# what is legal and may still be a slip


def warn(state: State, nation: int, phase: Phase) -> Iterator[Diagnostic]:
    """All warnings about the position after the phase."""
    idle = tuple(p for p in phase.origin if p not in phase.moved and p not in phase.staying)
    if idle:
        names, form = listed(PIECE_NAMES[p] for p in idle), "one" if len(idle) == 1 else ""
        yield fr.NO_ORDERS(SHEET, pieces=names, stay=str(Stay(idle)), form=form)
    yield from unprotected(state, nation, phase)
    yield from unsupplied(state, nation)


def unprotected(state: State, nation: int, phase: Phase) -> Iterator[Diagnostic]:
    """F5.4: objectives that a general of the nation protected before the moves and no longer does."""
    before, after = 0, 0
    for city in phase.origin.values():
        before |= within(city, PROTECTION)
    for piece in GENERALS[nation]:
        if state.place[piece] >= 0:
            after |= within(state.place[piece], PROTECTION)
    open_ = before & ~after & ~state.conquered
    targets = 0
    for other, board in enumerate(OBJECTIVES):
        if other >= 2 and takes_part(state, other):
            targets |= board
    bare = [c for c in cities_in(open_ & targets) if defender_of(c) == nation]
    if bare:
        names = listed([name_of(c) for c in bare])
        yield fr.LEFT_UNPROTECTED(SHEET, cities=names, nation=NATION_NAMES[nation])


def unsupplied(state: State, nation: int) -> Iterator[Diagnostic]:
    """F9.4: generals who would be turned face-down or lost if they stood so in the supply phase."""
    doubtful = [p for p in GENERALS[nation] if state.place[p] >= 0 and not is_plainly_supplied(state, nation, p)]
    if not doubtful:
        return
    from pbem.rulesets.friedrich.supply import is_supplied

    stacks: dict[int, list[int]] = {}
    for piece in doubtful:
        stacks.setdefault(state.place[piece], []).append(piece)
    for city, stack in stacks.items():
        if not is_supplied(state, nation, city):
            # F1.7, F9.2: Russia and France have no home country but are supplied in their depots.
            words = (
                "" if HOME[nation] else "depot", "lost" if state.is_face_down(stack[0]) else "",
                "stack" if len(stack) > 1 else "",
            )  # fmt: skip
            yield fr.OUT_OF_SUPPLY(
                SHEET, piece=listed(names_of(stack)), city=name_of(city), nation=NATION_NAMES[nation],
                form="-".join(word for word in words if word),
            )  # fmt: skip


def is_plainly_supplied(state: State, nation: int, piece: int) -> bool:
    """At home, or near a train with no enemy anywhere around: nothing to look up."""
    city = state.place[piece]
    around = within(city, 6)
    near_train = around & state.city_bits(TRAINS[nation]) and not around & state.city_bits(hostile_pieces(nation))
    return bool(HOME[nation] >> city & 1 or near_train)


# For each kind of decision the function that takes its sheet; the chapters load when they are needed.
_TAKERS = {
    "": ("decisions", "take_nothing"),
    "set-up": ("decisions", "take_set_up"),
    "movement": ("decisions", "take_movement"),
    "battles": ("fights", "take_battles"),
    "bid": ("fights", "take_bid"),
    "bids": ("fights", "take_stage_bids"),
    "retreat": ("fights", "take_retreat"),
    "fate": ("choices", "take_fate"),
}
