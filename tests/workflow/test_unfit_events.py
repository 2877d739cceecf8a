"""A step file whose events make no sense: a fault that says what is wrong, whoever tells, draws or searches them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from battle_game import begin

from pbem.core.chance import sha256
from pbem.store import GameFault
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.difference import difference
from pbem.workflow.gate import Gate
from pbem.workflow.journal import log, undo
from pbem.workflow.mapping import guarded_map
from pbem.workflow.reporting import report
from pbem.workflow.search import Search


def forged(game: str, number: int, old: str, new: str) -> str:
    """A step with its text changed and its digest mended; its path."""
    path = next(Path(game, "steps").glob(f"{number:04}-*"))
    rest = path.read_text(encoding="utf-8").partition("\n")[2]
    assert old in rest
    rest = rest.replace(old, new, 1)
    path.write_text(f'digest = "{sha256(rest.encode()).hex()}"\n{rest}', encoding="utf-8")
    return str(path)


COMMANDS: dict[str, Callable[[str], Any]] = {
    "log": log,
    "log for the moderator": lambda game: log(game, moderator=True),
    "log of a nation": lambda game: log(game, search=Search(nation="France")),
    "log in short": lambda game: log(game, battles="short"),
    "diff": lambda game: difference(game, "0..1"),
    "map": lambda game: guarded_map(Gate(open_game(game), None), "map.svg"),
    "report": report,
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_that_tells_events_names_the_fact_that_does_not_fit(command: str, tmp_path: Path) -> None:
    game = begin(tmp_path)
    adjudicate(game, ["all"])
    path = forged(game, 1, "lost = ", "lost = 0.")
    with pytest.raises(GameFault) as fault:
        COMMANDS[command](game)

    assert ("PB514", "event") == (fault.value.code.id, fault.value.facts["form"])
    assert "'lost' of the event 'defeated' must be a whole number" == fault.value.facts["why"]
    assert fault.value.file == (path if command.startswith("log") else game)


def test_an_event_of_the_program_is_held_to_its_facts_too(tmp_path: Path) -> None:
    game = begin(tmp_path)
    adjudicate(game, ["all"])
    undo(game, "a slip")
    adjudicate(game, ["all"])
    forged(game, 1, 'reason = "a slip"', "reason = 7")
    with pytest.raises(GameFault) as fault:
        log(game)

    assert "'reason' of the event 'undone' must be a text" == fault.value.facts["why"]
