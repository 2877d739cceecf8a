"""Sheets of Maria made to stall the desk, each within what is read at all: for tests and the benchmark of bounds."""

from __future__ import annotations

from pathlib import Path

from heavy import CONCEDE, NEVER, ONCE, SEEN, TESTS, WHEN, WILD, Heavy, bids, for_all, in_one, listed, numbered

from pbem.rulesets.maria.board import BOHEMIA, IDS, NAMES, NEAR
from pbem.workflow.new import Plan, new

OWN = ("friedrich", "schwerin", "leopold", "dessauer")
FOES = ("karl", "traun", "khevenhueller", "batthyany", "neipperg", "arenberg")
TITLES = {"friedrich": "Friedrich", "schwerin": "Schwerin", "leopold": "Leopold", "dessauer": "Dessauer",
          "karl": "Karl", "traun": "Traun", "khevenhueller": "Khevenhüller", "batthyany": "Batthyány",
          "neipperg": "Neipperg", "arenberg": "Arenberg"}  # fmt: skip


def crowded() -> tuple[dict[str, int], dict[str, int]]:
    """Own generals on a chain of cities, and foes wherever they are beside as many of them as can be."""
    inland = [city for city in range(len(IDS)) if BOHEMIA >> city & 1 and len(NEAR[city]) > 3]
    start = max(inland, key=lambda city: len(NEAR[city]))
    own, edge = [start], [*NEAR[start]]
    while len(own) < len(OWN):
        beyond = [far for city in edge for far in NEAR[city] if far not in own and far not in edge]
        own.append(max(beyond, key=lambda city: sum(near in edge for near in NEAR[city])))
        edge += [near for near in NEAR[own[-1]] if near not in edge]
    between = sorted(edge, key=lambda city: -sum(near in own for near in NEAR[city]))
    return dict(zip(OWN, own, strict=True)), dict(zip(FOES, between, strict=False))


PLACES, THEIRS = crowded()
PAIRS = [(TITLES[a], TITLES[b]) for a, here in PLACES.items() for b, there in THEIRS.items() if there in NEAR[here]]


def position(phase: str) -> str:
    """Prussia among the Austrians, with full hands."""
    hands = [" ".join(f"{value}{suit}/{deck}" for suit in "SHDC" for value in range(2, 11)) for deck in (1, 2)]
    lines = ['format = 2\nruleset = "maria"\nmode = "advanced"\n[position]\nturn = 2', f'phase = "{phase}"']
    lines += ['stage = "prussia"', "[position.prussia]", *(f'{id_} = "{IDS[at]} 3"' for id_, at in PLACES.items())]
    lines += ["[position.austria]", *(f'{id_} = "{IDS[at]} 3"' for id_, at in THEIRS.items())]
    lines += ["[position.hands]", f'prussia = "{hands[0]} R/1"', f'austria = "{hands[1]} R/2"']
    return "\n".join(lines) + "\n"


def begun(top: Path) -> dict[str, str]:
    """The games in which these sheets are checked, by place."""
    games = {place: str(top / place) for place in ("move", "bound", "battles")}
    for place, game in games.items():
        (top / "position.toml").write_text(position("combat" if place == "battles" else "movement"), encoding="utf-8")
        new(Plan(game, position=str(top / "position.toml"), seed="a"))
    return games


def agreed(many: int, clause: str, clauses: int = 8, head: str = "PR and PA") -> list[str]:
    """Agreements between the two powers of one player, which are made at once; # is a city, another one each time."""
    texts = [clause.replace("#", NAMES[at % len(NAMES)]) for at in range(many * clauses)]
    rows = [texts[at * clauses : (at + 1) * clauses] for at in range(many)]
    return [f"offer {head}, turns 2 to 12: {'; '.join(row)}" for row in rows]


MOVES = [f"{TITLES[id_]} > {NAMES[NEAR[at][0]]}" for id_, at in PLACES.items()]
WISHES = 'retreat = [\n"out of supply"' + ', "towards Wien", "out of supply"' * 19 + ', "in spades"]\n'
FIRST = f'do = ["battles {PAIRS[0][0]} against {PAIRS[0][1]}"]\n'


def standing(number: int, play: str, plays: int) -> str:
    """Standing bids, each with the same play again and again and with many wishes."""
    many = ", ".join([play] * plays)
    return "".join(f'[[standing]]\nname = "s{n}"\nplays = [{many}]\n{WISHES}' for n in range(number))


SHEETS = {
    "all orders in one text": Heavy("move", lambda: in_one("Schwerin > Prag")),
    "a way over many lines": Heavy("move", lambda: in_one("> Parg# > Wein#")),
    "misspelt orders": Heavy("move", lambda: listed(*numbered("Schwrein > Parg#"))),
    "misspelt ways": Heavy("move", lambda: listed(*numbered("Schwerin > Parg# > Wein# > Brnün# > Olmtüz#"))),
    "ways of many cities": Heavy("move", lambda: listed(*numbered("Schwerin" + " > Bre#slua" * 19, 200))),
    "long groups": Heavy("move", lambda: listed(*numbered(" + ".join(["Schwrein#"] * 40) + " > Breslau", 120))),
    "ambiguous names": Heavy("move", lambda: listed(*(f"Schwerin > {sign}" for sign in "ABCDEFGHKLMNOPRSTW" * 27))),
    "unreadable orders": Heavy("move", lambda: listed(*numbered("march # to the moon"))),
    "orders of far cities": Heavy(
        "move", lambda: listed(*(f"{TITLES[id_]} > ... > {city}" for city in NAMES[:120] for id_ in OWN))
    ),
    "the same order": Heavy("move", lambda: listed(*MOVES * 120)),
    "agreements of one player": Heavy(
        "move", lambda: listed(*agreed(180, "PR does not enter the city #"), key="treaties") + listed(*MOVES)
    ),
    "agreements that keep away": Heavy(
        "move", lambda: listed(*agreed(120, "PR stays farther than 8 from #"), key="treaties") + listed(*MOVES)
    ),
    "agreements of words": Heavy("move", lambda: listed(*agreed(150, "'we shall be kind to #'"), key="treaties")),
    "as many agreements as can be": Heavy(
        "move", lambda: listed(*agreed(30, "'we shall be kind to #'"), key="treaties"), legal=True
    ),
    "misspelt agreements": Heavy(
        "move", lambda: listed(*agreed(30, "PR stays farther than 8 from Parg#"), key="treaties")
    ),
    "offers to others": Heavy(
        "move", lambda: listed(*agreed(150, "PR does not enter #", head="Prussia and Austria"), key="treaties")
    ),
    "answers to agreements": Heavy("move", lambda: listed(*numbered("accept #"), key="treaties")),
    "declarations": Heavy("move", lambda: listed(*["lower aims"] * 490, key="declare")),
    "troops of nobody": Heavy("move", lambda: "[troops]\n" + "\n".join(numbered("schwrein# = 3", 1900)) + "\n"),
    "keys of rubbish": Heavy("move", lambda: "\n".join(numbered("troosp# = 1", 1900)) + "\n"),
    "answers": Heavy("move", lambda: listed(*numbered("retreat to Parg#"), key="answers")),
    "answers of wishes": Heavy("move", lambda: listed(*["retreat away from Kral"] * 60, key="answers")),
    "bids of valid plays": Heavy("battles", lambda: bids(99, '"10S"', 70, "Schwerin")),
    "bids of misspelt plays": Heavy("battles", lambda: bids(99, '"10X"', 70, "Schwerin")),
    "bids under conditions": Heavy("battles", lambda: bids(5, WHEN, 190, "Schwerin")),
    "bids of nobody": Heavy("battles", lambda: bids(99, '"10S"', 70, "Schwrein")),
    "wild bids everywhere": Heavy("battles", lambda: FIRST + for_all(WILD, 18, pairs=PAIRS), legal=True),
    "a wild bid": Heavy("battles", lambda: FIRST + for_all(WILD, 190, pairs=PAIRS[:1]), legal=True),
    "bids that are once true": Heavy("battles", lambda: FIRST + WISHES + for_all(ONCE, 40, CONCEDE, PAIRS), legal=True),
    "a bid of the longest conditions": Heavy(
        "battles", lambda: FIRST + for_all(f'{{ card = "R", when = "{TESTS}" }}', 180, pairs=PAIRS[:1]), legal=True
    ),
    "bids that ask for cards played": Heavy(
        "battles", lambda: FIRST + for_all(f'{{ card = "R", when = "{SEEN}" }}', 6, pairs=PAIRS)
    ),
    "bids of plays that never come up": Heavy(
        "battles", lambda: FIRST + for_all(NEVER, 42, "accept = 1\n", PAIRS), legal=True
    ),
    "standing bids": Heavy("battles", lambda: FIRST + standing(8, '"10S"', 60), legal=True),
    "too many standing bids": Heavy("battles", lambda: bids(99, '"10S"', 60, "Schwerin", kind="standing")),
    "everything at once": Heavy(
        "battles",
        lambda: FIRST + WISHES + for_all(NEVER, 8, CONCEDE, PAIRS) + standing(8, '"R"', 8),
        legal=True,
    ),
}
