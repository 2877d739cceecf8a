"""The sheet now due, with comments: it is accepted as it stands, and then does what the default does."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core import listed
from pbem.core.sheets import is_offered, offered
from pbem.rulesets.common import by_suit
from pbem.rulesets.maria.board import distance, name_of
from pbem.rulesets.maria.decisions import awaiting, spoken
from pbem.rulesets.maria.leaving import default_moves
from pbem.rulesets.maria.movement import legal_ways
from pbem.rulesets.maria.orders import Move, Stay, written
from pbem.rulesets.maria.powers import AUSTRIA, FRANCE, PRAGMATIC
from pbem.rulesets.maria.records import Moves, SetUp, Stage
from pbem.rulesets.maria.relations import enemy_generals, group_of, owner_of, powers_of
from pbem.rulesets.maria.state import (
    GENERALS,
    LEAST,
    OFF,
    PIECE_IDS,
    PIECE_NAMES,
    POWER_OF,
    RANK,
    TRAINS,
    State,
)
from pbem.rulesets.maria.telling import words
from pbem.rulesets.maria.telling.political_paper import agreement_lines, political_sheet

Lines = Iterator[str]
NEAR = 1  # roads between enemies who must fight (M11.1)


def sheet(view: State, role: str) -> str:
    """The body of the sheet a role owes now."""
    owed = [o for o in awaiting(view) if o.role == role]
    if not owed:
        return "\n".join([*idle(view, role)]) + "\n"
    if isinstance(view.task, SetUp):
        return set_up_sheet(view, role)
    kind = owed[0].kind
    text = movement_sheet(view, role) if kind == "movement" else asked_sheet(view, role, kind)
    return before_tables(text.rstrip("\n").split("\n"), [*agreements(view, role)])


def before_tables(lines: list[str], more: list[str]) -> str:
    """A sheet with further keys, which must stand before its first table, or they would belong to that."""
    heads = [at for at, line in enumerate(lines) if line.removeprefix("# ").startswith(TABLES)]
    if not more or not heads:
        return "\n".join([*lines, *(["", *more] if more else [])]) + "\n"
    at = heads[0]
    while at and lines[at - 1].startswith("#"):  # the remarks of a table stay with it
        at -= 1
    gap = [""] if at and lines[at - 1] else []
    return "\n".join([*lines[:at], *gap, *more, "", *lines[at:]]) + "\n"


TABLES = ("[troops]", "[[bid]]", "[[standing]]")


def asked_sheet(view: State, role: str, kind: str) -> str:
    """The sheet for anything but moves."""
    from pbem.rulesets.maria.telling.battle_paper import WAR, war_sheet  # not for submit: of a sheet with moves

    text = war_sheet(view, role, kind) if kind in WAR else political_sheet(view, role, kind)
    stands = spoken(view, role) if view.answers else None
    return filled_in(text, stands["do"]) if stands else text


def filled_in(text: str, orders: list[str]) -> str:
    """A sheet with the standing answer that speaks to it in place of the default; the examples stay as remarks."""
    lines = text.rstrip("\n").split("\n")
    first, start = (2 if is_offered(text) else 0), lines.index("do = [")
    rest = [line for line in lines[start + 1 :] if line.lstrip().startswith(("#", "]"))]
    written = [f"  {quoted(line)}," for line in orders]
    told = offered("Your standing answer is written here.")
    return "\n".join([*told, *lines[first:start], "do = [", *written, *rest]) + "\n"


def quoted(line: str) -> str:
    """A line of orders as it stands in a sheet."""
    return '"{}"'.format(line.replace("\\", "\\\\").replace('"', '\\"'))


def agreements(view: State, role: str) -> Lines:
    """M21: what can be said of agreements with any sheet."""
    if view.is_advanced:
        yield from agreement_lines(view, role)


def idle(view: State, role: str) -> Lines:
    """A sheet of somebody who owes nothing."""
    yield "# Nothing is asked of you now."
    if view.agenda and not isinstance(view.task, SetUp):
        yield from agreements(view, role)
    yield "# Troops inside a stack may be shifted at any time:"
    yield "# [troops]"
    if view.agenda and not isinstance(view.task, SetUp):
        from pbem.rulesets.maria.telling.threats import standing_stubs  # not for submit: of somebody who owes nothing

        yield from standing_stubs(view, role)


def set_up_sheet(view: State, role: str) -> str:
    """M4.7: all numbers, to be changed."""
    lines = ["# How your generals start: each up to 8 troops, all of a power's troops.", "[troops]"]
    for power in powers_of(view, role):
        own = [p for p in GENERALS[power] if view.troops[p]]
        if own:
            lines.append(f"# {words.power_title(power)}: {sum(view.troops[p] for p in own)} in all")
            lines += [f"{PIECE_IDS[p]} = {view.troops[p]}{least(p)}" for p in own]
    return "\n".join(lines) + "\n"


def least(piece: int) -> str:
    """M4.7: the minimum of a general, where he has one."""
    return f"   # at least {LEAST[piece]}" if LEAST[piece] > 1 else ""


def movement_sheet(view: State, role: str) -> str:
    """The pieces that can move, power by power, with the hand that each pays and fights with."""
    powers = moving(view, role)
    lines = ["# Write every city entered, or ... where the way is plain.", *examples(view, powers)]
    lines += flags(view, role)
    for power in powers:
        hand = " ".join(str(card) for card in sorted(view.hands[power], key=by_suit)) or "no cards"
        lines.append(f"# {words.power_title(power)} holds {hand}")
    off = [written(p) for power in powers for p in (*GENERALS[power], *TRAINS[power]) if view.place[p] == OFF]
    lines += [f"# Off the map: {listed(off)}"] if off else []
    lines += ["do = [", *leaving(view, role)]
    for piece in [p for power in powers for p in (*GENERALS[power], *TRAINS[power]) if view.place[p] >= 0]:
        # The remark has a line of its own: behind a long order a mail program would break it.
        lines.append(f"  # in {name_of(view.place[piece])}{number(view, piece)}:")
        lines.append(f'  # "{written(piece)} > ",')
    lines += ["]", "", "# [troops]      # only what changes: the numbers after all moves", "#"]
    on_map = [p for power in powers for p in GENERALS[power] if view.place[p] >= 0]
    lines += [f"# {PIECE_IDS[p]} = {view.troops[p]}" for p in on_map[:1]]
    return "\n".join([*lines, *bid_lines(view, powers)]) + "\n"


def leaving(view: State, role: str) -> Lines:
    """M19.44: moves that pieces inside neutral land owe; nothing is written for all others."""
    if not view.truce and view.saxony != "neutral":
        return
    owed = default_moves(view, role).get("do", ())
    if owed:
        yield "  # These stand in neutral land, which they must leave by a shortest way:"
    yield from (f'  "{line}",' for line in owed)


def moving(view: State, role: str) -> list[int]:
    """M5.2: the powers of a role that act in this stage."""
    stage = next(task for task in reversed(view.agenda) if isinstance(task, Stage))
    return [power for power in powers_of(view, role) if group_of(view, power) == stage.group]


def bid_lines(view: State, powers: list[int]) -> Lines:
    """M11.1: enemies who stand beside a general already, with a bid to fill in."""
    beside = [
        (own, enemy)
        for power in powers
        for own in GENERALS[power]
        for enemy in enemy_generals(view, power)
        if view.place[own] >= 0 <= view.place[enemy] and distance(view.place[own], view.place[enemy]) == NEAR
    ]
    if not beside:
        return
    yield ""
    yield "# Enemies stand next to you already; whoever stays fights. A bid, without the #:"
    own, enemy = beside[0]
    yield f"# {PIECE_NAMES[own]} in {words.city_with_suit(view.place[own])} against {PIECE_NAMES[enemy]}:"
    yield "# [[bid]]"
    yield f'# own       = "{PIECE_NAMES[own]}"'
    yield f'# enemy     = "{PIECE_NAMES[enemy]}"'
    yield "# plays     = []"
    yield "# accept    = 0"
    yield '# otherwise = "ask"   # or "concede"'


def examples(view: State, powers: list[int]) -> Lines:
    """Orders to imitate, of the reader's own pieces, from where they stand."""
    generals = [p for power in powers for p in GENERALS[power] if view.place[p] >= 0]
    for piece in generals[:1]:
        ways = [way for way in legal_ways(view, (piece,), view.place[piece]) if len(way) == 2 and not view.at(way[-1])]
        yield from (f'# "{Move((piece,), way)}"' for way in ways[-1:])
        stack = view.stack(view.place[piece])
        if len(stack) > 1 and all(POWER_OF[p] in powers for p in stack):
            yield from (f'# "{Move(stack, way)}"   (both together)' for way in ways[-1:])
        yield f'# "{Stay((generals[-1],))}" says that it is meant so; it changes nothing.'
        yield f'# "force {PIECE_NAMES[piece]} > CITY > CITY" marches up to 8 main roads, away from all enemies.'
    trains = [p for power in powers for p in TRAINS[power] if view.place[p] == OFF]
    yield from (f'# "return {written(train)} at CITY; pay CARDS"   (4 points)' for train in trains[:1])
    if generals:
        enemies = [p for p in enemy_generals(view, POWER_OF[generals[0]]) if view.place[p] >= 0]
        near = min(enemies, key=lambda p: distance(view.place[generals[0]], view.place[p]), default=None)
        if near is not None:
            yield f'# "battles {PIECE_NAMES[generals[0]]} against {PIECE_NAMES[near]}"   (the order, if you attack)'


def flags(view: State, role: str) -> Lines:
    """D10, D16, D17: choices that hold from now on."""
    if not view.is_advanced and owner_of(view, FRANCE) == role and view.turn >= FREE_FROM:
        now, other = ("pays", "no") if view.pays else ("does not pay", "yes")
        yield f'# France {now} Bavaria; from the next turn on otherwise: "subsidy {other}"'
    owners = [owner_of(view, power) for power in (AUSTRIA, PRAGMATIC)]
    if role in owners and "" not in owners and owners[0] != owners[1]:
        mine = (AUSTRIA, PRAGMATIC)[owners.index(role)]
        verb = "forbid" if mine in view.consent else "allow"
        yield f'# Generals of Austria and the Pragmatic Army stack if both agree: "{verb} stacks"'
        yield f'# One piece each by turns on Flanders: "{"no dispute" if view.dispute else "dispute Flanders"}"'
        if mine == AUSTRIA and isinstance(view.task, Moves) and len(view.task.awaited) > 1:
            yield '# To move after the Pragmatic Army, and be asked again then, write this alone: "pragmatic first"'


FREE_FROM = 3  # M8.2: what France says in turn 3 holds from turn 4 on


def number(view: State, piece: int) -> str:
    if not RANK[piece]:
        return ""
    down = ", face-down" if view.is_face_down(piece) else ""
    return f", {words.count(view.troops[piece], 'troop')}{down}"
