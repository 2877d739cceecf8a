"""A sheet taken in: checked on a player's view, and carried out on the state, by the same code (R15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core import Diagnostic, Where, has_errors
from pbem.core.events import Event
from pbem.core.ruleset import Taken
from pbem.rulesets.fredericus import diagnostics as fd
from pbem.rulesets.fredericus import events as happened
from pbem.rulesets.fredericus.bets import check_bet, placed
from pbem.rulesets.fredericus.geometry import opposite
from pbem.rulesets.fredericus.orders import (
    BASIC,
    SPECIAL,
    Bet,
    Birds,
    Draw,
    Line,
    TurnOver,
    read_lines,
)
from pbem.rulesets.fredericus.state import (
    FALCON,
    GOSHAWK,
    ROLES,
    Bird,
    Close,
    Placing,
    State,
    Turn,
    mandatory,
    seat_of,
)
from pbem.rulesets.fredericus.turn import acted, check_draw, check_form, unhooded, wished

Body = Mapping[str, Any]


def take(state: State, role: str, body: Body) -> Taken:
    """What a sheet leads to: on a view this is the check, on the state a part of the adjudication (R14.1: the same).

    M1: a sheet is taken whole or refused whole. Of one with a fault the state is what its actions lead to as far as
    they are read and may be done: maps show it, and nothing else uses it.
    """
    taking = Taking(state, role, body)
    task = state.task if state.agenda else None
    if isinstance(task, Turn) and task.seat == taking.seat:
        taking.take_turn(task)
    elif isinstance(task, Placing) and taking.seat in asked_seats(state, task):
        taking.take_placing(task)
    else:
        taking.take_nothing()
    understood = () if has_errors(taking.said) else tuple(taking.understood)
    return Taken(taking.state, tuple(taking.events), tuple(taking.said), understood)


def asked_seats(state: State, task: Placing) -> tuple[int, ...]:
    """R3.2, R3.8: who places now: one after the other, clockwise, or all together."""
    return task.seats if state.options.together else task.seats[:1]


def actions(lines: Sequence[Line]) -> list[Line]:
    """The orders of a turn before its bet."""
    return [line for line in lines if isinstance(line.order, (*BASIC, *SPECIAL, Draw))]


def answered(state: State) -> tuple[str, ...]:
    """Nobody: standing lists for draws (O2b) answer no decision that is waited for."""
    return ()


def spoken(view: State, role: str) -> Body | None:
    """Nothing, for the same reason."""
    return None


def parts(view: State, role: str, body: Body) -> tuple[str, ...]:
    """None: no decision of this game has parts."""
    return ()


class Taking:
    """A sheet as it is taken in: what it says, what it leads to, what is wrong with it."""

    def __init__(self, state: State, role: str, body: Body) -> None:
        self.state, self.role = state, role
        seat = seat_of(state, role)
        assert seat is not None, f"there is no seat {role!r}"
        self.seat = seat
        self.said: list[Diagnostic] = []
        self.events: list[Event] = []
        self.understood: list[str] = []
        self.lines, self.whole, self.clear = read_lines(body, state.players, self.said.append)

    def no_more_than_one(self, kind: type, name: str) -> Line | None:
        """The one order of a kind; a second one is complained about."""
        found = [line for line in self.lines if isinstance(line.order, kind)]
        self.said += [fd.SAID_TWICE(line.at, order=name) for line in found[1:]]
        return found[0] if found else None

    # a turn

    def take_turn(self, turn: Turn) -> None:
        """R4.3-R4.8: the actions in order, then the end of the turn."""
        bet = self.no_more_than_one(Bet, "BET")
        self.refuse((Birds,), "")
        self.check_bet_last(bet)
        # After an order that could not be read the position is not known, so only what is always wrong is told.
        lines, later = actions(self.lines[: self.clear]), actions(self.lines[self.clear :])
        after = acted(self.state, lines)
        self.state, self.events = after.state, list(after.events)
        self.said += after.said
        self.said += [fault for line in later for fault in check_form(line)]
        if self.whole:
            self.check_enough(turn, lines)
        if after.done < len(lines) or not self.whole:
            return  # where the tokens lie by then is not clear
        self.said += check_bet(self.state, self.seat, bet)
        if has_errors(self.said):
            return
        self.understood = [str(line.order) for line in lines] + [str(bet.order) if bet else "BET STAY"]
        self.check_extra(self.state.turn, lines)
        state, news = unhooded(self.state)
        self.events += news
        state, news = placed(state, self.seat, bet.order if bet else None)
        self.events += news
        self.tell_wish(lines)
        self.state = state._replace(agenda=(Close(self.seat), *state.agenda[:-1]))

    def check_bet_last(self, bet: Line | None) -> None:
        """R15: the bet closes the list."""
        if bet is not None:
            later = self.lines[self.lines.index(bet) + 1 :]
            self.said += [fd.BET_NOT_LAST(line.at, order=f'"{line.order}"') for line in later
                          if not isinstance(line.order, Bet)]  # fmt: skip

    def check_enough(self, turn: Turn, lines: Sequence[Line]) -> None:
        """R4.7: not fewer basic actions than the turn must have."""
        number = mandatory(self.state, turn.seat)
        found = turn.used + sum(isinstance(line.order, BASIC) for line in lines)
        if found < number:
            self.said.append(fd.ACTIONS_MISSING(Where(("do",)), number=number, found=found, missing=number - found))

    def check_extra(self, turn: Turn, lines: Sequence[Line]) -> None:
        """R4.6: a reminder of the optional actions."""
        left = mandatory(self.state, turn.seat) + 2 - turn.used
        line = next((line for line in lines if isinstance(line.order, TurnOver)), None)
        if line is not None and left > 0:
            verb = "is" if left == 1 else "are"
            self.said.append(fd.ACTIONS_LEFT(line.at, left=left, row=line.order.row, verb=verb))

    # the set-up

    def take_placing(self, task: Placing) -> None:
        """R3.2, R3.8: one order for the birds, one for the tokens."""
        kind: type = Birds if task.what == "birds" else Bet
        self.refuse(tuple({Birds, Bet, *BASIC, *SPECIAL} - {kind}), task.what)
        line = self.no_more_than_one(kind, "BIRDS" if kind is Birds else "BET")
        self.take_wishes()
        if line is None:
            if self.whole and not has_errors(self.said):
                form = "" if kind is Birds else "two-bets" if self.state.players == 2 else "bets"
                self.said.append(fd.NOTHING_DECIDED(Where(("do",)), form=form))
            return
        if task.what == "bets":
            self.said += check_bet(self.state, self.seat, line, setting_up=True)
        if has_errors(self.said):
            return
        self.understood.insert(0, str(line.order))
        seats = tuple(seat for seat in task.seats if seat != self.seat)
        self.place(line)
        self.state = self.state.now(Placing(task.what, seats))

    def place(self, line: Line) -> None:
        """R3.2, R3.8: what the order says, carried out."""
        if isinstance(line.order, Bet):
            self.state, events = placed(self.state, self.seat, line.order)
            self.events += events
            return
        post = line.order.post
        self.state = self.state.with_bird(self.seat, FALCON, Bird(post))
        self.state = self.state.with_bird(self.seat, GOSHAWK, Bird(opposite(post)))
        placed_birds = happened.BirdsPlaced(role=ROLES[self.seat], falcon=post, goshawk=opposite(post))
        self.events.append(placed_birds.event())

    # out of turn

    def take_nothing(self) -> None:
        """O2: who owes nothing may still send a list for draws."""
        for line in self.lines:
            if not isinstance(line.order, Draw):
                hint = "Wait for the report that asks for it."
                if self.state.options.display:
                    hint += ' A list for draws may be sent at any time: "DRAW a e deck".'
                self.said.append(fd.NOT_YOUR_TURN(line.at, order=f'"{line.order}"', hint=hint))
        self.take_wishes()

    def take_wishes(self) -> None:
        """O2b: lists for draws, the last one counts."""
        lines = [line for line in self.lines if isinstance(line.order, Draw)]
        for line in lines:
            self.said += check_draw(self.state, line)
            self.state = wished(self.state, self.seat, line.order)
        self.understood += [str(line.order) for line in lines[-1:]]
        self.tell_wish(lines)

    def tell_wish(self, lines: Sequence[Line]) -> None:
        """The owner alone is told the standing list."""
        wishes = [line.order.wish for line in lines if isinstance(line.order, Draw)]
        if wishes:
            wished = happened.Wished(role=self.role, kinds=list(wishes[-1]))
            self.events.append(wished.event(to=(self.role,)))

    def refuse(self, kinds: tuple[type, ...], form: str) -> None:
        """Complain about orders that are not asked for; the form says what is."""
        for line in self.lines:
            if isinstance(line.order, kinds):
                verb = str(line.order).split()[0]
                self.said.append(fd.NOT_ASKED(line.at, order=verb, form=form))
