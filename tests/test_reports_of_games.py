"""Reports over whole games played by bots: their width, their sheets, and that no secret is in any form of them.

PBEM_REPORT_GAMES sets how many games are looked at, spread over the modes of all titles, and has every step looked at;
without it the first mode of a title is looked at more closely than the others. PBEM_ARCHIVE_STEPS sets how many steps
of each title are published.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from games import play_steps, tree
from pbem.core.events import Event
from pbem.core.ruleset import Ruleset
from pbem.report.forms import FORMS
from pbem.report.layout import COLUMNS
from pbem.rulesets import MODULES, ruleset_of
from pbem.store.reading import Game, Player, Secret, StepFile, read_secret
from pbem.workflow import Table, open_game
from pbem.workflow.check import check_at
from pbem.workflow.gate import MODERATOR, TWINS, Gate, own_secret, twin
from pbem.workflow.mailing import guarded_letter, mail_of
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish
from pbem.workflow.reporting import Wish, events_read, guarded_reports, guarded_view, report_text
from pbem.workflow.simulate import play

MODES = [(name, mode.id) for name in MODULES if name != "toy" for mode in ruleset_of(name).modes]
GAMES = int(os.environ.get("PBEM_REPORT_GAMES", len(MODES)))
TRIALS = [(*MODES[number % len(MODES)], number) for number in range(GAMES)]
FIRST = {(name, ruleset_of(name).modes[0].id) for name, _ in MODES}


class Looks(NamedTuple):
    """How many steps lie between two looks: at the text, at the gate, at the costly forms."""

    text: int
    gate: int
    costly: int


def looks(name: str, mode: str) -> Looks:
    if "PBEM_REPORT_GAMES" in os.environ:
        return Looks(1, 1, 15)
    return Looks(6, 24, 50) if (name, mode) in FIRST else Looks(16, 50, 60)


def defaults(ruleset: Ruleset) -> dict[str, str]:
    return {option.id: option.default for option in ruleset.options}


def tables(name: str, mode: str, seed: str) -> Iterator[tuple[Table, Secret]]:
    """A game in memory, opened at the set-up and after every step."""
    ruleset = ruleset_of(name)
    roles = [role.id for role in ruleset.mode(mode).roles]
    seats = {role: Player(f"player of {role}", f"{role}@example.org") for role in roles}
    game = Game("nowhere", "trial", name, ruleset.revision, mode, defaults(ruleset), seats, "c" * 64)
    secret = Secret("s", {role: f"key-of-{role}" for role in roles})
    found: list[tuple[Any, tuple[Event, ...]]] = [(ruleset.rules.set_up(mode, defaults(ruleset)), ())]
    play(ruleset, mode, defaults(ruleset), seed, watch=lambda _, bodies, step: found.append((step.state, step.events)))
    earlier: tuple[Event, ...] = ()
    for number, (state, events) in enumerate(found):
        last = StepFile("f", "d" * 64, number, "l", name, ruleset.revision, mode, {}, "", {}, 0, (), {}, events, {})
        yield Table(game, ruleset, last, state, earlier), secret
        starts = [at for at, event in enumerate(earlier + events) if event.kind in ruleset.story.chapters]
        earlier = (earlier + events)[starts[-1] :] if starts else ()


@pytest.mark.parametrize(("name", "mode", "number"), TRIALS)
def test_text_reports_fit_a_mail_and_end_with_a_sheet_that_is_accepted(name: str, mode: str, number: int) -> None:
    sheets = 0
    for table, secret in tables(name, mode, f"report {number}"):
        if table.last.number % looks(name, mode).text:
            continue
        owing = {owed.role for owed in table.awaiting}
        for role in (*table.game.players, None, MODERATOR):
            text = report_text(table, secret, role)
            wide = [line for line in text.split("\n") if len(line) > COLUMNS]
            assert not wide, (table.last.number, role)
            assert (role in owing) == (" 8< " in text)
            if role in owing:
                sheets += 1
                answer = check_at(table, secret, text.rpartition(" 8< -----\n")[2], "orders.toml")
                assert not answer.is_refused, answer.complaints()

    assert sheets > 10 // looks(name, mode).text


@pytest.mark.parametrize(("name", "mode", "number"), TRIALS)
def test_no_form_of_a_report_changes_with_what_is_hidden(name: str, mode: str, number: int) -> None:
    """Each form for each reader, made once more from the twins, is the same to the byte; and the gate says so too."""
    for table, secret in tables(name, mode, f"gate {number}"):
        if table.last.number % looks(name, mode).gate:
            continue
        rare = table.last.number % looks(name, mode).costly == 0
        forms = FORMS if rare else ("txt", "json")
        for role in (*table.game.players, None):
            gate, own = Gate(table, role), own_secret(secret, role)
            guarded_reports(gate, secret, forms)
            if role is not None:
                guarded_view(gate, secret, role)
            for other in (twin(table, role, number) for number in range(TWINS)):
                for form in forms:  # the map is a part of the HTML
                    assert report_text(table, own, role, form) == report_text(other, own, role, form)


@pytest.mark.parametrize(("name", "mode"), MODES)
def test_every_story_has_its_heading_and_nothing_twice(name: str, mode: str) -> None:
    for table, secret in tables(name, mode, "story"):
        text = report_text(table, secret, None)
        titles = [line for line in text.split("\n") if line.isupper() and line[0].isalpha()]
        assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("name", sorted({name for name, _ in MODES}))
def test_the_archive_of_a_running_game_holds_no_secret(name: str, tmp_path: Path) -> None:
    place, archive = str(tmp_path / "winter"), str(tmp_path / "archive")
    roles = ruleset_of(name).modes[0].roles
    seats = {role.id: Player(f"P. {role.title}", f"{role.id}@secret.example") for role in roles}
    new(Plan(place, name, seed="a seed that nobody may read", players=seats))
    for _ in range(int(os.environ.get("PBEM_ARCHIVE_STEPS", "14"))):
        if open_game(place).awaiting:
            play_steps(place, 1)
    publish(place, archive)
    table = open_game(place)
    secret = read_secret(table.game)
    everything = b"".join(tree(archive).values()).decode()

    for word in (secret.seed, *secret.keys.values(), "@secret.example", "orders_digest", table.last.digest):
        assert word not in everything
    assert "P. " in everything
    steps = {path: data for path, data in tree(archive).items() if path.startswith("steps/")}
    assert len(steps) == table.under_way
    for path, data in steps.items():
        public, full = tomllib.loads(data.decode()), tomllib.loads(Path(place, path).read_text())
        assert {"orders", "orders_digest"} & set(public) == set()
        assert not [event for event in public["events"] if set(event) - {"kind", "facts"}]
        ruleset = table.ruleset
        seen = ruleset.files.encode(ruleset.secrets.view_of(ruleset.files.decode(full["state"]), None))
        assert tomllib.loads(dumped(seen)) == public["state"]
        assert public["state"] != full["state"] or path.startswith("steps/0000")


def dumped(data: dict[str, Any]) -> str:
    import tomli_w

    return tomli_w.dumps(data)


@pytest.mark.parametrize("name", sorted({name for name, _ in MODES}))
def test_mails_pass_the_gate(name: str, tmp_path: Path) -> None:
    place = str(tmp_path / "winter")
    new(Plan(place, name, seed="a"))
    play_steps(place, 3)
    table = open_game(place)
    for role in table.game.players:
        letter = guarded_letter(table, read_secret(table.game), role, Wish(), events_read(table))
        mail = mail_of(table, role, letter, ())
        assert max(map(len, mail.split(b"\r\n"))) < 998
