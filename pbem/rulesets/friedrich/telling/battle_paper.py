"""The sheets for battles and choices, which the sheet now due becomes when one of them is asked (F7, F8, F12)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core import listed
from pbem.core.sheets import offered
from pbem.rulesets.common import by_suit
from pbem.rulesets.common.bids import Bid
from pbem.rulesets.common.wishes import AWAY, IN, UNSUPPLIED, Place, Wish, wish_text
from pbem.rulesets.friedrich import fate, strokes
from pbem.rulesets.friedrich.answers import narrowed
from pbem.rulesets.friedrich.board import HANOVER, IDS, PRUSSIA, RUSSIA, cities_in, name_of, suit_of
from pbem.rulesets.friedrich.cards import Card
from pbem.rulesets.friedrich.choices import FATE_WORDS
from pbem.rulesets.friedrich.combat import Seat, owner_of_side, sides, sides_awaited
from pbem.rulesets.friedrich.decisions import spoken
from pbem.rulesets.friedrich.defaults import default_body
from pbem.rulesets.friedrich.fights import battle_name, cities_of, seats_of
from pbem.rulesets.friedrich.offensive import GARRISONED
from pbem.rulesets.friedrich.settled import has_nothing_to_play, settled_words
from pbem.rulesets.friedrich.standing import speaking_for, stage_answers
from pbem.rulesets.friedrich.state import (
    NATION_NAMES,
    PIECE_NAMES,
    Battle,
    Combat,
    Fate,
    Retreat,
    State,
    Task,
    nations_of,
    owner_of,
)
from pbem.rulesets.friedrich.telling import words
from pbem.rulesets.friedrich.wishes import namer


def asked_sheet(view: State, role: str, kind: str) -> str:
    """The sheet for what a battle, a retreat or a card of fate asks of a role."""
    task = view.task
    if isinstance(task, Battle):
        return bid_sheet(view, task, role)
    if kind == "bids" and isinstance(task, Combat):
        return stage_sheet(view, task, role)
    return choice_sheet(view, role, kind)


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
    stands = [found.name for _, _, found in speaking_for(view, role)] if view.standing else []
    first = offered(STANDS.format(name=stands[0])) if stands else offered(settled) if settled else ()
    sign = "# " if stands else ""
    return (
        "".join(f"{line}\n" for line in first)
        + f"# {own} in {words.city_with_suit(city)} against {other} in {words.city_with_suit(enemy)}.\n"
        f"{so_far(view, battle)}"
        f"# Your score {'now' if asked else 'at the start'}: {score:+d}. You may play: {cards or 'nothing'}.\n"
        "# Whenever the right to play comes to you: a loss you accept ends it;\n"
        "# else the first play that fits; at 0 a card of the suit must be\n"
        "# played; else otherwise.\n"
        f'{sign}[[bid]]\n{sign}own       = "{own}"\n{sign}enemy     = "{other}"\n'
        f'{sign}plays     = []          # "{high}", {{ card = "{low}", when = "score <= -5" }},'
        ' { card = "R", to = -1 }\n'
        f"{sign}accept    = 0           # troops you are ready to lose\n"
        f'{sign}otherwise = "{now}"   # or "{other_way}"\n'
        f"{sign}retreat   = []          # where the beaten enemy is to go, in order of liking:\n"
        f"{sign}#                         cities, {wish_examples(view.stack(city)[0], suit)}\n"
    )


OTHERWISE = "To bid otherwise, take away the signs from [[bid]] to the empty line."
STANDS = f"Your standing bid {{name}} answers as it is. {OTHERWISE}"
ALL_STAND = f"Your standing bids answer in all of them. {OTHERWISE}"
ALL_SETTLED = "A bid of yours answers in each of them, and without an order of battles the best-ranked comes first."
STANDS_HERE = f"Your standing bid {{name}} answers here. {OTHERWISE}"
BID_CAME = f"Your bid for this battle came with your moves. {OTHERWISE}"


def wish_examples(general: int, suit: str) -> str:
    """D16: wishes to imitate, with the reader's own general; his name may be a city's too."""
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


def stage_sheet(view: State, task: Combat, role: str) -> str:
    """Option bidding = "stage": all battles of the stage, each with a bid to fill in."""
    own = [nation for nation in task.awaited if nation in nations_of(view, role)]
    seats = [seat for nation in own for seat in seats_of(view, task, nation)]
    unable = [seat for seat in seats if has_nothing_to_play(view, *seat)]
    told = settled_bids(view, task, role, seats)
    standing = {seat: found for seat, found in stage_answers(view, task, role) if found}
    first_words = "" if len(told) < len(seats) else ALL_STAND if speaking_for(view, role) else ALL_SETTLED
    first_words = first_words or (NOTHING_TO_PLAY if len(unable) == len(seats) else "")
    lines = offered(first_words) if first_words else []
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
            words_here = "" if first_words == ALL_STAND else told.get(seat, "")
            free = unpromised(view.hands[nation], [found.bid for other, found in standing.items() if other != seat])
            lines += stage_stub(view, free, seat, seat in unable, seat in told, words_here)
    return "\n".join(lines) + "\n"


def unpromised(hand: Iterable[Card], bids: list[Bid]) -> list[Card]:
    """The cards of a hand that these bids leave."""
    promised = [play.card[:2] for bid in bids for play in bid.plays]
    return [card for card in hand if card.face not in promised]


def stage_stub(view: State, free: list[Card], seat: Seat, unable: bool, settled: bool, told: str) -> list[str]:
    """One battle of a stage with a bid to fill in; behind signs where something answers already, which is told.

    ``free``: the cards among which is one to imitate.
    """
    known = {declared.pieces: declared.troops for declared in view.declared}
    city, enemy = cities_of(seat)
    mine, theirs = view.stack(city), view.stack(enemy)
    score, sign = known[mine] - known[theirs], "# " if settled else ""
    example = next((str(card) for card in free if card.suit == suit_of(city)), f"9{suit_of(city)}")
    now, other = ("concede", "ask") if unable else ("ask", "concede")
    return [
        "", f"# in {words.city_with_suit(city)}, your score at the start {score:+d}", *([f"# {told}"] if told else []),
        f"{sign}[[bid]]",
        f'{sign}own       = "{PIECE_NAMES[mine[0]]}"', f'{sign}enemy     = "{PIECE_NAMES[theirs[0]]}"',
        f'{sign}plays     = []   # "{example}"', f"{sign}accept    = 0",
        f'{sign}otherwise = "{now}"   # or "{other}"',
    ]  # fmt: skip


def settled_bids(view: State, task: Combat, role: str, seats: Iterable[Seat]) -> dict[Seat, str]:
    """The battles of a stage for which a role owes no bid any more, and what answers in them, in a sentence."""
    open_ = dict(stage_answers(view, task, role))
    told = {seat: STANDS_HERE.format(name=found.name) for seat, found in open_.items() if found}
    return told | {seat: BID_CAME for seat in seats if seat not in open_}


def choice_sheet(view: State, role: str, kind: str) -> str:
    """A single choice, filled in with the standing answer that speaks to it, else with the default."""
    task = view.task
    stands = spoken(view, role) if view.answers and not isinstance(task, Combat) else None
    lines = agreeable(view, task) if stands is None else offered("Your standing answer is written here.")
    if isinstance(task, Combat):
        battles = listed([battle_name(view, pair) for pair in task.pairs])
        lines.append(f"# Which battle comes next? There are: {battles}.")
    elif isinstance(task, Retreat):
        lines.append(f"# Farthest cities: {listed([name_of(c) for c in cities_in(task.destinations)])}.")
        lines += left_open(view, task, role)
    elif isinstance(task, Fate):
        lines += fate_comments(view, role, task.card)
    lines.append("do = [")
    orders = default_body(view, role, kind).get("do", []) if stands is None else stands["do"]
    lines += [f"  {quoted(written(line) if stands is None else line)}," for line in orders]
    return "\n".join([*lines, "]"]) + "\n"


def quoted(line: str) -> str:
    """A line of orders as it stands in a sheet."""
    return '"{}"'.format(line.replace("\\", "\\\\").replace('"', '\\"'))


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


# By whether it is one answer.
IN_VAIN = {
    True: "# No city that is left fits your standing answer {answers}.",
    False: "# No city that is left fits your standing answers {answers}.",
}


def left_open(view: State, task: Retreat, role: str) -> list[str]:
    """D16: what the reader's own wishes leave of the farthest cities, and standing answers that fit none of them."""
    left, unfit = task.left or task.destinations, []
    if dict(view.answers).get(role):
        lines, choice = narrowed(view, role)
        left, unfit = choice.left, [f'"{" ".join(lines[wish].split())}"' for wish in choice.unfit]
    told = [IN_VAIN[len(unfit) == 1].format(answers=listed(unfit))] if unfit else []
    names = listed([name_of(city) for city in cities_in(left)])
    return told + ([f"# Your wishes leave {names}: the choice is still yours."] if left != task.destinations else [])


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
