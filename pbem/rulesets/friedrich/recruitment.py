"""Recruitment and re-entry (F10)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.diagnostics import Diagnostic, LazyCodes, Where
from pbem.core.names import listed
from pbem.rulesets.friedrich import cards
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import DEPOTS, IDS, PRUSSIA, SUBSTITUTES, ZONES, cities_in, name_of
from pbem.rulesets.friedrich.cards import Card
from pbem.rulesets.friedrich.movement import (
    Phase,
    is_own,
    one_face,
    own_pieces,
)
from pbem.rulesets.friedrich.orders import Face, Line, Recruit, face_text
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
    State,
    hostile_pieces,
    house_rule,
    maximum_of,
    name_of_piece,
    names_of,
)
from pbem.rulesets.friedrich.troops import Bought

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")


def depots_lost(state: State, nation: int) -> bool:
    """F10.2, F10.9, F10.10: whether all depots of the nation are occupied, and by hostile pieces only."""
    held = state.city_bits(hostile_pieces(nation))
    return all(held >> depot & 1 for depot in DEPOTS[nation])


def recruit(phase: Phase, line: Line) -> bool:
    """F10: judge one purchase and carry it out; False after a complaint."""
    order: Recruit = line.order
    before = len(phase.said)
    trains = [p for p, _ in order.entries if not RANK[p]]
    generals = [p for p, _ in order.entries if RANK[p]]
    places = line.words[: len(order.entries)]
    paid = payment(phase, order.pay, line.words[len(order.entries) :])
    phase.said += check_purchase(phase, order, generals, line.at)
    price = (order.troops + len(trains)) * price_of_one(phase)
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


def price_of_one(phase: Phase) -> int:
    """F10.2: 6 points each, 8 when every depot is lost."""
    return 8 if depots_lost(phase.state, phase.nation) else 6


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


def not_held(state: State, nation: int, face: Face, at: Where, use: str = "choice") -> Diagnostic:
    """The complaint about a card that is not in the hand, or no longer; ``use``: to pay, or what a card asks."""
    hand = sorted(state.hands[nation], key=cards.by_suit)
    text = " ".join(str(card) for card in hand)
    if any(card.face == face[:2] and face[2] in (0, card.deck) for card in hand):
        times = sum(card.face == face[:2] for card in hand)
        return fr.PROMISED_TWICE(at, card=face_text(face), times=f"{times} times", form=f"pay{'-once' * (times == 1)}")
    form = use if hand else f"{use}-empty"
    return fr.CARD_NOT_HELD(at, nation=NATION_NAMES[nation], card=face_text(face), hand=text, form=form)


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
    if phase.state.in_force:
        from pbem.rulesets.friedrich.restrictions import able_to_receive

        return able_to_receive(phase)
    return [p for p in GENERALS[phase.nation] if phase.state.place[p] >= 0]


def check_price(phase: Phase, paid: list[Card], price: int, line: Line) -> Iterator[Diagnostic]:
    """F10.4: the cards reach the price, and every one of them is needed. Ruling: A4."""
    total = sum(card.value for card in paid)
    each = price_of_one(phase)
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
    """F10.1, F10.7, F10.9: an own piece off the map, on a depot or the substitute city that has room."""
    state, name = phase.state, name_of_piece(piece)
    if NATION_OF[piece] != phase.nation:
        nation = NATION_NAMES[NATION_OF[piece]]
        if is_own(phase, NATION_OF[piece]):
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


def open_to_entries(phase: Phase) -> tuple[int, ...]:
    """F10.7, F10.9: the depots, or the cities that take their place when all are lost."""
    if not depots_lost(phase.state, phase.nation):
        return DEPOTS[phase.nation]
    zone = ZONES if house_rule(phase.state, "substitute") == "sector" else SUBSTITUTES  # ruling A19
    return tuple(cities_in(zone[phase.nation]))


def check_entry_city(phase: Phase, piece: int, city: int, entering: dict[int, int], at: Where) -> Iterator[Diagnostic]:
    """F10.7, F10.9: the city itself."""
    state, nation, name = phase.state, phase.nation, name_of_piece(piece)
    lost, allowed = depots_lost(state, nation), open_to_entries(phase)
    used = {phase.substitute, *entering.values()} - {None, *DEPOTS[nation]}
    if city not in allowed:
        # Only cities that would not be refused in their turn are offered.
        free = [name_of(c) for c in allowed if not any(check_entry_city(phase, piece, c, entering, at))]
        words = ("substitute" if lost else "", "" if free else "closed")
        facts = {"nation": NATION_NAMES[nation], "depots": listed(free, "or")}
        form = "-".join(word for word in words if word)
        yield fr.NOT_A_DEPOT(at, piece=name, city=name_of(city), **facts, form=form)
        return
    if lost and used and city not in used:
        first = min(c for c in used if c is not None)
        yield fr.OTHER_SUBSTITUTE(at, first=name_of(first), city=name_of(city))
    there = [*state.at(city), *(p for p, c in entering.items() if c == city)]
    if there and (not RANK[piece] or not RANK[there[0]] or NATION_OF[there[0]] != nation):
        form = "train" if not RANK[piece] else "lost" if lost else ""
        facts = {"blocker": listed(names_of(there)), "nation": NATION_NAMES[nation]}
        yield fr.DEPOT_TAKEN(at, piece=name, city=name_of(city), **facts, form=form)
    elif len(there) >= 3:
        yield fr.STACK_FULL(at, city=name_of(city), number=len(there) + 1, form="re-entry")
    if state.in_force:
        from pbem.rulesets.friedrich.restrictions import check_reentry

        yield from check_reentry(phase, piece, city, at)


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
