"""The cases of all titles step by step, as positions with sheets: for what is held of each of them (case_nets.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import test_vectors as friedrich
import test_vectors_fredericus as fredericus
import test_vectors_maria as maria
from sampled import WHOLE

from pbem.core import has_errors, sha256
from pbem.core.events import Event
from pbem.core.ruleset import Ruleset

Case = Mapping[str, Any]
Sheets = Mapping[str, Any]
CASES: dict[str, list[Any]] = {"friedrich": friedrich.CASES, "fredericus": fredericus.CASES, "maria": maria.CASES}
CHAPTERS = sorted({(title, case["file"]) for title, cases in CASES.items() for case in cases})


class Moment(NamedTuple):
    """One step of a case: a position, the sheets, and what came of them; nothing if they were refused."""

    title: Ruleset
    before: Any
    sheets: Sheets
    after: Any
    events: tuple[Event, ...]

    @property
    def readers(self) -> list[str | None]:
        """Every role, and the public."""
        mode = f"{self.before.players}p" if self.title.name == "fredericus" else self.before.mode
        return [*(role.id for role in self.title.mode(mode).roles), None]

    @property
    def owing(self) -> list[str]:
        """Whose sheets are due before the step."""
        return list(dict.fromkeys(owed.role for owed in self.title.rules.awaiting(self.before)))

    def seen(self, reader: str | None, after: bool = True) -> Any:
        """The position as a reader knows it."""
        return self.title.secrets.view_of(self.after if after else self.before, reader)


def cases_of(title: str, chapter: str, every: int = 1) -> list[Any]:
    """The cases of a chapter; of ``every`` so many one by the lot of its id, in the long round all."""
    found = [case for case in CASES[title] if case["file"] == chapter]
    return [case for case in found if WHOLE or sha256(case["id"].encode())[0] % every == 0]


@cache
def moments(title: str, id_: str) -> list[Moment]:
    """The steps of a case, and one more in which nobody says anything."""
    case = next(case for case in CASES[title] if case["id"] == id_)
    made = list(_of_fredericus(case) if title == "fredericus" else _of_family(title, case))
    ruleset, before = made[-1].title, made[-1].after
    if ruleset.rules.awaiting(before):
        made.append(Moment(ruleset, before, {}, *ruleset.rules.resolve(before, {}, friedrich.CHANCE)))
    return made


def _of_family(title: str, case: Case) -> Iterator[Moment]:
    table = maria.Table({**case, "sheets": []}) if title == "maria" else None
    ruleset = table.title if table else friedrich.RULESET
    state = table.state if table else friedrich.beginning(dict(case))[0]
    chance = friedrich.CHANCE
    steps = list(case.get("sheets", ()))
    for sheets in steps or [{}]:
        if "until" in sheets:
            state = _until(ruleset, state, sheets["until"])
            if sheets is steps[-1]:
                yield Moment(ruleset, state, {}, state, ())
            continue
        if not steps or any(has_errors(ruleset.rules.take(state, *row).diagnostics) for row in sheets.items()):
            yield Moment(ruleset, state, sheets, state, ())
            return
        after, events = ruleset.rules.resolve(state, sheets, chance)
        yield Moment(ruleset, state, sheets, after, events)
        state = after


def _until(ruleset: Ruleset, state: Any, label: str) -> Any:
    """Defaults all round until the game stands at a label, as the runners of the cases do it."""
    while ruleset.telling.label(state) != label and not ruleset.rules.result(state):
        state = ruleset.rules.resolve(state, {}, friedrich.CHANCE).state
    return state


def _of_fredericus(case: Case) -> Iterator[Moment]:
    turns = case.get("do", [])
    if not turns:
        state = fredericus.beginning(dict(case))
        yield Moment(fredericus.RULESET, state, {}, state, ())
    for number, turn in enumerate(turns):
        before, told, _ = fredericus.played({**case, "do": turns[:number], "ahead": {}})
        after, events, _ = fredericus.played({**case, "do": turns[: number + 1], "ahead": {}})
        sheets = {
            seat.lower(): {"do": [line for line in said if line != "END"] if isinstance(said, list) else said}
            for seat, said in turn.items()
            if said != "ABSENT"
        }
        yield Moment(fredericus.RULESET, before, sheets, after, events[len(told) :])
