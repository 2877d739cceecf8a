"""The troops of a political card as offers (M17.17, D6): who gets them, and who comes back with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.core.offers import Edit, Offer, Offers, Sum
from pbem.rulesets.common import lines_of
from pbem.rulesets.common.offering import next_line
from pbem.rulesets.maria.board import IDS, cities_in
from pbem.rulesets.maria.corps import off_map
from pbem.rulesets.maria.desk import Desk, Phase
from pbem.rulesets.maria.levy import returning_of, spread
from pbem.rulesets.maria.offers.case import Case
from pbem.rulesets.maria.offers.troops import of_phase, sum_of
from pbem.rulesets.maria.political_orders import Back, Hold, Select, Spoken
from pbem.rulesets.maria.politics import CARDS, can_select
from pbem.rulesets.maria.powers import MOST
from pbem.rulesets.maria.state import GENERALS, PIECE_IDS, POWER_OF, State
from pbem.rulesets.maria.statecraft import card_named, spoken
from pbem.rulesets.maria.winter import sites

TROOPS = "Who gets the {number} troops of {card}?"
RETURN = "Who comes back with troops of {card}?"


def of_card(case: Case, power: int) -> Offers:
    """M17.17: what can be said of the troops that the sheet wins; D29: of those of the role's other stacks."""
    desk = Desk(case.view, case.role, case.body, "", think=False)
    lines = spoken(desk, "hold", Hold, Select, Back)
    card = selected(case.view, power, lines)
    number = CARDS[card].troops if card else 0
    rest = Phase(case.view, tuple(p for p in case.powers if not number or p != power))
    shifts = tuple(of_phase(desk, rest, desk.troops()))
    if not number:
        return Offers(sums=shifts)
    backs = [line for line in lines if isinstance(line.order, Back)]
    coming = returning_of(desk, power, backs)
    offers = returns(case, desk, (power, number), coming, backs)
    choices = case.question("return", RETURN.format(card=card), offers, several=True)
    title = TROOPS.format(number=number, card=card)
    return Offers(choices=choices, sums=(given_out(desk, title, (power, number), coming), *shifts))


def selected(view: State, power: int, lines: Sequence[Spoken]) -> str:
    """The political card that the sheet executes; empty if it does not."""
    order = next((line.order for line in lines if isinstance(line.order, Select)), None)
    card = card_named(view, order.card) if order is not None and order.execute else ""
    return card if card in can_select(view, power) else ""


def own_numbers(desk: Desk, power: int) -> dict[int, int]:
    """The numbers that the sheet gives to generals of a power."""
    return {piece: number for piece, number in desk.troops().items() if POWER_OF[piece] == power}


def given_out(desk: Desk, title: str, levy: tuple[int, int], coming: Mapping[int, int]) -> Sum:
    """M17.17, A23: exactly so many troops more, as far as there is room; nobody gets fewer than he has."""
    (power, number), state = levy, desk.state
    wished = own_numbers(desk, power)
    here = [p for p in GENERALS[power] if state.place[p] >= 0 or p in coming]
    room = sum(MOST - state.troops[p] for p in here)
    total = sum(state.troops[p] for p in here) + min(number, room)
    given = wished or dealt(state, levy, coming)
    now = {p: given.get(p, state.troops[p]) for p in here}
    return sum_of(desk, title, "", now, wished, (total, total), {p: max(1, state.troops[p]) for p in here})


def dealt(state: State, levy: tuple[int, int], coming: Mapping[int, int]) -> dict[int, int]:
    """One for each who comes back, the others as usual; what has no room there goes with those who come back."""
    power, number = levy
    others = spread(state, power, number - len(coming))
    left = number - len(coming) - sum(n - state.troops[p] for p, n in others.items())
    given = dict.fromkeys(coming, 1)
    for piece in given:
        more = min(left, MOST - 1)
        given[piece] += more
        left -= more
    return {**given, **others}


def numbered(desk: Desk, levy: tuple[int, int], coming: Mapping[int, int]) -> tuple[Edit, ...]:
    """The numbers of a power anew; none are needed where nobody comes back."""
    wished = own_numbers(desk, levy[0])
    given = dealt(desk.state, levy, coming) if coming else {}
    paths = {p: desk.where_of(p).path if p in wished else ("troops", PIECE_IDS[p]) for p in (*wished, *given)}
    return tuple(Edit(path, given.get(p)) for p, path in paths.items())


def returns(
    case: Case, desk: Desk, levy: tuple[int, int], coming: Mapping[int, int], backs: Sequence[Spoken]
) -> Iterator[Offer]:
    """M13.4, M17.17: who comes back and where, each with a troop of the card at least."""
    texts, end = lines_of(case.body) or (), next_line(case.body)
    for line in backs:
        at, order = int(line.at.path[1]), line.order
        left = {piece: city for piece, city in coming.items() if piece != order.piece}
        yield Offer(texts[at], (Edit(("do", at)), *numbered(desk, levy, left)), said=True)
    for piece in off_map(case.view, levy[0]) if len(coming) < levy[1] else ():
        for city in cities_in(sites(case.view, piece, [*coming.items()])) if piece not in coming else ():
            text = str(Back(piece, city))
            more = numbered(desk, levy, {**coming, piece: city})
            yield Offer(text, (Edit(("do", end), text), *more), way=(IDS[city],))
