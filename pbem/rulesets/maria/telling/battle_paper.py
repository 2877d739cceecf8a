"""The sheets of hussars, supply, battles, retreats and winters (M7, M9, M11, M13), each with its default."""

from __future__ import annotations

from collections.abc import Callable

from pbem.core import listed
from pbem.core.sheets import offered
from pbem.rulesets.common import by_suit
from pbem.rulesets.common.roads import DOTS
from pbem.rulesets.common.terms import may_play
from pbem.rulesets.common.wishes import AWAY, IN, UNSUPPLIED, Place, Wish, wish_text
from pbem.rulesets.common.words import score as score_text
from pbem.rulesets.maria.board import cities_in, distance, name_of, suit_of
from pbem.rulesets.maria.combat import owner_of_side, sides, sides_awaited, terms_of
from pbem.rulesets.maria.defaults import default_body
from pbem.rulesets.maria.hussars import near_austrians
from pbem.rulesets.maria.moving import left_on_flanders
from pbem.rulesets.maria.orders import RetreatTo, written
from pbem.rulesets.maria.powers import AUSTRIA, POWER_NAMES, POWERS
from pbem.rulesets.maria.records import Battle, Combat, Moves, Retreat, Stage, Winter
from pbem.rulesets.maria.relations import enemy_generals, owner_of
from pbem.rulesets.maria.retreats import choices, first_way
from pbem.rulesets.maria.standing import standing_for
from pbem.rulesets.maria.state import GENERALS, OFF, PIECE_IDS, PIECE_NAMES, POWER_OF, State
from pbem.rulesets.maria.supply import buyers
from pbem.rulesets.maria.telling import words
from pbem.rulesets.maria.winter import sites
from pbem.rulesets.maria.wishes import namer

SHOWN = 12  # cities of a list
NEAREST = 8  # cities for hussars


def war_sheet(view: State, role: str, kind: str) -> str:
    """The sheet for one decision of the war."""
    return WAR[kind](view, role)


def hand_of(view: State, power: int) -> str:
    """The cards of a power in a remark."""
    cards = " ".join(str(card) for card in sorted(view.hands[power], key=by_suit)) or "no cards"
    return f"# {words.power_title(power)} holds {cards}"


def with_default(view: State, role: str, kind: str, lines: list[str]) -> str:
    """Remarks, and below them what is done without a sheet."""
    orders = [f'  "{line}",' for line in default_body(view, role, kind).get("do", ())]
    return "\n".join([*lines, "do = [", *orders, "]"]) + "\n"


# hussars and supply


def hussar_sheet(view: State, role: str) -> str:
    """M7.1, D9."""
    free = near_austrians(view) & ~view.occupied()
    stand = [f"hussar {n} in {name_of(city)}" for n, city in enumerate(view.hussars, 1) if city >= 0]
    lines = offered("As it stands, the hussars stay where they are.")
    lines += [f"# Now: {listed(stand) or 'both are beside the board'}. Each may be placed on a city of the Bohemia map"]
    lines[-1] += " without a piece, at most 4 roads from an Austrian general. These lie nearest to enemies:"
    near = sorted(cities_in(free), key=lambda city: (far_from_enemies(view, city), city))[:NEAREST]
    lines += [f"# {listed([name_of(city) for city in near])}."]
    shown = [f'  # "hussar {number} to {name_of(city)}",' for number, city in enumerate(near[:2], 1)]
    return "\n".join([*lines, "do = [", *shown, "]"]) + "\n"


def far_from_enemies(view: State, city: int) -> int:
    """How far the nearest general is whose supply a hussar in a city could burden (M9.6)."""
    enemies = [view.place[p] for p in enemy_generals(view, AUSTRIA) if view.place[p] >= 0]
    return min((distance(city, at) for at in enemies), default=0)


def supply_sheet(view: State, role: str) -> str:
    """M9.6 to M9.8, D12: who must buy his supply past hussars, for how much."""
    stage = next(task for task in reversed(view.agenda) if isinstance(task, Stage))
    own = [(piece, cost) for piece, cost in buyers(view, stage.group) if owner_of(view, POWER_OF[piece]) == role]
    lines = offered("The cheapest cards are written here.")
    lines += ["# Hussars stand in the way of these; each buys his supply with cards of his power:"]
    for piece, cost in own:
        where = name_of(view.place[piece])
        lines.append(f"# {PIECE_NAMES[piece]} in {where}: {words.count(cost, 'point')}")
    lines += [hand_of(view, power) for power in dict.fromkeys(POWER_OF[piece] for piece, _ in own)]
    return with_default(view, role, "supply", lines)


# battles and retreats


def order_sheet(view: State, role: str) -> str:
    """M11.2, D18."""
    task = view.task
    assert isinstance(task, Combat)
    fights = [" against ".join(PIECE_NAMES[view.stack(c)[0]] for c in pair) for pair in task.pairs]
    lines = [*offered("The best-ranked general's battle comes first."), "# Which battle comes next?"]
    lines.append(f"# There are: {listed(fights)}.")
    return with_default(view, role, "battles", lines)


def bid_sheet(view: State, role: str) -> str:
    """M11.6, D19: the battle as it stands and a bid to fill in, for each side that is asked."""
    battle = view.task
    assert isinstance(battle, Battle)
    own = [side for side in sides_awaited(view, battle) if owner_of_side(view, battle, side) == role]
    answers = {side: standing_for(view, battle.pair, side) for side in own} if view.standing else {}
    names = [found.name for found in answers.values() if found]
    stands = len(names) == len(own) and battle.asked < 0
    settled = [settled_words(view, battle, side) for side in own]
    means = STANDS.format(name=listed(dict.fromkeys(names))) if stands else " ".join(dict.fromkeys(settled))
    first = offered(means) if stands or all(settled) else []
    return "\n".join([*first, *(bid_stub(view, battle, side, "# " if stands else "") for side in own)])


STANDS = "Standing bid {name} of yours answers as it is. To bid otherwise, take away the signs from [[bid]] on."


def settled_words(view: State, battle: Battle, side: int) -> str:
    """M11.6, M11.9: why a side of a battle has one course alone, in a sentence; empty if it has more.

    What only a secret settles is asked all the same, since the silence would tell of it; but one word is enough.
    """
    able = may_play(terms_of(view, battle.pair, side))
    if not able:
        return "You hold nothing that can be played here: your side stops as soon as it comes to that."
    if battle.holder == side and battle.score == 0 and len(able) == 1 and not able[0].is_reserve:
        return "You may not stop, and hold one card that can be played: it is played, and then your side stops."
    return ""


def bid_stub(view: State, battle: Battle, side: int, sign: str) -> str:
    """A bid for one side; behind signs where a standing bid answers."""
    power, city, enemy = sides(view, battle)[side], battle.pair[side], battle.pair[1 - side]
    own, other = (PIECE_NAMES[view.stack(c)[0]] for c in (city, enemy))
    score = battle.score if side == 0 else -battle.score
    suit = suit_of(city)
    cards = " ".join(str(c) for c in sorted(view.hands[power], key=by_suit) if c.suit in (suit, "R"))
    held = [str(c) for c in sorted(view.hands[power], key=by_suit) if c.suit == suit] or [f"10{suit}", f"9{suit}"]
    asked = battle.asked == side
    now, other_way = ("concede", "ask") if asked or settled_words(view, battle, side) else ("ask", "concede")
    return (
        f"# {own} in {words.city_with_suit(city)} against {other} in {words.city_with_suit(enemy)}.\n"
        f"{so_far(view, battle)}"
        f"# Your score {'now' if asked else 'at the start'}: {score_text(score)}. {words.power_title(power)} may play: "
        f"{cards or 'nothing'}.\n"
        "# Whenever the right to play comes to you: a loss you accept ends it;\n"
        "# else the first play that fits; at 0 a card of the suit must be\n"
        "# played; else otherwise.\n"
        f'{sign}[[bid]]\n{sign}own       = "{own}"\n{sign}enemy     = "{other}"\n'
        f'{sign}plays     = []          # "{held[0]}", {{ card = "{held[-1]}", when = "score <= -5" }},'
        ' { card = "R", to = -1 }\n'
        f"{sign}accept    = 0           # troops you are ready to lose\n"
        f'{sign}otherwise = "{now}"   # or "{other_way}"\n'
        f"{sign}retreat   = []          # where the beaten enemy is to go, in order of liking:\n"
        f"{sign}#                         cities, {wish_examples(view.stack(city)[0], suit)}\n"
    )


def wish_examples(general: int, suit: str) -> str:
    """D20: wishes to imitate, with the reader's own general."""
    wishes = (Wish(AWAY, Place(general=general)), Wish(UNSUPPLIED), Wish(IN, suit=suit))
    return ", ".join(f'"{wish_text(wish, namer())}"' for wish in wishes)


def so_far(view: State, battle: Battle) -> str:
    """The cards of an interrupted battle, in comments, so that the sheet tells all that is needed."""
    if not battle.played:
        return ""
    powers = [words.power_title(power) for power in sides(view, battle)]
    lines = [
        f"# {powers[p.side]} {words.card(str(p.card))} counting {p.value}: {f'{p.score:+d}' if p.score else '0'}"
        for p in battle.played
    ]
    return "\n".join(["# So far:", *lines]) + "\n"


def retreat_sheet(view: State, role: str) -> str:
    """M11.21, D20: the farthest cities, of which the winner chooses."""
    task = view.task
    assert isinstance(task, Retreat)
    beaten = listed(PIECE_NAMES[p] for p in view.stack(task.source))
    ends = [name_of(city) for city in cities_in(task.left or task.ends)]
    lines = [f"# {beaten} must retreat {words.count(task.length, 'road')} from {name_of(task.source)}; you choose."]
    lines += [f"# Farthest cities: {listed(ends)}.", "# A way can be named too: retreat NAME > CITY > CITY"]
    apart = [choices(view, task.source, city, task.length) for city in cities_in(task.left or task.ends)]
    for way in [way for ways in apart if len(ways) > 1 for way in ways]:
        lines.append(f"# The way matters: {RetreatTo(view.stack(task.source)[0], way)}")
    way = first_way(view, task.source, task.left or task.ends, task.length)
    order = RetreatTo(view.stack(task.source)[0], (DOTS, way[-1]))
    return "\n".join([*lines, "do = [", f'  "{order}",', "]"]) + "\n"


# winter


def winter_sheet(view: State, role: str) -> str:
    """M13, D26: what each power can buy, who can come back and where."""
    task = view.task
    assert isinstance(task, Winter)
    lines = ["# Winter: a troop costs 4 points; a general comes back with one new troop at least."]
    examples: list[str] = []
    for power in task.awaited[0][1]:
        lines.append(hand_of(view, power))
        lines += back_lines(view, power)
        if view.hands[power]:
            examples.append(f'  # "recruit {POWERS[power]}: 1 troop; pay CARDS",')
    room = [p for power in task.awaited[0][1] for p in GENERALS[power] if view.place[p] >= 0]
    lines += ["do = [", *examples, "]", "", "# [troops]      # who gets them: the numbers afterwards"]
    lines += [f"# {PIECE_IDS[p]} = {view.troops[p]}" for p in room]
    return "\n".join(lines) + "\n"


def back_lines(view: State, power: int) -> list[str]:
    """M13.4: the generals of a power who can come back, and where."""
    found = []
    for piece in [p for p in GENERALS[power] if view.place[p] == OFF]:
        cities = [name_of(city) for city in cities_in(sites(view, piece))][:SHOWN]
        where = (
            f"at {listed(cities, 'or')}" if cities else f"nowhere: no major fortress of {POWER_NAMES[power]} is free"
        )
        found.append(f"# {PIECE_NAMES[piece]} can come back {where}")
    return found


def flanders_sheet(view: State, role: str) -> str:
    """M10.11, D17: one piece of the power whose turn it is on Flanders."""
    task = view.task
    assert isinstance(task, Moves)
    power = task.turns[0]
    lines = [*offered("As it stands, this sheet passes."), f"# One move of {POWER_NAMES[power]} on Flanders, or pass."]
    lines.append("# Whoever passes moves none of these any more in this phase:")
    for piece in left_on_flanders(view, task, power):
        lines.append(f'# in {name_of(view.place[piece])}: "{written(piece)} > "')
    return with_default(view, role, "flanders", lines)


WAR: dict[str, Callable[[State, str], str]] = {
    "hussars": hussar_sheet, "flanders": flanders_sheet, "supply": supply_sheet, "battles": order_sheet,
    "bid": bid_sheet, "retreat": retreat_sheet, "winter": winter_sheet,
}  # fmt: skip
