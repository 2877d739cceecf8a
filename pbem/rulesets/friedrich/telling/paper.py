"""The sheet now due, with comments: it is accepted as it stands, and then does what the default does."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core import listed
from pbem.core.sheets import offered
from pbem.rulesets.common.roads import DOTS
from pbem.rulesets.friedrich import fate, strokes
from pbem.rulesets.friedrich.answers import narrowed
from pbem.rulesets.friedrich.board import HANOVER, IDS, PRUSSIA, RUSSIA, cities_in, distance, name_of, suit_of
from pbem.rulesets.friedrich.cards import by_suit
from pbem.rulesets.friedrich.choices import FATE_WORDS
from pbem.rulesets.friedrich.combat import owner_of_side, pairs_of, sides, sides_awaited
from pbem.rulesets.friedrich.decisions import awaiting
from pbem.rulesets.friedrich.due import battle_line, bid_stub
from pbem.rulesets.friedrich.entries import entry_text, first_entry
from pbem.rulesets.friedrich.fights import battle_name, cities_of, seats_of
from pbem.rulesets.friedrich.flow import default_body
from pbem.rulesets.friedrich.movement import all_ways
from pbem.rulesets.friedrich.offensive import GARRISONED, best_card, given_up
from pbem.rulesets.friedrich.orders import Move, Stay
from pbem.rulesets.friedrich.settled import has_nothing_to_play, settled_words
from pbem.rulesets.friedrich.state import (
    GENERALS,
    NATION_NAMES,
    NATION_OF,
    PIECE_IDS,
    PIECE_NAMES,
    RANK,
    TRAINS,
    Battle,
    Combat,
    Fate,
    Retreat,
    SetUp,
    Stage,
    State,
    Task,
    hostile_generals,
    is_offensive_due,
    nations_of,
    owner_of,
)
from pbem.rulesets.friedrich.telling import words
from pbem.rulesets.friedrich.telling.fate_words import CONCERNS, reminder
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
    if isinstance(task, Battle):
        return bid_sheet(view, task, role)
    if owed[0].kind == "bids":
        return stage_sheet(view, task, role)
    return choice_sheet(view, role, owed[0].kind)


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
    if nation in CONCERNS.get(view.in_force, ()):
        lines.append(f"# Card of fate {view.in_force}: {reminder(view.in_force)}.")
    if is_offensive_due(view, nation):
        lines += offensive_words(view)
    off = [PIECE_NAMES[p] for p in (*GENERALS[nation], *TRAINS[nation]) if view.place[p] == -1]
    lines += [f"# Off the map: {listed(off)}"] if off else []
    lines.append("do = [")
    if stage.drawn:
        lines += [f'  "{line}",   # one of the cards just drawn' for line in default_body(view, role, "movement")["do"]]
    for piece in (*GENERALS[nation], *TRAINS[nation]):
        if view.place[piece] >= 0:
            # The remark has a line of its own: behind a long order a mail program would break it.
            lines.append(f"  # in {name_of(view.place[piece])}{number(view, piece)}:")
            lines.append(f'  # "{PIECE_NAMES[piece]} > ",')
    lines += ["]", "", "# [troops]      # only what changes: the numbers after all moves", "#"]
    on_map = [p for p in GENERALS[nation] if view.place[p] >= 0]
    lines += [f"# {PIECE_IDS[p]} = {view.troops[p]}" for p in on_map[:1]]
    if pairs := pairs_of(view, nation):
        lines += ["", "# Enemies stand next to you already; whoever stays fights. A bid, without the #:"]
        lines += [f"# {line}" for pair in pairs for line in (battle_line(view, pair), *bid_stub(view, pair))]
    if stubs := standing_stubs(view, role):
        lines += ["", *stubs]
    return "\n".join(lines) + "\n"


NOTHING_MOVES = "Nothing of {nation} stands on the map; as it stands, this sheet brings nothing back."


def offensive_words(view: State) -> list[str]:
    """F13.4.2: that the option is declared now or never, and with which card it can be."""
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


def bid_sheet(view: State, battle: Battle, role: str) -> str:
    """F7: the battle as it stands and a bid to fill in."""
    side = next(s for s in sides_awaited(view, battle) if owner_of_side(view, battle, s) == role)
    nation, city, enemy = sides(view, battle)[side], battle.pair[side], battle.pair[1 - side]
    own, other = (PIECE_NAMES[view.stack(c)[0]] for c in (city, enemy))
    score = battle.score if side == 0 else -battle.score
    suit = suit_of(city)
    cards = " ".join(str(c) for c in sorted(view.hands[nation], key=by_suit) if c.suit in (suit, "R"))
    held = [str(c) for c in sorted(view.hands[nation], key=by_suit) if c.suit == suit] or [f"10{suit}", f"9{suit}"]
    high, low = held[0], held[-1]
    asked, settled = battle.asked == side, settled_words(view, battle, side)
    now, other_way = ("concede", "ask") if asked or settled else ("ask", "concede")
    return (
        "".join(f"{line}\n" for line in (offered(settled) if settled else ()))
        + f"# {own} in {words.city_with_suit(city)} against {other} in {words.city_with_suit(enemy)}.\n"
        f"{so_far(view, battle)}"
        f"# Your score {'now' if asked else 'at the start'}: {score:+d}. You may play: {cards or 'nothing'}.\n"
        "# Whenever the right to play comes to you: a loss you accept ends it;\n"
        "# else the first play that fits; at 0 a card of the suit must be\n"
        "# played; else otherwise.\n"
        f'[[bid]]\nown       = "{own}"\nenemy     = "{other}"\n'
        f'plays     = []          # "{high}", {{ card = "{low}", when = "score <= -5" }}, {{ card = "R", to = -1 }}\n'
        "accept    = 0           # troops you are ready to lose\n"
        f'otherwise = "{now}"   # or "{other_way}"\n'
        "retreat   = []          # where the beaten enemy is to go, in order of liking:\n"
        f"#                         cities, {wish_examples(view.stack(city)[0], suit)}\n"
    )


def wish_examples(general: int, suit: str) -> str:
    """D16: wishes to imitate, with the reader's own general; his name may be a city's too."""
    from pbem.rulesets.common.wishes import AWAY, IN, UNSUPPLIED, Place, Wish, wish_text  # not for check
    from pbem.rulesets.friedrich.wishes import namer  # not for check

    wishes = (Wish(AWAY, Place(general=general)), Wish(UNSUPPLIED), Wish(IN, suit=suit))
    return ", ".join(f'"{wish_text(wish, namer())}"' for wish in wishes)


def so_far(view: State, battle: Battle) -> str:
    """The cards of an interrupted battle, in comments, so that the sheet tells all that is needed."""
    if not battle.played:
        return ""
    nations = [words.capital(NATION_NAMES[nation]) for nation in sides(view, battle)]
    lines = [
        f"# {nations[p.side]} {words.card(str(p.card))} counting {p.value}: {f'{p.score:+d}' if p.score else '0'}"
        for p in battle.played
    ]
    return "\n".join(["# So far:", *lines]) + "\n"


NOTHING_TO_PLAY = "You hold nothing that can be played in any of these battles: your side stops in all of them."


def stage_sheet(view: State, task: Task, role: str) -> str:
    """Option bidding = "stage": all battles of the stage, each with a bid to fill in."""
    assert isinstance(task, Combat)
    known = {declared.pieces: declared.troops for declared in view.declared}
    own = [nation for nation in task.awaited if nation in nations_of(view, role)]
    seats = [seat for nation in own for seat in seats_of(view, task, nation)]
    unable = [seat for seat in seats if has_nothing_to_play(view, *seat)]
    lines = offered(NOTHING_TO_PLAY) if len(unable) == len(seats) else []
    lines += ["# All battles of this stage at once; cards are shared in the order in which they are fought."]
    if task.nation in own and len(task.pairs) > 1:
        lines += [f'# do = ["battles {", ".join(battle_name(view, pair) for pair in task.pairs)}"]   # their order']
    first, _ = cities_of(seats[0])
    lines += [f"# retreat = [{wish_examples(view.stack(first)[0], suit_of(first))}]"]
    lines += ["#           where beaten enemies are to go, cities or wishes; a bid may have its own"]
    for nation in own:
        hand = " ".join(str(card) for card in sorted(view.hands[nation], key=by_suit)) or "no cards"
        lines += [f"# {words.capital(NATION_NAMES[nation])} holds {hand}"]
        for seat in seats_of(view, task, nation):
            city, enemy = cities_of(seat)
            mine, theirs = view.stack(city), view.stack(enemy)
            score = known[mine] - known[theirs]
            lines += ["", f"# in {words.city_with_suit(city)}, your score at the start {score:+d}", "[[bid]]"]
            lines += [f'own       = "{PIECE_NAMES[mine[0]]}"', f'enemy     = "{PIECE_NAMES[theirs[0]]}"']
            example = next((str(c) for c in view.hands[nation] if c.suit == suit_of(city)), f"9{suit_of(city)}")
            lines += [f'# plays   = ["{example}"]', "plays     = []", "accept    = 0"]
            now, other = ("concede", "ask") if seat in unable else ("ask", "concede")
            lines += [f'otherwise = "{now}"   # or "{other}"']
    return "\n".join(lines) + "\n"


def choice_sheet(view: State, role: str, kind: str) -> str:
    """A single choice, filled in with the default."""
    task = view.task
    lines = agreeable(view, task)
    if isinstance(task, Combat):
        battles = listed([battle_name(view, pair) for pair in task.pairs])
        lines.append(f"# Which battle comes next? There are: {battles}.")
    elif isinstance(task, Retreat):
        lines.append(f"# Farthest cities: {listed([name_of(c) for c in cities_in(task.destinations)])}.")
        lines += left_open(view, task, role)
    elif isinstance(task, Fate):
        lines += fate_comments(view, role, task.card)
    lines.append("do = [")
    lines += [f'  "{written(line)}",' for line in default_body(view, role, kind).get("do", [])]
    return "\n".join([*lines, "]"]) + "\n"


def agreeable(view: State, task: Task) -> list[str]:
    """Where the default is a sensible answer, that one word is enough for it; where it is the first by the alphabet,
    nothing."""
    if isinstance(task, Combat):
        return offered("The best-ranked commander's battle comes first.")
    if not isinstance(task, Fate) or task.card == "garrison":
        return []
    if task.card in REINFORCED and len(fate.with_room(view, REINFORCED[task.card])) == 1:
        return offered("One general alone has room for the troop, and it is written here.")
    if task.card == "10C" and len({view.place[p] for p in fate.with_spare(view, PRUSSIA)}) == 1:
        return offered("One stack alone has a troop to spare, and it is written here.")
    return offered(AS_WRITTEN.get(task.card, "As it stands, this sheet declines."))


AS_WRITTEN = {
    "sweden": "The general whose loss costs least is written here.",
    "10C": "The stack with most troops to spare is written here.",
    **dict.fromkeys(("1C", "8S", "11C"), "The highest-ranked general with room for the troop is written here."),
}
REINFORCED = {"1C": RUSSIA, "8S": PRUSSIA, "11C": HANOVER}


def left_open(view: State, task: Retreat, role: str) -> list[str]:
    """D16: what the reader's own wishes leave of the farthest cities, where they do not leave one alone."""
    left = task.left or task.destinations
    if dict(view.answers).get(role):
        left = narrowed(view, role)[1].left
    names = listed([name_of(city) for city in cities_in(left)])
    return [f"# Your wishes leave {names}: the choice is still yours."] if left != task.destinations else []


def fate_comments(view: State, role: str, card: str) -> list[str]:
    """What a card of fate asks, with an order to imitate; an empty list declines what may be declined."""
    if card in REINFORCED:
        return [f"# One of {generals(fate.with_room(view, REINFORCED[card]))} receives a troop."]
    if card == "sweden":
        return [f"# One of {generals(strokes.can_retire(view))} leaves the game."]
    if card == "garrison":
        return [f"# Two of {cities(GARRISONED)} are retaken."]
    if card == "6S":
        return [f'# "Laudon > CITY": {cities(fate.laudon_steps(view))}; an empty list lets him stay.']
    if card == "6D":
        return [f'# "turn GENERAL": one of {generals(fate.turnable(view))}; an empty list turns nobody.']
    if card == "10C":
        return [f"# One of {generals(fate.with_spare(view, PRUSSIA))} loses a troop."]
    if card == "12H":
        return [f'# "Hildburghausen > CITY": {cities(fate.west_of(view))}; an empty list lets him stay.']
    if card == "8C":
        stacks = [PIECE_NAMES[view.stack(city)[0]] for city in fate.stacks_facing_daun(view)]
        return [f'# "{own} > CITY": the stack steps to an empty city next to it and is not attacked.' for own in stacks]
    return [PLAIN_COMMENTS[card].format(card=lowest_held(view, role, card))]


PLAIN_COMMENTS = {
    "1H": '# "exchange {card}" offers a card; an empty list refuses.',
    "4H": '# "discard {card}" changes a card; an empty list keeps your hand.',
    "9D": '# "give {card}" gives Austria a card, and you draw one of her hand; an empty list declines.',
}


def lowest_held(view: State, role: str, card: str) -> str:
    """A card of the hand that the card of fate is about."""
    nation = next(n for n in FATE_WORDS[card][0] if owner_of(view, n) == role)
    held = sorted(view.hands[nation], key=lambda card: (card.value, by_suit(card)))
    return str(held[0]) if held else "CARD"


def generals(pieces: Iterable[int]) -> str:
    return listed((PIECE_NAMES[p] for p in pieces), "or")


def cities(board: int) -> str:
    return listed((name_of(c) for c in cities_in(board)), "or")


def written(line: str) -> str:
    """The default order with the display names of its cities."""
    words = line.replace(",", " ,").split()
    return " ".join(name_of(IDS.index(word)) if word in IDS else word for word in words).replace(" ,", ",")
