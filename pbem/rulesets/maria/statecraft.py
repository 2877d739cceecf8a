"""Sheets of politics and after (M17 to M19): what is asked, by kind of decision in the table at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pbem.core import LazyCodes, Where, bare, has_errors, listed
from pbem.rulesets.common import Card, by_suit, face_text, lines_of, meant
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria import politics as acts
from pbem.rulesets.maria.board import cities_in, name_of
from pbem.rulesets.maria.bound import broken_by_votes, told
from pbem.rulesets.maria.corps import PRICE, default_sent, off_map, on_map, sent
from pbem.rulesets.maria.displaced import PEACE, displaced, is_open, sought
from pbem.rulesets.maria.election import cast, free_votes
from pbem.rulesets.maria.influence import counts
from pbem.rulesets.maria.levy import raised
from pbem.rulesets.maria.payments import check_price
from pbem.rulesets.maria.peace import made
from pbem.rulesets.maria.political_orders import (
    NOBODY,
    Back,
    GoTo,
    Hold,
    MoveSaxony,
    PeaceWord,
    Place,
    Reader,
    Select,
    Send,
    Spoken,
    Suit,
    Vote,
)
from pbem.rulesets.maria.politics import CARDS, can_select, front
from pbem.rulesets.maria.powers import POWER_NAMES
from pbem.rulesets.maria.records import Corps, Displaced, Peace, Politics, Slip
from pbem.rulesets.maria.relations import owner_of, powers_of
from pbem.rulesets.maria.saxony import slipped, spaces_left
from pbem.rulesets.maria.state import OFF, POWER_OF, TWO, State, name_of_piece, names_of
from pbem.rulesets.maria.tracks import SIDES, Announced, allowed
from pbem.rulesets.maria.troops import transfers

if TYPE_CHECKING:
    from pbem.rulesets.maria.desk import Desk

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
Body = Mapping[str, Any]


# sheets


def spoken(desk: Desk, example: str, *kinds: type) -> list[Spoken]:
    """The lines of ``do``; those that are unreadable or of another kind are complained about."""
    lines = lines_of(desk.body)
    if lines is None:
        desk.say(ma.WRONG_TYPE(Where(("do",)), key="do", example=f'do = ["{example}"]'))
        return []
    powers = powers_of(desk.state, desk.role)
    found = [Reader(text, Where(("do", at)), powers, desk.say, example).order() for at, text in enumerate(lines)]
    said = [line for line in found if line is not None]
    for line in said:
        if not isinstance(line.order, kinds):
            desk.say(ma.POLITICAL_ORDER(line.at, text=lines[int(line.at.path[1])], example=example))
    return [line for line in said if isinstance(line.order, kinds)]


def only(desk: Desk, lines: list[Spoken]) -> Spoken | None:
    """The one line that a decision takes; a second is complained about."""
    for line in lines[1:]:
        desk.say(ma.POLITICAL_ORDER(line.at, text="", example="", form="twice"))
    return lines[0] if lines else None


def shifts(desk: Desk, but: int = NOBODY) -> None:
    """M6.5, D29: troops are shifted inside stacks beside any decision, but for those of a power that has new ones.

    No battle is near, so bids are complained about.
    """
    desk.no_bids()
    powers = tuple([power for power in desk.powers if power != but])
    transfers(desk, {piece: n for piece, n in desk.troops().items() if POWER_OF[piece] != but}, powers)


def missing(desk: Desk, form: str, **facts: Any) -> None:
    """Complain that nothing was decided, unless something else was complained about."""
    if not has_errors(desk.said):
        desk.say(ma.NOTHING_CHOSEN(Where(("do",)), **facts, form=form))


def done(desk: Desk, line: Spoken | None, news: acts.News) -> None:
    """A decision is carried out."""
    if line is not None:
        desk.understood.append(str(line))
    desk.state = news[0]
    desk.events += news[1]


def is_for(desk: Desk, line: Spoken, powers: tuple[int, ...], example: str) -> int:
    """The power that a line holds for, or NOBODY after a complaint."""
    if line.power in powers:
        return line.power
    if line.power == NOBODY and len(powers) == 1:
        return powers[0]
    names = listed([POWER_NAMES[p] for p in powers])
    named = POWER_NAMES[line.power] if line.power >= 0 else ""
    desk.say(ma.SAID_FOR_WHOM(line.at, power=named, powers=names, example=f"{POWER_NAMES[powers[0]]}: {example}",
                              form="other" if named else ""))  # fmt: skip
    return NOBODY


def take_suit(desk: Desk) -> None:
    """D2: the winner of the last combat names the dominant suit."""
    shifts(desk)
    line = only(desk, spoken(desk, "suit hearts", Suit))
    if line is None:
        return missing(desk, "")
    return done(desk, line, acts.suit_named(desk.state, line.order.suit, desk.role, []))


def held_cards(desk: Desk, power: int, faces: tuple[Any, ...], at: Where) -> tuple[Card, ...] | None:
    """The cards of a hand that are named, or None after a complaint."""
    hand, found = list(desk.state.hands[power]), list[Card]()
    for face in faces:
        card = meant(hand, face)
        if card is None:
            words = " ".join(str(c) for c in sorted(desk.state.hands[power], key=by_suit)) or "no card"
            desk.say(ma.NOT_IN_HAND(at, power=POWER_NAMES[power], card=face_text(face), hand=words))
            return None
        hand.remove(card)
        found.append(card)
    return tuple(found)


def take_place(desk: Desk) -> None:
    """D3, M17.3: a card for each power that places now; those of the same player whose turn comes later may, too."""
    shifts(desk)
    task = desk.state.task
    assert isinstance(task, Politics)
    own = tuple([power for power in task.awaited if owner_of(desk.state, power) == desk.role])
    now = tuple([power for power in front(desk.state, task) if power in own])
    rows: dict[int, Spoken] = {}
    for line in spoken(desk, "place 7H", Place):
        power = is_for(desk, line, now if line.power == NOBODY else own, "place 7H")
        if power in rows:
            desk.say(ma.POLITICAL_ORDER(line.at, text="", example="", form="twice"))
        elif power != NOBODY:
            rows[power] = line
    for power in now:
        if power not in rows:
            missing(desk, "place", power=POWER_NAMES[power])
    for power, line in rows.items():
        cards = (
            first_of_suit(desk, power, line)
            if line.order.either
            else held_cards(desk, power, line.order.cards, line.at)
        )
        if cards is None:
            continue
        if len(cards) > 1:
            desk.say(ma.PLACE_ONE(line.at, power=POWER_NAMES[power], number=len(cards), card=str(cards[0])))
        else:
            done(desk, line, acts.placed(desk.state, power, cards[0] if cards else None))


def first_of_suit(desk: Desk, power: int, line: Spoken) -> tuple[Card, ...]:
    """M17.4: of several cards the first that is held and stays on the board; none if there is none such."""
    held = [(face, meant(desk.state.hands[power], face)) for face in line.order.cards]
    for face, card in held:
        if card is None:
            desk.say(ma.NOT_HELD_NOW(line.at, card=face_text(face)))
    return tuple([card for _, card in held if card and counts(card, desk.state.suit)][:1])


def card_named(state: State, text: str) -> str:
    """The open political card of that id or title; empty if there is none."""
    word = bare(text)
    return next((id_ for id_ in state.open_cards if word in (bare(id_), bare(CARDS[id_].title))), "")


def take_choose(desk: Desk) -> None:
    """D4 to D6, M17.7 to M17.12, M17.17: hold, or select a card and say what it does."""
    task = desk.state.task
    assert isinstance(task, Politics)
    power = task.awaited[0]
    choices = can_select(desk.state, power)
    example = f"select {choices[0]}, throw away"
    lines = spoken(desk, example, Hold, Select, Back)
    line = only(desk, [row for row in lines if not isinstance(row.order, Back)])
    if line is None:
        return missing(desk, "choose", power=POWER_NAMES[power], example=example)
    if is_for(desk, line, (power,), example) == NOBODY:
        return None
    backs = [row for row in lines if isinstance(row.order, Back)]
    if isinstance(line.order, Hold):
        for row in backs:
            desk.say(ma.POLITICAL_ORDER(row.at, text=str(row.order), example="hold"))
        shifts(desk)
        return done(desk, line, acts.held(desk.state, power))
    card = card_named(desk.state, line.order.card)
    if not is_selectable(desk, line, card, power):
        return None
    moves = moves_of(desk, line, card)
    if moves is None:
        return None
    gives = CARDS[card].troops if line.order.execute else 0
    shifts(desk, but=power if gives else NOBODY)
    levied = raised(desk, power, gives, backs)
    if not has_errors(desk.said):
        told = Spoken(line.order._replace(card=card), line.at, line.power)
        done(desk, told, acts.selected(desk.state, power, card, line.order.execute, moves))
        desk.events += levied
    return None


def is_selectable(desk: Desk, line: Spoken, card: str, power: int) -> bool:
    """M17.8, M24.2: whether a power may select that card as it says; if not, it is complained about."""
    titles = listed([f"{id_} ({CARDS[id_].title})" for id_ in desk.state.open_cards])
    if not card:
        desk.say(ma.NO_SUCH_CARD(line.at, text=line.order.card, cards=titles))
        return False
    own = can_select(desk.state, power)
    if card not in own:
        desk.say(ma.NO_SHIELD(line.at, card=card, power=POWER_NAMES[power], cards=listed(own, "or")))
        return False
    if desk.state.mode in TWO and line.order.execute and acts.has_executed(desk.state, desk.role):
        desk.say(ma.ONE_CARD_A_PLAYER(line.at, card=card))
        return False
    return True


def moves_of(desk: Desk, line: Spoken, card: str) -> tuple[Announced, ...] | None:
    """M17.12: the moves of markers that are announced, or None after a complaint."""
    arrows = {track: (side, steps) for track, side, steps in CARDS[card].arrows}
    sides = {sign: side for side, sign in SIDES.items()}
    offers = listed([f"{track} {sides[move // abs(move)]}" for track, (side, steps) in arrows.items()
                     for move in allowed(side, steps)], "or")  # fmt: skip
    found: list[Announced] = []
    for track, sign in line.order.moves:
        moves = [move for move in allowed(*arrows[track]) if move * sign > 0] if track in arrows else []
        form = "thrown" if not line.order.execute else "none" if not arrows else ""
        if form or not moves:
            facts = {"card": card, "track": track.title(), "side": f"to the {sides[sign]}", "offers": offers}
            desk.say(ma.NOT_ON_CARD(line.at, **facts, form=form))
            return None
        if track in [move.track for move in found]:
            desk.say(ma.NOT_ON_CARD(line.at, card=card, track=track.title(), side="", offers=offers, form="twice"))
            return None
        found.append(Announced(track, moves[0]))
    return tuple(found)


def take_corps(desk: Desk) -> None:
    """D7, M17.15: the expeditionary general; nobody goes where none is on the map or can be paid for. Ruling: A22."""
    shifts(desk)
    task = desk.state.task
    assert isinstance(task, Corps)
    state, power = desk.state, task.power
    here, away = on_map(state, power), off_map(state, power)
    usual = default_sent(state, power)
    example = str(usual).removeprefix("send ")
    line = only(desk, spoken(desk, str(usual), Send))
    if line is None:
        return missing(desk, "send", power=POWER_NAMES[power], example=example)
    piece = line.order.piece
    cards = held_cards(desk, power, line.order.pay, line.at)
    if cards is None:
        return None
    if piece == usual.piece == OFF:
        return done(desk, line, (state.popped(), ()))
    if form := _unfit_corps(piece, cards, here, away):
        facts = {"piece": name_of_piece(piece) if piece >= 0 else "", "power": POWER_NAMES[power]}
        paid = sum([card.value for card in cards])
        choices = listed(names_of(here or away), "or")
        form = form.removesuffix("-")
        desk.say(ma.NO_CORPS(line.at, **facts, choices=choices, paid=paid, example=str(usual), form=form))
        return None
    if cards:
        check_price(cards, PRICE, line.at, desk.say)
    return done(desk, line, sent(state, piece, power, cards))


def _unfit_corps(piece: int, cards: tuple[Card, ...], here: tuple[int, ...], away: tuple[int, ...]) -> str:
    """Why a general cannot be sent, as a form of the complaint (``-`` is the plain one); empty: he can."""
    if piece in here:
        return "paid" if cards else ""
    if piece not in away:
        return ("nobody" if here else "payable") if piece == OFF else "-"
    if sum([card.value for card in cards]) >= PRICE:
        return ""
    return "poor" if cards and here else "unpaid"


def take_displaced(desk: Desk) -> None:
    """D8, D24, D30: where a piece goes; a sheet may answer for those of the same player that come right after it."""
    shifts(desk)
    task = desk.state.task
    assert isinstance(task, Displaced)
    example = str(GoTo(task.pieces[0], next(cities_in(task.goals))))
    lines: dict[int, Spoken] = {}
    for row in spoken(desk, example, GoTo):
        if row.order.piece in lines:
            desk.say(ma.POLITICAL_ORDER(row.at, text="", example="", form="twice"))
        lines[row.order.piece] = row
    if not any(piece in lines for piece in task.pieces):
        left_over(desk, lines.values(), task)
        return missing(desk, "move", piece=listed(names_of(task.pieces)), example=example)
    while (line := line_for(desk, lines)) and moves_aside(desk, line):
        while lines and displaced_runs(desk.state):
            done(desk, None, sought(desk.state))
    left_over(desk, lines.values(), task)
    return None


def displaced_runs(state: State) -> bool:
    """Whether a piece is to be displaced next for which nobody is asked, or its goals are still to be looked for."""
    return isinstance(state.task, Displaced) and not is_open(state.task)


def line_for(desk: Desk, lines: dict[int, Spoken]) -> Spoken | None:
    """The line that says where those go who are displaced now, taken out of the lines."""
    task = desk.state.task
    if not isinstance(task, Displaced) or owner_of(desk.state, POWER_OF[task.pieces[0]]) != desk.role:
        return None
    return next((lines.pop(piece) for piece in task.pieces if piece in lines), None)


def moves_aside(desk: Desk, line: Spoken) -> bool:
    """Whether those who are displaced now can go where the line says; then they stand there."""
    task, city = desk.state.task, line.order.city
    assert isinstance(task, Displaced)
    if task.goals >> city & 1:
        done(desk, line, displaced(desk.state, city))
        return True
    choices = listed([name_of(city) for city in cities_in(task.goals)], "or")
    facts = {"piece": name_of_piece(line.order.piece), "city": name_of(city), "choices": choices}
    desk.say(ma.NO_PLACE(line.at, **facts, form="moved" if task.why == PEACE else ""))
    return False


def left_over(desk: Desk, lines: Iterable[Spoken], task: Displaced) -> None:
    """Complain about lines for pieces that need not be moved, or not yet; one that is there already is no fault."""
    later = [piece for row in desk.state.agenda if isinstance(row, Displaced) for piece in row.pieces]
    for line in lines:
        piece, city = line.order.piece, line.order.city
        if desk.state.place[piece] == city or (piece in later and has_errors(desk.said)):
            continue
        facts = {"piece": name_of_piece(piece), "city": name_of(city), "choices": listed(names_of(task.pieces))}
        desk.say(ma.NO_PLACE(line.at, **facts, form="later" if piece in later else "other"))


def take_saxony(desk: Desk) -> None:
    """D22, M19.33: how far Austria moves the marker. Ruling: A27."""
    shifts(desk)
    task = desk.state.task
    assert isinstance(task, Slip)
    most = spaces_left(desk.state, task)
    line = only(desk, spoken(desk, f"saxony {most}", MoveSaxony))
    if line is None:
        return missing(desk, "saxony", example=most)
    if line.order.spaces > most:
        desk.say(ma.TOO_FAR(line.at, most=most))
        return None
    return done(desk, line, slipped(desk.state, line.order.spaces))


def take_peace(desk: Desk) -> None:
    """D23: Prussia offers a peace, or not."""
    shifts(desk)
    line = only(desk, spoken(desk, "offer peace", PeaceWord))
    if line is None:
        return missing(desk, "peace")
    if str(line.order) not in ("offer peace", "no peace"):
        desk.say(ma.POLITICAL_ORDER(line.at, text=str(line.order), example="offer peace"))
        return None
    state = desk.state.popped()
    if str(line.order) == "no peace":
        return done(desk, line, (state, ()))
    return done(desk, line, (state.pushed(Peace("answer")), (happened.PeaceOffered().event(),)))


def take_assent(desk: Desk) -> None:
    """D23: Austria accepts the peace, or not."""
    shifts(desk)
    line = only(desk, spoken(desk, "refuse peace", PeaceWord))
    if line is None:
        return missing(desk, "accept")
    if str(line.order) not in ("accept peace", "refuse peace"):
        desk.say(ma.POLITICAL_ORDER(line.at, text=str(line.order), example="refuse peace"))
        return None
    state = desk.state.popped()
    if str(line.order) == "refuse peace":
        return done(desk, line, (state, (happened.PeaceRefused().event(),)))
    return done(desk, line, made(state))


def take_vote(desk: Desk) -> None:
    """D27, M18.3: the free votes of a role, vote by vote, and nobody abstains."""
    shifts(desk)
    free = free_votes(desk.state, desk.role)
    numbers: dict[int, int] = {}
    at: dict[int, Where] = {}
    lines = spoken(desk, "vote Charles", Vote)
    for line in lines:
        powers = tuple(free) if line.power == NOBODY and len(lines) == 1 and min(line.order) < 0 else ()
        power = powers[0] if powers else is_for(desk, line, tuple(free), "vote Charles")
        for voter in powers or ((power,) if power != NOBODY else ()):
            given, have = line.order.charles + line.order.francis, len(free[voter])
            if min(line.order) >= 0 and given != have:
                facts = {"power": POWER_NAMES[voter], "number": f"{have} vote{'s' * (have != 1)}", "given": given}
                desk.say(ma.VOTES_WRONG(line.at, **facts, example=f"{POWER_NAMES[voter]}: vote Charles"))
            else:
                at[voter] = line.at
            numbers[voter] = have if line.order.charles < 0 else line.order.charles
    for power in free:
        if power not in numbers:
            missing(desk, "vote", power=POWER_NAMES[power], example=f"{POWER_NAMES[power]}: vote Charles")
    cast_ = {power: numbers[power] for power in at}
    told(desk, broken_by_votes(desk.state, cast_, {power: len(cities) for power, cities in free.items()}, at))
    if not has_errors(desk.said):
        desk.understood += [str(line) for line in lines]
        done(desk, None, cast(desk.state, desk.role, numbers))
