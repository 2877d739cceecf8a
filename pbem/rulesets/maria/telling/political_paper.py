"""The sheets of politics and of what follows from it, filled in with what is done without one (M17 to M21, M26)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.core import listed
from pbem.core.sheets import offered
from pbem.rulesets.common import NOUNS, by_suit
from pbem.rulesets.maria import facts
from pbem.rulesets.maria.board import cities_in, name_of
from pbem.rulesets.maria.corps import PRICE, off_map
from pbem.rulesets.maria.defaults import default_body
from pbem.rulesets.maria.election import free_votes
from pbem.rulesets.maria.influence import influence
from pbem.rulesets.maria.levy import spread
from pbem.rulesets.maria.peace import not_lowered
from pbem.rulesets.maria.political_orders import Back, GoTo
from pbem.rulesets.maria.politics import CARDS, can_select, front
from pbem.rulesets.maria.powers import AUSTRIA, CODES, FRANCE, POWER_NAMES, PRUSSIA
from pbem.rulesets.maria.records import Corps, Displaced, Peace, Politics, Slip, Treaty, Winter
from pbem.rulesets.maria.relations import owner_of, powers_of, takes_part
from pbem.rulesets.maria.saxony import spaces_left
from pbem.rulesets.maria.state import PIECE_IDS, PIECE_NAMES, POWER_OF, TRACKS, State, names_of
from pbem.rulesets.maria.telling import politics_words, words
from pbem.rulesets.maria.tracks import allowed
from pbem.rulesets.maria.treaties import LAST_TURN
from pbem.rulesets.maria.winter import sites

Lines = Iterator[str]
SAXONY_TRACK = TRACKS.index("saxony")


def political_sheet(view: State, role: str, kind: str) -> str:
    """A sheet for one decision of politics: remarks, and the default to be changed."""
    offer = OFFERS[kind](view) if kind in OFFERS else []
    lines = [*offer, *REMARKS[kind](view, role), "do = ["]
    lines += [f'  "{line}",' for line in default_body(view, role, kind).get("do", ())]
    lines += [f"  # {line}" for line in EXAMPLES[kind](view, role)] if kind in EXAMPLES else []
    tables = ["", *troops_of_cards(view, role)] if kind == "choose" else [""]
    return "\n".join([*lines, "]", *(tables if tables[1:] else [])]) + "\n"


# politics (M17)


def suit_remarks(view: State, role: str) -> Lines:
    """D2."""
    yield "# You won the last combat and name the dominant suit. Of the cards that are"
    yield "# placed now, only those of that suit and Reserves count."
    yield from open_cards(view)
    yield from hand_lines(view, [p for p in facts.CARD_BOXES if owner_of(view, p) == role])


def place_remarks(view: State, role: str) -> Lines:
    """D3."""
    task = view.task
    assert isinstance(task, Politics)
    own = [power for power in front(view, task) if owner_of(view, power) == role]
    yield f"# Dominant suit: {words.suit(view.suit)}. One card face down, or none."
    yield "# A card of another suit does not count: all see it, and it comes back to the hand. A Reserve counts 16."
    yield from open_cards(view)
    yield from influences(view)
    yield from hand_lines(view, own)


def place_examples(view: State, role: str) -> Lines:
    """A card of the suit for each power that places."""
    task = view.task
    assert isinstance(task, Politics)
    for power in front(view, task):
        fit = [card for card in view.hands[power] if owner_of(view, power) == role and card.suit in (view.suit, "R")]
        if fit:
            yield f'"{POWER_NAMES[power]}: place {min(fit, key=by_suit)}",'


def choose_remarks(view: State, role: str) -> Lines:
    """D4, D5: the cards that the power may select."""
    task = view.task
    assert isinstance(task, Politics)
    power = task.awaited[0]
    yield (
        f"# {words.power_title(power)} chooses: hold, or select a card with its shield. Selecting uses all its cards"
        " on the board; the card is executed or thrown away."
    )
    yield from influences(view)
    for card in can_select(view, power):
        yield f"# {card} {politics_words.described(card)}"
    others = [card for card in view.open_cards if card not in can_select(view, power)]
    yield from (f"# not yours: {card} {politics_words.described(card)}" for card in others)


def choose_examples(view: State, role: str) -> Lines:
    """Each card that may be selected, with every side that its arrows offer."""
    task = view.task
    assert isinstance(task, Politics)
    for card in can_select(view, task.awaited[0]):
        arrows = politics_words.CARD[card][4]
        sides = ["left" if move < 0 else "right" for _, side, steps in arrows[:1] for move in allowed(side, steps)]
        moves = [f", {arrows[0][0]} {side}" for side in sides] or [""]
        yield from (f'"select {card}, execute{move}",' for move in moves)
        yield f'"select {card}, throw away",'
        yield from returns(view, task.awaited[0]) if CARDS[card].troops else ()


def troops_of_cards(view: State, role: str) -> Lines:
    """D6, M17.17: the troops of a card that may be selected: who gets them if nothing is said, and how another does."""
    task = view.task
    assert isinstance(task, Politics)
    power = task.awaited[0]
    for card in [card for card in can_select(view, power) if CARDS[card].troops]:
        given = spread(view, power, CARDS[card].troops)
        more = words.count(CARDS[card].troops, "troop")
        yield f"# The troops of {card} go to these, unless you write other numbers, which must add {more} in all:"
        yield "# [troops]"
        yield from (f"# {PIECE_IDS[piece]} = {number}" for piece, number in given.items())


def returns(view: State, power: int) -> Lines:
    """M17.17: a general off the map who can come back with the troops of a card."""
    gone = [(piece, next(cities_in(where))) for piece in off_map(view, power) if (where := sites(view, piece))]
    yield from (
        f'"{Back(piece, city)}",   # with troops of the card, and his number under [troops]' for piece, city in gone[:1]
    )


def open_cards(view: State) -> Lines:
    """What can be won."""
    yield from (f"# Open: {card} {politics_words.described(card)}" for card in view.open_cards)


def influences(view: State) -> Lines:
    """M17.4, M17.5: what lies face up."""
    rows = [f"{POWER_NAMES[p]} {influence(view.kept[p])}" for p in facts.CARD_BOXES if view.kept[p]]
    yield f"# Influence on the board: {', '.join(rows) or 'none yet'}."


def hand_lines(view: State, powers: list[int]) -> Lines:
    """M8.7: each hand by itself."""
    for power in powers:
        if takes_part(view.mode, power):
            hand = " ".join(str(card) for card in sorted(view.hands[power], key=by_suit)) or "no cards"
            yield f"# {words.power_title(power)} holds {hand}"


# after politics


def corps_remarks(view: State, role: str) -> Lines:
    """D7."""
    task = view.task
    assert isinstance(task, Corps)
    yield f"# {words.power_title(task.power)} must send a general into its off-map box with his troops."
    yield from hand_lines(view, [task.power])


def corps_examples(view: State, role: str) -> Lines:
    task = view.task
    assert isinstance(task, Corps)
    for piece in off_map(view, task.power)[:1]:
        yield f'"send {PIECE_NAMES[piece]}, pay CARDS",   # not on the map: 2 troops for {PRICE} points'


def displaced_remarks(view: State, role: str) -> Lines:
    """D8, D24, D30."""
    task = view.task
    assert isinstance(task, Displaced)
    yield f"# {listed(names_of(task.pieces))} must be moved to one of these:"
    yield f"# {listed([name_of(city) for city in cities_in(task.goals)], 'or')}."
    if after := next_displaced(view, role):
        yield f"# After that {listed(names_of(after))} must be moved; where to can be written into this sheet, too."


def next_displaced(view: State, role: str) -> list[int]:
    """The pieces of a role that are displaced right after the first, before anybody else is asked."""
    found: list[int] = []
    for task in reversed(view.agenda[:-1]):
        if not isinstance(task, Displaced) or owner_of(view, POWER_OF[task.pieces[0]]) != role:
            return found
        found += task.pieces
    return found


def displaced_examples(view: State, role: str) -> Lines:
    task = view.task
    assert isinstance(task, Displaced)
    for city in list(cities_in(task.goals))[1:4]:
        yield f'"{GoTo(task.pieces[0], city)}",'


def saxony_remarks(view: State, role: str) -> Lines:
    """D22."""
    task, at = view.task, view.tracks[SAXONY_TRACK]
    assert isinstance(task, Slip)
    most = words.count(spaces_left(view, task), "space")
    yield f"# Saxony's marker may move up to {most} to the right, as far as you like:"
    for spaces in range(spaces_left(view, task) + 1):
        yield f"# saxony {spaces}: {politics_words.space_text('saxony', at + spaces)}"


def peace_remarks(view: State, role: str) -> Lines:
    """D23: what a peace brings, in short."""
    task = view.task
    assert isinstance(task, Peace)
    yield (
        f"# The peace makes Silesia Prussian and Prussia neutral until its stage of turn {view.turn + 2}; half of"
        " Prussia's markers in Austria are set aside, the others and Austria's in Prussia go to the pools; Prussia gets"
        " a marker into the box Silesia and its second train."
    )
    yes, no = ("offer", "no") if task.step == "offer" else ("accept", "refuse")
    yield f'# "{yes} peace" or "{no} peace"'


def vote_remarks(view: State, role: str) -> Lines:
    """D27."""
    yield "# The imperial election: nine votes, five elect. Yours, vote by vote if you like:"
    for power, cities in free_votes(view, role).items():
        yield f"# {words.power_title(power)}: {listed(name_of(city) for city in cities)}"


def vote_examples(view: State, role: str) -> Lines:
    for power, cities in free_votes(view, role).items():
        if len(cities) > 1:
            yield f'"{POWER_NAMES[power]}: vote {len(cities) - 1} Charles, 1 Francis",'


def levy_remarks(view: State, role: str) -> Lines:
    """D30."""
    yield "# The general of Saxony may come back at once with troops for 4 points each:"
    yield "# recruit N troops, NAME at CITY; pay CARDS. As it stands, nothing is recruited."


# agreements, in every sheet (M19.20, M20, M21)


def agreement_lines(view: State, role: str) -> Lines:
    """What can be said at any time: answers to offers, an offer, France's lower aims."""
    if not view.is_advanced or not view.agenda:
        return
    waiting = [row.id for row in view.treaties if is_asked(view, row, role)]
    said = [f'"accept {id_}"' for id_ in waiting]
    said += [f'"end {row.id}"' for row in view.treaties if is_to_end(view, row, role)]
    offer = f'"{example_offer(view, role)}"'
    yield "# Agreements are public and binding, and can be offered and answered with any sheet:"
    yield f"# treaties = [{', '.join(said or [offer])}]"
    yield from (f'# instead of "accept {id_}": "refuse {id_}", or "counter {id_}, ..."' for id_ in waiting[:1])
    yield from [f"# An offer among them: {offer}"] if said else []
    if owner_of(view, FRANCE) == role and not not_lowered(view):
        yield '# declare = ["lower aims"]   # once a game: half of the markers in Core-Austria are set aside'


def is_asked(view: State, treaty: Treaty, role: str) -> bool:
    """Whether a role still has to answer an offer."""
    own = [power for power in treaty.parties if owner_of(view, power) == role]
    return treaty.status == "offered" and any(power not in treaty.assented for power in own)


def is_to_end(view: State, treaty: Treaty, role: str) -> bool:
    """M20.4: whether another party wishes to end an agreement, and this role has not said so."""
    own = [power for power in treaty.parties if owner_of(view, power) == role]
    wished = treaty.status == "accepted" and bool(treaty.ending) and treaty.last >= view.turn
    return wished and any(power not in treaty.ending for power in own)


def example_offer(view: State, role: str) -> str:
    """An offer to imitate, between a power of the reader and another's."""
    own = powers_of(view, role)
    mine = next((p for p in own if p in (PRUSSIA, FRANCE)), own[-1])
    me, other = CODES[mine], CODES[AUSTRIA if mine in (PRUSSIA, FRANCE) else PRUSSIA]
    turn = view.turn + (isinstance(view.task, Winter) and view.turn < LAST_TURN)  # in winter nobody moves any more
    return f"offer {me} and {other}, turn {turn}: {me} does not attack {other}"


Remarks = Callable[[State, str], Lines]
REMARKS: dict[str, Remarks] = {
    "suit": suit_remarks, "place": place_remarks, "choose": choose_remarks, "corps": corps_remarks,
    "displaced": displaced_remarks, "saxony": saxony_remarks, "peace": peace_remarks, "assent": peace_remarks,
    "vote": vote_remarks, "levy": levy_remarks,
}  # fmt: skip
EXAMPLES: dict[str, Remarks] = {
    "place": place_examples, "choose": choose_examples, "corps": corps_examples, "displaced": displaced_examples,
    "vote": vote_examples,
}  # fmt: skip
# Where what is written is a sensible answer, one word is enough for it.
OFFERS: dict[str, Callable[[State], list[str]]] = {
    "suit": lambda view: offered(f"The suit is {NOUNS[view.suit or 'C']}, as it is written here."),
    "place": lambda view: offered("As it stands, this sheet places no card."),
    "choose": lambda view: offered("As it stands, this sheet holds."),
    "saxony": lambda view: offered("As it stands, the marker moves all the way."),
    "peace": lambda view: offered("As it stands, no peace is offered."),
    "assent": lambda view: offered("As it stands, the peace is refused."),
    "vote": lambda view: offered("The usual votes are written here."),
}
