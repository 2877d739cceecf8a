"""Reading bids from a sheet, and writing them in words for the receipt."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from json import dumps
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.core import Diagnostic, LazyCodes, Record, Where, listed
from pbem.core.sheets import at_key
from pbem.rulesets.common import Deck, Face, face_text
from pbem.rulesets.common.bids import ANY, Bid, Play
from pbem.rulesets.common.conditions import FACTS, When, is_possible, parse_when, when_text

if TYPE_CHECKING:  # loaded with the first wish for a retreat
    from pbem.rulesets.common.wishes import Place, Wish

KEYS = ("own", "enemy", "plays", "accept", "keep", "forced", "limit", "otherwise", "retreat")
PLAY_KEYS = ("card", "when", "value", "to")
LIMIT_KEYS = ("cards", "points")
EXAMPLES = {"cards": 3, "points": 20, "value": 5, "to": -1}
MOST_WISHES = 40  # of one list in a sheet; files of older games may have more
MOST_TESTS = 20  # comparisons of one condition in a sheet; the same
Say = Callable[[Diagnostic], None]


class Language(Record):
    """What a title brings along to read a bid; what cannot be read is complained about, and None."""

    codes: LazyCodes
    general: Callable[[str, str, Where, Say], int | None]  # the key, own or enemy, and the name
    card: Callable[[str, Where, Say], Face | None]
    city: Callable[[str, Where, Say], int | None]
    place: Callable[[str, Where, Say], Place | None]  # a city or a general, as a wish names them
    examples: Mapping[str, str]  # names for the hints of own, enemy and retreat
    deck: Deck
    most_troops: int  # of a stack
    play_keys: tuple[str, ...] = PLAY_KEYS  # with ``double``, where cards can be doubled
    most_wishes: int = MOST_WISHES

    def __hash__(self) -> int:
        return hash(self.city)  # what was read is kept by it; its examples have no hash


def read_bids(body: Any, language: Language, say: Say) -> list[tuple[Bid, Where]]:
    """The [[bid]] tables of a sheet."""
    tables = body.get("bid", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        say(language.codes.WRONG_TYPE(Where(("bid",)), key="bid", form="tables", example="[[bid]]"))
        return []
    bids = []
    for at, table in enumerate(tables):
        where = Where(("bid", at))
        bid = read_bid(table, where, language, say)
        if bid is not None:
            bids.append((bid, where))
    return bids


def read_list(table: Mapping[str, Any], key: str, where: Where, language: Language, say: Say) -> tuple[Wish, ...]:
    """The wishes under a key of any table, the sheet itself too."""
    return _Reading(table, where, language, language.codes, say).wishes(key)


def read_bid(
    table: Mapping[str, Any], where: Where, language: Language, say: Say, more: tuple[str, ...] = ()
) -> Bid | None:
    """One bid, or None after a complaint; ``more`` are keys that somebody else reads."""
    said: list[Diagnostic] = []
    reading = _Reading(table, where, language, language.codes, said.append)
    for key in table:
        if key not in (*KEYS, *more):
            keys = listed((*KEYS, *more))
            said.append(language.codes.UNKNOWN_BID_KEY(at_key(*where.path, key), key=key, keys=keys))
    own, enemy = reading.general("own", required=True), reading.general("enemy", required=False)
    bid = Bid(
        own, enemy, reading.plays(), reading.accept(), reading.faces("keep"), reading.faces("forced"),
        reading.otherwise(), reading.wishes("retreat"), *reading.limit(),
    )  # fmt: skip
    for diagnostic in said:
        say(diagnostic)
    return None if any(d.is_error for d in said) else bid


def shown_bare(text: str) -> str:
    """A text of the player's as it can stand in quotes again."""
    return " ".join(text.replace('"', " ").replace("\\", " ").split())[:40]


class _Reading(NamedTuple):
    table: Mapping[str, Any]
    where: Where
    language: Language
    codes: LazyCodes
    say: Say

    def at(self, *path: str | int) -> Where:
        return Where((*self.where.path, *path))

    def wrong(self, at: Where, key: str, form: str, example: str) -> None:
        self.say(self.codes.WRONG_TYPE(at, key=key, form=form, example=example))

    def general(self, key: str, required: bool) -> int:
        """The general named, or ANY for ``*`` and where the key may be left out."""
        name = self.table.get(key, None if required else "*")
        if not isinstance(name, str):
            self.wrong(self.at(key), key, "general", f'{key} = "{self.language.examples[key]}"')
            return ANY
        if name.strip() == "*":
            return ANY
        piece = self.language.general(key, name, self.at(key), self.say)
        return ANY if piece is None else piece

    def texts(self, key: str) -> list[tuple[str, Where]]:
        items = self.table.get(key, [])
        if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
            text = shown_bare(items) if isinstance(items, str) else ""
            example = text or self.language.examples.get(key, f"{self.language.deck.reserve}D")
            self.wrong(self.at(key), key, "", f'{key} = ["{example}"]')
            return []
        return [(item, self.at(key, number)) for number, item in enumerate(items)]

    def faces(self, key: str) -> tuple[Face, ...]:
        found = [self.language.card(text, at, self.say) for text, at in self.texts(key)]
        return tuple(face for face in found if face is not None)

    def wishes(self, key: str) -> tuple[Wish, ...]:
        """The wishes for a retreat, in order of liking."""
        if not (found := self.texts(key)):
            return ()
        from pbem.rulesets.common.wishes import read_wishes  # not for verify

        return read_wishes(found, self.at(key), self.language, self.say)

    def accept(self) -> int:
        accept = self.table.get("accept", 0)
        if not isinstance(accept, int) or isinstance(accept, bool):
            self.wrong(self.at("accept"), "accept", "troops", "accept = 2")
            return 0
        most = self.language.most_troops
        if not 0 <= accept <= most:
            facts = {"low": 0, "high": most, "form": "troops"}
            self.say(self.codes.BID_VALUE(self.at("accept"), key="accept", value=accept, **facts))
        return accept

    def limit(self) -> tuple[int | None, int | None]:
        """``{ cards = 3, points = 20 }``: how much is spent without asking."""
        table = self.table.get("limit", {})
        if not isinstance(table, dict):
            self.wrong(self.at("limit"), "limit", "table", "limit = { cards = 3, points = 20 }")
            return None, None
        for key in table:
            if key not in LIMIT_KEYS:
                at = at_key(*self.where.path, "limit", key)
                self.say(self.codes.UNKNOWN_BID_KEY(at, key=key, keys=listed(LIMIT_KEYS), form="limit"))
        cards, points = (self.number(table, key, self.at("limit")) for key in LIMIT_KEYS)
        for key, number in zip(LIMIT_KEYS, (cards, points), strict=True):
            if number is not None and not 0 <= number <= 500:
                at = self.at("limit", key)
                self.say(self.codes.BID_VALUE(at, key=f"limit.{key}", value=number, low=0, high=500))
        return cards, points

    def otherwise(self) -> str:
        text = self.table.get("otherwise", "ask")
        if text not in ("ask", "concede"):
            at = self.at("otherwise")
            self.say(self.codes.BID_VALUE(at, key="otherwise", value=shown(text), form="otherwise"))
            return "ask"
        return str(text)

    def plays(self) -> tuple[Play, ...]:
        items = self.table.get("plays", [])
        if not isinstance(items, list):
            text = shown_bare(items) if isinstance(items, str) else ""
            self.wrong(self.at("plays"), "plays", "cards", f'plays = ["{text}"]' if text else 'plays = ["10D", "7D"]')
            return ()
        found = [self.play(item, self.at("plays", number)) for number, item in enumerate(items)]
        return tuple(play for play in found if play is not None)

    def play(self, item: Any, at: Where) -> Play | None:
        table = {"card": item} if isinstance(item, str) else item
        if not isinstance(table, dict) or not isinstance(table.get("card"), str):
            self.wrong(at, "a play", "play", '{ card = "9D", when = "score <= -5" }')
            return None
        inner = at if isinstance(item, str) else Where((*at.path, "card"))
        face = self.language.card(table["card"], inner, self.say)
        for key in table:
            if key not in self.language.play_keys:
                keys = listed(self.language.play_keys)
                self.say(self.codes.UNKNOWN_BID_KEY(at_key(*at.path, key), key=key, keys=keys, form="play"))
        when = self.condition(table.get("when", ""), Where((*at.path, "when")))
        value, to = (self.number(table, key, at) for key in ("value", "to"))
        double = table.get("double")
        if double is not None and not isinstance(double, bool):
            self.wrong(Where((*at.path, "double")), "double", "flag", "double = true")
        if face is None or when is None:
            return None
        self.check_value(face, value, to, at)
        return Play(face, when, value, to, double if isinstance(double, bool) else None)

    def number(self, table: Mapping[str, Any], key: str, at: Where) -> int | None:
        number = table.get(key)
        if number is None or (isinstance(number, int) and not isinstance(number, bool)):
            return number
        self.wrong(Where((*at.path, key)), key, "number", f"{key} = {EXAMPLES[key]}")
        return None

    def check_value(self, face: Face, value: int | None, to: int | None, at: Where) -> None:
        """A Reserve alone is declared, with a whole value from 1 to the highest or to a score."""
        for key, number in (("value", value), ("to", to)):
            if number is not None and face[1] != "R":
                where = Where((*at.path, key))
                self.say(self.codes.RESERVE_VALUE(where, key=key, card=face_text(face), number=number))
        most = self.language.deck.reserve
        if value is not None and not 1 <= value <= most:
            self.say(self.codes.BID_VALUE(Where((*at.path, "value")), key="value", value=value, low=1, high=most))
        if to is not None and not -99 <= to <= 99:
            facts = {"low": -99, "high": 99, "form": "score"}
            self.say(self.codes.BID_VALUE(Where((*at.path, "to")), key="to", value=to, **facts))
        if value is not None and to is not None:
            self.say(self.codes.BID_VALUE(Where((*at.path, "to")), key="to", value=to, form="both"))

    def condition(self, text: Any, at: Where) -> When | None:
        if text == "":
            return ()
        when = parse_when(text, self.language.deck) if isinstance(text, str) else None
        if when is None:
            facts = listed((*FACTS, "enemy_played CARD"), "or")
            self.say(self.codes.CONDITION_UNREADABLE(at, text=shown_bare(str(text)), facts=facts))
        elif (number := sum(map(len, when))) > MOST_TESTS:
            self.say(self.codes.CONDITION_UNREADABLE(at, number=number, most=MOST_TESTS, form="long"))
        elif not is_possible(when):
            self.say(self.codes.CONDITION_IMPOSSIBLE(at, text=text))
        return when


def shown(value: Any) -> str:
    """A value as the sheet has it, kept to a length that fits into a sentence."""
    text = dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:59]}…"


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


def bid_text(bid: Bid, generals: Sequence[str], city_name: Callable[[int], str], shared: Collection[str] = ()) -> str:
    """A bid in words, for the receipt; ``shared`` are the bare names of a city and a general."""
    own = "any stack" if bid.own == ANY else generals[bid.own]
    enemy = "any enemy" if bid.enemy == ANY else generals[bid.enemy]
    parts = [f"{own} against {enemy}: {', '.join(map(play_text, bid.plays)) or 'no card'}"]
    if bid.accept:
        parts.append(f"accept a loss of {bid.accept}")
    if bid.keep:
        parts.append(f"keep {' '.join(map(face_text, bid.keep))}")
    if bid.forced:
        parts.append(f"if forced {' '.join(map(face_text, bid.forced))}")
    limits = ((bid.most_cards, "card"), (bid.most_points, "point"))
    if spent := [f"{number} {word}{'s' * (number != 1)}" for number, word in limits if number is not None]:
        parts.append(f"at most {listed(spent)}")
    parts.append(f"otherwise {bid.otherwise}")
    if bid.retreat:
        from pbem.rulesets.common.wishes import Namer, retreat_text  # not for verify

        parts.append(retreat_text(bid.retreat, Namer(generals.__getitem__, city_name, shared)))
    return "; ".join(parts)
