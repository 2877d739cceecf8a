"""Sheets about battles: their order, bids, and where the beaten go (D12, D13, D16)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from pbem.core import Diagnostic, LazyCodes, Where, has_errors, listed
from pbem.core.sheets import at_key
from pbem.rulesets.common.bid_reader import read_list
from pbem.rulesets.common.bids import ANY, Bid, answer
from pbem.rulesets.common.thinking import WORK, think_through
from pbem.rulesets.friedrich.battle_fate import is_silenced, terms_of
from pbem.rulesets.friedrich.bid_reader import bid_text, language_of, read_bids
from pbem.rulesets.friedrich.bids import check_bid, check_promises
from pbem.rulesets.friedrich.board import cities_in, name_of
from pbem.rulesets.friedrich.combat import (
    Seat,
    bid_for,
    owner_of_side,
    pairs_of,
    sides,
    sides_awaited,
    sights_of,
    withdrawn,
)
from pbem.rulesets.friedrich.desk import Desk
from pbem.rulesets.friedrich.movement import transfers
from pbem.rulesets.friedrich.orders import Battles, Line, RetreatTo
from pbem.rulesets.friedrich.state import (
    GENERALS,
    NATION_NAMES,
    NATION_OF,
    PIECE_NAMES,
    Battle,
    Combat,
    Retreat,
    Stage,
    State,
    name_of_piece,
    names_of,
    nations_of,
)
from pbem.rulesets.friedrich.thinking import outlook_of

if TYPE_CHECKING:
    from pbem.rulesets.common.wishes import Wish

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")


def take_battles_and_bids(desk: Desk, lines: list[Line], nation: int, ahead: bool, unread: bool = False) -> None:
    """D12, D13 ahead: the order of battles and bids for any of them; then the combat phase begins."""

    old = desk.state.task
    pairs = old.pairs if isinstance(old, Combat) else pairs_of(desk.state, nation)
    line = desk.only(lines, Battles)
    bids, wishes = bids_and_wishes(desk, nation)
    if unread:
        return  # where the stacks stand is not clear, so neither are the battles
    order = order_of_battles(desk, line, pairs) if line else ()
    good = fitting_bids(desk, nation, bids, [(pair, 0) for pair in pairs])
    check_promises(desk.state, nation, good, desk.say)
    say_bids(desk, good, [(pair, 0) for pair in pairs])
    combat = old if isinstance(old, Combat) else Combat(nation, pairs)
    combat = combat._replace(order=order, bids=(*(bid for bid, _ in good), *combat.bids))
    combat = wished(desk, combat, nation, wishes, [(pair, 0) for pair in pairs])
    if ahead:
        desk.state = desk.state.replaced(Stage(nation, "combat")).pushed(combat)
    else:
        desk.state = desk.state.replaced(combat)


Bids = list[tuple[Bid, Where]]


def cities_of(seat: Seat) -> tuple[int, int]:
    """The own city and the enemy's."""
    pair, side = seat
    return pair[side], pair[1 - side]


def fitting_bids(desk: Desk, nation: int, bids: Bids, seats: list[Seat]) -> Bids:
    """The bids that speak of one of these battles; the others, and two for the same, are complained about."""
    good: Bids = []
    for bid, where in bids:
        fights = [seat for seat in seats if bid_for(desk.state, (bid,), *cities_of(seat))]
        if not fights:
            pairs = [cities_of(seat) for seat in seats]
            desk.say(enemys_bid(desk, bid, where) or no_such_battle(desk.state, bid.own, bid.enemy, pairs, where))
            continue
        if any((bid.own, bid.enemy) == (other.own, other.enemy) for other, _ in good):
            desk.say(fr.BID_TWICE(where))
        check_everywhere(desk, nation, fights, bid, where)
        good.append((bid, where))
    return good


def enemys_bid(desk: Desk, bid: Bid, where: Where) -> Diagnostic | None:
    """The complaint about a bid for somebody else's stack, if it is one."""
    own = nations_of(desk.state, desk.role)
    if bid.own == ANY or NATION_OF[bid.own] in own:
        return None
    names = listed(names_of(p for n in own for p in GENERALS[n] if desk.state.place[p] >= 0), "or")
    nation = NATION_NAMES[NATION_OF[bid.own]]
    return fr.BID_FOR_ENEMY(Where((*where.path, "own")), piece=PIECE_NAMES[bid.own], nation=nation, own=names)


def check_everywhere(desk: Desk, nation: int, fights: list[Seat], bid: Bid, where: Where) -> None:
    """A bid for several battles is at fault only where it is at fault in all of them."""
    said: list[list[Diagnostic]] = []
    for seat in dict.fromkeys(fights):
        said.append([])
        check_bid(desk.state, nation, seat, bid, where, said[-1].append)
    others = [{(other.code.id, other.at) for other in more} for more in said[1:]]
    for fault in said[0]:
        if all((fault.code.id, fault.at) in more for more in others):
            desk.say(fault)


def say_bids(desk: Desk, good: Bids, seats: list[Seat], later: int = 0) -> None:
    """The bids as understood; where nothing is wrong with them, what they may lead to.

    ``later``: the battles of other nations in the same sheet, for which looks must be left.
    """
    if not desk.think:
        return
    sound = not has_errors(desk.said)
    given = [bid for bid, _ in good]
    answers = [bid_for(desk.state, given, *cities_of(seat)) for seat in seats] if sound else []
    left = sum(found is not None for found in answers) + later
    for bid, where in good:
        desk.understood.append(f"bid: {bid_text(bid)}")
        meant = [seat for seat, found in zip(seats, answers, strict=True) if found is bid] if sound else []
        if meant:
            # What one battle does not need of its share is left to the next.
            outlooks = [outlook_of(desk.state, seat) for seat in meant]
            looks = max(0, WORK - desk.looks) * len(meant) // left
            told = think_through(fr, bid, where, outlooks, desk.say, looks)
            left, desk.looks = left - len(meant), desk.looks + told.looks
            desk.understood += told.lines
            say_retreats(desk, bid.retreat, meant)


def say_retreats(desk: Desk, wishes: tuple[Wish, ...], seats: list[Seat]) -> None:
    """Where the beaten would go in each of these battles: by the wishes, then by standing answers."""
    if wishes or "answers" in desk.body or desk.state.answers:
        from pbem.rulesets.friedrich.retreat_outlook import retreat_lines, with_answers  # not for submit

        for seat in seats:
            desk.understood += retreat_lines(desk.state, seat, with_answers(desk, seat, wishes))


def bids_and_wishes(desk: Desk, nation: int) -> tuple[Bids, tuple[Wish, ...]]:
    """D13, D16: the bids of a sheet, and its wishes for retreats; a bid without any of its own has them."""
    bids = read_bids(desk.body, nation, desk.say)
    if "retreat" not in desk.body:
        return bids, ()
    from pbem.rulesets.friedrich.wishes import filled  # not for submit

    wishes = read_list(desk.body, "retreat", Where(), language_of(nation), desk.say)
    return filled(bids, wishes), wishes


def wished(desk: Desk, combat: Combat, nation: int, wishes: tuple[Wish, ...], seats: list[Seat]) -> Combat:
    """D16: the combat phase with the wishes of a sheet, which hold wherever no bid has any of its own."""
    if not wishes or has_errors(desk.said):
        return combat
    from pbem.rulesets.friedrich.wishes import text_of, with_wishes  # not for submit

    given = combat.bids if nation == combat.nation else dict(combat.theirs)[nation]
    found = [bid_for(desk.state, given, *cities_of(seat)) for seat in seats]
    if all(bid and bid.retreat not in ((), wishes) for bid in found):
        desk.say(fr.WISHES_IDLE(at_key("retreat")))
        return combat
    if open_ := [seat for seat, bid in zip(seats, found, strict=True) if not (bid and bid.retreat)]:
        desk.understood.append(f"battles without wishes in their bid: {text_of(wishes)}")
        say_retreats(desk, wishes, left_to_sheet(desk, open_) if desk.think else [])
    return combat._replace(wishes=with_wishes(combat.wishes, nation, wishes))


def left_to_sheet(desk: Desk, seats: list[Seat]) -> list[Seat]:
    """Of the battles without wishes in a bid those in which no standing bid with wishes of its own answers."""
    if not (desk.body.get("standing") or desk.state.standing):
        return seats
    from pbem.rulesets.friedrich.retreat_outlook import after_sheet, answers_by_standing  # not for submit

    state = after_sheet(desk)
    return [seat for seat in seats if not ((found := answers_by_standing(state, seat)) and found.bid.retreat)]


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
    battles = listed(battle_name(state, pair) for pair in pairs)
    if own == ANY:  # such a bid fits every battle of the own stacks
        return fr.NO_SUCH_BATTLE(at, form="none")
    words = ("any" if enemy == ANY else "", "" if battles else "nobody")
    facts = {"own": name_of_piece(own), "enemy": "" if enemy == ANY else name_of_piece(enemy), "battles": battles}
    return fr.NO_SUCH_BATTLE(at, **facts, form="-".join(word for word in words if word))


def take_battles(desk: Desk) -> None:
    """D12: which battle comes next; bids may come along."""
    combat = desk.state.task
    assert isinstance(combat, Combat)
    lines = desk.lines(combat.nation, Battles, asked="the order of battles")
    transfers(desk, desk.troops(), nations_of(desk.state, desk.role))
    if not any(isinstance(line.order, Battles) for line in lines):
        first = battle_name(desk.state, combat.pairs[0])
        desk.say(fr.NOTHING_DECIDED(Where(("do",)), battle=first))
    take_battles_and_bids(desk, lines, combat.nation, ahead=False)


def take_bid(desk: Desk) -> None:
    """D13: the bid for the battle that is about to be fought, or that was interrupted."""

    battle = desk.state.task
    assert isinstance(battle, Battle)
    side = next(s for s in sides_awaited(desk.state, battle) if owner_of_side(desk.state, battle, s) == desk.role)
    nation, city, enemy = sides(desk.state, battle)[side], battle.pair[side], battle.pair[1 - side]
    desk.lines(nation, asked="a bid")
    transfers(desk, desk.troops(), nations_of(desk.state, desk.role))
    if left_to_standing(desk):
        return
    bids, wishes = bids_and_wishes(desk, nation)
    good = fitting_bids(desk, nation, bids, [(battle.pair, side)])
    for _, where in good[1:]:
        if not any(d.code is fr.BID_TWICE and d.at == where for d in desk.said):
            desk.say(fr.BID_TWICE(where))
    check_promises(desk.state, nation, good, desk.say)
    if not good:
        if not has_errors(desk.said):
            own, other = (PIECE_NAMES[desk.state.stack(c)[0]] for c in (city, enemy))
            desk.say(fr.BID_MISSING(Where(("bid",)), own=own, enemy=other))
        return
    bid, where = good[0]
    if battle.asked == side:
        check_progress(desk, battle, side, bid, where)
    say_bids(desk, good[:1], [(battle.pair, side)])
    if wishes and bid.retreat != wishes:
        desk.say(fr.WISHES_IDLE(at_key("retreat")))
    made, used = list(battle.bids), list(battle.used)
    made[side], used[side] = bid, ()
    desk.state = desk.state.replaced(battle._replace(bids=(made[0], made[1]), used=(used[0], used[1]), asked=-1))


def left_to_standing(desk: Desk) -> bool:
    """D13, N2: whether a sheet says nothing of the bids that are owed, and standing bids answer; then they stay."""
    if not desk.state.standing:
        return False
    from pbem.rulesets.friedrich.standing import is_left, take_left  # not for submit: where no bid stands

    left = is_left(desk.state, desk.role, desk.body)
    if left:
        take_left(desk)
    return left


def take_stage_bids(desk: Desk) -> None:
    """D12, D13 with the option bidding = "stage": the order of battles and the bids for all of them at once."""
    combat = desk.state.task
    assert isinstance(combat, Combat)
    own = [nation for nation in combat.awaited if nation in nations_of(desk.state, desk.role)]
    active = combat.nation in own
    lines = desk.lines(own[0], *((Battles,) if active else ()), asked="the bids for all battles of this stage")
    transfers(desk, desk.troops(), nations_of(desk.state, desk.role))
    if left_to_standing(desk):
        return
    line = desk.only(lines, Battles)
    order = order_of_battles(desk, line, combat.pairs) if line else combat.order
    bids, wishes = bids_and_wishes(desk, own[0])
    seats = {nation: seats_of(desk.state, combat, nation) for nation in own}
    said_of: set[Where] = set()
    for at, nation in enumerate(own):
        mine = [(b, w) for b, w in bids if any(bid_for(desk.state, (b,), *cities_of(s)) for s in seats[nation])]
        good = fitting_bids(desk, nation, mine, seats[nation])
        said_of |= {where for _, where in mine}
        given = tuple(bid for bid, _ in good) + (combat.bids if nation == combat.nation else ())
        given += stood_beside(desk, given, seats[nation])
        check_promises(desk.state, nation, good, desk.say, answering_beside(desk.state, given, good, seats[nation]))
        check_all_bid(desk, nation, given, seats[nation])
        say_bids(desk, good, seats[nation], sum(len(seats[other]) for other in own[at + 1 :]))
        if nation == combat.nation:
            combat = combat._replace(bids=given)
        else:
            combat = combat._replace(theirs=(*combat.theirs, (nation, given)))
        combat = wished(desk, combat, nation, wishes, seats[nation])
    astray = [(bid, where) for bid, where in bids if where not in said_of]
    fitting_bids(desk, own[0], astray, [seat for nation in own for seat in seats[nation]])
    combat = combat._replace(order=order, awaited=tuple(n for n in combat.awaited if n not in own))
    desk.state = desk.state.replaced(combat)


def stood_beside(desk: Desk, given: tuple[Bid, ...], seats: list[Seat]) -> tuple[Bid, ...]:
    """D13, N2: in the battles of the stage of which a sheet says nothing, standing bids answer beside it."""
    if not desk.state.standing:
        return ()
    from pbem.rulesets.friedrich.stage_bids import beside  # not for submit: where no bid stands

    return beside(desk, given, seats)


def answering_beside(state: State, given: tuple[Bid, ...], good: Bids, seats: list[Seat]) -> list[Bid]:
    """The bids that answer in battles of the stage and are not of the sheet: standing ones, and those of the moves."""
    found = [bid_for(state, given, *cities_of(seat)) for seat in seats]
    own = [bid for bid, _ in good]
    return [bid for bid in dict.fromkeys(found) if bid is not None and not any(bid is other for other in own)]


def seats_of(state: State, combat: Combat, nation: int) -> list[Seat]:
    """The sides of the battles of a stage that a nation fights."""
    side = 0 if nation == combat.nation else 1
    return [(pair, side) for pair in combat.pairs if NATION_OF[state.stack(pair[side])[0]] == nation]


def check_all_bid(desk: Desk, nation: int, given: tuple[Bid, ...], seats: list[Seat]) -> None:
    """Every battle of the stage has a bid, unless the hand is empty anyway."""
    for seat in seats:
        able = desk.state.hands[nation] and not is_silenced(desk.state, cities_of(seat)[0])
        if able and not bid_for(desk.state, given, *cities_of(seat)):
            own, other = (PIECE_NAMES[desk.state.stack(city)[0]] for city in cities_of(seat))
            desk.say(fr.BID_MISSING(Where(("bid",)), own=own, enemy=other))


def check_progress(desk: Desk, battle: Battle, side: int, bid: Bid, where: Where) -> None:
    """A side that was asked must say what it does now; the same question again would go on for ever."""
    sight = sights_of(desk.state, battle)[side]
    if answer(terms_of(desk.state, battle.pair, side), bid, sight, ()).kind == "ask":
        desk.say(fr.NOTHING_DECIDED(where, score=sight.score, form="bid" if sight.score else "bid-tie"))


def take_retreat(desk: Desk) -> None:
    """D16, F8.2: the victor names the city."""
    task = desk.state.task
    assert isinstance(task, Retreat)

    desk.no_bids()
    lines = desk.lines(task.loser, RetreatTo, asked="where the beaten stack retreats")
    transfers(desk, desk.troops(), nations_of(desk.state, desk.role))
    stack = desk.state.stack(task.source)
    choices = listed(name_of(c) for c in cities_in(task.destinations))
    line = desk.only(lines, RetreatTo)
    if line is None:
        if not has_errors(desk.said):
            facts = {"piece": PIECE_NAMES[stack[0]], "city": name_of(next(cities_in(task.destinations)))}
            desk.say(fr.NOTHING_DECIDED(Where(("do",)), **facts, choices=choices, form="retreat"))
        return
    names = listed(names_of(stack))
    if line.order.piece not in stack:
        other = name_of_piece(line.order.piece)
        desk.say(fr.RETREAT_ILLEGAL(line.words[0], pieces=names, piece=other, choices=choices, form="other"))
    elif not task.destinations >> line.order.city & 1:
        desk.say(fr.RETREAT_ILLEGAL(line.words[1], pieces=names, city=name_of(line.order.city), choices=choices))
    else:
        desk.understood.append(str(line.order))
        desk.state, news = withdrawn(desk.state.popped(), task.source, line.order.city)
        desk.events += news


# For each kind of decision about battles the function that takes its sheet.
TAKERS: dict[str, Callable[[Desk], None]] = {
    "battles": take_battles,
    "bid": take_bid,
    "bids": take_stage_bids,
    "retreat": take_retreat,
}
