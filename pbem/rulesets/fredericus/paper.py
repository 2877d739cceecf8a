"""The sheet now due, with comments: it is accepted as it stands, and then does what the default does (M4)."""

from __future__ import annotations

from pbem.rulesets.fredericus import words
from pbem.rulesets.fredericus.cards import NOTHING
from pbem.rulesets.fredericus.decisions import asked_seats
from pbem.rulesets.fredericus.flow import default_body
from pbem.rulesets.fredericus.geometry import HAND, TOWERS
from pbem.rulesets.fredericus.state import FALCON, GOSHAWK, Placing, State, Turn, mandatory, seat_of

DRAW = '# Draws: "DRAW a e deck": an open a, else an open e, else the deck.'


def sheet(view: State, role: str) -> str:
    """The body of the sheet a role owes now."""
    seat = seat_of(view, role)
    task = view.task if view.agenda else None
    if isinstance(task, Turn) and task.seat == seat:
        return turn_sheet(view, seat)
    if isinstance(task, Placing) and seat in asked_seats(view, task):
        return placing_sheet(view, task, seat)
    lines = ["# Nothing is asked of you now."]
    if view.options.display and task is not None:
        lines += ["# A list for draws may be sent at any time:", DRAW, 'do = []   # for example ["DRAW a e deck"]']
    return "\n".join(lines) + "\n"


def placing_sheet(view: State, task: Placing, seat: int) -> str:
    """R3.2, R3.8: one order, filled in with the default."""
    if task.what == "birds":
        lines = [
            "# Where your falcon begins; the goshawk goes to the opposite post.",
            "# Posts have the numbers 1 to 8.",
        ]
    elif view.players == 2:
        lines = ["# On which towers your two tokens begin, 1 to 8; not the courtyard."]
    else:
        lines = ["# On which tower your token begins, 1 to 8; not the courtyard."]
    lines += [DRAW] if view.options.display else []
    return "\n".join([*lines, *orders(view, seat)]) + "\n"


def turn_sheet(view: State, seat: int) -> str:
    """R4: what can be written, where the own birds and tokens are, and the default."""
    number = mandatory(view, seat)
    lines = [
        f"# Your turn: exactly {words.count(number, 'basic action')}, one after the other.",
        *first_actions(view, seat),
        '#   "HOOD 4"             birds on post 4, between two trees',
        "# Besides, before, between or after them, each once:",
        '#   "HUNT F"             the falcon, between two skies',
        '#   "HUNT G"             the goshawk, between a sky and a tree',
        '#   "TURN 6 DISCARD 5"   between two seals; two more actions follow',
    ]
    lines += ['#   "SHIFT 1"            three trees or skies to the near end'] if view.options.shift3 else []
    lines += [DRAW] if view.options.display else []
    court = "" if view.players == 2 else ', "BET COURT"'
    example = '"BET 1:5 2:6"' if view.players == 2 else '"BET 5"'
    lines.append(f'# Last, your bet: {example}{court}, "BET STAY".')
    lines += [f"# {line}" for line in (*standing(view, seat), ends(view))]
    return "\n".join([*lines, *orders(view, seat)]) + "\n"


def first_actions(view: State, seat: int) -> list[str]:
    """A move and a flight that could be done, as examples."""
    lines = []
    for row in [tower for tower in TOWERS if view.end(tower)][:1]:
        order = f'"MOVE {row}>{row % 8 + 1}"'
        lines.append(f"#   {order:<21}the end card of row {row} to row {row % 8 + 1}, next to it")
    which = GOSHAWK if view.birds[seat][FALCON].hooded else FALCON
    post = view.birds[seat][which].post % 8 + 1
    other = "F is the falcon" if which == GOSHAWK else "G is the goshawk"
    order = f'"FLY {"FG"[which]}>{post}"'
    return [*lines, f"#   {order:<21}the {words.bird(which)} to post {post}; {other}"]


def standing(view: State, seat: int) -> list[str]:
    """Where the own birds and tokens are."""
    birds = []
    for which in (FALCON, GOSHAWK):
        bird = view.birds[seat][which]
        birds.append(f"{words.bird(which)} {'hooded at' if bird.hooded else 'on'} post {bird.post}")
    places = view.tokens[seat]
    tokens = ", ".join(
        f"token{f' {at + 1}' if len(places) > 1 else ''} {'in' if place == HAND else 'on'} {words.place(place)}"
        for at, place in enumerate(places)
    )
    return [f"Your {birds[0]}, {birds[1]};", f"{tokens}."]


def ends(view: State) -> str:
    """The end cards of all rows, with which everything is decided."""
    found = "  ".join(f"{tower} {view.end(tower) or NOTHING}" for tower in TOWERS)
    return f"The rows end in: {found}"


def orders(view: State, seat: int) -> list[str]:
    """The default orders, one a line."""
    return ["do = [", *(f'  "{order}",' for order in default_body(view, seat)["do"]), "]"]
