"""Checks of secrets: a view hides them, other ones change no byte of what a reader gets, and everything can be told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.chance import Chance
from pbem.core.ruleset import Taken
from pbem.report.forms import FORMS
from pbem.store import GameFault
from pbem.store.reading import Secret
from pbem.testing.leaves import Sight, parted
from pbem.testing.trial import Moment, Trial, moments, some, table_at, text_of
from pbem.workflow.gate import Gate, own_secret, twin
from pbem.workflow.reporting import guarded_reports, guarded_view, report_text, view_file

SHOWN = 6  # steps of a game that are reported in every form


def views(trial: Trial) -> Iterator[str]:
    """A view says who owes what, and where the game stands, like the state itself."""
    rules, telling, view_of = trial.ruleset.rules, trial.ruleset.telling, trial.ruleset.secrets.view_of
    asked = (("awaiting", rules.awaiting), ("result", rules.result), ("label", telling.label),
             ("heading", telling.heading))  # fmt: skip
    for moment in moments(trial, "views"):
        state = moment.step.state
        for reader in trial.readers:
            here, view = f"step {moment.number}, {reader or 'public'}", view_of(state, reader)
            yield from (f"{here}: {name} of the view is another one" for name, ask in asked if ask(view) != ask(state))


def twins(trial: Trial) -> Iterator[str]:
    """Other secrets change no byte of a view, a report or a complaint; and they are others, where any are hidden."""
    hidden = exchanged = 0
    for moment in moments(trial, "twins"):
        if moment.number % trial.every:
            continue
        state = moment.step.state
        for reader in trial.readers:
            other = trial.ruleset.secrets.twin_of(state, reader, Chance(f"{moment.number} {reader}"))
            hidden += trial.ruleset.secrets.view_of(state, reader) != state
            exchanged += other != state
            yield from (
                f"step {moment.number}, {reader or 'public'}: {what} tells what is hidden"
                for what in _told(trial, moment, reader, other)
            )
    if hidden and not exchanged:
        yield "twin_of never gives other secrets, though there are some"


def _told(trial: Trial, moment: Moment, reader: str | None, other: Any) -> Iterator[str]:
    """What is not the same for a reader when the secrets are others."""
    view_of, state = trial.ruleset.secrets.view_of, moment.step.state
    if text_of(trial, view_of(state, reader)) != text_of(trial, view_of(other, reader)):
        yield "the view"
    table, secret = table_at(trial, state, moment.number, moment.step.events)
    twin = table._replace(state=other)
    if report_text(table, secret, reader) != report_text(twin, secret, reader):
        yield "the report"
    if reader in moment.bodies and trial.ruleset.rules.awaiting(state):
        if view_file(table, secret, reader or "") != view_file(twin, secret, reader or ""):
            yield "the view file"
        taken = [
            trial.ruleset.rules.take(view_of(each, reader), reader or "", moment.bodies[reader or ""])
            for each in (state, other)
        ]
        if _said(taken[0]) != _said(taken[1]):
            yield "a complaint"


def _said(taken: Taken) -> list[tuple[str, str, str]]:
    return [(item.code.id, item.message, item.hint) for item in taken.diagnostics]


def exchanged(trial: Trial) -> Iterator[str]:
    """Whatever is hidden is exchanged in some twin, and nothing else; a twin is a state that could be."""
    found = [*_sights(trial)]
    yield from parted(found)
    rules, files = trial.ruleset.rules, trial.ruleset.files
    for sight in found:
        if (broken := rules.invariants(sight.twin)) and not rules.invariants(sight.state):
            yield f"{sight.where}: a twin cannot be: {broken[0]}"
        if files.decode(files.encode(sight.twin)) != sight.twin:
            yield f"{sight.where}: a twin is another state after it was written and read"


def _sights(trial: Trial) -> Iterator[Sight]:
    secrets = trial.ruleset.secrets
    for moment in moments(trial, "exchanged"):
        state = moment.step.state
        for reader in trial.readers:
            other = secrets.twin_of(state, reader, Chance(f"{moment.number} {reader}"))
            where = f"step {moment.number}, {reader or 'public'}"
            yield Sight(where, state, secrets.view_of(state, reader), other)


def events(trial: Trial) -> Iterator[str]:
    """Every event can be told to everybody who may know of it, in sentences."""
    for moment in moments(trial, "events"):
        for event in moment.step.events:
            for reader in trial.readers:
                seen = event.seen_by(reader)
                lines = [] if seen is None else trial.ruleset.telling.tell(seen)
                if not all(isinstance(line, str) and line.strip() for line in lines):
                    yield f"step {moment.number}, {reader or 'public'}: {event.kind} is told as {lines}"


def reports(trial: Trial) -> Iterator[str]:
    """Reports in every form, with the picture, and view files pass the leak gate, and other secrets change no byte."""
    for moment in some(trial, "reports", SHOWN):
        table, secret = table_at(trial, moment.step.state, moment.number, moment.step.events)
        for reader in trial.readers:
            here = f"step {moment.number}, {reader or 'public'}"
            yield from (f"{here}, {what}" for what in _stopped(Gate(table, reader), secret, reader))
            own, other = own_secret(secret, reader), twin(table, reader)
            yield from (
                f"{here}, {form}: the report tells what is hidden"
                for form in FORMS
                if report_text(table, own, reader, form) != report_text(other, own, reader, form)
            )


def _stopped(gate: Gate, secret: Secret, reader: str | None) -> Iterator[str]:
    """What the gate lets nobody have."""
    try:
        guarded_reports(gate, secret, FORMS)
        if reader is not None:
            guarded_view(gate, secret, reader)
    except GameFault as fault:
        yield fault.message
