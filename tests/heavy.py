"""Sheets made to stall the desk, each within what is read at all: for the tests and the benchmark of bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from battle_game import begin
from heavy_positions import (
    ENEMIES,
    FOES,
    HANOVER,
    OWN,
    PAIRS,
    ROLES,
    SWEDEN,
    beside,
    everywhere,
    full_hands,
    small_hands,
    three_players,
)

from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.new import Plan, new

Pairs = Sequence[tuple[str, str]]


class Heavy(NamedTuple):
    """Where a sheet is checked and what it says below its heading; a legal one is taken, whatever it costs.

    Places are a "move", a "battle", moves that end in "battles" everywhere, and the order of these battles: with "full"
    hands, with "small" ones, and among "three" players.
    """

    place: str
    body: Callable[[], str]
    legal: bool = False
    role: str = "frederick"


def begun(top: Path) -> dict[str, str]:
    """The games in which these sheets are checked, by place."""
    new(Plan(str(top / "move"), "friedrich", seed="a"))
    adjudicate(str(top / "move"), ["all"])
    (top / "battles").mkdir()
    made = {place: begin(top / "battles", place, position()) for place, position in POSITIONS.items()}
    return {"move": str(top / "move"), "battle": begin(top / "battles"), **made}


POSITIONS = {"battles": everywhere, "full": full_hands, "small": small_hands, "three": three_players}


def for_all(play: str, plays: int, more: str = "", pairs: Pairs = PAIRS) -> str:
    """A bid for every battle, with the same play again and again; # in it is its number."""
    many = ",\n".join(play.replace("#", str(number)) for number in range(1, plays + 1))
    return "".join(f'[[bid]]\nown = "{a}"\nenemy = "{b}"\nplays = [{many}]\n{more}' for a, b in pairs)


def for_role(role: str) -> str:
    """The bids of one role for all battles of a stage: long, without a fault, and with wishes for each retreat."""
    nation = ROLES[role]
    pairs = PAIRS if role == "frederick" else [(b, a) for a, b in PAIRS if b in FOES[nation]]
    return f"{WISHES}\n" + for_all(ONCE, 560 // len(pairs), 'otherwise = "concede"\n', pairs)


def listed(*entries: str, key: str = "do") -> str:
    """A list of texts."""
    return f"\n{key} = [\n" + ",\n".join(f'"{entry}"' for entry in entries) + "\n]\n"


def bids(count: int, play: str, plays: int, own: str = "Heinrich", kind: str = "bid") -> str:
    """Bids that play the same thing again and again."""
    many = ",\n".join([play] * plays) if len(play) > 12 else ", ".join([play] * plays)
    return f'[[{kind}]]\nown = "{own}"\nplays = [{many}]\n' * count


def wishing(count: int, number: int, *wishes: str) -> str:
    """Bids with many wishes for a retreat."""
    return f'[[bid]]\nown = "Heinrich"\n{listed(*(wishes * number)[:number], key="retreat")}' * count


def numbered(text: str, count: int = 490) -> list[str]:
    """A text with each number in its place."""
    return [text.replace("#", str(number)) for number in range(count)]


CITIES = ("Königsberg", "Warszawa", "Stralsund", "Emmerich", "Wien", "Magdeburg", "Tilsit", "Köln")
GENERALS = ("Friedrich", "Heinrich", "Keith", "Schwerin", "Seydlitz", "Dohna", "Lehwaldt")
FAR = [f"{general} > ... > {city}" for city in CITIES * 8 for general in GENERALS]
BACK = " > ".join(["Friedrich", *["Riesa", "Oschatz"] * 20])
WHEN = '{ card = "10D", when = "score <= -5" }'
ONCE = '{ card = "R", value = 1, when = "enemy_last >= # and enemy_cards >= 2 or points >= # and score < -#" }'
WILD = '{ card = "R", when = "enemy_last >= # and enemy_highest >= # and enemy_lowest <= # or enemy_points > #" }'
TESTS = " or ".join(["hand < 1", "cards > 9", "points > 99"] * 7)[: -len(" or points > 99")]
SEEN = " or ".join(f"enemy_played {value}{suit}" for suit in "SHDC" for value in range(9, 14))
WISHES = 'retreat = [\n"out of supply"' + ', "towards Königsberg N10", "out of supply"' * 19 + ', "in spades"]'


def standing(number: int, play: str, plays: int) -> str:
    """Standing bids, each with the same play again and again."""
    many = ", ".join([play] * plays)
    return "do = []\n" + "".join(f'[[standing]]\nname = "s{n}"\nplays = [{many}]\n' for n in range(number))


def ahead(number: int, plays: int) -> str:
    """Orders ahead with bids for all battles; more than one table for the same phase."""
    bids_ahead = for_all(ONCE, plays).replace("[[bid]]", "[[ahead.bid]]")
    return "do = []\n" + f'[[ahead]]\nfor = "prussia"\ndo = ["Keith stays"]\n{bids_ahead}' * number


def at_once(play: str, plays: int, more: str, coming: Mapping[str, Pairs]) -> str:
    """Everything a sheet can say at once: answers, wishes, bids, standing bids, and as many bids for what is coming.

    ``coming`` are the battles of each nation; those of the first are asked for now, and again.
    """
    (first, *_), pairs = next(iter(coming.values())), next(iter(coming.values()))
    bids_ahead = "".join(
        f'[[ahead]]\nfor = "{nation}"\ndo = []\n{WISHES}\n'
        + for_all(play.replace("9", str(number)), plays, more, fought).replace("[[bid]]", "[[ahead.bid]]")
        for number, (nation, fought) in enumerate(coming.items(), 5)
    )
    guards = "".join(
        f'[[standing]]\nname = "s{number}"\nown = "{own}"\nplays = ["R"]\n{WISHES}\n'
        for number, own in enumerate(dict.fromkeys(own for fought in coming.values() for own, _ in fought))
    )
    asked = f'do = ["battles {first[0]}"]\n' + listed(*(ANSWERS * 12)[:60], key="answers")
    return f"{asked}{WISHES}\n{for_all(play, plays, more, pairs)}{guards}{bids_ahead}"


ANSWERS = (
    "retreat out of supply", "retreat towards Königsberg N10", "retreat not beside Friedrich",
    "retreat away from Friedrich", "retreat out of supply",
)  # fmt: skip
CONCEDE = 'otherwise = "concede"\n'
NEVER = '{ card = "R", when = "score < -90" }'
ASKS = '{ card = "R", when = "enemy_played 9S or enemy_played 10S or enemy_played 11S" }'
OF_PRUSSIA = {"prussia": PAIRS, "hanover": beside(HANOVER, ENEMIES)}
OF_ELISABETH = {
    "russia": beside(FOES["russia"], OWN),
    "france": beside(FOES["france"], OWN),
    "sweden": beside(SWEDEN, OWN),
}


def in_one(text: str, count: int = 1900) -> str:
    """One text over many lines."""
    return 'do = ["""' + "\n".join(numbered(text, count)) + '"""]\n'


SHEETS = {
    "all orders in one text": Heavy("move", lambda: in_one("Keith > Glogau")),
    "a way over many lines": Heavy("move", lambda: in_one("> Glogua# > Breslua#")),
    "orders of two lines": Heavy("move", lambda: listed(*["Keith > Glogau\\nDohna stays"] * 490)),
    "ways of many cities": Heavy("move", lambda: listed(*numbered("Keith" + " > Bre#slua" * 20, 200))),
    "ways of too many cities": Heavy("move", lambda: listed(*numbered("Keith" + " > Glo#ua" * 45, 120))),
    "long groups": Heavy("move", lambda: listed(*numbered(" + ".join(["Keiht#"] * 45) + " > Breslau", 120))),
    "long recruitments": Heavy(
        "move", lambda: listed(*numbered("recruit " + ", ".join(["Keiht# at Glogua#"] * 20), 120))
    ),
    "long names": Heavy(
        "battle",
        lambda: "".join(f'[[bid]]\nown = "{"Heinrich " * 50}{n}"\nretreat = ["{"Alfedl " * 60}"]\n' for n in range(60)),
    ),
    "everything at once, full hands": Heavy("full", lambda: at_once(ASKS, 1, CONCEDE, OF_PRUSSIA), legal=True),
    "everything at once, small hands": Heavy(
        "small", lambda: at_once(NEVER, 2, f"{CONCEDE}accept = 1\n", OF_PRUSSIA), legal=True
    ),
    "everything at once, full hands, accept": Heavy(
        "full", lambda: at_once(NEVER, 2, f"{CONCEDE}accept = 1\n", OF_PRUSSIA), legal=True
    ),
    "everything at once, three players": Heavy(
        "three", lambda: at_once(ASKS, 1, CONCEDE, OF_ELISABETH), legal=True, role="elisabeth"
    ),
    "misspelt orders": Heavy("move", lambda: listed(*numbered("Keiht > Glogua#"))),
    "misspelt ways": Heavy("move", lambda: listed(*numbered("Keith > Glogua# > Breslua# > Stregau# > Briegg#"))),
    "long misspelt names": Heavy("move", lambda: listed(*numbered(f"Keith > {'Gloguax' * 13}#"))),
    "ambiguous names": Heavy("move", lambda: listed(*(f"Keith > {sign}" for sign in "ABCDEFGHKLMNOPRSTW" * 27))),
    "unreadable orders": Heavy("move", lambda: listed(*numbered("march # to the moon"))),
    "orders of far cities": Heavy("move", lambda: listed(*FAR)),
    "orders there and back": Heavy("move", lambda: listed(*[BACK] * 150)),
    "payments of cards not held": Heavy(
        "move", lambda: listed(*[f"recruit 3 troops; pay {'13S 2H R 5D ' * 28}"] * 120)
    ),
    "the same order": Heavy("move", lambda: listed(*["Keith > Reichenbach"] * 490)),
    "troops of nobody": Heavy("move", lambda: "[troops]\n" + "\n".join(numbered("keiht# = 3", 1900)) + "\n"),
    "answers": Heavy("move", lambda: listed(*numbered("retreat to Glogua#"), key="answers")),
    "lines of rubbish": Heavy("move", lambda: "do this and that\n" * 1900),
    "keys of rubbish": Heavy("move", lambda: "\n".join(numbered("troosp# = 1", 1900)) + "\n"),
    "bids of valid plays": Heavy("battle", lambda: bids(99, '"10D"', 70)),
    "bids of the Reserve": Heavy("battle", lambda: bids(99, '"R"', 90)),
    "bids of misspelt plays": Heavy("battle", lambda: bids(99, '"10X"', 70)),
    "bids under conditions": Heavy("battle", lambda: bids(7, WHEN, 190)),
    "bids of nobody": Heavy("battle", lambda: bids(99, '"10D"', 70, "Heinirch")),
    "a bid of long plays": Heavy("battle", lambda: bids(1, f'"{"10D or " * 40}9D"', 190)),
    "retreats": Heavy("battle", lambda: '[[bid]]\nown = "Heinrich"\n' + listed(*numbered("Alfedl#"), key="retreat")),
    "wishes": Heavy("battle", lambda: wishing(99, 40, "towards Königsberg N10", "out of supply")),
    "wishes of a sheet": Heavy(
        "battle", lambda: listed(*["not beside Friedrich"] * 40, key="retreat") + bids(99, '"10D"', 1)
    ),
    "too many wishes": Heavy("battle", lambda: wishing(99, 190, "in spades")),
    "misspelt wishes": Heavy("battle", lambda: wishing(99, 40, "towrds Glogua", "away from Keiht", "in Spain")),
    "answers of wishes": Heavy("move", lambda: listed(*["retreat away from Keiht"] * 60, key="answers")),
    "standing bids": Heavy("battle", lambda: bids(99, '"10D"', 60, kind="standing")),
    "wild bids everywhere": Heavy("battles", lambda: for_all(WILD, 18), legal=True),
    "a wild bid": Heavy("battles", lambda: for_all(WILD, 190, pairs=PAIRS[:1]), legal=True),
    "a bid of the longest conditions": Heavy(
        "battles", lambda: for_all(f'{{ card = "R", when = "{TESTS}" }}', 180, pairs=PAIRS[:1]), legal=True
    ),
    "bids that ask for cards played": Heavy(
        "battles", lambda: for_all(f'{{ card = "R", when = "{SEEN}" }}', 6), legal=True
    ),
    "bids of one card under conditions": Heavy(
        "battles", lambda: for_all('{ card = "R", when = "score < -#" }', 42), legal=True
    ),
    "bids of plays that never come up": Heavy(
        "battles", lambda: for_all('{ card = "R", when = "score < -90" }', 42, "accept = 1\n"), legal=True
    ),
    "bids for any battle": Heavy(
        "battles",
        lambda: for_all(
            '{ card = "R", when = "score < -#" }',
            45,
            pairs=[("*", "*"), *(("*", b) for _, b in PAIRS[:9]), *((a, "*") for a in OWN)],
        ),
    ),
    "wishes for every battle": Heavy("battles", lambda: for_all('"R"', 0, f"{WISHES}\n"), legal=True),
    "a condition of many lines": Heavy(
        "battles",
        lambda: for_all(
            '{ card = "R", when = """' + " and\n".join(f"score < -{n}" for n in range(1500)) + '""" }',
            1,
            pairs=PAIRS[:1],
        ),
    ),
    "standing bids that stand": Heavy("battles", lambda: standing(40, '"R"', 12), legal=True),
    "standing bids of cards not held": Heavy("battles", lambda: standing(40, '"13S/4"', 12), legal=True),
    "orders ahead with bids": Heavy("battles", lambda: ahead(1, 20)),
    "orders ahead again and again": Heavy("battles", lambda: ahead(9, 1)),
}
