"""A step that the moderator makes in place of orders: what it does to the position, and what each reader is told of it.

All of it follows from the position before and the table `desk` in the step, so that `verify` makes it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from pbem.core.events import Ended, Event, Ruled
from pbem.core.ruleset import Ruleset
from pbem.store import GameFault
from pbem.workflow import decoded, title_of
from pbem.workflow.desk_codes import NO_SUCH_FACT
from pbem.workflow.sound import check_same

RULING, END = "ruling", "end"
LONGEST = 300  # signs of a fact that is told


def after_desk(ruleset: Ruleset, state: Any, desk: Mapping[str, Any], file: str) -> Any:
    """The state after what was done at the desk."""
    return ruled(ruleset, state, desk["set"], file) if desk.get("act") == RULING else state


def ruled(ruleset: Ruleset, state: Any, facts: Mapping[str, Any], file: str) -> Any:
    """The state with these facts set, by the keys of position files."""
    data = deepcopy(ruleset.files.encode(state))
    for key, value in facts.items():
        place, last = placed(data, key, file)
        place[last] = value
    after = decoded(ruleset.files.decode, data, file)
    check_same(data, ruleset.files.encode(after), file)
    return after


def placed(data: Any, key: str, file: str) -> tuple[Any, Any]:
    """The table or list in which a fact stands, and its key there; a table takes new keys, the position itself none."""
    *way, last = key.split(".")
    place = data
    for part in way:
        place = found_in(place, part, key, file)
    if isinstance(place, dict) and way:
        return place, last
    found_in(place, last, key, file)
    return place, int(last) if isinstance(place, list) else last


def found_in(place: Any, part: str, key: str, file: str) -> Any:
    """What stands under a part of a key."""
    if isinstance(place, dict) and part in place:
        return place[part]
    if isinstance(place, list) and part.isascii() and part.isdigit() and int(part) < len(place):
        return place[int(part)]
    raise GameFault(NO_SUCH_FACT, file, key=key, game=file, **near(place, part, key))


def near(place: Any, part: str, key: str) -> dict[str, str]:
    """The key that is most like one that is not there."""
    from difflib import get_close_matches  # not for verify

    found = get_close_matches(part, [*map(str, place)] if isinstance(place, dict) else [], n=1, cutoff=0.6)
    before = key.split(".")[: key.split(".").index(part)]
    return {"form": "near", "near": ".".join((*before, found[0]))} if found else {"form": ""}


# what is told


def desk_event(
    ruleset: Ruleset, before: Any, after: Any, desk: Mapping[str, Any], roles: Iterable[str], aside: Mapping[str, int],
    mode: str,
) -> Event:  # fmt: skip
    """What each reader is told; ``aside`` are the roles whose sheets for a step were set aside."""
    if desk.get("act") == END:
        return ended_event(ruleset, desk, mode)
    return ruled_event(ruleset, before, after, desk, roles, aside)


def ended_event(ruleset: Ruleset, desk: Mapping[str, Any], mode: str) -> Event:
    """The end of a game, as everybody is told it."""
    title = title_of(ruleset.mode(mode), str(desk["role"])) if "role" in desk else None
    return Ended(how=str(desk["how"]), title=title, reason=desk.get("reason")).event()


def ruled_event(
    ruleset: Ruleset, before: Any, after: Any, desk: Mapping[str, Any], roles: Iterable[str], aside: Mapping[str, int]
) -> Event:
    """A ruling: each fact as the own view has it, and where that is as before, only which fact it was."""
    public = _as_seen(ruleset, before, after, desk["set"], None)
    private: dict[str, Mapping[str, Any]] = {}
    for role in roles:
        own = _as_seen(ruleset, before, after, desk["set"], role)
        more = {"sheet": aside[role]} if role in aside else {}
        if own != public or more:
            private[role] = {**(own if own != public else {}), **more}
    return Event(Ruled.kind, {"reason": desk["reason"], **public}, private)


def _as_seen(ruleset: Ruleset, before: Any, after: Any, facts: Iterable[str], role: str | None) -> dict[str, list[str]]:
    was, now = (ruleset.files.encode(ruleset.secrets.view_of(state, role)) for state in (before, after))
    seen: dict[str, list[str]] = {"now": [], "unseen": []}
    for key in facts:
        name, value = reached(now, key)
        if name == key and value != reached(was, key)[1]:
            seen["now"].append(f"{name} = {shown(value)}"[:LONGEST])
        elif name not in seen["unseen"]:
            seen["unseen"].append(name)
    return seen


def reached(data: Any, key: str) -> tuple[str, Any]:
    """How far a key leads in a view, and what stands there: what is not in the view is not named either."""
    way: list[str] = []
    for part in key.split("."):
        if isinstance(data, dict) and part in data:
            data = data[part]
        elif isinstance(data, list) and part.isdigit() and int(part) < len(data):
            data = data[int(part)]
        else:
            break
        way.append(part)
    return ".".join(way), data


def shown(value: Any) -> str:
    """A fact on one line, as a position file would have it."""
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {shown(part)}' for key, part in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(shown, value))}]"
    return str(value)
