"""What is wrong with a bid: cards that are not held, not of the suit, promised twice (F7, D13-D15)."""

from collections.abc import Iterable, Iterator

from pbem.core import Diagnostic, LazyCodes, Where
from pbem.rulesets.common import Face, face_text, meant
from pbem.rulesets.common.bids import Bid, Play
from pbem.rulesets.common.terms import Terms, is_playable, may_play
from pbem.rulesets.friedrich.battle_fate import doubled_by, is_silenced, terms_of
from pbem.rulesets.friedrich.board import name_of
from pbem.rulesets.friedrich.cards import NOUNS, Card, by_suit
from pbem.rulesets.friedrich.combat import Seat
from pbem.rulesets.friedrich.orders import Say
from pbem.rulesets.friedrich.state import DECK, NATION_NAMES, State

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")


def check_bid(state: State, nation: int, seat: Seat, bid: Bid, where: Where, say: Say) -> None:
    """F7.6: cards that are held and may be played where the stack stands."""
    pair, side = seat
    city, hand = pair[side], state.hands[nation]
    terms = terms_of(state, pair, side)._replace(hand=hand)
    kept = {face[:2] for face in bid.keep}
    if is_silenced(state, city) and bid.plays:
        say(fr.SUIT_SILENCED(where, city=name_of(city), suit=NOUNS[terms.suit]))
    for number, play in enumerate(bid.plays):
        at = Where((*where.path, "plays", number))
        check_card(terms, nation, city, play.card, at, say)
        if play.value is not None and terms.reserve < play.value <= DECK.reserve:
            say(fr.CARD_BARRED(at, card=f"a Reserve at {play.value}", cards=in_words(may_play(terms))))
        if play.card[:2] in kept:
            say(fr.KEPT_AND_PLAYED(at, card=face_text(play.card)))
        check_double(state, nation, play, at, say)
    for number, face in enumerate(bid.forced):
        at = Where((*where.path, "forced", number))
        if face[:2] in kept:
            say(fr.KEPT_AND_FORCED(at, card=face_text(face)))
        if face[1] == "R":
            cards = in_words(card for card in hand if card.suit == terms.suit)
            say(fr.WRONG_SUIT(at, suit=NOUNS[terms.suit], cards=cards, form="forced" if cards else "forced-none"))
        else:
            check_card(terms, nation, city, face, at, say)
    for number, face in enumerate(bid.keep):
        if meant(hand, face) is None:
            say(not_in_hand(hand, nation, face, Where((*where.path, "keep", number))))


def in_words(cards: Iterable[Card]) -> str:
    """Cards as a hint names them."""
    return " ".join(str(card) for card in sorted(cards, key=by_suit))


def check_double(state: State, nation: int, play: Play, at: Where, say: Say) -> None:
    """11♠, D15: what may be doubled."""
    if play.double and play.card[:2] != doubled_by(state, nation):
        say(fr.DOUBLE_ILLEGAL(at, card=face_text(play.card)))
    elif play.double and state.spent:
        say(fr.DOUBLE_ILLEGAL(at, card=face_text(play.card), hint="An 11S has been doubled in this turn already."))


def check_doubles(state: State, nation: int, bids: list[tuple[Bid, Where]], say: Say) -> None:
    """11♠, D15: a plain 11♠ is doubled like one of which that is said; but only one is, the first to be played."""
    doubled = doubled_by(state, nation)
    if doubled is None or state.spent:
        return
    rows = [(play, where, ("plays", n)) for bid, where in bids for n, play in enumerate(bid.plays)]
    able = [row for row in rows if row[0].card[:2] == doubled and row[0].double is not False]
    forced = [(Play(face), where, ("forced", n)) for bid, where in bids for n, face in enumerate(bid.forced)]
    able = able or [row for row in forced if row[0].card[:2] == doubled][:1]
    for number, (play, where, place) in enumerate(able):
        at = Where((*where.path, *place))
        if number:
            say(fr.DOUBLED_TWICE(at, card=face_text(play.card)))
        elif play.double is None:
            say(fr.COUNTS_DOUBLE(at, card=face_text(play.card), form="first" if len(able) > 1 else ""))


def check_card(terms: Terms, nation: int, city: int, face: Face, at: Where, say: Say) -> None:
    if meant(terms.hand, face) is None:
        say(not_in_hand(terms.hand, nation, face, at))
    elif not is_playable(terms, Card(*face)):
        cards = in_words(may_play(terms))
        facts = {"card": face_text(face), "cards": cards, "form": "" if cards else "none"}
        if face[1] == terms.suit:
            say(fr.CARD_BARRED(at, **facts))
            return
        say(fr.WRONG_SUIT(at, city=name_of(city), suit=NOUNS[terms.suit], **facts))


def not_in_hand(cards: Iterable[Card], nation: int, face: Face, at: Where) -> Diagnostic:
    hand = in_words(cards)
    form = "" if hand else "empty"
    return fr.CARD_NOT_HELD(at, nation=NATION_NAMES[nation], card=face_text(face), hand=hand, form=form)


def check_promises(
    state: State, nation: int, bids: list[tuple[Bid, Where]], say: Say, beside: Iterable[Bid] = ()
) -> None:
    """A card is promised at most as often as it is held, over all bids of a sheet and those that answer beside it.

    Inside one bid a card may stand several times under conditions: these are alternatives, not promises. A condition
    in another battle makes it a doubt: the battle that is fought first may take the card away. Of the bids beside the
    sheet nothing is said: they were given before.
    """
    check_doubles(state, nation, bids, say)
    held = [card.face for card in state.hands[nation]]
    counts: dict[tuple[int, str], int] = {}
    doubtful: set[tuple[int, str]] = set()
    for bid in beside:
        for _ in promises(bid, counts, doubtful):
            pass
    before = dict(counts)
    for bid, where in bids:
        for number, play in promises(bid, counts, doubtful):
            face, number_held = play.card[:2], held.count(play.card[:2])
            if 0 < number_held < counts[face]:
                place, card = Where((*where.path, "plays", number)), face_text(play.card)
                form = "beside" if face in before else "once" if number_held == 1 else ""
                if face in doubtful:
                    say(fr.SHARED_CARD(place, card=card))
                else:
                    say(fr.PROMISED_TWICE(place, card=card, times=f"{number_held} times", form=form))


def promises(
    bid: Bid, counts: dict[tuple[int, str], int], doubtful: set[tuple[int, str]]
) -> Iterator[tuple[int, Play]]:
    """The plays of a bid that promise a card, each counted before it is looked at."""
    named: set[tuple[int, str]] = set()
    for number, play in enumerate(bid.plays):
        face = play.card[:2]
        if face in named and (play.when or face in doubtful):
            continue
        named.add(face)
        doubtful |= {face} if play.when else set()
        counts[face] = counts.get(face, 0) + 1
        yield number, play
