"""Bids: what a side will play in a battle, asked each time the right to play comes to it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from pbem.rulesets.common import Card, Face, meant
from pbem.rulesets.common.conditions import Sight, When, holds
from pbem.rulesets.common.terms import Terms, counted, is_bound, is_playable, least_reserve, may_double, may_play

if TYPE_CHECKING:  # a bid without wishes does without them
    from pbem.rulesets.common.wishes import Wish

ANY = -1  # own = "*", enemy = "*"


class Play(NamedTuple):
    """One card of a bid, with its condition; a Reserve at a value or to a score; a card doubled or not."""

    card: Face
    when: When = ()
    value: int | None = None
    to: int | None = None
    double: bool | None = None


class Bid(NamedTuple):
    """What a side will do in a battle (accept, plays, forced, otherwise: in this order)."""

    own: int
    enemy: int = ANY
    plays: tuple[Play, ...] = ()
    accept: int = 0
    keep: tuple[Face, ...] = ()
    forced: tuple[Face, ...] = ()
    otherwise: str = "ask"
    retreat: tuple["Wish", ...] = ()  # where the beaten enemy is to go, in order of liking
    most_cards: int | None = None  # limit: no play once so many cards are played, or beyond so many points
    most_points: int | None = None


class Answer(NamedTuple):
    """What a bid says when the right to play comes: play a card, stop, or ask the player."""

    kind: str  # "play", "stop", "ask"
    card: Card | None = None
    declared: int = 0
    counts: int = 0
    number: int = -1  # of the play used
    doubled: bool = False


def conceding(own: int) -> Bid:
    """The default of a side that says nothing: stop if allowed, else the lowest card of the suit."""
    return Bid(own, otherwise="concede")


def bid_for(bids: Iterable[Bid], own: tuple[int, ...], enemy: tuple[int, ...]) -> Bid | None:
    """The bid that speaks of a battle of these stacks: the one that names most of it, its own stack first."""
    found = [bid for bid in bids if bid.own in (ANY, *own) and bid.enemy in (ANY, *enemy)]
    return min(found, key=lambda bid: (bid.own == ANY, bid.enemy == ANY)) if found else None


def answer(terms: Terms, bid: Bid, sight: Sight, used: tuple[int, ...]) -> Answer:
    """What the bid says when the right to play comes to its side; ``used`` are the plays that have been made."""
    if not terms.hand:
        return Answer("stop")
    bound, score = is_bound(terms), sight.score
    if score < 0 and min(-score, sight.troops) <= bid.accept and not bound:
        return Answer("stop")
    held = {card.face for card in terms.hand}
    for number, play in enumerate(bid.plays):
        if play.card[:2] in held and number not in used and (found := usable(terms, bid, play, sight)):
            found = found._replace(number=number)
            return raised(terms, found, score) if bound else found
    if bound:
        return duty_play(terms, bid, score)
    if score == 0:
        return answer_at_zero(terms, bid)
    return Answer("ask" if bid.otherwise == "ask" else "stop")


def answer_at_zero(terms: Terms, bid: Bid) -> Answer:
    """At zero a card of the suit must be played if one is held.

    Whether the player is asked must not hang on the hand, or the question itself would tell that no card of the suit
    is held. So a side that wants to be asked is asked in either case, unless it named a forced card it still has.
    """
    cards = [card for card in may_play(terms) if not card.is_reserve]
    if (card := named_card(cards, bid)) is not None:
        return plain_play(terms, card)
    if bid.otherwise == "ask":
        return Answer("ask")
    return plain_play(terms, forced_of(cards, bid)) if cards else Answer("stop")


def named_card(cards: list[Card], bid: Bid) -> Card | None:
    """The card with which the bid itself wants a duty to be paid, if it is still held."""
    return next((card for face in bid.forced if (card := meant(cards, face)) is not None), None)


def forced_of(cards: list[Card], bid: Bid) -> Card:
    """The lowest card of the suit; one that is to be kept only if there is no other."""
    free = [card for card in cards if all(card.face != face[:2] for face in bid.keep)]
    return min(free or cards, key=lambda card: (card.value, card.deck))


def duty_play(terms: Terms, bid: Bid, score: int) -> Answer:
    """A side that is bound: the card the bid names, at zero and below; else the lowest of the suit, else a Reserve."""
    able = may_play(terms)
    cards = [card for card in able if not card.is_reserve]
    if (card := named_card(cards, bid)) is not None:
        return plain_play(terms, card)
    if bid.otherwise == "ask":
        return Answer("ask")
    if cards:
        return plain_play(terms, forced_of(cards, bid))
    declared = least_reserve(terms, score)
    return Answer("play", able[0], declared, counted(terms, declared))


def raised(terms: Terms, reply: Answer, score: int) -> Answer:
    """A side that is bound declares a Reserve high enough to come above 0, or as high as it goes."""
    if reply.card is None or not reply.card.is_reserve or reply.declared >= (least := least_reserve(terms, score)):
        return reply
    return reply._replace(declared=least, counts=counted(terms, least))


def plain_play(terms: Terms, card: Card) -> Answer:
    """A card played as it stands; one that may count twice does so."""
    doubled = may_double(terms, card)
    return Answer("play", card, card.value, counted(terms, card.value, doubled), doubled=doubled)


def usable(terms: Terms, bid: Bid, play: Play, sight: Sight) -> Answer | None:
    """The play as it would be made now, or None if it cannot."""
    if not holds(play.when, sight) or (bid.most_cards is not None and sight.cards >= bid.most_cards):
        return None
    card = meant(terms.hand, play.card)
    if card is None or not is_playable(terms, card) or any(card.face == face[:2] for face in bid.keep):
        return None
    if not card.is_reserve:
        doubled = may_double(terms, card) and play.double is not False
        reply = Answer("play", card, card.value, counted(terms, card.value, doubled), doubled=doubled)
        return within_limit(bid, reply, sight)
    declared = play.value if play.value is not None else terms.reserve
    if play.to is not None:
        declared = play.to - sight.score - (counted(terms, 1) - 1)
    if not 1 <= declared <= terms.reserve:
        return None
    return within_limit(bid, Answer("play", card, declared, counted(terms, declared)), sight)


def within_limit(bid: Bid, reply: Answer, sight: Sight) -> Answer | None:
    """The play, unless it goes beyond the points the bid allows itself."""
    return None if bid.most_points is not None and sight.points + reply.counts > bid.most_points else reply
