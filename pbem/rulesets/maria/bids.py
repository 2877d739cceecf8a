"""What is wrong with a bid: cards that are not held, not of the suit, promised twice (M11.6, M8.8, D19)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core import Diagnostic, LazyCodes, Where
from pbem.rulesets.common import NOUNS, Card, Face, by_suit, face_text, meant
from pbem.rulesets.common.bids import Bid
from pbem.rulesets.common.terms import Terms, is_playable, may_play, most_counted
from pbem.rulesets.common.thinking import Outlook, beginnings
from pbem.rulesets.maria.board import name_of
from pbem.rulesets.maria.combat import Seat, sights_of, terms_of
from pbem.rulesets.maria.orders import Say
from pbem.rulesets.maria.powers import MOST, POWER_NAMES
from pbem.rulesets.maria.records import Battle
from pbem.rulesets.maria.relations import owner_of
from pbem.rulesets.maria.state import DECK, GENERALS, POWER_OF, State

ma = LazyCodes("pbem.rulesets.maria.diagnostics")


def check_bid(state: State, seat: Seat, bid: Bid, where: Where, say: Say) -> None:
    """M11.6, M11.11: cards that the commander's power holds and may play where the stack stands."""
    pair, side = seat
    city, power = pair[side], state.power_in(pair[side])
    terms = terms_of(state, pair, side)
    kept = {face[:2] for face in bid.keep}
    for number, play in enumerate(bid.plays):
        at = Where((*where.path, "plays", number))
        check_card(terms, power, city, play.card, at, say)
        if play.card[:2] in kept:
            say(ma.KEPT_AND_PLAYED(at, card=face_text(play.card)))
    for number, face in enumerate(bid.forced):
        at = Where((*where.path, "forced", number))
        if face[:2] in kept:
            say(ma.KEPT_AND_FORCED(at, card=face_text(face)))
        if face[1] == "R":
            cards = in_words(card for card in terms.hand if card.suit == terms.suit)
            say(ma.WRONG_SUIT(at, suit=NOUNS[terms.suit], cards=cards, form="forced" if cards else "forced-none"))
        else:
            check_card(terms, power, city, face, at, say)
    for number, face in enumerate(bid.keep):
        if meant(terms.hand, face) is None:
            say(not_in_hand(terms.hand, power, face, Where((*where.path, "keep", number))))


def in_words(cards: Iterable[Card]) -> str:
    """Cards as a hint names them."""
    return " ".join(str(card) for card in sorted(cards, key=by_suit))


def check_card(terms: Terms, power: int, city: int, face: Face, at: Where, say: Say) -> None:
    """M11.6: a card that is held, of the suit of the own city, or a Reserve."""
    if meant(terms.hand, face) is None:
        say(not_in_hand(terms.hand, power, face, at))
    elif not is_playable(terms, Card(*face)):
        cards = in_words(may_play(terms))
        facts = {"card": face_text(face), "cards": cards, "form": "" if cards else "none"}
        say(ma.WRONG_SUIT(at, city=name_of(city), suit=NOUNS[terms.suit], **facts))


def not_in_hand(cards: Iterable[Card], power: int, face: Face, at: Where) -> Diagnostic:
    hand = in_words(cards)
    form = "" if hand else "empty"
    return ma.CARD_NOT_HELD(at, power=POWER_NAMES[power], card=face_text(face), hand=hand, form=form)


def check_promises(state: State, power: int, bids: list[tuple[Bid, Where]], say: Say) -> None:
    """A card is promised at most as often as the power holds it, over all bids of a sheet for its battles.

    Inside one bid a card may stand several times under conditions: these are alternatives, not promises. A condition
    in another battle makes it a doubt: the battle that is fought first may take the card away.
    """
    held = [card.face for card in state.hands[power]]
    counts: dict[tuple[int, str], int] = {}
    doubtful: set[tuple[int, str]] = set()
    for bid, where in bids:
        named: set[tuple[int, str]] = set()
        for number, play in enumerate(bid.plays):
            face = play.card[:2]
            if face in named and (play.when or face in doubtful):
                continue
            named.add(face)
            doubtful |= {face} if play.when else set()
            counts[face] = counts.get(face, 0) + 1
            if 0 < held.count(face) < counts[face]:
                place, card, times = Where((*where.path, "plays", number)), face_text(play.card), held.count(face)
                if face in doubtful:
                    say(ma.SHARED_CARD(place, card=card))
                else:
                    say(ma.PROMISED_TWICE(place, card=card, times=f"{times} times", form="once" if times == 1 else ""))


# how the battles of a bid can begin, by what is public


def outlook_of(state: State, seat: Seat) -> Outlook:
    """A battle as one side foresees it: from the score it has, or from all scores it can begin with."""
    pair, side = seat
    terms, most = terms_of(state, pair, side), most_counted(terms_of(state, pair, 1 - side), DECK)
    battle = state.task
    if isinstance(battle, Battle) and battle.pair == pair:
        return Outlook(terms, ((sights_of(state, battle)[side], battle.holder == side),), most)
    role, enemy = owner_of(state, state.power_in(pair[side])), state.power_in(pair[1 - side])
    own, (low, high) = strengths(state, pair[side], role), strengths(state, pair[1 - side], role)
    begins = [
        begin
        for troops in range(own[0], own[1] + 1)
        for begin in beginnings(terms, troops, range(low, high + 1), len(state.hands[enemy]), active=side == 0)
    ]
    return Outlook(terms, tuple(begins), most)


def strengths(state: State, city: int, role: str) -> tuple[int, int]:
    """M6.8, M25: how weak and how strong a stack can be by what a role knows: the troops of its own generals, of others
    the sums of their powers and where they are."""
    low, high = 0, 0
    for power in {POWER_OF[p] for p in state.stack(city)}:
        there = [p for p in state.stack(city) if POWER_OF[p] == power]
        if owner_of(state, power) == role:
            low, high = low + state.strength(there), high + state.strength(there)
            continue
        others = sum(bool(state.troops[p]) if isinstance(state.troops[p], int) else True for p in GENERALS[power])
        others -= len(there)
        low += len(there)
        high += max(len(there), min(MOST * len(there), state.totals[power] - others))
    return low, high


def allies_in(state: State, city: int, role: str) -> list[int]:
    """M25: the generals of a stack whose troops a role is not told, as of an ally with another player."""
    return [p for p in state.stack(city) if owner_of(state, POWER_OF[p]) != role]
