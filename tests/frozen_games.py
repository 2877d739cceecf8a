"""Games frozen: the orders of whole games in every mode, the digest of every step, and of what is said of every tenth.

They hold what must stay the same when the program is rebuilt: the orders are replayed without bots, and every digest
must come out as it was recorded. A change that means to alter rules or words writes them anew, in a commit of its own
that lists which events changed and why:

    PYTHONPATH=tests .venv/bin/python tests/frozen_games.py            replay all, and write what comes out now
    PYTHONPATH=tests .venv/bin/python tests/frozen_games.py --bots     let the bots play them anew
    PYTHONPATH=tests .venv/bin/python tests/frozen_games.py maria      that title alone
"""

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from mangling import mutant

from pbem.core import Diagnostic, sha256
from pbem.core.chance import Chance
from pbem.core.events import Event, seen_by
from pbem.core.ruleset import Ruleset
from pbem.rulesets import MODULES, ruleset_of
from pbem.store.writing import digest_of, event_table
from pbem.workflow.adjudicate import resolved
from pbem.workflow.simulate import sampled

FOLDER = Path(__file__).parent / "frozen"
TITLES = [name for name in MODULES if name != "toy"]
MODES = [(name, mode.id) for name in TITLES for mode in ruleset_of(name).modes]
GAMES = {"friedrich": 20, "fredericus": 20, "maria": 4}  # of each mode
OFTEN = 10  # every so many steps all that is said of one is looked at; thinking through bids takes long
SIGNS = 16  # of a digest: enough to tell any two apart that are not made to look alike
Orders = Mapping[str, Mapping[str, Any]]


class Frozen(NamedTuple):
    """A game: its options and seed, the orders of every step, and two digests of each."""

    seed: str
    options: dict[str, str]
    orders: list[Orders]
    digests: list[list[str]]  # of each step: of the step itself, and of what is said of it, where that is looked at


def file_of(title: str, mode: str) -> Path:
    return FOLDER / f"{title}-{mode}.jsonl.xz"


def read(title: str, mode: str) -> list[Frozen]:
    """The frozen games of a mode."""
    text = lzma.decompress(file_of(title, mode).read_bytes()).decode()
    return [Frozen(**json.loads(line)) for line in text.splitlines()]


def write(title: str, mode: str, games: Sequence[Frozen]) -> None:
    """Freeze these games."""
    text = "".join(json.dumps(game._asdict(), ensure_ascii=False, sort_keys=True) + "\n" for game in games)
    file_of(title, mode).write_bytes(lzma.compress(text.encode(), preset=9))


# digests


def replayed(title: str, mode: str, game: Frozen) -> Iterator[list[str]]:
    """The digests of every step of a game, made again from its orders."""
    ruleset = ruleset_of(title)
    state, earlier = ruleset.rules.set_up(mode, game.options), ()
    for number, orders in enumerate(game.orders):
        looked = (number + int(game.seed.rpartition(" ")[2])) % OFTEN == 0
        answered = _answers(ruleset, state, orders, f"{game.seed} {number}") if looked else []
        step = resolved(ruleset, state, orders, Chance(game.seed))
        state = step.state
        said = [_said(ruleset, state, role, earlier, step.events) for role in _readers(ruleset, mode) if looked]
        yield [_step_digest(ruleset, state, orders, step.events), *([_short(answered + said)] if looked else [])]
        earlier = _since_chapter(ruleset, earlier + step.events)


def _step_digest(ruleset: Ruleset, state: Any, orders: Orders, events: Sequence[Event]) -> str:
    tables = [event_table(event) for event in events]
    table = {
        "label": ruleset.telling.label(state),
        "orders": orders,
        "events": tables,
        "state": ruleset.files.encode(state),
    }
    return digest_of(table)[:SIGNS]


def _answers(ruleset: Ruleset, state: Any, orders: Orders, seed: str) -> list[Any]:
    """What the checker says of every sheet, and of the same with one thing wrong."""
    found = []
    for role in sorted(orders):
        view, body = ruleset.secrets.view_of(state, role), dict(orders[role])
        wrong, _ = mutant(body, Random(f"{seed} {role}")) if body else ({"do": ["nonsense"]}, "")
        found += [_taken(ruleset, view, role, sheet) for sheet in (body, wrong)]
    return found


def _taken(ruleset: Ruleset, view: Any, role: str, body: Mapping[str, Any]) -> Any:
    taken = ruleset.rules.take(view, role, {key: value for key, value in body.items() if key in ruleset.sheet_keys})
    return [[_complaint(item) for item in taken.diagnostics], list(taken.understood)]


def _complaint(item: Diagnostic) -> list[Any]:
    return [item.code.id, item.message, item.hint, item.rule, list(item.at.path), item.at[1:]]


def _said(ruleset: Ruleset, state: Any, role: str | None, earlier: Sequence[Event], events: Sequence[Event]) -> Any:
    """All that a reader is told after a step."""
    view, seen = ruleset.secrets.view_of(state, role), seen_by(events, role)
    owed = [row for row in ruleset.rules.awaiting(state) if row.role == role]
    return [
        ruleset.telling.heading(view),
        [list(row) for row in ruleset.rules.awaiting(state)],
        digest_of({"view": ruleset.files.encode(view)}),
        [ruleset.telling.tell(event) for event in seen],
        ruleset.story.narrate(seen_by(earlier, role), seen, ruleset.telling.tell),
        [repr(ruleset.map.strokes(event) if ruleset.map else None) for event in seen],
        [repr(tuple(ruleset.history.about(event))) for event in seen],
        ruleset.telling.summary(view, role),
        repr(ruleset.score.section(view, role)),
        _drawn(ruleset.map.picture(view, role)) if ruleset.map else repr(ruleset.painting.svg(view, role)),
        ruleset.telling.sheet(view, role) if owed and role else "",
    ]


LATER = (", by='', sign=''", ", riders=False", ", seams=(), crowned=(), terms=()")  # where they say nothing


def _drawn(picture: Any) -> str:
    """A picture as it was before pictures could say more."""
    text = repr(picture)
    for words in LATER:
        text = text.replace(words, "")
    return text


def _short(value: Any) -> str:
    return sha256(json.dumps(value, sort_keys=True, default=repr).encode()).hex()[:SIGNS]


def _since_chapter(ruleset: Ruleset, events: tuple[Event, ...]) -> tuple[Event, ...]:
    starts = [at for at, event in enumerate(events) if event.kind in ruleset.story.chapters]
    return events[starts[-1] :] if starts else ()


def _readers(ruleset: Ruleset, mode: str) -> list[str | None]:
    return [*(role.id for role in ruleset.mode(mode).roles), None]


# recording


def played(title: str, mode: str, number: int) -> Frozen:
    """A game of bots; every other one has its options drawn by lot."""
    ruleset, seed = ruleset_of(title), f"frozen {title} {mode} {number}"
    lot = Chance(f"options {seed}")
    drawn = {option.id: lot.pick(option.choices, option.id) for option in ruleset.options}
    options = drawn if number % 2 else {option.id: option.default for option in ruleset.options}
    state, orders = ruleset.rules.set_up(mode, options), []
    while ruleset.rules.result(state) is None:
        bodies = sampled(ruleset, state, seed, len(orders), {})
        orders.append(json.loads(json.dumps(bodies, sort_keys=True)))  # as they are read again
        state = resolved(ruleset, state, bodies, Chance(seed)).state
    return Frozen(seed, options, orders, [])


def main() -> None:
    """Write all frozen games anew."""
    bots, titles = "--bots" in sys.argv, [word for word in sys.argv[1:] if word in TITLES] or TITLES
    for title, mode in [row for row in MODES if row[0] in titles]:
        games = [played(title, mode, number) for number in range(GAMES[title])] if bots else read(title, mode)
        fresh = [game._replace(digests=list(replayed(title, mode, game))) for game in games]
        write(title, mode, fresh)
        changed = [game.seed for game, old in zip(fresh, games, strict=True) if game.digests != old.digests]
        print(f"{title} {mode}: {sum(len(game.orders) for game in games)} steps, {len(changed)} games changed")


if __name__ == "__main__":
    main()
