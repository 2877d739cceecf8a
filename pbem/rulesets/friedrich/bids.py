"""Bids: what a side will play in a battle, read from a sheet and asked card by card (F7, D13-D16)."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pbem.core.diagnostics import LazyCodes, Where
from pbem.core.names import listed
from pbem.rulesets.friedrich.board import FRANCE, PRUSSIA, name_of, suit_of
from pbem.rulesets.friedrich.cards import NOUNS, Card, by_suit, rank_of, take
from pbem.rulesets.friedrich.orders import Face, Reader, Say, face_text
from pbem.rulesets.friedrich.state import NATION_NAMES, PIECE_NAMES, State

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")

ANY = -1  # enemy = "*"
KEYS = ("own", "enemy", "plays", "accept", "keep", "forced", "otherwise", "retreat")
PLAY_KEYS = ("card", "when", "value", "to", "double")
ELEVEN_OF_SPADES = (11, "S")
_CONDITION = r"\s*(score)\s*(<=|>=|==|!=|<|>|=)\s*([+-]?\d{1,6})\s*"
_COMPARE = {
    "<": int.__lt__, "<=": int.__le__, "==": int.__eq__, "!=": int.__ne__, ">=": int.__ge__, ">": int.__gt__
}  # fmt: skip


class Condition(NamedTuple):
    """``score <= -5``: what must hold when the right to play comes."""

    fact: str
    sign: str
    number: int

    def __str__(self) -> str:
        return f"{self.fact} {self.sign} {self.number}"

    def holds(self, seen: Mapping[str, int]) -> bool:
        return bool(_COMPARE[self.sign](seen[self.fact], self.number))


class Play(NamedTuple):
    """One card of a bid, with its condition; a Reserve at a value or to a score; the 11♠ doubled or not."""

    card: Face
    when: tuple[Condition, ...] = ()
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


# reading


def read_bids(body: Any, nation: int, say: Say) -> list[tuple[Bid, Where]]:
    """The [[bid]] tables of a sheet."""
    tables = body.get("bid", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        say(fr.WRONG_TYPE(Where(("bid",)), key="bid", expected="a list of tables", example="[[bid]]"))
        return []
    bids = []
    for at, table in enumerate(tables):
        where = Where(("bid", at))
        bid = read_bid(table, where, nation, say)
        if bid is not None:
            bids.append((bid, where))
    return bids


def read_bid(table: Mapping[str, Any], where: Where, nation: int, say: Say) -> Bid | None:
    """One bid, or None after a complaint."""
    said: list[Any] = []
    reading = _Reading(table, where, nation, said.append)
    for key in table:
        if key not in KEYS:
            said.append(fr.UNKNOWN_BID_KEY(reading.at(key), key=key, keys=listed(KEYS)))
    own = reading.general("own")
    enemy = ANY if str(table.get("enemy", "*")).strip() == "*" else reading.general("enemy")
    bid = Bid(
        own if own is not None else ANY, enemy if enemy is not None else ANY, reading.plays(), reading.accept(),
        reading.faces("keep"), reading.faces("forced"), reading.otherwise(), reading.cities("retreat"),
    )  # fmt: skip
    for diagnostic in said:
        say(diagnostic)
    return None if any(d.is_error for d in said) else bid


class _Reading(NamedTuple):
    table: Mapping[str, Any]
    where: Where
    nation: int
    say: Say

    def at(self, *path: str | int) -> Where:
        return Where((*self.where.path, *path))

    def wrong(self, at: Where, key: str, expected: str, example: str) -> None:
        self.say(fr.WRONG_TYPE(at, key=key, expected=expected, example=example))

    def general(self, key: str) -> int | None:
        name = self.table.get(key)
        if not isinstance(name, str):
            self.wrong(self.at(key), key, "the name of a general", f'{key} = "Heinrich"')
            return None
        return Reader(name, self.at(key), self.nation, self.say).piece(0, len(name))

    def texts(self, key: str) -> list[tuple[str, Where]]:
        items = self.table.get(key, [])
        if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
            self.wrong(self.at(key), key, "a list of texts", f'{key} = ["..."]')
            return []
        return [(item, self.at(key, number)) for number, item in enumerate(items)]

    def faces(self, key: str) -> tuple[Face, ...]:
        found = [Reader(text, at, self.nation, self.say).card(0, len(text)) for text, at in self.texts(key)]
        return tuple(face for face in found if face is not None)

    def cities(self, key: str) -> tuple[int, ...]:
        found = [Reader(text, at, self.nation, self.say).city(0, len(text)) for text, at in self.texts(key)]
        return tuple(city for city in found if city is not None)

    def accept(self) -> int:
        accept = self.table.get("accept", 0)
        if not isinstance(accept, int) or isinstance(accept, bool):
            self.wrong(self.at("accept"), "accept", "a number of troops", "accept = 2")
            return 0
        if not 0 <= accept <= 24:
            self.say(fr.BID_VALUE(self.at("accept"), key="accept", value=accept, expected="0 to 24 troops"))
        return accept

    def otherwise(self) -> str:
        text = self.table.get("otherwise", "ask")
        if text not in ("ask", "concede"):
            expected = '"ask" or "concede"'
            self.say(fr.BID_VALUE(self.at("otherwise"), key="otherwise", value=repr(text), expected=expected))
            return "ask"
        return str(text)

    def plays(self) -> tuple[Play, ...]:
        items = self.table.get("plays", [])
        if not isinstance(items, list):
            self.wrong(self.at("plays"), "plays", "a list of cards", 'plays = ["10D", "7D"]')
            return ()
        found = [self.play(item, self.at("plays", number)) for number, item in enumerate(items)]
        return tuple(play for play in found if play is not None)

    def play(self, item: Any, at: Where) -> Play | None:
        table = {"card": item} if isinstance(item, str) else item
        if not isinstance(table, dict) or not isinstance(table.get("card"), str):
            self.wrong(at, "a play", "a card or a table with a card", '{ card = "9D", when = "score <= -5" }')
            return None
        inner = at if isinstance(item, str) else Where((*at.path, "card"))
        face = Reader(table["card"], inner, self.nation, self.say).card(0, len(table["card"]))
        for key in table:
            if key not in PLAY_KEYS:
                keys = listed(PLAY_KEYS)
                self.say(fr.UNKNOWN_BID_KEY(Where((*at.path, key)), key=key, keys=keys, hint=f"A play has {keys}."))
        when = self.condition(table.get("when", ""), Where((*at.path, "when")))
        value, to = (self.number(table, key, at) for key in ("value", "to"))
        double = table.get("double")
        if double is not None and not isinstance(double, bool):
            self.wrong(Where((*at.path, "double")), "double", "true or false", "double = true")
        if face is None or when is None:
            return None
        self.check_value(face, value, to, at)
        return Play(face, when, value, to, double if isinstance(double, bool) else None)

    def number(self, table: Mapping[str, Any], key: str, at: Where) -> int | None:
        number = table.get(key)
        if number is None or (isinstance(number, int) and not isinstance(number, bool)):
            return number
        self.wrong(Where((*at.path, key)), key, "a whole number", f"{key} = -1")
        return None

    def check_value(self, face: Face, value: int | None, to: int | None, at: Where) -> None:
        """F7.7: a Reserve is declared with a whole value from 1 to 10."""
        for key, number in (("value", value), ("to", to)):
            if number is not None and face[1] != "R":
                self.say(fr.RESERVE_VALUE(Where((*at.path, key)), key=key, card=face_text(face)))
        if value is not None and not 1 <= value <= 10:
            self.say(fr.BID_VALUE(Where((*at.path, "value")), key="value", value=value, expected="1 to 10"))
        if to is not None and not -99 <= to <= 99:
            self.say(fr.BID_VALUE(Where((*at.path, "to")), key="to", value=to, expected="a score from -99 to 99"))
        if value is not None and to is not None:
            expected = "left out where value is given"
            self.say(fr.BID_VALUE(Where((*at.path, "to")), key="to", value=to, expected=expected))

    def condition(self, text: Any, at: Where) -> tuple[Condition, ...] | None:
        if text == "":
            return ()
        conditions = parse_when(text) if isinstance(text, str) else None
        if conditions is None:
            self.say(fr.CONDITION_UNREADABLE(at, text=text))
        return conditions


def parse_when(text: str) -> tuple[Condition, ...] | None:
    """``score <= -5 and score > -9``; None if it cannot be read."""
    found = [re.fullmatch(_CONDITION, part) for part in re.split(r"\band\b", text)]
    if not all(found):
        return None
    return tuple(Condition(m[1], "==" if m[2] == "=" else m[2], int(m[3])) for m in found if m)


def when_text(conditions: tuple[Condition, ...]) -> str:
    """The condition as it is written."""
    return " and ".join(str(condition) for condition in conditions)


def play_text(play: Play) -> str:
    """A play in words, for the receipt."""
    text = face_text(play.card)
    if play.value is not None:
        text += f" at {play.value}"
    if play.to is not None:
        text += f" to {play.to:+d}"
    if play.double:
        text += " doubled"
    return f"{text} when {when_text(play.when)}" if play.when else text


def bid_text(bid: Bid) -> str:
    """A bid in words, for the receipt."""
    enemy = "any enemy" if bid.enemy == ANY else PIECE_NAMES[bid.enemy]
    parts = [f"{PIECE_NAMES[bid.own]} against {enemy}: {', '.join(map(play_text, bid.plays)) or 'no card'}"]
    if bid.accept:
        parts.append(f"accept a loss of {bid.accept}")
    if bid.keep:
        parts.append(f"keep {' '.join(map(face_text, bid.keep))}")
    if bid.forced:
        parts.append(f"if forced {' '.join(map(face_text, bid.forced))}")
    parts.append(f"otherwise {bid.otherwise}")
    if bid.retreat:
        parts.append(f"retreat to {listed(map(name_of, bid.retreat), 'or')}")
    return "; ".join(parts)


# answering


def playable(hand: tuple[Card, ...], suit: str) -> list[Card]:
    """F7.6: the cards of the suit and the Reserves."""
    return [card for card in hand if card.suit in (suit, "R")]


def counted(state: State, nation: int, card: Card, declared: int, doubled: bool) -> int:
    """What a card counts in combat under the card of fate in force (4♠, 11♠)."""
    if doubled:
        return 2 * declared
    if state.in_force == "4S" and not state.spent and nation == FRANCE:
        return declared + 1
    return declared


def may_double(state: State, nation: int, card: Card) -> bool:
    """11♠: Prussia may once play the 11♠ at double value."""
    return state.in_force == "11S" and not state.spent and nation == PRUSSIA and card.face == ELEVEN_OF_SPADES


def answer(state: State, nation: int, city: int, bid: Bid, score: int, total: int, used: tuple[int, ...]) -> Answer:
    """What the bid says when the right to play comes at a score of its own side (F7.6, F7.8, D13)."""
    hand, suit = state.hands[nation], suit_of(city)
    if not hand:
        return Answer("stop")
    if score < 0 and min(-score, total) <= bid.accept:
        return Answer("stop")
    for number, play in enumerate(bid.plays):
        if number not in used and (found := usable(state, nation, suit, bid, play, score)):
            return found._replace(number=number)
    if score == 0:
        return answer_at_zero(state, nation, suit, bid)
    return Answer("ask" if bid.otherwise == "ask" else "stop")


def answer_at_zero(state: State, nation: int, suit: str, bid: Bid) -> Answer:
    """F7.8: at zero a card of the suit must be played if one is held.

    Whether the player is asked must not hang on the hand, or the question itself would tell that no card of the suit
    is held. So a side that wants to be asked is asked in either case, unless it named a forced card it still has.
    """
    hand = state.hands[nation]
    for face in bid.forced:
        card = take(hand, face)
        if card is not None and card.suit == suit:
            return plain_play(state, nation, card)
    if bid.otherwise == "ask":
        return Answer("ask")
    of_suit = [card for card in hand if card.suit == suit]
    return plain_play(state, nation, min(of_suit, key=rank_of)) if of_suit else Answer("stop")


def plain_play(state: State, nation: int, card: Card) -> Answer:
    """A card played as it stands; D15: the 11♠ is doubled the first time."""
    doubled = may_double(state, nation, card)
    return Answer("play", card, card.value, counted(state, nation, card, card.value, doubled), doubled=doubled)


def usable(state: State, nation: int, suit: str, bid: Bid, play: Play, score: int) -> Answer | None:
    """The play as it would be made now, or None if it cannot."""
    card = take(state.hands[nation], play.card)
    if card is None or card.suit not in (suit, "R") or any(card.face == face[:2] for face in bid.keep):
        return None
    if not all(condition.holds({"score": score}) for condition in play.when):
        return None
    if not card.is_reserve:
        doubled = may_double(state, nation, card) and play.double is not False
        return Answer("play", card, card.value, counted(state, nation, card, card.value, doubled), doubled=doubled)
    bonus = counted(state, nation, card, 0, False)
    declared = play.value if play.value is not None else 10
    if play.to is not None:
        declared = play.to - score - bonus
    return Answer("play", card, declared, declared + bonus) if 1 <= declared <= 10 else None


# checking


def check_bid(state: State, nation: int, city: int, bid: Bid, where: Where, say: Say) -> None:
    """F7.6: cards that are held and may be played where the stack stands."""
    hand, suit = state.hands[nation], suit_of(city)
    for number, play in enumerate(bid.plays):
        at = Where((*where.path, "plays", number))
        check_card(state, nation, city, play.card, at, say)
        if any(play.card[:2] == face[:2] for face in bid.keep):
            say(fr.KEPT_AND_PLAYED(at, card=face_text(play.card)))
        if play.double and not (play.card[:2] == ELEVEN_OF_SPADES and state.in_force == "11S" and nation == PRUSSIA):
            say(fr.DOUBLE_ILLEGAL(at, card=face_text(play.card)))
    for number, face in enumerate(bid.forced):
        at = Where((*where.path, "forced", number))
        if face[1] == "R":
            cards = " ".join(str(card) for card in sorted(hand, key=by_suit) if card.suit == suit) or "no card"
            hint = f"Only a card of the suit can be forced: {cards}. A Reserve goes into plays."
            say(fr.WRONG_SUIT(at, card="R", city=name_of(city), suit=NOUNS[suit], hint=hint))
        else:
            check_card(state, nation, city, face, at, say)
    for number, face in enumerate(bid.keep):
        if take(hand, face) is None:
            say(not_in_hand(state, nation, face, Where((*where.path, "keep", number))))


def check_card(state: State, nation: int, city: int, face: Face, at: Where, say: Say) -> None:
    hand, suit = state.hands[nation], suit_of(city)
    if take(hand, face) is None:
        say(not_in_hand(state, nation, face, at))
    elif face[1] not in (suit, "R"):
        cards = " ".join(str(card) for card in sorted(playable(hand, suit), key=by_suit)) or "no card you hold"
        say(fr.WRONG_SUIT(at, card=face_text(face), city=name_of(city), suit=NOUNS[suit], cards=cards))


def not_in_hand(state: State, nation: int, face: Face, at: Where) -> Any:
    hand = " ".join(str(card) for card in sorted(state.hands[nation], key=by_suit)) or "empty"
    return fr.CARD_NOT_HELD(at, nation=NATION_NAMES[nation], card=face_text(face), hand=hand)


def check_promises(state: State, nation: int, bids: list[tuple[Bid, Where]], say: Say) -> None:
    """A card is promised at most as often as it is held, over all bids of a sheet.

    Inside one bid a card may stand several times under conditions: these are alternatives, not promises.
    """
    counts: dict[tuple[int, str], int] = {}
    for bid, where in bids:
        named: set[tuple[int, str]] = set()
        for number, play in enumerate(bid.plays):
            face = play.card[:2]
            if play.when and face in named:
                continue
            named.add(face)
            counts[face] = counts.get(face, 0) + 1
            held = sum(card.face == face for card in state.hands[nation])
            if 0 < held < counts[face]:
                times = "once" if held == 1 else f"{held} times"
                say(fr.PROMISED_TWICE(Where((*where.path, "plays", number)), card=face_text(play.card), times=times))
