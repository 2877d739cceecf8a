"""Political cards, tracks and their icons as people read them (M17)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rulesets.maria import facts
from pbem.rulesets.maria.powers import POWER_NAMES
from pbem.rulesets.maria.telling.words import STANDINGS, capital, count

CARD = {row[0]: row for row in facts.CARDS}
ELECTION = "Imperial Election"
TRACK_TITLES = {"italy": "Italy", "russia": "Russia", "saxony": "Saxony"}
SIDES = {"L": "{n} to the left", "R": "{n} to the right", "LR": "{n} to the left or right"}
# M17.14 to M17.16: what an icon does to a power.
ICONS = {
    "tc_penalty": "{power} draws 1 card fewer", "tc_bonus": "{power} draws 1 card more",
    "expedition": "{power} has a general in its off-map box", "victory": "{power} has a marker in the box Italy",
}  # fmt: skip


def title(id_: str) -> str:
    """``Treaty of Worms``; the title of a card that the board does not know is its id."""
    return str(CARD[id_][2]) if id_ in CARD else id_


def history(id_: str) -> str:
    """What happened in the year of a card."""
    return str(CARD[id_][7]) if id_ in CARD else ""


def shields(id_: str) -> tuple[int, ...]:
    """M17.8: the powers that may select a card."""
    return tuple(CARD[id_][3]) if id_ in CARD else ()


def does(id_: str) -> str:
    """M17.12, M17.17: what a card does: ``Saxony 1 to the left; 1 tactical card``."""
    return "; ".join(effects(id_)) or "nothing"


def effects(id_: str) -> Iterator[str]:
    """The effects of a card, one by one."""
    _, _, _, _, arrows, troops, cards, _ = CARD[id_]
    for track, side, steps in arrows:
        yield f"{TRACK_TITLES[track]} {SIDES[side].format(n=steps)}"
    if troops:
        yield count(troops, "troop")
    if cards:
        yield count(cards, "tactical card")


def described(id_: str) -> str:
    """``"Treaty of Worms" (the Pragmatic Army, Austria): Italy 2 to the right``."""
    if not shields(id_):
        return f'"{title(id_)}"'
    return f'"{title(id_)}" ({", ".join(POWER_NAMES[power] for power in shields(id_))}): {does(id_)}'


# tracks


def space_text(track: str, space: int) -> str:
    """What the space of a track says: a standing, what its icons do, the asterisk, or nothing."""
    standing, icons = facts.TRACKS[track][4][space - 1]
    parts = [f"Saxony is {STANDINGS[standing]}"] if standing else []
    parts += [ICONS[kind].format(power=POWER_NAMES[power]) for kind, power in icons]
    parts += ["the asterisk"] if space == facts.TRACKS[track][2] else []
    return "; ".join(parts) or "blank"


def track_line(track: str, space: int) -> str:
    """``Italy: [F!] [ ] [ ] *  ...``: where a marker stands, in words: ``space 3 of 7, ...``."""
    spaces = len(facts.TRACKS[track][4])
    return f"{TRACK_TITLES[track]}: space {space} of {spaces}, {space_text(track, space)}."


def moved(track: str, before: int, after: int) -> str:
    """``1 to the left``."""
    number = abs(after - before)
    return f"{count(number, 'space')} to the {'left' if after < before else 'right'}"


def steps_text(steps: int) -> str:
    """``2 to the right``; of a move that was announced."""
    return f"{abs(steps)} to the {'left' if steps < 0 else 'right'}"


def icon_words(track: str, space: int) -> str:
    """What begins or ends with the space on which a marker stopped, as a sentence; empty for a blank one."""
    text = space_text(track, space)
    return "" if text in ("blank", "the asterisk") else f" {capital(text)}."
