"""Rehearsing a bid: many battles against enemies that are possible, told as a spread of results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pbem.core.chance import Chance
from pbem.store import GameFault
from pbem.store.reading import read_secret
from pbem.store.views import read_view
from pbem.workflow import UNKNOWN_CHOICE, decoded, open_game, reads, ruleset_on
from pbem.workflow.check import Answer, check_in_game, check_with_view
from pbem.workflow.journal import battles_of

MOST = 100_000


class Wishes(NamedTuple):
    """Against whom, how often, and how much is told."""

    strengths: Sequence[int] = ()
    hand: str = ""
    samples: int = 500
    transcripts: int = 2
    seed: str = "duel"


class Duel(NamedTuple):
    """The checker's answer, and the battles of the sheet rehearsed if it has no errors."""

    answer: Answer
    battles: list[dict[str, Any]]


@reads
def duel(file: str, view_file: str, directory: str, wishes: Wishes) -> Duel:
    """Rehearse the bids of a sheet from the view of its writer: a view file, or a game directory."""
    if directory:
        answer = check_in_game(file, directory)
        table = open_game(directory)
        read_secret(table.game)
        role = answer.sheet.role if answer.sheet else ""
        ruleset, view = table.ruleset, table.ruleset.secrets.view_of(table.state, role or None)
    else:
        answer = check_with_view(file, view_file)
        seen = read_view(view_file)
        ruleset = ruleset_on(seen.ruleset, view_file, seen.revision, seen.board)
        view, role = decoded(ruleset.files.decode, seen.state, view_file), seen.role
    battles = battles_of(ruleset, directory or view_file, "duel")
    if answer.is_refused or answer.sheet is None:
        return Duel(answer, [])
    wanted = {**wishes._asdict(), "samples": min(wishes.samples, MOST)}
    try:
        told = battles.rehearse(view, role, answer.sheet.body, Chance(f"pbem duel\n{wishes.seed}"), wanted)
    except ValueError as error:
        raise GameFault(UNKNOWN_CHOICE, "--hand", form="hand", found=wishes.hand[:80], fault=error) from None
    return Duel(answer, told)


_WORDS = {
    "won": "the enemy loses {number}",
    "tied": "a tie",
    "asked": "you are asked at {score}",
    "lost": "you lose {number}",
}
BAR = 30


def as_text(found: Duel) -> str:
    """The spread of results and some transcripts."""
    if not found.battles:
        return "There is no bid for a battle in this sheet that could be rehearsed."
    return "\n\n".join(_battle(battle) for battle in found.battles)


def _battle(battle: dict[str, Any]) -> str:
    strengths = battle["strengths"]
    strength = str(strengths[0]) if len(strengths) == 1 else f"{min(strengths)} to {max(strengths)}"
    lines = [f"{battle['battle']}: {battle['samples']} battles, enemy strength {strength}, hand {battle['hand']}", ""]
    for row in battle["results"]:
        share = row["count"] / battle["samples"]
        words = _WORDS[row["result"]].format(number=row["number"], score=-row["number"])
        lines.append(f"  {words:22} {100 * share:5.1f} %  {'#' * round(share * BAR)}".rstrip())
    for number, told in enumerate(battle["transcripts"], start=1):
        lines += ["", f"Example {number}: enemy {told['strength']}, holds {told['hand'] or 'nothing'}, {told['enemy']}"]
        lines += [f"  {line}" for line in told["lines"]]
    return "\n".join(lines)
