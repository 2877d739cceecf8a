"""A moderator's ruling: facts of the position set by hand, as a step of its own that everybody is told of."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from pbem.core.events import Event
from pbem.store import GameFault, bounded
from pbem.store.reading import check_unrevealed, read_secret
from pbem.store.writing import locked
from pbem.workflow import STATE_UNREADABLE, Table, open_game
from pbem.workflow.desk_acts import END, RULING, reached, ruled
from pbem.workflow.desk_codes import NO_SUCH_FACT, RULED_UNSOUND
from pbem.workflow.desk_steps import check_free, stands, write_desk
from pbem.workflow.journal import REASON, told_to_all
from pbem.workflow.recording import chains_at
from pbem.workflow.running import check_runs
from pbem.workflow.sound import check_sound

KINDS = (str, bool, int, list, dict)


def rule(directory: str, facts: Mapping[str, str], reason: str) -> Table:
    """Set facts by the keys of position files; the game after the ruling."""
    reason = bounded(reason, "", REASON, directory)
    with locked(directory):
        table = open_game(directory)
        check_unrevealed(directory)
        if table.last.desk.get("act") == END:  # one by the rules can be mended
            check_runs(table)
        check_free(table, chains_at(table))
        secret = read_secret(table.game)
        values = values_of(table, facts)
        return write_desk(table, secret, {"act": RULING, "reason": reason, "set": values}, _sound(table, values))


def values_of(table: Table, facts: Mapping[str, str]) -> dict[str, Any]:
    """The facts as they stand in a position file; a text in the place of a text needs no quotes."""
    data = table.ruleset.files.encode(table.state)
    found = {key: _value(text, reached(data, key)) for key, text in facts.items()}
    for key, value in found.items():
        if not _is_plain(value):
            raise GameFault(NO_SUCH_FACT, table.game.directory, form="value", key=key)
    return found


def _value(text: str, old: tuple[str, Any]) -> Any:
    try:
        value = tomllib.loads(f"x = {text}")
    except ValueError:
        return text
    if len(value) != 1 or (isinstance(old[1], str) and not isinstance(value["x"], str)):
        return text
    return value["x"]


def _is_plain(value: Any) -> bool:
    if isinstance(value, Mapping):
        return all(map(_is_plain, value.values()))
    return all(map(_is_plain, value)) if isinstance(value, list) else isinstance(value, KINDS)


def _sound(table: Table, facts: Mapping[str, Any]) -> Any:
    """The state after the ruling, if a game can go on from it."""
    place = table.game.directory
    try:
        after = ruled(table.ruleset, table.state, facts, place)
        check_sound(table.ruleset, after, table.game.players, place)
    except GameFault as fault:
        if fault.code is not STATE_UNREADABLE:
            raise
        raise GameFault(RULED_UNSOUND, place, why=_why(fault)) from fault
    if after == table.state:
        raise GameFault(RULED_UNSOUND, place, form="same")
    if not stands(table.ruleset, after):
        raise GameFault(RULED_UNSOUND, place, form="stuck")
    return after


def _why(fault: GameFault) -> str:
    """What is wrong with the position, without what is said of a file."""
    return str(fault.facts.get("why") or fault.facts.get("fault") or fault.facts.get("where") or fault.said)


DONE = "Step {step} is your ruling; everybody is told of it with the next report."
ASIDE = "Sheets for step {step} were set aside, and their writers are asked to send again what they still want."


def said(table: Table) -> str:
    """What a ruling did, for the moderator: all that anybody is told of it."""
    event: Event = table.last.events[-1]
    aside = [ASIDE.format(step=table.last.number)] if any("sheet" in own for own in event.private.values()) else []
    lines = [f"  {line}" for line in told_to_all(table.ruleset, event)]
    return "\n".join([DONE.format(step=table.last.number), "", *lines, *(["", *aside] if aside else [])])
