"""The sheet now due, with comments: it is accepted as it stands, and then does what the default does."""

from __future__ import annotations

from pbem.core import listed
from pbem.core.sheets import offered
from pbem.rulesets.common import by_suit
from pbem.rulesets.common.roads import DOTS
from pbem.rulesets.friedrich.board import distance, name_of
from pbem.rulesets.friedrich.decisions import awaiting
from pbem.rulesets.friedrich.entries import entry_text, first_entry
from pbem.rulesets.friedrich.movement import all_ways
from pbem.rulesets.friedrich.orders import Move, Stay
from pbem.rulesets.friedrich.state import (
    GENERALS,
    NATION_NAMES,
    NATION_OF,
    PIECE_IDS,
    PIECE_NAMES,
    RANK,
    TRAINS,
    SetUp,
    Stage,
    State,
    attack_positions,
    hostile_generals,
    is_offensive_due,
    nations_of,
)
from pbem.rulesets.friedrich.telling import words
from pbem.rulesets.friedrich.telling.threats import standing_stubs


def sheet(view: State, role: str) -> str:
    """The body of the sheet a role owes now."""
    owed = [o for o in awaiting(view) if o.role == role]
    if not owed:
        lines = ["# Nothing is asked of you now. Troops inside a stack may be shifted at any time:", "# [troops]"]
        return "\n".join([*lines, *(standing_stubs(view, role) if view.agenda else ())]) + "\n"
    task = view.task
    if isinstance(task, SetUp):
        return set_up_sheet(view, role)
    if isinstance(task, Stage):
        return movement_sheet(view, task, role)
    from pbem.rulesets.friedrich.telling.battle_paper import asked_sheet  # not for check: of a sheet with moves

    return asked_sheet(view, role, owed[0].kind)


def set_up_sheet(view: State, role: str) -> str:
    """F1.13: all numbers, to be changed."""
    lines = ["# How your generals start: each 1 to 8 troops, all of a nation's troops.", "[troops]"]
    for nation in nations_of(view, role):
        total = sum(view.troops[p] for p in GENERALS[nation])
        lines.append(f"# {words.capital(NATION_NAMES[nation])}: {total} in all")
        lines += [f"{PIECE_IDS[p]} = {view.troops[p]}" for p in GENERALS[nation] if view.place[p] >= 0]
    return "\n".join(lines) + "\n"


def movement_sheet(view: State, stage: Stage, role: str) -> str:
    """The pieces that can move, the hand to pay and fight with."""
    nation = stage.nation
    hand = " ".join(str(card) for card in sorted(view.hands[nation], key=by_suit)) or "no cards"
    bare = all(view.place[p] < 0 for p in (*GENERALS[nation], *TRAINS[nation])) and not is_offensive_due(view, nation)
    lines = [
        *(offered(NOTHING_MOVES.format(nation=NATION_NAMES[nation])) if bare else ()),
        f"# {words.capital(NATION_NAMES[nation])} moves. Write every city entered, or ... where the way is plain.",
        *examples(view, nation),
        f"# Hand: {hand}",
    ]
    lines += card_words(view, nation) if view.in_force else []
    if is_offensive_due(view, nation):
        lines += offensive_words(view)
    off = [PIECE_NAMES[p] for p in (*GENERALS[nation], *TRAINS[nation]) if view.place[p] == -1]
    lines += [f"# Off the map: {listed(off)}"] if off else []
    lines.append("do = [")
    lines += discard_words(stage) if stage.drawn else []
    for piece in (*GENERALS[nation], *TRAINS[nation]):
        if view.place[piece] >= 0:
            # The remark has a line of its own: behind a long order a mail program would break it.
            lines.append(f"  # in {name_of(view.place[piece])}{number(view, piece)}:")
            lines.append(f'  # "{PIECE_NAMES[piece]} > ",')
    lines += ["]", "", "# [troops]      # only what changes: the numbers after all moves", "#"]
    on_map = [p for p in GENERALS[nation] if view.place[p] >= 0]
    lines += [f"# {PIECE_IDS[p]} = {view.troops[p]}" for p in on_map[:1]]
    if attack_positions(view, nation) & view.city_bits(GENERALS[nation]):
        lines += ["", *bid_words(view, nation)]
    if stubs := standing_stubs(view, role):
        lines += ["", *stubs]
    return "\n".join(lines) + "\n"


NOTHING_MOVES = "Nothing of {nation} stands on the map; as it stands, this sheet brings nothing back."


def bid_words(view: State, nation: int) -> list[str]:
    """F7.1: the battles that there are if nobody moves away, each with a bid to fill in."""
    from pbem.rulesets.friedrich.combat import pairs_of  # not for check
    from pbem.rulesets.friedrich.due import battle_line, bid_stub

    stubs = [line for pair in pairs_of(view, nation) for line in (battle_line(view, pair), *bid_stub(view, pair))]
    return [BESIDE, *(f"# {line}" for line in stubs)]


BESIDE = "# Enemies stand next to you already; whoever stays fights. A bid, without the #:"


def card_words(view: State, nation: int) -> list[str]:
    """What the card of fate in force changes for the nation that moves."""
    from pbem.rulesets.friedrich.telling.fate_words import CONCERNS, reminder  # not for check

    concerned = nation in CONCERNS.get(view.in_force, ())
    return [f"# Card of fate {view.in_force}: {reminder(view.in_force)}."] if concerned else []


def discard_words(stage: Stage) -> list[str]:
    """D2: the discard that is taken where nothing else is said."""
    from pbem.rulesets.friedrich.draws import default_discard  # not for check

    return [f'  "{default_discard(stage.drawn)}",   # one of the cards just drawn']


def offensive_words(view: State) -> list[str]:
    """F13.4.2: that the option is declared now or never, and with which card it can be."""
    from pbem.rulesets.friedrich.offensive import best_card, given_up  # not for check

    if (card := best_card(view)) is None:
        return ["# The offensive option is declared now or given up for good.", f"# {given_up(view).hint}"]
    return [
        f'# The offensive option is declared now: "offensive {card}" sets a card of 10 or more aside;'
        " without such an order it is given up for good."
    ]


def examples(view: State, nation: int) -> list[str]:
    """Orders to imitate, of the reader's own pieces, from where they stand."""
    generals = [p for p in GENERALS[nation] if view.place[p] >= 0]
    lines = []
    for piece in generals[:1]:
        stack = [p for p in view.stack(view.place[piece]) if NATION_OF[p] == nation]
        ways = [way for way in all_ways(view, (piece,), view.place[piece], 2, 2) if not view.at(way[-1])]
        lines += [f'# "{Move((piece,), way)}"' for way in ways[-1:]]
        if len(stack) > 1:
            lines += [f'# "{Move(tuple(stack[:2]), (DOTS, way[-1]))}"' for way in ways[-1:]]
        lines += [f'# "{Stay((generals[-1],))}" says that it is meant so; it changes nothing.']
    paying = sorted((c for c in view.hands[nation] if c.value >= 6), key=lambda c: (c.value, by_suit(c)))
    card = str(paying[0]) if paying else "CARDS"
    entry = first_entry(view, (*GENERALS[nation], *TRAINS[nation]), {})
    back = f"{'1 troop, ' * bool(RANK[entry[0]])}{entry_text(*entry)}" if entry else "1 troop"
    lines.append(f'# "recruit {back}; pay {card}"')
    enemies = [p for p in hostile_generals(nation) if view.place[p] >= 0]
    if generals and enemies:
        near = min(enemies, key=lambda p: distance(view.place[generals[0]], view.place[p]))
        lines.append(f'# "battles {PIECE_NAMES[generals[0]]} against {PIECE_NAMES[near]}"   (the order, if you attack)')
    return lines


def number(view: State, piece: int) -> str:
    if not view.troops[piece]:
        return ""
    down = ", face-down" if view.is_face_down(piece) else ""
    return f", {words.count(view.troops[piece], 'troop')}{down}"
