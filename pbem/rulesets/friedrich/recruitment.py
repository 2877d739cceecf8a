"""Recruitment and re-entry (F10)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core import Diagnostic, LazyCodes, Where, listed
from pbem.rulesets.friedrich import cards
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import IDS, PRUSSIA, name_of
from pbem.rulesets.friedrich.cards import Card
from pbem.rulesets.friedrich.desk import Phase, own_pieces
from pbem.rulesets.friedrich.draws import not_held
from pbem.rulesets.friedrich.entries import (
    depots_lost,
    first_substitute,
    may_enter,
    open_to_entries,
    price_of_one,
    refusals,
    there_with,
)
from pbem.rulesets.friedrich.orders import Face, Line, Recruit
from pbem.rulesets.friedrich.restrictions import check_reentry, may_receive
from pbem.rulesets.friedrich.state import (
    GENERALS,
    MOST,
    NATION_NAMES,
    NATION_OF,
    NATIONS,
    OFF,
    PIECE_IDS,
    PIECE_NAMES,
    RANK,
    RETIRED,
    house_rule,
    maximum_of,
    name_of_piece,
    names_of,
)
from pbem.rulesets.friedrich.supply import one_face
from pbem.rulesets.friedrich.troops import Bought

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")


def recruit(phase: Phase, line: Line) -> bool:
    """F10: judge one purchase and carry it out; False after a complaint."""
    order: Recruit = line.order
    before = len(phase.said)
    trains = [p for p, _ in order.entries if not RANK[p]]
    generals = [p for p, _ in order.entries if RANK[p]]
    places = line.words[: len(order.entries)]
    paid = payment(phase, order.pay, line.words[len(order.entries) :])
    phase.said += check_purchase(phase, order, generals, line.at)
    price = (order.troops + len(trains)) * price_of_one(phase.state, phase.nation)
    if paid is not None and order.troops + len(trains):
        phase.said += check_price(phase, paid, price, line)
    entering: dict[int, int] = {}
    for (piece, city), at in zip(order.entries, places, strict=True):
        phase.said += check_entry(phase, piece, city, entering, at)
        entering[piece] = city
    if paid is None or any(d.is_error for d in phase.said[before:]):
        return False
    carry_out(phase, order, paid, generals, trains)
    phase.bought_at.append(line.at)
    return True


def payment(phase: Phase, faces: tuple[Face, ...], places: tuple[Where, ...]) -> list[Card] | None:
    """The cards of the hand that are meant; None if one of them is not held."""
    hand, found = phase.state.hands[phase.nation], []
    for face, at in zip(faces, places, strict=True):
        card = cards.take(hand, face)
        if card is None:
            phase.say(not_held(phase.state, phase.nation, face, at, "pay"))
            continue
        hand = cards.without(hand, (card,))
        found.append(card)
    return found if len(found) == len(faces) else None


def check_purchase(phase: Phase, order: Recruit, generals: list[int], at: Where) -> Iterator[Diagnostic]:
    """F10.1, F10.3, F10.5, F6.7: what is bought can be bought and placed."""
    state, nation = phase.state, phase.nation
    if not order.troops and not any(not RANK[p] for p, _ in order.entries):
        example = listed(f"{PIECE_NAMES[piece]} at {name_of(city)}" for piece, city in order.entries[:1])
        yield fr.NOTHING_BOUGHT(at, example=example, form="" if example else "troop")
        return
    total = state.totals[nation] + sum(b.troops for b in phase.bought)
    if order.troops < len(generals):
        form = ("none", "one")[order.troops] if order.troops < 2 else ""
        names = listed(names_of(generals))
        yield fr.TROOP_EACH(at, generals=len(generals), troops=order.troops, names=names, form=form)
    most = maximum_of(state.mode, nation)
    if total + order.troops > most:
        yield fr.OVER_MAXIMUM(at, nation=NATION_NAMES[nation], total=total + order.troops, maximum=most)
    else:
        room = room_for(phase, generals)
        if room < order.troops:
            form = state.in_force if state.in_force in ("7H", "10S") and nation == PRUSSIA else ""
            yield fr.NO_ROOM(at, room=max(0, room), troops=order.troops, form=form)


def room_for(phase: Phase, generals: list[int]) -> int:
    """F10.5: how many troops the generals on the map and those re-entering can still take."""
    state, able = phase.state, receivers(phase)
    if state.in_force not in ("7H", "10S"):
        total: int = state.totals[phase.nation] + sum(b.troops for b in phase.bought)
        return MOST * len((*able, *generals)) - total
    given: dict[int, int] = {p: state.troops[p] if p in phase.origin else 1 for p in able}
    return sum(MOST - number for number in given.values()) + MOST * len(generals)


def receivers(phase: Phase) -> list[int]:
    """F10.12: the generals on the map who may be given new troops now; whoever receives some may still move."""
    state = phase.state
    return [p for p in GENERALS[phase.nation] if state.place[p] >= 0 and may_receive(state, p)]


def check_price(phase: Phase, paid: list[Card], price: int, line: Line) -> Iterator[Diagnostic]:
    """F10.4: the cards reach the price, and every one of them is needed. Ruling: A4."""
    total = sum(card.value for card in paid)
    each = price_of_one(phase.state, phase.nation)
    if total < price:
        words = ("" if paid else "nothing", "lost" if each == 8 else "")
        form = "-".join(word for word in words if word)
        yield fr.PRICE_NOT_MET(line.at, price=price, paid=total, each=each, form=form)
        return
    places = line.words[len(line.order.entries) :]
    spare = [(card, at) for card, at in zip(paid, places, strict=True) if total - card.value >= price]
    if house_rule(phase.state, "overpayment") == "allowed":
        spare = []
    for card, at in spare:
        yield fr.SUPERFLUOUS(at, card=str(card), price=price, rest=total - card.value)
    if total > price and not spare:
        yield fr.OVERPAID(line.at, surplus=total - price, price=price, paid=total)


def check_entry(phase: Phase, piece: int, city: int, entering: dict[int, int], at: Where) -> Iterator[Diagnostic]:
    """F10.1, F10.7, F10.9, F10.13: an own piece off the map, on a depot or the substitute city that has room."""
    state, name = phase.state, name_of_piece(piece)
    if NATION_OF[piece] != phase.nation:
        nation = NATION_NAMES[NATION_OF[piece]]
        if phase.is_own(NATION_OF[piece]):
            yield fr.NOT_ACTIVE(at, piece=name, nation=nation, active=NATION_NAMES[phase.nation])
        else:
            yield fr.NOT_YOURS(at, piece=name, nation=nation, own=own_pieces(phase.nation))
    elif state.place[piece] == RETIRED:
        yield fr.GONE(at, piece=name)
    elif state.place[piece] != OFF:
        yield fr.NOT_OFF_MAP(at, piece=name, city=name_of(state.place[piece]))
    elif piece in entering:
        yield fr.SAID_TWICE_GROUP(at, piece=name, form="re-entry")
    else:
        yield from check_entry_city(phase, piece, city, entering, at)


def check_entry_city(phase: Phase, piece: int, city: int, entering: dict[int, int], at: Where) -> Iterator[Diagnostic]:
    """F10.7, F10.9: the city itself."""
    state, nation = phase.state, phase.nation
    why = set(refusals(state, piece, city, entering, phase.substitute))
    facts = {"piece": name_of_piece(piece), "city": name_of(city), "nation": NATION_NAMES[nation]}
    if "closed" in why:
        yield not_a_depot(phase, piece, entering, at, facts)
        return
    if "other-substitute" in why:
        first = first_substitute(nation, city, entering, phase.substitute)
        assert first is not None
        yield fr.OTHER_SUBSTITUTE(at, first=name_of(first), city=name_of(city))
    there = there_with(state, city, entering)
    if "taken" in why:
        form = "train" if not RANK[piece] else "lost" if depots_lost(state, nation) else ""
        yield fr.DEPOT_TAKEN(at, **facts, blocker=listed(names_of(there)), form=form)
    elif "full" in why:
        yield fr.STACK_FULL(at, city=name_of(city), number=len(there) + 1, form="re-entry")
    if state.in_force:
        yield from check_reentry(state, piece, city, at)


def not_a_depot(phase: Phase, piece: int, entering: dict[int, int], at: Where, facts: dict[str, str]) -> Diagnostic:
    """The complaint about a city that is closed to all who re-enter; only those that are not are offered."""
    state, nation = phase.state, phase.nation
    cities = open_to_entries(state, nation)
    free = [name_of(c) for c in cities if may_enter(state, piece, c, entering, phase.substitute)]
    words = ("substitute" if depots_lost(state, nation) else "", "" if free else "closed")
    form = "-".join(word for word in words if word)
    return fr.NOT_A_DEPOT(at, **facts, depots=listed(free, "or"), form=form)


def carry_out(phase: Phase, order: Recruit, paid: list[Card], generals: list[int], trains: list[int]) -> None:
    """F10.4, F10.6, F10.8, F10.11: pay, enter, announce. Who receives the troops is settled at the end of the phase."""
    state, nation = phase.state, phase.nation
    state = state.with_hand(nation, cards.without(state.hands[nation], paid)).discarded(paid)
    if depots_lost(state, nation) and order.entries:
        phase.substitute = order.entries[0][1]
    for piece, city in order.entries:
        if RANK[piece]:
            phase.joined.update({p: piece for p in state.stack(city) if p not in phase.joined})
        state = state.put({piece: city})
        state = one_face(state, city) if RANK[piece] else state
        phase.entered[piece] = len(phase.bought)
    phase.state = state
    phase.bought.append(Bought(order.troops, tuple(generals), {p: state.place[p] for p in receivers(phase)}))
    total = state.totals[nation] + sum(b.troops for b in phase.bought)
    news = happened.Recruited(
        nation=NATIONS[nation], troops=order.troops, trains=len(trains),
        pieces=[PIECE_IDS[p] for p, _ in order.entries], cities=[IDS[c] for _, c in order.entries],
        paid=[str(card) for card in paid], total=total,
    )  # fmt: skip
    phase.events.append(news.event())
