"""Bids: what a side will play in a battle, read from a sheet and asked card by card (F7, D13-D16)."""

from typing import Any, NamedTuple

from pbem.core.diagnostics import LazyCodes, Where
from pbem.rulesets.friedrich.battle_fate import (
    ELEVEN_OF_SPADES,
    counted,
    is_barred,
    is_bound,
    is_silenced,
    least_reserve,
    may_double,
    may_play,
    most_of_reserve,
)
from pbem.rulesets.friedrich.board import PRUSSIA, name_of, suit_of
from pbem.rulesets.friedrich.cards import NOUNS, Card, by_suit, rank_of, take
from pbem.rulesets.friedrich.conditions import When, holds, sight
from pbem.rulesets.friedrich.orders import Face, Say, face_text
from pbem.rulesets.friedrich.state import NATION_NAMES, State

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")

ANY = -1  # own = "*", enemy = "*"


class Play(NamedTuple):
    """One card of a bid, with its condition; a Reserve at a value or to a score; the 11♠ doubled or not."""

    card: Face
    when: When = ()
    value: int | None = None
    to: int | None = None
    double: bool | None = None


class Bid(NamedTuple):
    """What a side will do in a battle (design of the bid: accept, plays, forced, otherwise)."""

    own: int
    enemy: int = ANY
    plays: tuple[Play, ...] = ()
    accept: int = 0
    keep: tuple[Face, ...] = ()
    forced: tuple[Face, ...] = ()
    otherwise: str = "ask"
    retreat: tuple[int, ...] = ()
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
    """D13: the default of a side that says nothing: stop if allowed, else the lowest card of the suit."""
    return Bid(own, otherwise="concede")


# answering


def answer(state: State, nation: int, city: int, bid: Bid, score: int, total: int, used: tuple[int, ...]) -> Answer:
    """What the bid says when the right to play comes at a score of its own side (F7.6, F7.8, D13)."""
    hand, suit = state.hands[nation], suit_of(city)
    if not hand or is_silenced(state, city):
        return Answer("stop")
    bound = is_bound(state, nation, suit)
    if score < 0 and min(-score, total) <= bid.accept and not bound:
        return Answer("stop")
    for number, play in enumerate(bid.plays):
        if number not in used and (found := usable(state, nation, suit, bid, play, score)):
            found = found._replace(number=number)
            return raised(state, nation, found, score) if bound else found
    if bound:
        return duty_play(state, nation, suit, bid, score)
    if score == 0:
        return answer_at_zero(state, nation, suit, bid)
    return Answer("ask" if bid.otherwise == "ask" else "stop")


def answer_at_zero(state: State, nation: int, suit: str, bid: Bid) -> Answer:
    """F7.8: at zero a card of the suit must be played if one is held.

    Whether the player is asked must not hang on the hand, or the question itself would tell that no card of the suit
    is held. So a side that wants to be asked is asked in either case, unless it named a forced card it still has.
    """
    of_suit = [card for card in may_play(state, state.hands[nation], suit) if not card.is_reserve]
    if (card := named_card(of_suit, bid)) is not None:
        return plain_play(state, nation, card)
    if bid.otherwise == "ask":
        return Answer("ask")
    return plain_play(state, nation, forced_of(of_suit, bid)) if of_suit else Answer("stop")


def named_card(of_suit: list[Card], bid: Bid) -> Card | None:
    """The card with which the bid itself wants a duty to be paid, if it is still held."""
    return next((card for face in bid.forced if (card := take(tuple(of_suit), face)) is not None), None)


def forced_of(of_suit: list[Card], bid: Bid) -> Card:
    """D13: the lowest card of the suit; one that is to be kept only if there is no other."""
    free = [card for card in of_suit if all(card.face != face[:2] for face in bid.keep)]
    return min(free or of_suit, key=rank_of)


def duty_play(state: State, nation: int, suit: str, bid: Bid, score: int) -> Answer:
    """C7, D13, D14: under 7♦ the card the bid names, at zero and below; else the lowest of the suit, else a Reserve."""
    cards = may_play(state, state.hands[nation], suit)
    of_suit = [card for card in cards if not card.is_reserve]
    if (card := named_card(of_suit, bid)) is not None:
        return plain_play(state, nation, card)
    if bid.otherwise == "ask":
        return Answer("ask")
    if of_suit:
        return plain_play(state, nation, forced_of(of_suit, bid))
    declared = least_reserve(state, score)
    return Answer("play", cards[0], declared, counted(state, nation, declared, False))


def raised(state: State, nation: int, reply: Answer, score: int) -> Answer:
    """C7d: under 7♦ a Reserve is declared high enough to reach +1, or as high as it goes."""
    if reply.card is None or not reply.card.is_reserve or reply.declared >= (least := least_reserve(state, score)):
        return reply
    return reply._replace(declared=least, counts=counted(state, nation, least, False))


def plain_play(state: State, nation: int, card: Card) -> Answer:
    """A card played as it stands; D15: the 11♠ is doubled the first time."""
    doubled = may_double(state, nation, card)
    return Answer("play", card, card.value, counted(state, nation, card.value, doubled), doubled=doubled)


def usable(state: State, nation: int, suit: str, bid: Bid, play: Play, score: int) -> Answer | None:
    """The play as it would be made now, or None if it cannot."""
    card = take(state.hands[nation], play.card)
    if card is None or card.suit not in (suit, "R") or any(card.face == face[:2] for face in bid.keep):
        return None
    if is_barred(state, card) or not may_come_up(state, nation, bid, play, score):
        return None
    if not card.is_reserve:
        doubled = may_double(state, nation, card) and play.double is not False
        reply = Answer("play", card, card.value, counted(state, nation, card.value, doubled), doubled=doubled)
        return within_limit(state, nation, bid, reply)
    most = most_of_reserve(state)
    declared = play.value if play.value is not None else most
    if play.to is not None:
        declared = play.to - score - (counted(state, nation, 1, False) - 1)
    if not 1 <= declared <= most:
        return None
    return within_limit(state, nation, bid, Answer("play", card, declared, counted(state, nation, declared, False)))


def may_come_up(state: State, nation: int, bid: Bid, play: Play, score: int) -> bool:
    """Whether the condition of a play holds and the limit leaves room for one more card."""
    if not play.when and bid.most_cards is None:
        return True
    seen = sight(state, nation, score)
    return (bid.most_cards is None or seen.cards < bid.most_cards) and holds(play.when, seen)


def within_limit(state: State, nation: int, bid: Bid, reply: Answer) -> Answer | None:
    """The play, unless it goes beyond the points the bid allows itself."""
    if bid.most_points is not None and sight(state, nation, 0).points + reply.counts > bid.most_points:
        return None
    return reply


# checking


def check_bid(state: State, nation: int, city: int, bid: Bid, where: Where, say: Say) -> None:
    """F7.6: cards that are held and may be played where the stack stands."""
    hand, suit = state.hands[nation], suit_of(city)
    if is_silenced(state, city) and bid.plays:
        say(fr.SUIT_SILENCED(where, city=name_of(city), suit=NOUNS[suit]))
    for number, play in enumerate(bid.plays):
        at = Where((*where.path, "plays", number))
        check_card(state, nation, city, play.card, at, say)
        if play.value is not None and most_of_reserve(state) < play.value <= 10:
            usable_cards = " ".join(map(str, sorted(may_play(state, hand, suit), key=by_suit)))
            say(fr.CARD_BARRED(at, card=f"a Reserve at {play.value}", cards=usable_cards))
        if any(play.card[:2] == face[:2] for face in bid.keep):
            say(fr.KEPT_AND_PLAYED(at, card=face_text(play.card)))
        check_double(state, nation, play, at, say)
    for number, face in enumerate(bid.forced):
        at = Where((*where.path, "forced", number))
        if any(face[:2] == kept[:2] for kept in bid.keep):
            say(fr.KEPT_AND_FORCED(at, card=face_text(face)))
        if face[1] == "R":
            cards = " ".join(str(card) for card in sorted(hand, key=by_suit) if card.suit == suit)
            say(fr.WRONG_SUIT(at, suit=NOUNS[suit], cards=cards, form="forced" if cards else "forced-none"))
        else:
            check_card(state, nation, city, face, at, say)
    for number, face in enumerate(bid.keep):
        if take(hand, face) is None:
            say(not_in_hand(state, nation, face, Where((*where.path, "keep", number))))


def check_double(state: State, nation: int, play: Play, at: Where, say: Say) -> None:
    """11♠, D15: what may be doubled."""
    able = play.card[:2] == ELEVEN_OF_SPADES and state.in_force == "11S" and nation == PRUSSIA
    if play.double and not able:
        say(fr.DOUBLE_ILLEGAL(at, card=face_text(play.card)))
    elif play.double and state.spent:
        say(fr.DOUBLE_ILLEGAL(at, card=face_text(play.card), hint="An 11S has been doubled in this turn already."))


def check_doubles(state: State, nation: int, bids: list[tuple[Bid, Where]], say: Say) -> None:
    """11♠, D15: a plain 11♠ is doubled like one of which that is said; but only one is, the first to be played."""
    if state.in_force != "11S" or nation != PRUSSIA or state.spent:
        return
    rows = [(play, where, ("plays", n)) for bid, where in bids for n, play in enumerate(bid.plays)]
    able = [row for row in rows if row[0].card[:2] == ELEVEN_OF_SPADES and row[0].double is not False]
    forced = [(Play(face), where, ("forced", n)) for bid, where in bids for n, face in enumerate(bid.forced)]
    able = able or [row for row in forced if row[0].card[:2] == ELEVEN_OF_SPADES][:1]
    for number, (play, where, place) in enumerate(able):
        at = Where((*where.path, *place))
        if number:
            say(fr.DOUBLED_TWICE(at, card=face_text(play.card)))
        elif play.double is None:
            say(fr.COUNTS_DOUBLE(at, card=face_text(play.card), form="first" if len(able) > 1 else ""))


def check_card(state: State, nation: int, city: int, face: Face, at: Where, say: Say) -> None:
    hand, suit = state.hands[nation], suit_of(city)
    if take(hand, face) is None:
        say(not_in_hand(state, nation, face, at))
    elif face[1] not in (suit, "R") or is_barred(state, Card(*face)):
        cards = " ".join(str(card) for card in sorted(may_play(state, hand, suit), key=by_suit))
        facts = {"card": face_text(face), "cards": cards, "form": "" if cards else "none"}
        if face[1] in (suit, "R"):
            say(fr.CARD_BARRED(at, **facts))
            return
        say(fr.WRONG_SUIT(at, city=name_of(city), suit=NOUNS[suit], **facts))


def not_in_hand(state: State, nation: int, face: Face, at: Where) -> Any:
    hand = " ".join(str(card) for card in sorted(state.hands[nation], key=by_suit))
    form = "" if hand else "empty"
    return fr.CARD_NOT_HELD(at, nation=NATION_NAMES[nation], card=face_text(face), hand=hand, form=form)


def check_promises(state: State, nation: int, bids: list[tuple[Bid, Where]], say: Say) -> None:
    """A card is promised at most as often as it is held, over all bids of a sheet.

    Inside one bid a card may stand several times under conditions: these are alternatives, not promises. A condition
    in another battle makes it a doubt: the battle that is fought first may take the card away.
    """
    check_doubles(state, nation, bids, say)
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
            held = sum(card.face == face for card in state.hands[nation])
            if 0 < held < counts[face]:
                place, card = Where((*where.path, "plays", number)), face_text(play.card)
                form = "once" if held == 1 else ""
                if face in doubtful:
                    say(fr.SHARED_CARD(place, card=card))
                else:
                    say(fr.PROMISED_TWICE(place, card=card, times=f"{held} times", form=form))
