"""Lines of the ledger that the next step tells of: changes of people, offers, press. Each becomes an event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.core.events import Counted, Event, HandedOver, Offered, Proxied, ProxyEnded, Replaced
from pbem.core.ruleset import Mode, Ruleset
from pbem.store import parse
from pbem.store.ledger import ALL, TOLD, Chains, Line, since_step
from pbem.store.manifest import digest
from pbem.store.reading import Game
from pbem.store.transaction import Part, Put
from pbem.workflow import Table, title_of

THE_MODERATOR = "The moderator"
Texts = Mapping[str, Mapping[str, Any]]  # press by the digests of its files


def events_since(table: Table, chains: Chains, parts: Sequence[Part] = ()) -> tuple[Event, ...]:
    """What is told of the lines since the last step; ``parts``: of the same change, with press that is kept by it."""
    lines = (*since_step(chains.lines, table.last.number), *chains.added)
    new = {digest(part.data): parse(part.data, part.name) for part in parts if isinstance(part, Put)}
    return events_of(table.game, table.ruleset, lines, {**texts_of(table.game, lines), **new})


def events_of(game: Game, ruleset: Ruleset, lines: Iterable[Line], texts: Texts | None = None) -> tuple[Event, ...]:
    """The events of lines in their order; most lines have none."""
    rows = [line for line in lines if line.kind in TOLD]
    if texts is None:
        texts = texts_of(game, rows)
    found = [_event(ruleset.mode(game.mode), line, texts) for line in rows]
    return tuple(event for event in found if event is not None)


def texts_of(game: Game, lines: Iterable[Line]) -> Texts:
    """The press that lines stand for; what was said to one alone is in no archive."""
    if not any(line.kind == "press" for line in lines):
        return {}
    from pbem.workflow.press import read_press  # not for verify: of a game without press

    return read_press(game.directory)


def _event(mode: Mode, line: Line, texts: Texts) -> Event | None:
    facts: Any = line.facts
    title = title_of(mode, str(facts["role"])) if "role" in facts else None
    match line.kind:
        case "replaced":
            return Replaced(title=title or "", name=str(facts["name"]), first=int(facts["first"])).event()
        case "proxied":
            return Proxied(title=title or "", name=str(facts["name"]), until=facts.get("until")).event()
        case "proxy-ended":
            return ProxyEnded(title=title or "", name=str(facts["name"])).event()
        case "offer":
            return Offered(how=facts["what"], title=title, by=facts.get("by")).event()
        case "counted":
            return Counted(how=facts["what"], passed=facts["passed"], title=title).event()
        case "handover":
            return HandedOver(name=str(facts["name"]), key=str(facts["seal_key"])).event()
        case "press" if str(facts["file"]) in texts:
            from pbem.workflow.press import public_event  # not for verify: of a game without press

            return public_event(texts[facts["file"]], THE_MODERATOR if line.of == ALL else title_of(mode, line.of))
        case _:
            return None


def told_before(game: Game, ruleset: Ruleset, lines: Sequence[Line]) -> dict[int, tuple[Event, ...]]:
    """What each step tells of such lines, by its number: of all since the step before it, as it stands."""
    found: dict[int, tuple[Event, ...]] = {}
    begun: dict[int, int] = {}  # where the newest line of each step stands
    texts = texts_of(game, lines)
    for at, line in enumerate(lines):
        if line.of != ALL or line.kind not in ("begun", "step"):
            continue
        step = int(line.facts.get("step", 0))
        if step:
            rows = [row for row in lines[begun.get(step - 1, 0) + 1 : at] if row.kind in TOLD]
            found[step] = events_of(game, ruleset, rows, texts) if rows else ()
        begun[step] = at
    return found
