"""A moderator with a program of his own, who has the seed and chains every line anew: what only the order of the
ledger, or the rules, can tell.

Each attack is done to a game in the working directory whose first step was just adjudicated.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from forger import Lines, reforged, rewritten, step_path

from games import sheet_text
from pbem.core import VERSION, sha256
from pbem.store.ledger import ALL, Line, ledger_path, next_line, read_lines, whole
from pbem.store.manifest import manifest_of, read_manifest
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.journal import undo
from pbem.workflow.publish import publish, reveal
from pbem.workflow.submit import submit

ARCHIVE = "archive"


class Attack(NamedTuple):
    """What is done to a game, and the code and form of what must be found."""

    code: str
    form: str
    title: str
    work: Callable[[str], Any]
    looked_at: str  # the directory that is verified
    file: str  # a part of the name of the file that must be named


ATTACKS: list[Attack] = []


def attack(
    code: str, form: str, title: str, looked_at: str = "winter", file: str = "ledger.toml"
) -> Callable[[Callable[[str], Any]], Callable[[str], Any]]:
    """Note an attack."""

    def noted(work: Callable[[str], Any]) -> Callable[[str], Any]:
        ATTACKS.append(Attack(code, form, title, work, looked_at, file))
        return work

    return noted


def with_lines(game: str, change: Callable[[Lines], Lines]) -> None:
    reforged(game, change)


def of_table(kind: str, **facts: Any) -> Line:
    """A line for the table; the forger chains it."""
    return Line(ALL, 0, kind, facts, "", "")


def replaced(lines: Lines, fits: Callable[[Line], bool], change: Callable[[Line], Line]) -> Lines:
    return [change(line) if fits(line) else line for line in lines]


def with_facts(**facts: Any) -> Callable[[Line], Line]:
    return lambda line: line._replace(facts={**line.facts, **facts})


# the order of the table's chain


@attack("PB680", "begun", "a game begun a second time")
def begun_twice(game: str) -> None:
    with_lines(game, lambda lines: [*lines, lines[0]])


@attack("PB680", "step", "a step file taken away and played again")
def played_twice(game: str) -> None:
    """As if the file of the step had been deleted and the step adjudicated once more."""
    with_lines(game, lambda lines: [*lines, next(row for row in lines if row.kind == "step" and row.of == ALL)])


@attack("PB680", "undo", "a step taken back that is not the last")
def undone_elsewhere(game: str) -> None:
    with_lines(game, lambda lines: [*lines, of_table("undo", step=7, label="t01-austria", reason="a slip")])


@attack("PB680", "gathered", "envelopes gathered for another step")
def gathered_elsewhere(game: str) -> None:
    with_lines(game, lambda lines: [*lines, of_table("gathered", step=1, roles=_no_roles(lines))])


def _no_roles(lines: Lines) -> dict[str, str]:
    return dict.fromkeys(lines[0].facts["roles"], "00" * 32)


@attack("PB680", "number", "a number of the world that nobody named")
def number_of_nobody(game: str) -> None:
    with_lines(game, lambda lines: [*lines, of_table("number", step=1, beacon="", text="77")])


@attack("PB680", "revealed", "a deadline after the game was revealed")
def after_the_end(game: str) -> None:
    reveal(game, force=True)
    late = of_table("deadline", step=2, undone=0, by="Sunday")
    with_lines(game, lambda lines: [*lines, late])


@attack("PB680", "roles", "a step that stands for no role")
def no_roles(game: str) -> None:
    is_step = lambda line: line.kind == "step" and line.of == ALL  # noqa: E731
    with_lines(game, lambda lines: [row for row in replaced(lines, is_step, with_facts(roles={}))
                                    if row.kind != "closed"])  # fmt: skip


@attack("PB680", "", "a report of a step that was not the last")
def report_elsewhere(game: str) -> None:
    with_lines(game, lambda lines: [*lines, of_table("report", step=0, manifest="00" * 32)])


@attack("PB680", "keys", "another key to seal for, for a while")
def another_seal_key(game: str) -> None:
    """Envelopes that were sealed for the right one would be at the fault of their writers."""

    def added(lines: Lines) -> Lines:
        facts = {"step": 1, "keys": lines[0].facts["keys"]}
        right = lines[0].facts["seal_key"]
        return [*lines, *(of_table("keys", **facts, seal_key=key) for key in (right[::-1], right))]

    with_lines(game, added)


# the chains of the roles


@attack("PB680", "sheet", "a sheet for a step that was over")
def sheet_too_late(game: str) -> None:
    is_sheet = lambda line: line.kind in ("sheet", "sealed", "held")  # noqa: E731
    with_lines(game, lambda lines: [*lines, next(with_facts(version=9)(row) for row in lines if is_sheet(row))])


@attack("PB680", "phrase", "a phrase before the envelopes were gathered")
def phrase_too_early(game: str) -> None:
    facts = {"step": 2, "version": 1, "commitment": "00" * 32, "file": "00" * 32}
    with_lines(game, lambda lines: [*lines, Line(lines[0].facts["roles"][0], 0, "phrase", facts, "", "")])


@attack("PB680", "held", "held envelopes that were never gathered")
def never_gathered(game: str) -> None:
    is_closing = lambda line: line.kind == "closed" and line.facts["version"]  # noqa: E731
    with_lines(game, lambda lines: replaced(lines, is_closing, with_facts(answer="held")))


@attack("PB680", "stranger", "a chain of a role that the game does not have")
def chain_of_nobody(game: str) -> None:
    facts = {"step": 2, "version": 1, "commitment": "00" * 32, "file": "00" * 32, "status": "final"}
    with_lines(game, lambda lines: [*lines, Line("nobody", 0, "sheet", facts, "", "")])


@attack("PB680", "sheet", "a sheet passed over because its step is closed under another number")
def closed_elsewhere(game: str) -> None:
    is_closing = lambda line: line.kind == "closed" and line.facts["version"]  # noqa: E731
    change = with_facts(step=9, answer="default", version=0)
    with_lines(game, lambda lines: replaced(lines, is_closing, change))


@attack("PB680", "closed", "a sheet passed over because its line stands behind the closing one")
def behind_the_closing(game: str) -> None:
    def moved(lines: Lines) -> Lines:
        sheet = next(row for row in lines if row.kind in ("sheet", "sealed", "held"))
        rest = [row for row in lines if row is not sheet]
        at = next(at for at, row in enumerate(rest) if row.kind == "step" and row.of == ALL)
        return [*rest[:at], sheet, *rest[at:]]

    with_lines(game, moved)


@attack("PB680", "version", "the newest sheet recorded as older than the one before it")
def version_of_yore(game: str) -> None:
    def added(lines: Lines) -> Lines:
        at = next(at for at, row in enumerate(lines) if row.kind in ("sheet", "sealed", "held"))
        return [*lines[: at + 1], with_facts(version=0)(lines[at]), *lines[at + 1 :]]

    with_lines(game, added)


@attack("PB680", "draft", "an envelope recorded as a draft")
def envelope_as_a_draft(game: str) -> None:
    is_sealed = lambda line: line.kind == "sealed"  # noqa: E731
    with_lines(game, lambda lines: replaced(lines, is_sealed, with_facts(status="draft")))


@attack("PB680", "opens", "a phrase recorded for another envelope")
def phrase_for_another(game: str) -> None:
    def added(lines: Lines) -> Lines:
        first, sent = lines[0].facts["roles"][0], {"step": 2, "commitment": "00" * 32, "file": "00" * 32}
        rows = [Line(first, 0, "held", {**sent, "version": 1}, "", "")]
        rows += [Line(role, 0, "gathered", {"step": 2, "answer": "held" if role == first else "none",
                 "version": int(role == first)}, "", "") for role in lines[0].facts["roles"]]  # fmt: skip
        rows += [of_table("gathered", step=2, roles=_no_roles(lines))]
        return [*lines, *rows, Line(first, 0, "phrase", {**sent, "version": 2}, "", "")]

    with_lines(game, added)


# what a step tells


@attack("PB681", "", "a step taken back of which nothing is told", file="0001-")
def undo_not_told(game: str) -> None:
    """The sheets are in the inbox again; the event of the undo is cut out of the step."""
    undo(game, "a slip of the moderator")
    adjudicate(game)
    path = step_path(game, 1)
    event = r'\[\[events\]\]\nkind = "undone"\n\n\[events\.facts\]\n(?:.+\n)+\n'
    rewritten(path, lambda text: re.sub(event, "", text))
    reforged(game)


@attack("PB682", "", "a role that was never awaited took the default", file="0001-")
def awaited_otherwise(game: str) -> None:
    path = step_path(game, 1)
    rewritten(path, lambda text: text.replace('answer = "sheet"', 'answer = "default"', 1))
    reforged(game)


@attack("PB604", "step", "orders that were not bound", file="0001-")
def orders_of_nobody(game: str) -> None:
    is_sheet = lambda line: line.kind in ("sheet", "sealed", "held")  # noqa: E731
    with_lines(game, lambda lines: replaced(lines, is_sheet, with_facts(commitment="00" * 32)))


@attack("PB683", "", "a final sheet recorded as a draft", file="-01.toml")
def recorded_as_a_draft(game: str) -> None:
    table = open_game(game)
    role = table.awaiting[0].role
    Path("late.toml").write_text(sheet_text(game, role, {}))
    receipt = submit("late.toml", game)
    assert not receipt.answer.is_refused, receipt.text
    now = lambda line: line.kind == "sheet" and line.facts["step"] == table.under_way  # noqa: E731
    with_lines(game, lambda lines: replaced(lines, now, with_facts(status="draft")))


# publications


@attack("PB684", "", "a public report changed after it was published", ARCHIVE, "0001")
def republished(game: str) -> None:
    """The forger mends the manifest and adds a publication that stands for it."""
    publish(game, ARCHIVE)
    report = Path(ARCHIVE, "reports", "0001", "public.txt")
    report.write_text("Prussia lost everything.\n")
    digests = {**read_manifest(ARCHIVE), "reports/0001/public.txt": sha256(report.read_bytes()).hex()}
    manifest = manifest_of(digests)
    Path(ARCHIVE, "manifest.toml").write_bytes(manifest)
    lines = read_lines(ledger_path(ARCHIVE))
    facts = {**lines[-1].facts, "program": VERSION, "manifest": sha256(manifest).hex(), "pages": {}}
    Path(ledger_path(ARCHIVE)).write_bytes(whole([*lines, next_line(lines[-1], ALL, "published", **facts)]))
