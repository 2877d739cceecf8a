"""The sheet now due, with comments: it is accepted as it stands, and then does what the default does."""

from __future__ import annotations

from pbem.core.names import listed
from pbem.rulesets.friedrich import words
from pbem.rulesets.friedrich.board import IDS, cities_in, name_of, suit_of
from pbem.rulesets.friedrich.cards import by_suit
from pbem.rulesets.friedrich.combat import owner_of_side, pairs_of, sides, sides_awaited
from pbem.rulesets.friedrich.decisions import awaiting
from pbem.rulesets.friedrich.fights import battle_name
from pbem.rulesets.friedrich.flow import default_body
from pbem.rulesets.friedrich.state import (
    GENERALS,
    NATION_NAMES,
    PIECE_IDS,
    PIECE_NAMES,
    TRAINS,
    Battle,
    Combat,
    Fate,
    Retreat,
    SetUp,
    Stage,
    State,
    nations_of,
)


def sheet(view: State, role: str) -> str:
    """The body of the sheet a role owes now."""
    owed = [o for o in awaiting(view) if o.role == role]
    if not owed:
        return "# Nothing is asked of you now. Troops inside a stack may be shifted at any time:\n# [troops]\n"
    task = view.task
    if isinstance(task, SetUp):
        return set_up_sheet(view, role)
    if isinstance(task, Stage):
        return movement_sheet(view, task, role)
    if isinstance(task, Battle):
        return bid_sheet(view, task, role)
    return choice_sheet(view, role, owed[0].kind)


def set_up_sheet(view: State, role: str) -> str:
    """F1.13: all numbers, to be changed."""
    lines = ["# How your generals start: each 1 to 8 troops, all of a nation's troops.", "[troops]"]
    for nation in nations_of(view, role):
        total = sum(view.troops[p] for p in GENERALS[nation])
        lines.append(f"# {words.capital(NATION_NAMES[nation])}: {total} in all")
        lines += [f"{PIECE_IDS[p]} = {view.troops[p]}" for p in GENERALS[nation]]
    return "\n".join(lines) + "\n"


def movement_sheet(view: State, stage: Stage, role: str) -> str:
    """The pieces that can move, the hand to pay and fight with."""
    nation = stage.nation
    hand = " ".join(str(card) for card in sorted(view.hands[nation], key=by_suit)) or "no cards"
    lines = [
        f"# {words.capital(NATION_NAMES[nation])} moves. Write every city entered, or ... where the way is plain.",
        '# "Keith > Glogau > Sprottau"      "Friedrich + Keith > ... > Riesa"',
        '# "recruit 2 troops, train T1 at DEPOT, GENERAL at DEPOT; pay 13S"',
        '# "battles Heinrich, Keith against Daun"   (the order, if you attack)',
        f"# Hand: {hand}",
    ]
    off = [PIECE_NAMES[p] for p in (*GENERALS[nation], *TRAINS[nation]) if view.place[p] == -1]
    lines += [f"# Off the map: {listed(off)}"] if off else []
    lines.append("do = [")
    if stage.drawn:
        lines += [f'  "{line}",   # one of the cards just drawn' for line in default_body(view, role, "movement")["do"]]
    for piece in (*GENERALS[nation], *TRAINS[nation]):
        if view.place[piece] >= 0:
            lines.append(f'  # "{PIECE_NAMES[piece]} > ",   # in {name_of(view.place[piece])}{number(view, piece)}')
    lines += ["]", "", "# [troops]      # only what changes: the numbers after all moves", "#"]
    example = GENERALS[nation][0]
    lines.append(f"# {PIECE_IDS[example]} = 8")
    if pairs_of(view, nation):
        lines += ["# Enemies stand next to you already: you may bid with [[bid]] now."]
    return "\n".join(lines) + "\n"


def number(view: State, piece: int) -> str:
    if not view.troops[piece]:
        return ""
    down = ", face-down" if view.is_face_down(piece) else ""
    return f", {words.count(view.troops[piece], 'troop')}{down}"


def bid_sheet(view: State, battle: Battle, role: str) -> str:
    """F7: the battle as it stands and a bid to fill in."""
    side = next(s for s in sides_awaited(view, battle) if owner_of_side(view, battle, s) == role)
    nation, city, enemy = sides(view, battle)[side], battle.pair[side], battle.pair[1 - side]
    own, other = (PIECE_NAMES[view.stack(c)[0]] for c in (city, enemy))
    score = battle.score if side == 0 else -battle.score
    suit = suit_of(city)
    cards = " ".join(str(c) for c in sorted(view.hands[nation], key=by_suit) if c.suit in (suit, "R"))
    asked = battle.asked == side
    now, other_way = ("concede", "ask") if asked else ("ask", "concede")
    return (
        f"# {own} in {words.city_with_suit(city)} against {other} in {words.city_with_suit(enemy)}.\n"
        f"# Your score {'now' if asked else 'at the start'}: {score:+d}. You may play: {cards or 'nothing'}.\n"
        "# Whenever the right to play comes to you: a loss you accept ends it; else the\n"
        "# first play that fits; at 0 a card of the suit must be played; else otherwise.\n"
        f'[[bid]]\nown       = "{own}"\nenemy     = "{other}"\n'
        'plays     = []          # "10D", { card = "9D", when = "score <= -5" }, { card = "R", to = -1 }\n'
        "accept    = 0           # troops you are ready to lose\n"
        f'otherwise = "{now}"   # or "{other_way}"\n'
        "retreat   = []          # where the beaten enemy is to go, in order of liking\n"
    )


def choice_sheet(view: State, role: str, kind: str) -> str:
    """A single choice, filled in with the default."""
    task = view.task
    lines = []
    if isinstance(task, Combat):
        battles = listed([battle_name(view, pair) for pair in task.pairs])
        lines.append(f"# Which battle comes next? There are: {battles}.")
    elif isinstance(task, Retreat):
        lines.append(f"# Farthest cities: {listed([name_of(c) for c in cities_in(task.destinations)])}.")
    elif isinstance(task, Fate) and task.card == "6S":
        here = view.place[PIECE_IDS.index("laudon")]
        lines.append(f'# Laudon in {name_of(here)} may step one city: "Laudon > ...". An empty list lets him stay.')
    lines.append("do = [")
    lines += [f'  "{written(line)}",' for line in default_body(view, role, kind).get("do", [])]
    return "\n".join([*lines, "]"]) + "\n"


def written(line: str) -> str:
    """The default order with the display name of its city."""
    head, to, id_ = line.partition(" to ")
    return f"{head}{to}{name_of(IDS.index(id_))}" if to and id_ in IDS else line
