"""Writing a step that the moderator makes in place of orders, with its lines in the ledger."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from pbem.core.events import Event
from pbem.core.ruleset import Ruleset
from pbem.store import GameFault
from pbem.store.ledger import Chains, anchored_change
from pbem.store.reading import Secret, StepFile, read_step, step_names
from pbem.store.transaction import commit
from pbem.store.writing import new_step, step_part
from pbem.workflow import Look, Table, open_game
from pbem.workflow.adjudicate import (
    heading_of,
    newcomers,
    proof_of,
    proof_part,
    revised,
    told_lines,
)
from pbem.workflow.ahead import looked_at
from pbem.workflow.desk_acts import RULING, desk_event
from pbem.workflow.desk_codes import NOT_AT_THE_DESK
from pbem.workflow.finals import newest_finals
from pbem.workflow.opening import open_ahead
from pbem.workflow.recording import chains_at, check_received, closed, is_gathered, undone_events, with_step

DESK = "desk"  # the answer of every role in such a step, in its chain of the ledger


def check_free(table: Table, chains: Chains) -> None:
    """Whether a step can be made in place of orders: nothing that makes the game fair would be set aside."""
    if table.is_opening:
        raise GameFault(NOT_AT_THE_DESK, table.game.directory)
    if is_gathered(table, chains):
        facts = {"step": table.under_way, "game": table.game.directory}
        raise GameFault(NOT_AT_THE_DESK, table.game.directory, form="gathered", **facts)


def write_desk(
    table: Table, secret: Secret, desk: Mapping[str, Any], after: Any, chains: Chains | None = None
) -> Table:
    """Write the step; what was sent for the one under way is set aside, and its writers are told. The game after it."""
    chains = chains or chains_at(table)
    check_free(table, chains)
    finals = newest_finals(table)
    check_received(table, chains, list(finals.values()))
    used = {role: (DESK, finals[role][0].number if role in finals else 0) for role in table.game.players}
    undone = undone_events(table, chains)
    aside = dict.fromkeys(finals, table.under_way)
    event = desk_event(table.ruleset, table.state, after, desk, table.game.players, aside, table.game.mode)
    look = looked_on(table, secret, after) if desk["act"] == RULING else Look(table.kept)
    written = new_step(
        number=table.under_way,
        label=table.ruleset.telling.label(after),
        heading=heading_of(table.game, table.ruleset.revision),
        previous=table.last.digest,
        words=table.last.words,
        beacon=table.last.beacon,
        undone=table.last.undone + len(undone),
        awaited=(),
        orders={},
        events=(*undone, *revised(table), *told_lines(table, chains), *look.events, event),
        state=table.ruleset.files.encode(after),
        ahead=look.kept,
        desk=desk,
    )
    part, digest = step_part(written, table.game.directory)
    chains = closed(chains, "closed", table.under_way, used)
    proof = proof_of(table, (), look.opened)
    chains = with_step(table, chains, secret.seed, written, digest, proof, desk=desk["act"])
    people, chains = newcomers(table, secret, chains)
    commit(table.game.directory, (part, *proof_part(table, proof), *people, *anchored_change(chains)))
    return open_game(table.game.directory)


def looked_on(table: Table, secret: Secret, after: Any) -> Look:
    """What becomes of orders ahead with a ruling: those whose decision is owed are judged on the position after it."""
    opened: list[Mapping[str, Any]] = []

    def since(number: int) -> list[Event]:
        names = [name for name in step_names(table.game.directory) if name.number > number]
        return [event for name in names for event in read_step(table.game, name).events]

    look = looked_at(table.ruleset, after, table.kept, since, lambda item: open_ahead(table, secret, item, opened))
    return look._replace(opened=tuple(opened))


def file_of(table: Table) -> str:
    """The file of the step that a game stands at, for people."""
    return os.path.normpath(table.last.file)


def is_desk(step: StepFile) -> bool:
    """Whether a step was made at the desk."""
    return bool(step.desk)


def stands(ruleset: Ruleset, state: Any) -> bool:
    """Whether a game can go on from a state, or is over."""
    return bool(ruleset.rules.awaiting(state)) or ruleset.rules.result(state) is not None
