"""What all chapters share: the list of cases, a game to damage, and how it is damaged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

from games import play_steps
from pbem.core.chance import sha256
from pbem.rulesets import MODULES
from pbem.store.ledger import Line, hash_of, ledger_path, read_lines, whole
from pbem.testing import altered
from pbem.workflow import open_game
from pbem.workflow.new import Plan, new
from pbem.workflow.status import status

GAME = "winter"
CASES: list[tuple[str, str, Callable[[], Any]]] = []


def case(code: str, title: str) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """Note a case of a code."""

    def noted(work: Callable[[], Any]) -> Callable[[], Any]:
        CASES.append((code, title, work))
        return work

    return noted


def meadow_over() -> None:
    """A game of the toy played to its end: nothing is awaited any more."""
    MODULES["toy"] = "toy"
    new(Plan("meadow", "toy", seed="a"))
    while open_game("meadow").awaiting:
        play_steps("meadow", 1)


def file_of(name: str) -> Path:
    return next(Path(GAME).glob(name))


def changed(name: str, old: str, new_: str, signed: bool = False) -> None:
    path = file_of(name)
    text = path.read_text()
    assert old in text, (name, old)
    text = text.replace(old, new_, 1)
    if signed:
        rest = text.partition("\n")[2]
        text = f'digest = "{sha256(rest.encode()).hex()}"\n{rest}'
    path.write_text(text)


def damaged(code: str, title: str, *change: Any, work: Callable[[str], Any] = status, **how: Any) -> None:
    CASES.append((code, title, lambda: (changed(*change, **how), work(GAME))[-1]))


def written(name: str, text: str) -> str:
    """A file in the working directory."""
    Path(name).write_text(text)
    return name


def forged(change: Callable[[Line], Line], place: str = GAME) -> None:
    """The ledger with changed lines, every hash made anew as a forger would."""
    heads: dict[str, Line] = {}
    lines = []
    for line in map(change, read_lines(ledger_path(place))):
        line = line._replace(before=heads[line.of].hash if line.of in heads else "")
        heads[line.of] = line._replace(hash=hash_of(line))
        lines.append(heads[line.of])
    Path(place, "ledger.toml").write_bytes(whole(lines))


def with_rules(**changes: Any) -> Any:
    """Friedrich with some of its functions put in the place of others."""
    from pbem.rulesets.friedrich import RULESET

    return mock.patch("pbem.workflow.ruleset_of", return_value=altered(RULESET, **changes))
