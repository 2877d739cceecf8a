"""Reports of games of Maria in every mode: they fit a mail, end with a sheet that is accepted, and tell no secret."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from test_reports_of_games import defaults, tables

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.report.forms import FORMS
from pbem.report.layout import COLUMNS
from pbem.rulesets import ruleset_of
from pbem.store.reading import Game, Player, Secret, StepFile
from pbem.workflow import Table
from pbem.workflow.check import check_at
from pbem.workflow.gate import MODERATOR, Gate
from pbem.workflow.reporting import guarded_reports, report_text
from pbem.workflow.simulate import play

Golden = Callable[[str, str], None]
MODES = ("advanced", "intro", "two", "two-intro")
OFTEN, RARE = 4, 24  # steps between two looks, and between two looks at the costly forms


def looked_at(mode: str, every: int) -> Iterator[tuple[Table, Secret]]:
    """Some steps of a game in that mode, the first among them."""
    for table, secret in tables("maria", mode, f"maria {mode}"):
        if table.last.number % every == 0:
            yield table, secret


@pytest.mark.parametrize("mode", MODES)
def test_a_text_fits_a_mail_and_ends_with_a_sheet_that_is_accepted(mode: str) -> None:
    sheets = 0
    for table, secret in looked_at(mode, OFTEN):
        owing = {owed.role for owed in table.awaiting}
        for role in (*table.game.players, None, MODERATOR):
            text = report_text(table, secret, role)
            assert not [line for line in text.split("\n") if len(line) > COLUMNS], (table.last.number, role)
            assert (role in owing) == (" 8< " in text)
            if role in owing:
                sheets += 1
                answer = check_at(table, secret, text.rpartition(" 8< -----\n")[2], "orders.toml")
                assert not answer.is_refused, answer.complaints()

    assert sheets > 4


@pytest.mark.parametrize("mode", MODES)
def test_no_form_of_a_report_changes_with_what_is_hidden(mode: str) -> None:
    for table, secret in looked_at(mode, RARE):
        for role in (*table.game.players, None):
            assert [*FORMS] == [*guarded_reports(Gate(table, role), secret, FORMS)]


def recorded(mode: str) -> Iterator[tuple[Table, Secret]]:
    """A game in that mode whose sheets were written down once, so that no bot has a say in its reports.

    To write them down anew: python tests/maria/test_reports.py > tests/maria/recorded.json
    """
    sheets = json.loads((Path(__file__).with_name("recorded.json")).read_text(encoding="utf-8"))[mode]
    ruleset, options = ruleset_of("maria"), defaults(ruleset_of("maria"))
    state, chance = ruleset.rules.set_up(mode, options), Chance(f"maria {mode}")
    roles = [role.id for role in ruleset.mode(mode).roles]
    seats = {role: Player(f"player of {role}", f"{role}@example.org") for role in roles}
    game = Game("nowhere", "trial", "maria", ruleset.revision, mode, options, seats, "c" * 64)
    secret = Secret("s", {role: f"key-of-{role}" for role in roles})
    events: tuple[Event, ...] = ()
    earlier: tuple[Event, ...] = ()
    for number in range(len(sheets) + 1):
        last = StepFile("f", "d" * 64, number, "l", "maria", 1, mode, {}, "", {}, 0, (), {}, events, {})
        yield Table(game, ruleset, last, state, earlier), secret
        starts = [at for at, event in enumerate(earlier + events) if event.kind in ruleset.story.chapters]
        earlier = (earlier + events)[starts[-1] :] if starts else ()
        if number < len(sheets):
            state, events = ruleset.rules.resolve(state, sheets[number], chance)


LOOKS = (0, 9, 20)


@pytest.mark.parametrize("mode", MODES)
def test_reports_stay_as_they_are(mode: str, golden: Golden) -> None:
    for table, secret in recorded(mode):
        if table.last.number in LOOKS:
            for role in ("frederick", None):
                name = f"maria/{mode}-{table.last.number:02}-{role or 'public'}.txt"
                golden(name, report_text(table, secret, role))
        if table.last.number == LOOKS[-1]:
            forms = ("html", "md", "json")
            for form, text in guarded_reports(Gate(table, "frederick"), secret, forms, maps=False).items():
                golden(f"maria/{mode}-20-frederick.{form}", text)


def record() -> str:
    """The sheets of bots up to the last look, by mode."""
    found: dict[str, list[Any]] = {}
    for mode in MODES:
        ruleset, rows = ruleset_of("maria"), list[Any]()
        play(
            ruleset,
            mode,
            defaults(ruleset),
            f"maria {mode}",
            watch=lambda _, bodies, step, rows=rows: rows.append(bodies),
        )
        found[mode] = rows[: LOOKS[-1]]
    return json.dumps(found, indent=1, ensure_ascii=False, sort_keys=True)


if __name__ == "__main__":
    print(record())
