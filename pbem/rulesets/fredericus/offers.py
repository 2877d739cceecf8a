"""What may be done next (R4 to R8): every action that is open after what the sheet says, bets and wishes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from pbem.core import Diagnostic, Where, has_errors
from pbem.core.offers import Choice, Edit, Effect, Goal, Group, Offer, Offers
from pbem.rulesets.common.offering import NUMBERED, Fitter, back
from pbem.rulesets.fredericus import diagnostics as fd
from pbem.rulesets.fredericus import words
from pbem.rulesets.fredericus.bets import check_bet
from pbem.rulesets.fredericus.cards import KIND_NAMES, KINDS
from pbem.rulesets.fredericus.decisions import actions, asked_seats, take
from pbem.rulesets.fredericus.geometry import COURT, HAND, TOWERS, neighbours
from pbem.rulesets.fredericus.labels import label_of
from pbem.rulesets.fredericus.orders import (
    BASIC,
    ONLY,
    STAY,
    Bet,
    Birds,
    Draw,
    Fly,
    Hood,
    Hunt,
    Line,
    Move,
    Order,
    Read,
    Shift,
    TurnOver,
    read_line,
    read_lines,
)
from pbem.rulesets.fredericus.state import BIRD_NAMES, FALCON, GOSHAWK, Placing, State, Turn, mandatory, seat_of
from pbem.rulesets.fredericus.turn import acted, check_form, check_here, check_number

Body = Mapping[str, Any]
ASKING = (fd.TOKEN_IN_HAND.id, fd.ACTIONS_MISSING.id, fd.NOTHING_DECIDED.id)  # that something more is to be said
TITLES = {
    Move: "Which card goes to a row next to it?",
    Hood: "Where are birds hooded?",
    Hunt: "Which bird hunts?",
    TurnOver: "Which row is turned over, and whose seal is discarded?",
    Shift: "Of which row are the last three cards shifted?",
}
KIND_IDS = {Move: "move", Hood: "hood", Hunt: "hunt", TurnOver: "turn", Shift: "shift"}
BET = "Where do your tokens go?"
BIRDS = "On which post does the falcon begin? The goshawk begins on the one opposite."
WISH = "Which kind is drawn from the open display, after those you have named?"
BACK = "Which action is taken back?"
CAUGHT = "{creature} is captured."
MOVED = "{card} goes to row {row}."


def offers(view: State, role: str, body: Body) -> Offers:
    """Everything that a role may say now, given what its sheet already says."""
    seat = seat_of(view, role)
    assert seat is not None
    case = Case(view, role, seat, body)
    task = view.task if view.agenda else None
    if isinstance(task, Turn) and task.seat == seat:
        return of_turn(case)
    if isinstance(task, Placing) and seat in asked_seats(view, task):
        return Offers(choices=(*of_placing(case, task), *wishes(case)))
    return Offers(choices=tuple(wishes(case)) if view.agenda else ())


def is_asking(found: Diagnostic) -> bool:
    return found.code.id in ASKING


class Case:
    """A sheet that is being written, and what it says."""

    def __init__(self, view: State, role: str, seat: int, body: Body) -> None:
        self.view, self.role, self.seat, self.body = view, role, seat, body
        self.read: Read = read_lines(body, view.players, lambda fault: None)
        given = body.get("do")
        self.texts = list(given) if isinstance(given, list) else []
        judged = lambda one: take(view, role, one).diagnostics  # noqa: E731
        self.fitter = Fitter(body, judged, (), lambda text: text.upper().startswith("BET"), is_asking)

    @property
    def bet(self) -> Line | None:
        """The bet of the sheet, which closes it."""
        return next((line for line in self.read.lines if isinstance(line.order, Bet)), None)

    def added(self, order: Order) -> tuple[Edit, ...]:
        """The change that says it last, but before the bet."""
        at = len(self.texts) if self.bet is None else int(self.bet.at.path[1])
        if at == len(self.texts):
            return (Edit(("do", at), str(order)),)
        return (Edit(("do",), [*self.texts[:at], str(order), *self.texts[at:]]),)

    def replaced(self, kind: type, order: Order) -> Offer:
        """An order of which there is one, in the place of the one that is there."""
        old = next((line for line in self.read.lines if isinstance(line.order, kind)), None)
        edits = self.added(order) if old is None else (Edit(("do", int(old.at.path[1])), str(order)),)
        return Offer(str(order), edits, said=old is not None and old.order == order, label=capital(label_of(order)))

    def fitting(self, offers: Iterable[Offer]) -> tuple[Offer, ...]:
        """Those that pass, with what no longer holds taken away."""
        tried = (offer if offer.said else self.fitter.offer(offer) for offer in offers)
        return tuple(offer for offer in tried if offer is not None)


# a turn


def of_turn(case: Case) -> Offers:
    """R4.3 to R4.8: the actions that are open now, and the bet."""
    lines = actions(case.read.lines)
    after = acted(case.view, lines)
    undone = tuple(taken_back(case, lines))
    if not case.read.whole or has_errors(after.said):
        return Offers(choices=undone)
    open_ = [order for order in candidates(after.state, case.seat) if is_open(case, after.state, lines, order)]
    missing = after.state.turn.used < mandatory(case.view, case.seat)
    choices = [choice_of(case, after.state, kind, open_, missing) for kind in KIND_IDS]
    groups = tuple(group for which in (FALCON, GOSHAWK) for group in flights(case, after.state, which, open_))
    more = (*bets(case, after.state), *wishes(case), *undone)
    return Offers(groups, (*(one for one in choices if one), *more))


def candidates(state: State, seat: int) -> Iterator[Order]:
    """Every action that there is, whether it is open now or not."""
    for row in TOWERS:
        yield from (Move(row, target) for target in neighbours(row))
    for which in (FALCON, GOSHAWK):
        yield from (Fly(which, post) for post in neighbours(state.birds[seat][which].post))
        yield Hunt(which)
    for post in TOWERS:
        yield from hoods(state, seat, post)
        yield from (TurnOver(post, seal) for seal in neighbours(post))
        yield Shift(post)


def hoods(state: State, seat: int, post: int) -> Iterator[Hood]:
    """R5.3d: where a falconer has both birds on the post, each of them."""
    both = [
        other for other, pair in enumerate(state.birds) if other != seat and all(bird == (post, False) for bird in pair)
    ]
    for chosen in product((FALCON, GOSHAWK), repeat=len(both)):
        yield Hood(post, tuple(zip(both, chosen, strict=True)))


def is_open(case: Case, state: State, lines: Sequence[Line], order: Order) -> bool:
    """R4.4, R6.6: whether an action may follow those of the sheet."""
    line = read_line(str(order), Where(("do", len(lines))), case.view.players)
    if has_errors([*check_form(line), *check_here(state, line)]):
        return False
    return not isinstance(order, BASIC) or not any(
        at == len(lines) for at, _ in check_number(case.view, [*lines, line])
    )


def choice_of(case: Case, state: State, kind: type, open_: Sequence[Order], missing: bool) -> Choice | None:
    """The open actions of a kind."""
    found = [
        Offer(str(o), case.added(o), tuple(effects(state, case.seat, o)), label=capital(label_of(o)))
        for o in open_
        if isinstance(o, kind)
    ]
    fit = case.fitting(found)
    needed = missing and kind is Move
    return Choice(KIND_IDS[kind], TITLES[kind], fit, needed, several=True) if fit else None


def effects(state: State, seat: int, order: Order) -> Iterator[Effect]:
    """R5.1, R6.4: the card that moves, the creature that is captured."""
    if isinstance(order, Hunt):
        creature = words.end_card(state.end(state.birds[seat][order.bird].post))
        yield Effect("captures", CAUGHT.format(creature=capital(creature)))
    elif isinstance(order, Move):
        yield Effect("moves", MOVED.format(card=capital(words.end_card(state.end(order.source))), row=order.target))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def flights(case: Case, state: State, which: int, open_: Sequence[Order]) -> Iterator[Group]:
    """R5.2: a bird and the posts it can fly to."""
    post = str(state.birds[case.seat][which].post)
    orders = [order for order in open_ if isinstance(order, Fly) and order.bird == which]
    ways = case.fitting(Offer(str(o), case.added(o), way=(post, str(o.target))) for o in orders)
    goals = tuple(Goal(way.way[1], POST.format(number=way.way[1]), (way,)) for way in ways)
    if goals:
        yield Group((BIRD_NAMES[which],), BIRD_NAMES[which], post, goals)


POST = "post {number}"


def taken_back(case: Case, lines: Sequence[Line]) -> Iterator[Choice]:
    """An action of the sheet, with those that hang on it."""
    found = [case.fitter.offer(back(case.body, int(line.at.path[1])), lines=True) for line in lines]
    labels = [label_back(case, line) for line in lines]
    if offers := tuple(offer._replace(label=label) for offer, label in zip(found, labels, strict=True) if offer):
        yield Choice("back", BACK, offers)


def label_back(case: Case, line: Line) -> str:
    """An action of the sheet in words, with its number where another one is the same."""
    at = int(line.at.path[1])
    label = capital(label_of(line.order))
    return NUMBERED.format(line=label, number=at + 1) if case.texts.count(case.texts[at]) > 1 else label


# bets, birds, wishes


def of_placing(case: Case, task: Placing) -> Iterator[Choice]:
    """R3.2, R3.8: the birds, or the tokens."""
    if task.what == "bets":
        yield from bets(case, case.view, setting_up=True)
        return
    found = case.fitting(case.replaced(Birds, Birds(post)) for post in TOWERS)
    if found:
        yield Choice("birds", BIRDS, found, not any(isinstance(line.order, Birds) for line in case.read.lines))


def bets(case: Case, state: State, setting_up: bool = False) -> Iterator[Choice]:
    """R7.1, R8.2: every place for every token."""
    number = len(state.tokens[case.seat])
    names = [ONLY] if number == 1 else list(range(number))
    found = []
    for places in product((STAY, *TOWERS, COURT), repeat=number):
        order = Bet(tuple(zip(names, places, strict=True)))
        line = read_line(str(order), Where(("do", len(case.texts))), state.players)
        if not has_errors([*check_bet(state, case.seat, line, setting_up)]):
            found.append(last(case, order))
    if found:
        needed = case.bet is None and (setting_up or HAND in state.tokens[case.seat])
        yield Choice("bet", BET, tuple(found), needed)


def last(case: Case, order: Bet) -> Offer:
    """A bet in the place of the one that is there, or at the end of the sheet."""
    at = len(case.texts) if case.bet is None else int(case.bet.at.path[1])
    said = case.bet is not None and case.bet.order == order
    return Offer(str(order), (Edit(("do", at), str(order)),), said=said, label=capital(label_of(order)))


def wishes(case: Case) -> Iterator[Choice]:
    """O2b: one kind more on the list for draws."""
    if not case.view.options.display:
        return
    old = next((line for line in case.read.lines if isinstance(line.order, Draw)), None)
    wish = old.order.wish if old else ()
    found = [
        case.replaced(Draw, Draw((*wish, kind)))._replace(label=KIND_NAMES[kind]) for kind in KINDS if kind not in wish
    ]
    if fit := case.fitting(found):
        yield Choice("draw", WISH, fit, several=True)
