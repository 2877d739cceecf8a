"""Politics and what follows from it (M17 to M19): cards placed and chosen, corps, places, peace, votes (D2 to D8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product

from pbem.core import Where
from pbem.core.offers import Choice, Edit, Group, Offer, Offers
from pbem.rulesets.common import NOUNS, Card, by_suit, lines_of
from pbem.rulesets.common.offering import priced
from pbem.rulesets.common.paying import Purse, faces_of
from pbem.rulesets.maria.board import CITY, IDS, cities_in, name_of
from pbem.rulesets.maria.corps import PRICE, off_map, on_map
from pbem.rulesets.maria.election import free_votes
from pbem.rulesets.maria.offers.case import Case, group_text, ids_of
from pbem.rulesets.maria.offers.levies import of_card
from pbem.rulesets.maria.offers.purchases import WAYS, cards_held
from pbem.rulesets.maria.offers.troops import shifts
from pbem.rulesets.maria.political_orders import GoTo, MoveSaxony, PeaceWord, Place, Reader, Select, Send, Suit, Vote
from pbem.rulesets.maria.politics import CARDS, can_select, front
from pbem.rulesets.maria.powers import POWER_NAMES
from pbem.rulesets.maria.records import Corps, Displaced, Politics, Slip
from pbem.rulesets.maria.relations import owner_of
from pbem.rulesets.maria.saxony import spaces_left
from pbem.rulesets.maria.state import PIECE_NAMES, name_of_piece
from pbem.rulesets.maria.telling.words import capital
from pbem.rulesets.maria.tracks import allowed

SUIT = "Which suit is dominant?"
PLACE = "Which card does {power} place?"
CHOOSE = "Does {power} select a political card?"
CORPS = "Whom does {power} send away?"
CORPS_PAID = "Whom does {power} send away? The cards that pay can be exchanged afterwards."
NOBODY = "Nobody"
MOVED = "Where is {piece} moved?"
SAXONY = "How far does Saxony's marker move?"
PEACE = "Does Prussia offer Austria a peace?"
ASSENT = "Does Austria accept Prussia's peace?"
VOTE = "For whom does {power} vote?"


def one_of(case: Case, title: str, texts: Sequence[str], kind: str) -> Offers:
    """A question with one answer, an order as it stands."""
    return answered(case, title, [case.alone(text) for text in texts], kind)


def answered(case: Case, title: str, offers: Sequence[Offer], kind: str) -> Offers:
    """A question with one answer; D29: troops can be shifted besides."""
    needed = not any(offer.said for offer in offers)
    return Offers(choices=case.question(kind, title, offers, needed), sums=shifts(case))


def of_suit(case: Case) -> Offers:
    """D2."""
    return one_of(case, SUIT, [str(Suit(suit)) for suit in NOUNS], "suit")


def for_power(case: Case, power: int, text: str) -> Offer:
    """A line for one power, in the place of the one that is there; the one that the sheet has is taken back."""
    lines = list(lines_of(case.body) or ())
    name = f"{POWER_NAMES[power]}: "
    at = next((at for at, line in enumerate(lines) if line.lower().startswith(name.lower())), len(lines))
    line = f"{name}{text}"
    said = at < len(lines) and lines[at] == line
    return Offer(line, (Edit(("do", at), None if said else line),), said=said, label=text)


def of_place(case: Case) -> Offers:
    """D3, M17.3: a card of the hand, or none, for each power that places now."""
    task = case.view.task
    assert isinstance(task, Politics)
    choices: list[Choice] = []
    for power in [p for p in front(case.view, task) if owner_of(case.view, p) == case.role]:
        hand = sorted(case.view.hands[power], key=by_suit)
        cards = dict.fromkeys((card.value, card.suit, 0) for card in hand)
        offers = [for_power(case, power, str(Place(faces))) for faces in ((), *((face,) for face in cards))]
        needed = not any(offer.said for offer in offers)
        choices += case.question("place", PLACE.format(power=POWER_NAMES[power]), offers, needed, several=True)
    return Offers(choices=tuple(choices), sums=shifts(case))


def of_choose(case: Case) -> Offers:
    """D4 to D6: hold, or select a card, throw it away or execute it with the moves of markers that it offers."""
    task = case.view.task
    assert isinstance(task, Politics)
    power = task.awaited[0]
    texts = ["hold", *(text for card in can_select(case.view, power) for text in selections(card))]
    lines = lines_of(case.body) or ()
    offers = [case.alone(text)._replace(said=text in lines) for text in texts]
    needed = not any(offer.said for offer in offers)
    found = of_card(case, power)
    chosen = case.question("choose", CHOOSE.format(power=POWER_NAMES[power]), offers, needed)
    return found._replace(choices=(*chosen, *found.choices))


def selections(card: str) -> Iterator[str]:
    """M17.10, M17.12: what can be done with a political card."""
    yield str(Select(card, False, ()))
    arrows = [
        [None, *((track, move // abs(move)) for move in allowed(side, steps))]
        for track, side, steps in CARDS[card].arrows
    ]
    for moves in product(*arrows):
        yield str(Select(card, True, tuple(move for move in moves if move is not None)))


def of_corps(case: Case) -> Offers:
    """D7, M17.15: a general on the map, or one off it who is paid for."""
    task = case.view.task
    assert isinstance(task, Corps)
    here, away = on_map(case.view, task.power), off_map(case.view, task.power)
    payments = Purse(case.view.hands[task.power], PRICE).payments(PRICE, WAYS + 1) if away else []
    offers = [case.alone(str(Send(piece, ())), PIECE_NAMES[piece]) for piece in here]
    offers += [
        case.alone(sent_with(piece, cards), priced(PIECE_NAMES[piece], PRICE, cards))
        for cards in payments[:WAYS]
        for piece in away
    ]
    title = (CORPS_PAID if payments else CORPS).format(power=POWER_NAMES[task.power])
    found = answered(case, title, [*offers, case.alone(str(Send(-1, ())), NOBODY)], "corps")
    asked = [choice._replace(more=len(payments) > WAYS) for choice in found.choices]
    return found._replace(choices=(*asked, *corps_repaid(case, task.power)))


def corps_repaid(case: Case, power: int) -> Iterator[Choice]:
    """M17.15: the general of the sheet who is paid for, with other cards."""
    for at, text in enumerate(lines_of(case.body) or ()):
        line = Reader(text, Where(("do", at)), case.powers, lambda fault: None, "").order()
        if line is not None and isinstance(line.order, Send) and line.order.pay:
            order, paid = line.order, cards_held(case.view, power, line.order.pay)
            yield from case.repaid(at, case.view.hands[power], paid, PRICE, partial(sent_with, order.piece))


def sent_with(piece: int, cards: Sequence[Card]) -> str:
    return str(Send(piece, faces_of(cards)))


def of_displaced(case: Case) -> Offers:
    """D8, D24, D30: where the next piece goes that must be moved."""
    task = case.view.task
    assert isinstance(task, Displaced)
    piece = task.pieces[0]
    orders = [(city, case.alone(str(GoTo(piece, city)), name_of(city))) for city in cities_in(task.goals)]
    offers = [offer._replace(way=(IDS[city],)) for city, offer in orders]
    title = MOVED.format(piece=name_of_piece(piece))
    choices = case.question("displaced", title, offers, not any(offer.said for offer in offers))
    here = case.view.place[piece]
    group = Group(ids_of(task.pieces), group_text(task.pieces), IDS[here] if here >= 0 else "")
    return Offers(case.led(group, choices, lambda id_: name_of(CITY[id_])), choices, shifts(case))


def of_saxony(case: Case) -> Offers:
    """D22."""
    task = case.view.task
    assert isinstance(task, Slip)
    return one_of(case, SAXONY, [str(MoveSaxony(n)) for n in range(spaces_left(case.view, task) + 1)], "saxony")


def of_peace(case: Case) -> Offers:
    """D23: Prussia's offer."""
    return one_of(case, PEACE, [str(PeaceWord("offer")), str(PeaceWord("no"))], "peace")


def of_assent(case: Case) -> Offers:
    """D23: Austria's answer."""
    return one_of(case, ASSENT, [str(PeaceWord("accept")), str(PeaceWord("refuse"))], "assent")


def of_vote(case: Case) -> Offers:
    """D27, M18.3: all votes of a power for one, or so many for each."""
    choices: list[Choice] = []
    for power, cities in free_votes(case.view, case.role).items():
        split = [Vote(n, len(cities) - n) for n in range(1, len(cities))]
        offers = [for_power(case, power, str(vote)) for vote in (Vote(-1, 0), Vote(0, -1), *split)]
        needed = not any(offer.said for offer in offers)
        title = capital(VOTE.format(power=POWER_NAMES[power]))
        choices += case.question("vote", title, offers, needed, several=True)
    return Offers(choices=tuple(choices), sums=shifts(case))


OFFERS: dict[str, Callable[[Case], Offers]] = {
    "suit": of_suit,
    "place": of_place,
    "choose": of_choose,
    "corps": of_corps,
    "displaced": of_displaced,
    "saxony": of_saxony,
    "peace": of_peace,
    "assent": of_assent,
    "vote": of_vote,
}
