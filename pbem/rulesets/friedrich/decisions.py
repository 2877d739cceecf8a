"""A sheet taken in: checked on a player's view, and carried out on the state, by the same code (section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.core.diagnostics import Diagnostic, Where, has_errors
from pbem.core.events import Event
from pbem.core.names import listed
from pbem.core.ruleset import Taken
from pbem.rulesets.friedrich import diagnostics as fr
from pbem.rulesets.friedrich.board import AUSTRIA, PRUSSIA, name_of
from pbem.rulesets.friedrich.movement import Phase, move
from pbem.rulesets.friedrich.orders import (
    Battles,
    Discard,
    Line,
    Move,
    Recruit,
    Reinforce,
    Retire,
    RetreatTo,
    read_lines,
    read_troops,
)
from pbem.rulesets.friedrich.state import (
    GENERALS,
    LAUDON,
    MAXIMUM,
    MOST,
    NATION_NAMES,
    NATION_OF,
    NATIONS,
    PIECE_IDS,
    PIECE_NAMES,
    RETIRED,
    Battle,
    Combat,
    Fate,
    Retreat,
    Stage,
    State,
    name_of_piece,
    names_of,
    nations_of,
)
from pbem.rulesets.friedrich.troops import settle

Body = Mapping[str, Any]
ORDER_WORDS = {
    Move: "a move", Recruit: "a recruitment", Battles: "the order of battles", Discard: "a discard",
    RetreatTo: "a retreat", Retire: "retiring a general", Reinforce: "a reinforcement",
}  # fmt: skip


def take(state: State, role: str, body: Body) -> Taken:
    """What a sheet leads to: on a view this is the check, on the state a part of the adjudication."""
    desk = Desk(state, role, body)
    kind = owed_by(state, role)
    _TAKERS[kind](desk)
    return Taken(desk.state, tuple(desk.events), tuple(desk.said), tuple(desk.understood))


def owed_by(state: State, role: str) -> str:
    """What the role owes now, in one word; empty if nothing."""
    from pbem.rulesets.friedrich.flow import awaiting

    return next((owed.kind for owed in awaiting(state) if owed.role == role), "")


class Desk:
    """A sheet on the desk: what it says, what it leads to, what is wrong with it."""

    def __init__(self, state: State, role: str, body: Body) -> None:
        self.state, self.role, self.body = state, role, body
        self.events: list[Event] = []
        self.said: list[Diagnostic] = []
        self.understood: list[str] = []

    def say(self, diagnostic: Diagnostic) -> None:
        self.said.append(diagnostic)

    def lines(self, nation: int, *kinds: type, asked: str) -> list[Line]:
        """The orders of the sheet; those of another kind are complained about."""
        lines = read_lines(self.body, nation, self.say)
        for line in lines:
            if not isinstance(line.order, kinds):
                order = ORDER_WORDS[type(line.order)]
                self.say(fr.NOT_ASKED(line.at, order=order[0].upper() + order[1:], asked=asked))
        return [line for line in lines if isinstance(line.order, kinds)]

    def only(self, lines: list[Line], kind: type) -> Line | None:
        """The one order of a kind; a second one is complained about."""
        found = [line for line in lines if isinstance(line.order, kind)]
        for line in found[1:]:
            self.say(fr.SAID_TWICE(line.at, order=ORDER_WORDS[kind]))
        return found[0] if found else None

    def troops(self) -> dict[int, int]:
        """The numbers of [troops] for own generals; those of others are complained about."""
        wished = read_troops(self.body, self.say)
        own = nations_of(self.state, self.role)
        for piece in tuple(wished):
            if NATION_OF[piece] not in own:
                names = listed(names_of(p for n in own for p in GENERALS[n]))
                nation = NATION_NAMES[NATION_OF[piece]]
                self.say(fr.NOT_YOURS(self.place_of(piece), piece=PIECE_NAMES[piece], nation=nation, own=names))
                del wished[piece]
        return wished

    def place_of(self, piece: int) -> Where:
        """Where [troops] speaks of a general."""
        from pbem.rulesets.friedrich.orders import find_piece

        table = self.body.get("troops", {})
        found = [name for name in table if find_piece(name, 0) == (piece,)]
        return Where(("troops", found[0])) if found else Where(("troops",))

    def no_bids(self) -> None:
        """Complain about bids where no battle is near."""
        if self.body.get("bid"):
            self.say(fr.NOT_ASKED(Where(("bid",)), order="A bid", asked="something else"))

    def transfers(self, wished: Mapping[int, int], nations: Iterable[int]) -> None:
        """D7: troops are shifted inside the stacks of these nations."""
        for nation in nations:
            phase = self.phase(nation, wished)
            self.settled(phase, {p: n for p, n in wished.items() if NATION_OF[p] == nation})

    def phase(self, nation: int, wished: Iterable[int]) -> Phase:
        phase = Phase(self.state, nation)
        phase.troop_places = {piece: self.place_of(piece) for piece in wished}
        return phase

    def settled(self, phase: Phase, wished: Mapping[int, int]) -> None:
        """F6.4: the troops after a phase; the owner alone is told the numbers that changed."""
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


# each decision in its turn


def take_nothing(desk: Desk) -> None:
    """D7: a role that owes nothing may still shift troops inside its stacks."""
    for key in desk.body:
        if key != "troops" and desk.body[key]:
            desk.say(fr.NOTHING_OWED(Where((key,)), key=key))
    wished = desk.troops()
    desk.transfers(wished, nations_of(desk.state, desk.role))


def take_set_up(desk: Desk) -> None:
    """D1, F1.13: every nation's troops, 1 to 8 a general, all of them."""
    desk.lines(0, asked="the distribution of troops")
    desk.no_bids()
    wished = desk.troops()
    for piece, number in wished.items():
        if not 1 <= number <= MOST:
            desk.say(
                fr.TROOPS_RANGE(
                    desk.place_of(piece), piece=PIECE_NAMES[piece], number=number, hint="A general starts with 1 to 8."
                )
            )
    for nation in nations_of(desk.state, desk.role):
        numbers = {p: wished.get(p, desk.state.troops[p]) for p in GENERALS[nation]}
        total = sum(numbers.values())
        if total != MAXIMUM[nation]:
            at = next((desk.place_of(p) for p in numbers if p in wished), Where(("troops",)))
            desk.say(fr.SETUP_SUM(at, nation=NATION_NAMES[nation], total=total, maximum=MAXIMUM[nation]))
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
    lines = desk.lines(nation, Move, Recruit, Battles, Discard, asked=asked)
    wished = desk.troops()
    take_discard(desk, lines, stage)
    phase = desk.phase(nation, wished)
    for line in lines:
        if isinstance(line.order, Move):
            done = move(phase, line)
            desk.understood += [str(done)] if done else []
        elif isinstance(line.order, Recruit):
            from pbem.rulesets.friedrich.recruitment import recruit

            if recruit(phase, line):
                desk.understood.append(str(line.order))
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
    take_battles_and_bids(desk, lines, nation, ahead=True, unread=unread)
    if not has_errors(desk.said):
        desk.said += warnings(desk.state, nation, phase, stage)


def take_discard(desk: Desk, lines: list[Line], stage: Stage) -> None:
    """D2, F3.3: one of the cards just drawn goes face-down, before anything else."""
    from pbem.rulesets.friedrich import cards

    line = desk.only(lines, Discard)
    drawn = " ".join(str(card) for card in sorted(stage.drawn, key=cards.by_suit))
    if not stage.drawn:
        if line:
            desk.say(fr.NOT_ASKED(line.at, order="A discard", asked=f"{NATION_NAMES[stage.nation]}'s moves"))
        return
    if line is None:
        from pbem.rulesets.friedrich.drawing import lowest

        desk.say(fr.DISCARD_MISSING(Where(("do",)), drawn=drawn, example=str(lowest(stage.drawn))))
        return
    card = cards.take(stage.drawn, line.order.card)
    if card is None:
        from pbem.rulesets.friedrich.orders import face_text

        desk.say(fr.DISCARD_NOT_DRAWN(line.words[0], card=face_text(line.order.card), drawn=drawn))
        return
    hand = cards.without(desk.state.hands[stage.nation], (card,))
    desk.state = desk.state.with_hand(stage.nation, hand).discarded((card,), face_up=False)
    desk.understood.append(f"discard {card}")
    facts = {"nation": NATIONS[stage.nation], "deck": card.deck}
    desk.events.append(Event("discarded", facts, {desk.role: {"card": str(card)}}))


def take_battles_and_bids(desk: Desk, lines: list[Line], nation: int, ahead: bool, unread: bool = False) -> None:
    """D12, D13 ahead: the order of battles and bids for any of them; then the combat phase begins."""
    from pbem.rulesets.friedrich.bids import bid_text, check_bid, check_promises, read_bids
    from pbem.rulesets.friedrich.combat import bid_for, pairs_of

    old = desk.state.task
    pairs = old.pairs if isinstance(old, Combat) else pairs_of(desk.state, nation)
    line = desk.only(lines, Battles)
    bids = read_bids(desk.body, nation, desk.say)
    if unread:
        return  # where the stacks stand is not clear, so neither are the battles
    order = order_of_battles(desk, line, pairs) if line else ()
    good: list[tuple[Any, Where]] = []
    for bid, where in bids:
        fights = [pair for pair in pairs if bid_for(desk.state, (bid,), *pair)]
        if not fights:
            desk.say(no_such_battle(desk.state, bid.own, bid.enemy, pairs, where))
            continue
        if any((bid.own, bid.enemy) == (other.own, other.enemy) for other, _ in good):
            desk.say(fr.BID_TWICE(where))
        check_bid(desk.state, nation, fights[0][0], bid, where, desk.say)
        good.append((bid, where))
    check_promises(desk.state, nation, good, desk.say)
    desk.understood += [f"bid: {bid_text(bid)}" for bid, _ in good]
    kept = old.bids if isinstance(old, Combat) else ()
    combat = Combat(nation, pairs, order, (*(bid for bid, _ in good), *kept))
    if ahead:
        desk.state = desk.state.replaced(Stage(nation, "combat")).pushed(combat)
    else:
        desk.state = desk.state.replaced(combat)


def order_of_battles(desk: Desk, line: Line, pairs: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """F7.2: the pairs meant by ``battles Heinrich, Keith against Daun``."""
    order: list[tuple[int, int]] = []
    place = desk.state.place
    for (own, enemy), at in zip(line.order.pairs, line.words, strict=True):
        found = [p for p in pairs if p[0] == place[own] and enemy in (-1, *desk.state.stack(p[1]))]
        if not found:
            desk.say(no_such_battle(desk.state, own, enemy, pairs, at))
        for pair in found:
            if pair in order:
                desk.say(fr.BATTLE_TWICE(at, battle=battle_name(desk.state, pair)))
            else:
                order.append(pair)
    if order:
        desk.understood.append("battles " + ", ".join(battle_name(desk.state, pair) for pair in order))
    return tuple(order)


def battle_name(state: State, pair: tuple[int, int]) -> str:
    """``Heinrich against Richelieu``: the supreme commanders."""
    own, other = (PIECE_NAMES[state.stack(city)[0]] for city in pair)
    return f"{own} against {other}"


def no_such_battle(state: State, own: int, enemy: int, pairs: Iterable[tuple[int, int]], at: Where) -> Diagnostic:
    names = [battle_name(state, pair) for pair in pairs]
    hint = f"The battles are {listed(names)}." if names else "No stacks stand next to each other."
    pieces = f"{name_of_piece(own)} and {name_of_piece(enemy) if enemy >= 0 else 'any enemy'}"
    return fr.NO_SUCH_BATTLE(at, pieces=pieces, hint_=hint)


def warnings(state: State, nation: int, phase: Phase, stage: Stage) -> list[Diagnostic]:
    """What is legal and may still be a slip."""
    from pbem.rulesets.friedrich.warnings import warn

    return list(warn(state, nation, phase, stage))


def take_battles(desk: Desk) -> None:
    """D12: which battle comes next; bids may come along."""
    combat = desk.state.task
    assert isinstance(combat, Combat)
    lines = desk.lines(combat.nation, Battles, asked="the order of battles")
    desk.transfers(desk.troops(), nations_of(desk.state, desk.role))
    if not any(isinstance(line.order, Battles) for line in lines):
        first = battle_name(desk.state, combat.pairs[0])
        desk.say(fr.NOTHING_DECIDED(Where(("do",)), what="which battle comes first", example=f'"battles {first}"'))
    take_battles_and_bids(desk, lines, combat.nation, ahead=False)


def take_bid(desk: Desk) -> None:
    """D13: the bid for the battle that is about to be fought, or that was interrupted."""
    from pbem.rulesets.friedrich.bids import bid_text, check_bid, check_promises, read_bids
    from pbem.rulesets.friedrich.combat import bid_for, owner_of_side, sides, sides_awaited

    battle = desk.state.task
    assert isinstance(battle, Battle)
    side = next(s for s in sides_awaited(desk.state, battle) if owner_of_side(desk.state, battle, s) == desk.role)
    nation, city, enemy = sides(desk.state, battle)[side], battle.pair[side], battle.pair[1 - side]
    desk.lines(nation, asked="a bid")
    desk.transfers(desk.troops(), nations_of(desk.state, desk.role))
    bids = read_bids(desk.body, nation, desk.say)
    good: list[tuple[Any, Where]] = []
    for bid, where in bids:
        if bid_for(desk.state, (bid,), city, enemy) is None:
            desk.say(no_such_battle(desk.state, bid.own, bid.enemy, ((city, enemy),), where))
            continue
        if good:
            desk.say(fr.BID_TWICE(where))
        check_bid(desk.state, nation, city, bid, where, desk.say)
        good.append((bid, where))
    check_promises(desk.state, nation, good, desk.say)
    if not good:
        if not has_errors(desk.said):
            own, other = (PIECE_NAMES[desk.state.stack(c)[0]] for c in (city, enemy))
            desk.say(fr.BID_MISSING(Where(("bid",)), own=own, enemy=other))
        return
    bid, where = good[0]
    if battle.asked == side:
        check_progress(desk, battle, side, bid, where)
    desk.understood.append(f"bid: {bid_text(bid)}")
    made, used = list(battle.bids), list(battle.used)
    made[side], used[side] = bid, ()
    desk.state = desk.state.replaced(battle._replace(bids=(made[0], made[1]), used=(used[0], used[1]), asked=-1))


def check_progress(desk: Desk, battle: Battle, side: int, bid: Any, where: Where) -> None:
    """A side that was asked must say what it does now; the same question again would go on for ever."""
    from pbem.rulesets.friedrich.bids import answer
    from pbem.rulesets.friedrich.combat import sides

    score = battle.score if side == 0 else -battle.score
    nation, city = sides(desk.state, battle)[side], battle.pair[side]
    if answer(desk.state, nation, city, bid, score, battle.totals[side], ()).kind == "ask":
        example = 'a play that fits this score, "accept" for the loss, or otherwise = "concede"'
        desk.say(fr.NOTHING_DECIDED(where, what=f"what to do now, at a score of {score}", example=example))


def take_retreat(desk: Desk) -> None:
    """D16, F8.2: the victor names the city."""
    task = desk.state.task
    assert isinstance(task, Retreat)
    from pbem.rulesets.friedrich.board import cities_in
    from pbem.rulesets.friedrich.combat import withdrawn

    desk.no_bids()
    lines = desk.lines(task.loser, RetreatTo, asked="where the beaten stack retreats")
    desk.transfers(desk.troops(), nations_of(desk.state, desk.role))
    stack = desk.state.stack(task.source)
    choices = listed([name_of(c) for c in cities_in(task.destinations)], "or")
    line = desk.only(lines, RetreatTo)
    if line is None:
        if not has_errors(desk.said):
            first = name_of(next(cities_in(task.destinations)))
            example = f'"retreat {PIECE_NAMES[stack[0]]} to {first}"; the farthest cities are {choices}'
            desk.say(fr.NOTHING_DECIDED(Where(("do",)), what="where the beaten stack goes", example=example))
        return
    names = listed(names_of(stack))
    if line.order.piece not in stack:
        pieces = name_of_piece(line.order.piece)
        desk.say(fr.RETREAT_ILLEGAL(line.words[0], pieces=pieces, city=name_of(line.order.city), choices=choices,
                                    hint=f"It is {names} who retreat."))  # fmt: skip
    elif not task.destinations >> line.order.city & 1:
        desk.say(fr.RETREAT_ILLEGAL(line.words[1], pieces=names, city=name_of(line.order.city), choices=choices))
    else:
        desk.understood.append(str(line.order))
        desk.state, news = withdrawn(desk.state.popped(), task.source, line.order.city)
        desk.events += news


def take_fate(desk: Desk) -> None:
    """D19, D20, D24: what a card of fate asks."""
    task = desk.state.task
    assert isinstance(task, Fate)
    desk.no_bids()
    _FATES[task.card](desk)


def take_retire(desk: Desk) -> None:
    """D19, F11.14: Prussia retires a general with Sweden's stroke."""
    from pbem.rulesets.friedrich.fate import can_retire, least_loss, retired

    desk.transfers(desk.troops(), nations_of(desk.state, desk.role))
    line = chosen(desk, Retire, PRUSSIA, "which general retires", f'"retire {PIECE_NAMES[least_loss(desk.state)]}"')
    if line is None:
        return
    piece, choices = line.order.piece, can_retire(desk.state)
    if piece not in choices:
        why = (
            "he is out of the game already"
            if desk.state.place[piece] == RETIRED
            else "it must be a Prussian general, not Friedrich"
        )
        names = listed(names_of(choices), "or")
        desk.say(fr.RETIRE_ILLEGAL(line.words[0], piece=name_of_piece(piece), why=why, choices=names))
    else:
        desk.understood.append(str(line.order))
        desk.state, news = retired(desk.state.popped(), piece)
        desk.events += news


def take_reinforce(desk: Desk) -> None:
    """D20, F11.6: the general who receives the free troop of 8♠."""
    from pbem.rulesets.friedrich.fate import received, with_room

    desk.transfers(desk.troops(), nations_of(desk.state, desk.role))
    choices = with_room(desk.state, PRUSSIA)
    line = chosen(
        desk, Reinforce, PRUSSIA, "which general receives the troop", f'"reinforce {PIECE_NAMES[choices[0]]}"'
    )
    if line is None:
        return
    piece = line.order.piece
    if piece not in choices:
        off = "he is not on the map" if desk.state.place[piece] < 0 else "his stack is full"
        why = off if NATION_OF[piece] == PRUSSIA else "it must be a Prussian general"
        names = listed(names_of(choices), "or")
        desk.say(fr.REINFORCE_ILLEGAL(line.words[0], piece=name_of_piece(piece), why=why, choices=names))
    else:
        desk.understood.append(str(line.order))
        desk.state, news = received(desk.state.popped(), piece)
        desk.events += news


def chosen(desk: Desk, kind: type, nation: int, what: str, example: str) -> Line | None:
    """The one order a card of fate asks for; None after a complaint."""
    line = desk.only(desk.lines(nation, kind, asked=what), kind)
    if line is None and not has_errors(desk.said):
        desk.say(fr.NOTHING_DECIDED(Where(("do",)), what=what, example=example))
    return line


def take_laudon(desk: Desk) -> None:
    """D24, 6♠: Laudon may step one city, out of a stack and into one; the split comes with [troops]."""
    from pbem.rulesets.friedrich.board import IDS, cities_in
    from pbem.rulesets.friedrich.fate import laudon_steps
    from pbem.rulesets.friedrich.movement import captured, one_face
    from pbem.rulesets.friedrich.state import RANK

    wished = desk.troops()
    line = desk.only(desk.lines(AUSTRIA, Move, asked="Laudon's step"), Move)
    desk.transfers({p: n for p, n in wished.items() if NATION_OF[p] != AUSTRIA},
                   [n for n in nations_of(desk.state, desk.role) if n != AUSTRIA])  # fmt: skip
    phase = desk.phase(AUSTRIA, wished)
    phase.state = phase.state.popped()
    if line is not None:
        order: Move = line.order
        steps = laudon_steps(desk.state)
        goal = order.way[-1]
        if order.pieces != (LAUDON,) or len(order.way) != 1 or not steps >> goal & 1:
            why = (
                "it is Laudon alone who may step one city"
                if order.pieces != (LAUDON,) or len(order.way) != 1
                else "it is not next to him, or not free"
            )
            choices = listed([name_of(c) for c in cities_in(steps)], "or")
            piece = listed(names_of(order.pieces))
            desk.say(fr.FATE_STEP_ILLEGAL(line.words[-1], piece=piece, city=name_of(goal), why=why, choices=choices))
            return
        there = phase.state.at(goal)
        start = phase.state.place[LAUDON]
        facts = {"nation": "austria", "pieces": ["laudon"], "way": [IDS[start], IDS[goal]]}
        phase.events.append(Event("stepped", facts))
        phase.state = phase.state.put({LAUDON: goal})
        phase.moved[LAUDON] = 1
        if there and not RANK[there[0]]:
            phase.state, news = captured(phase.state, AUSTRIA, there[0])
            phase.events += news
        phase.state = one_face(phase.state, goal)
        desk.understood.append(str(order))
    if not has_errors(desk.said):
        desk.settled(phase, {p: n for p, n in wished.items() if NATION_OF[p] == AUSTRIA})


_FATES: dict[str, Callable[[Desk], None]] = {"sweden": take_retire, "8S": take_reinforce, "6S": take_laudon}
_TAKERS: dict[str, Callable[[Desk], None]] = {
    "": take_nothing, "set-up": take_set_up, "movement": take_movement, "battles": take_battles, "bid": take_bid,
    "retreat": take_retreat, "fate": take_fate,
}  # fmt: skip
