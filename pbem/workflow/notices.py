"""The notice of a gathering: what each writer of a held envelope is told before the phrase is sent, to check it at
home. It lies among the reports, in their manifest, and goes by mail like them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from pbem.core.sheets import CLOSING
from pbem.report.text import filled
from pbem.store import layout
from pbem.store.layout import notice_name
from pbem.store.ledger import Chains, Line
from pbem.store.reading import Secret
from pbem.store.transaction import Part
from pbem.workflow import Table, overrides_of
from pbem.workflow.gate import Gate, own_secret
from pbem.workflow.recording import anchor_of, head_salt, is_gathering
from pbem.workflow.reporting import File, recorded, reports_folder
from pbem.workflow.sheet import heading
from pbem.workflow.templating import guarded_text, templates_used

# The lines of the ledger stand between these. They are not written as TOML: an answer that quotes them would look as if
# it had orders outside its sheet.
START = "# ----- what was bound -----"
END = "# ----- end of what was bound -----"


class Bound(NamedTuple):
    """What one writer is told: the line of the table, the own lines from the envelope on, the salt of the last one."""

    table: Line
    own: Sequence[Line]
    salt: str


def bound_of(table: Table, seed: str, chains: Chains) -> dict[str, Bound]:
    """What was gathered of each role that owes a phrase, or owed it."""
    found = find_gathered(chains, table.under_way, table.game.players)
    rows = {role: found[role] for role in table.game.players if role in found}
    newest = chain(reversed(chains.added), chains.lines)
    line = next(row for row in newest if is_gathering(row)) if rows else chains.standing
    return {role: Bound(line, own, head_salt(seed, role, own[-1].number)) for role, own in rows.items()}


def find_gathered(chains: Chains, step: int, roles: Iterable[str]) -> dict[str, list[Line]]:
    """What was gathered of each role that answers with a held envelope: from the envelope's line to the gathering."""
    wished, found = set(roles), dict[str, list[Line]]()
    for line in chain(reversed(chains.added), chains.lines):
        rows = found.get(line.of, [])
        is_last = not rows and (line.kind, line.facts.get("step")) == ("gathered", step)
        if line.of not in wished or not (rows or is_last):  # of another role, or a phrase that came since
            continue
        found[line.of] = [line, *rows]
        if found[line.of][-1].facts.get("answer") != "held":
            del found[line.of]
            wished.discard(line.of)
        elif line.kind == "held" and _is_same_sheet(line, found[line.of][-1]):
            wished.discard(line.of)
        if not wished:
            break
    return found


def _is_same_sheet(line: Line, other: Line) -> bool:
    return all(line.facts.get(key) == other.facts.get(key) for key in ("step", "version"))


def with_notices(table: Table, secret: Secret, chains: Chains) -> tuple[tuple[Part, ...], Chains]:
    """The notices of a gathering as a part of the change that gathers, each through the gate."""
    bound = bound_of(table, secret.seed, chains)
    files: list[File] = [(notice_name(role), guarded_notice(table, secret, role, row)) for role, row in bound.items()]
    return recorded(table, secret, files, chains) if files else ((), chains)


def path_of(table: Table, role: str) -> str:
    """Where the notice of a role lies."""
    return layout.path(table.game.directory, f"{reports_folder(table)}/{notice_name(role)}")


def guarded_notice(table: Table, secret: Secret, role: str, bound: Bound) -> bytes:
    """A notice that has passed the leak gate."""
    return notice_text(Gate(table, role), own_secret(secret, role), role, bound, notice_name(role)).encode()


def notice_text(gate: Gate, secret: Secret, role: str, bound: Bound, name: str) -> str:
    """The notice of one role, meant for the file of that name."""
    make = partial(notice_model, secret=secret, role=role, bound=bound)
    lay_out = partial(filled, "txt/notice.txt.j2", overrides=overrides_of(gate.table.game.directory))
    with templates_used():
        return guarded_text(gate, gate.passed(make, name), make, lay_out, name)


def notice_model(table: Table, secret: Secret, role: str, bound: Bound) -> Mapping[str, Any]:
    """The notice as plain data; who else has sent what is not in it."""
    own = {**anchor_of(bound.own[-1]).data, "salt": bound.salt}
    top = heading(table.game.name, table.under_way, role, secret.keys[role], opening=False)
    return {
        "game": table.game.name,
        "step": table.under_way,
        "role": role,
        "role_title": table.title(role),
        "ledger": [anchor_of(bound.table).data, own],
        "sheet": f'{top}phrase = "..."\n{CLOSING}\n',
        "lines": "\n".join([START, *map(_shown, (bound.table, *bound.own)), END]),
    }


def _shown(line: Line) -> str:
    """A line of the ledger with all that its hash is made from."""
    facts = {**line.facts}
    roles = {f"roles.{role}": promise for role, promise in facts.pop("roles", {}).items()}
    named = {"of": line.of, "number": line.number, "kind": line.kind, "before": line.before, "hash": line.hash}
    return "\n".join(f"{key}: {value}" for key, value in {**named, **facts, **roles}.items()) + "\n"
