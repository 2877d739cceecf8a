"""Standing bids: they answer for a player who is away, until they are withdrawn; and standing answers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.core import Diagnostic, LazyCodes, Record, Where, bare, listed
from pbem.rulesets.common import MARKS, NOUNS
from pbem.rulesets.common.bid_reader import Language, Say, bid_text, read_bid, shown
from pbem.rulesets.common.bids import ANY, Bid

KEYS = ("name", "nation", "suit", "against", "until", "attacking")
MOST = 40  # standing bids of one role
MOST_PLAYS = 500  # of all of them together: they are read with every step, as long as they stand
MOST_ANSWERS = 60
Answers = tuple[tuple[str, tuple[str, ...]], ...]  # by role


class Standing(NamedTuple):
    """A bid with what it is for: a general or all, a nation, a suit, an enemy; and how long it holds."""

    role: str
    name: str
    bid: Bid
    nation: int = ANY
    suit: str = ""
    against: int = ANY
    until: int = 0  # the last turn; 0: until it is withdrawn
    attacking: bool = False  # it answers when its owner attacks, too

    @property
    def narrowness(self) -> int:
        """How much of a battle it names: the narrower one answers."""
        named = (self.bid.own != ANY, self.bid.enemy != ANY, self.nation != ANY, self.against != ANY, bool(self.suit))
        return sum(named)


class Scope(Record):
    """What the standing bids of a title can name."""

    nations: Sequence[tuple[str, str]]  # by number: id and name
    last_turn: int


class Fight(NamedTuple):
    """One side of a battle, as a standing bid may be for it."""

    role: str
    own: tuple[int, ...]  # generals
    enemy: tuple[int, ...]
    nation: int
    against: int
    suit: str
    attacks: bool
    turn: int


# reading


def read_standings(
    body: Mapping[str, Any], role: str, language: Language, scope: Scope, say: Say
) -> list[tuple[Standing, Where]]:
    """The [[standing]] tables of a sheet."""
    tables = body.get("standing", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        example = "[[standing]]"
        say(language.codes.WRONG_TYPE(Where(("standing",)), key="standing", form="tables", example=example))
        return []
    found = []
    for number, table in enumerate(tables):
        where = Where(("standing", number))
        filled = {"name": f"standing-{number + 1}", "own": "*", **table}
        standing = read_standing(filled, where, role, language, scope, say)
        if standing is not None:
            found.append((standing, where))
    return found


def read_standing(
    table: Mapping[str, Any], where: Where, role: str, language: Language, scope: Scope, say: Say
) -> Standing | None:
    """One standing bid, or None after a complaint."""
    said: list[Diagnostic] = []
    codes = language.codes
    bid = read_bid(table, where, language, said.append, KEYS)
    name = text_of(codes, table, "name", where, said.append)
    own, against = (nation_of(codes, scope, table, key, where, said.append) for key in ("nation", "against"))
    suit = suit_named(codes, table, where, said.append)
    until, attacking = table.get("until", 0), table.get("attacking", False)
    if type(until) is not int or not 0 <= until <= scope.last_turn:
        facts = {"value": shown(until), "last": scope.last_turn, "form": "until"}
        said.append(codes.STANDING_SCOPE(at(where, "until"), key="until", **facts))
    if not isinstance(attacking, bool):
        example = "attacking = true"
        said.append(codes.WRONG_TYPE(at(where, "attacking"), key="attacking", form="flag", example=example))
    for diagnostic in said:
        say(diagnostic)
    if bid is None or any(d.is_error for d in said):
        return None
    return Standing(role, name, bid, own, suit, against, until, attacking)


def at(where: Where, key: str) -> Where:
    return Where((*where.path, key))


def text_of(codes: LazyCodes, table: Mapping[str, Any], key: str, where: Where, say: Say) -> str:
    value = table.get(key, "")
    if not isinstance(value, str) or not 0 < len(value.strip()) <= 40 or not value.isprintable():
        say(codes.STANDING_SCOPE(at(where, key), key=key, value=shown(value), form="name"))
        return ""
    return value.strip()


def nation_of(codes: LazyCodes, scope: Scope, table: Mapping[str, Any], key: str, where: Where, say: Say) -> int:
    """The nation a key names, ANY if it is left out."""
    value = table.get(key, "*")
    if value == "*":
        return ANY
    for number, names in enumerate(scope.nations):
        if isinstance(value, str) and bare(value).removeprefix("the") in [bare(n).removeprefix("the") for n in names]:
            return number
    choices = listed([id_ for id_, _ in scope.nations], "or")
    say(codes.STANDING_SCOPE(at(where, key), key=key, value=shown(value), choices=choices))
    return ANY


def suit_named(codes: LazyCodes, table: Mapping[str, Any], where: Where, say: Say) -> str:
    """The suit of the city where the own stack stands, empty for any."""
    value = table.get("suit", "")
    word = str(value).strip()
    spelt = (letter for letter, noun in NOUNS.items() if word.lower() in (letter.lower(), noun))
    letter = MARKS.get(word) or next(spelt, "")
    if word and not letter:
        say(codes.STANDING_SCOPE(at(where, "suit"), key="suit", value=shown(value), form="suit"))
    return letter


def names_withdrawn(codes: LazyCodes, body: Mapping[str, Any], kept: Mapping[str, Standing], say: Say) -> list[str]:
    """The names of the standing bids that ``withdraw`` means; ``*`` is all of them."""
    names = body.get("withdraw", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        example = 'withdraw = ["guard"]'
        say(codes.WRONG_TYPE(Where(("withdraw",)), key="withdraw", form="names", example=example))
        return []
    found: dict[str, None] = {}
    for number, name in enumerate(names):
        if name.strip() == "*":
            found |= dict.fromkeys(kept)
        elif name.strip() in kept:
            found[name.strip()] = None
        else:
            form = "" if kept else "none"
            say(codes.STANDING_UNKNOWN(Where(("withdraw", number)), name=name[:60], known=listed(kept), form=form))
    return list(found)


def standing_text(
    standing: Standing, scope: Scope, generals: Sequence[str], city_name: Callable[[int], str],
    shared: Collection[str] = (),
) -> str:  # fmt: skip
    """A standing bid in words, for the receipt and for its owner's report."""
    words = ", ".join(scope_words(standing, scope))
    return f"{standing.name} ({words}): {bid_text(standing.bid, generals, city_name, shared)}"


def scope_words(standing: Standing, scope: Scope) -> list[str]:
    """What a standing bid is for, but for its generals: the nation, the suit, the enemy, how long, and when."""
    words = [scope.nations[standing.nation][1]] if standing.nation != ANY else []
    words += [f"in {NOUNS[standing.suit]}"] if standing.suit else []
    words += [f"against {scope.nations[standing.against][1]}"] if standing.against != ANY else []
    words.append(f"until turn {standing.until}" if standing.until else "until withdrawn")
    return [*words, *(["also when attacking"] if standing.attacking else ())]


# answering


def standing_for(standings: Sequence[Standing], fight: Fight) -> Standing | None:
    """The standing bid that speaks of a side of a battle: the narrowest, of several the newest."""
    found = [standing for standing in standings if speaks_of(standing, fight)]
    return max(reversed(found), key=lambda standing: standing.narrowness, default=None)


def speaks_of(standing: Standing, fight: Fight) -> bool:
    """Whether a standing bid is for this side of a battle."""
    return (
        standing.role == fight.role
        and (standing.attacking or not fight.attacks)
        and standing.bid.own in (ANY, *fight.own)
        and standing.bid.enemy in (ANY, *fight.enemy)
        and standing.nation in (ANY, fight.nation)
        and standing.against in (ANY, fight.against)
        and standing.suit in ("", fight.suit)
        and not is_past(standing, fight.turn)
    )


def is_past(standing: Standing, turn: int) -> bool:
    """Whether the last turn of a standing bid is over."""
    return 0 < standing.until < turn


# standing answers


def read_answers(codes: LazyCodes, body: Mapping[str, Any], example: str, say: Say) -> tuple[str, ...] | None:
    """The lines of ``answers``, or None after a complaint."""
    lines = body["answers"]
    if not isinstance(lines, list) or len(lines) > MOST_ANSWERS or not all(isinstance(line, str) for line in lines):
        facts = {"form": "answers", "most": MOST_ANSWERS, "example": example}
        say(codes.WRONG_TYPE(Where(("answers",)), key="answers", **facts))
        return None
    return tuple(lines)


def with_answers(answers: Iterable[tuple[str, tuple[str, ...]]], role: str, lines: tuple[str, ...]) -> Answers:
    """The answers of all roles; the list a role sent last is the one that holds, an empty one withdraws them all."""
    others = tuple(pair for pair in answers if pair[0] != role)
    return (*others, (role, lines)) if lines else others
