"""What goes into the ledger: the lines for a beginning, a sheet, the gathering of envelopes, a step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import dropwhile, takewhile
from typing import Any

from pbem.core import VERSION, Record, sha256
from pbem.core.events import Event
from pbem.store import GameFault
from pbem.store.inbox import Version
from pbem.store.ledger import (
    ALL,
    NOTHING,
    SHEETS,
    TOLD,
    Backwards,
    Chains,
    Line,
    committed,
    find_sheets,
    find_step,
    is_step,
    ledger_path,
    read_chains,
    read_lines,
    salt_of,
    since_step,
)
from pbem.store.reading import Game, Secret
from pbem.store.writing import dumps
from pbem.workflow import Table
from pbem.workflow.codes import LEDGER_ELSEWHERE, NOT_IN_LEDGER, REPLACED


class Anchor(Record):
    """A line of the ledger as receipts and reports name it."""

    of: str
    line: int
    step: int
    hash: str

    @property
    def words(self) -> str:
        """The first four bytes of the hash as words, to compare by eye."""
        from pbem.seal.words import four_words  # not for adjudicate

        return four_words(self.hash)

    @property
    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {**self._asdict(), "words": self.words}


def told_as(line: Line) -> tuple[str, int]:
    """What a receipt says of a line of its reader: the kind, and the version of the sheet."""
    version = line.facts.get("version", 0)
    return "draft" if line.facts.get("status") == "draft" else line.kind, version if isinstance(version, int) else 0


def anchor_of(line: Line) -> Anchor:
    """A line as receipts and reports name it."""
    return Anchor(line.of, line.number, int(line.facts.get("step", 0)), line.hash)


def chains_of(game: Game) -> Chains:
    """The ends of the chains of a game."""
    return read_chains(game.directory, game.players)


def chains_at(table: Table) -> Chains:
    """The ends of the chains of a game that is to be changed: they stand where its steps stand."""
    chains = chains_of(table.game)
    check_stands(table, chains)
    return chains


def check_stands(table: Table, chains: Chains) -> None:
    """Whether the ledger and the steps stand at the same place: a step is taken back by `undo`, never by hand."""
    line = chains.standing
    step = int(line.facts.get("step", 0)) - (line.kind in ("undo", "gathered"))
    if step != table.last.number:
        raise GameFault(LEDGER_ELSEWHERE, table.last.file, ledger=step, last=table.last.number)


def digest_of_text(text: str) -> str:
    """The digest of a file as it lies in the inbox."""
    return sha256(text.encode()).hex()


def begun(game: Game, secret: Secret, position: bytes, digest: str) -> Chains:
    """The first line: all that is fixed when a game begins."""
    seed = secret.seed
    return Chains(0, {}, NOTHING).with_line(
        ALL,
        "begun",
        step=0,
        game=game.name,
        ruleset=game.ruleset,
        revision=game.revision,
        mode=game.mode,
        roles=list(game.players),
        seed_commitment=game.commitment,
        seal_key=game.seal_key,
        moderator_plays=list(game.plays),
        beacon=game.beacon,
        test=game.test,
        program=VERSION,
        keys=keys_of(secret),
        position=committed(salt_of(seed, "position"), position) if position else "",
        digest=committed(salt_of(seed, ALL, 1), digest.encode()),
        options=dict(game.options),
        **({"beacon_numbers": game.numbers} if game.beacon else {}),
        **({"board": game.board._asdict()} if game.board.digest else {}),
    )


def keys_of(secret: Secret) -> str:
    """The commitment to the keys of the players, and of proxies where there are any."""
    keys = {role: secret.keys[role] for role in sorted(secret.keys)}
    keys |= {f"proxy of {role}": secret.proxies[role]["key"] for role in sorted(secret.proxies)}
    return committed(salt_of(secret.seed, "keys"), dumps(keys))


def sheet_salt(chains: Chains, seed: str, role: str) -> str:
    """The salt of the next line of a role."""
    return salt_of(seed, role, chains.head(role).number + 1)


def closed(
    chains: Chains, kind: str, step: int, used: Mapping[str, tuple[str, int]], reasons: Mapping[str, str] = {}
) -> Chains:
    """One line for every role: what answers for it, a version of its sheets or something else.

    Where the default answers though there is an envelope, the line holds a commitment to the reason.
    """
    for role, (answer, version) in used.items():
        why = {"reason": reasons[role]} if role in reasons else {}
        chains = chains.with_line(role, kind, step=step, answer=answer, version=version, **why)
    return chains


def reason_commitment(seed: str, role: str, step: int, code: str) -> str:
    """What is told of the reason why an envelope was left aside, while the game runs."""
    return committed(salt_of(seed, "reason", role, step), code.encode())


def heads_of(chains: Chains, seed: str, roles: Mapping[str, Any]) -> dict[str, str]:
    """The commitments to the heads of all roles' chains."""
    return {role: head_commitment(seed, chains.head(role)) for role in roles}


def all_heads(seed: str, heads: Mapping[str, Line], roles: Iterable[str]) -> dict[str, str]:
    """The commitments to the heads of all roles' chains, also of those that have no line yet: nobody can tell which."""
    found = {role: heads.get(role, NOTHING)._replace(of=role) for role in roles}
    return {role: head_commitment(seed, line) for role, line in found.items()}


def head_commitment(seed: str, line: Line) -> str:
    """The commitment to the head of a role's chain."""
    return committed(head_salt(seed, line.of, line.number), line.hash.encode())


def head_salt(seed: str, role: str, number: int) -> str:
    return salt_of(seed, "head", role, number)


def with_step(
    table: Table, chains: Chains, seed: str, step: Mapping[str, Any], digest: str, opened: bytes, desk: str = ""
) -> Chains:
    """The line of a step, with the commitments to its file, to what was opened, and to each role's chain.

    ``desk`` is what the moderator did in it in place of orders.
    """
    number = chains.head(ALL).number + 1
    return chains.with_line(
        ALL,
        "step",
        step=step["step"],
        label=step["label"],
        revision=step["revision"],
        program=VERSION,
        digest=committed(salt_of(seed, ALL, number), digest.encode()),
        # A commitment stands here also where nothing was opened: that there were sealed orders is for their owner.
        opened=committed(salt_of(seed, ALL, number, "opened"), opened),
        **({"desk": desk} if desk else {}),
        roles=heads_of(chains, seed, table.game.players),
    )


def with_gathering(table: Table, chains: Chains, seed: str, used: Mapping[str, tuple[str, int]]) -> Chains:
    """The line after which no envelope can be exchanged: only now players send their phrases."""
    chains = closed(chains, "gathered", table.under_way, used)
    return chains.with_line(
        ALL, "gathered", step=table.under_way, roles=heads_of(chains, seed, table.game.players)
    )  # fmt: skip


def gone_with(lines: Iterable[Line], undo: Line) -> list[str]:
    """The roles whose sheets for the step that followed went with one taken back; the newest line comes first."""
    step = int(undo.facts.get("step", 0))
    before = dropwhile(lambda line: (line.of, line.number) != (ALL, undo.number), lines)
    sent = (line for line in takewhile(lambda line: not is_step(line, step), before) if line.kind in SHEETS)
    rows = [line.of for line in sent if line.facts.get("step") == step + 1 and line.facts.get("status") != "draft"]
    return sorted(set(rows))


def undo_lines(lines: Iterable[Line]) -> list[Line]:
    """The lines of all steps ever taken back, out of those of a ledger, the newest first; nothing if a step was played
    after them, for it told of them."""
    last = next((line for line in lines if line.of == ALL and line.kind in ("step", "undo", "begun")), NOTHING)
    if last.kind != "undo":
        return []
    return [line for line in lines if line.of == ALL and line.kind == "undo"][::-1]


def undone_events(table: Table, chains: Chains) -> tuple[Event, ...]:
    """One event for each step taken back that the game has not told of yet, as the ledger has them."""
    lines = [] if chains.standing.kind in ("begun", "step") else undo_lines(chains.lines)
    return tuple(undone_event(line, gone_with(chains.lines, line)) for line in lines[table.last.undone :])


def undone_event(line: Line, gone: Sequence[str]) -> Event:
    """What everybody is told of a step taken back, and those whose newer sheets went with it of them."""
    told = ("step", "label", "reason", "reopened")
    facts = {key: line.facts[key] for key in told if key in line.facts}
    return Event("undone", facts, {role: {"sheet": facts["step"] + 1} for role in gone})


def is_gathered(table: Table, chains: Chains) -> bool:
    """Whether the envelopes of the step under way are gathered.

    A number of the world that comes after them, and a step taken back whose envelopes stay bound, say so themselves.
    """
    line = chains.standing
    if line.kind == "number":
        return line.facts.get("gathered") is True and table.is_opening
    bound = line.kind == "gathered" or (line.kind == "undo" and line.facts.get("gathered") is True)
    return bound and line.facts.get("step") == table.under_way


def gathering_of(table: Table) -> Line:
    """The line in which the envelopes of the step under way were gathered."""
    lines = read_lines(ledger_path(table.game.directory))
    return [line for line in lines if is_gathering(line) and line.facts.get("step") == table.under_way][-1]


def is_gathering(line: Line) -> bool:
    return line.of == ALL and line.kind == "gathered"


def bound_steps(lines: Iterable[Line]) -> set[int]:
    """The steps whose envelopes were gathered and are bound: of steps taken back only those that stayed so."""
    bound: set[int] = set()
    for line in lines:
        bound = bound_after(bound, line)
    return bound


def bound_after(bound: set[int], line: Line) -> set[int]:
    """The steps whose envelopes are bound after one more line."""
    step = line.facts.get("step", 0)
    if is_gathering(line):
        return {*bound, step}
    if line.of == ALL and line.kind == "undo":
        return {at for at in bound if at < step or (at == step and line.facts.get("gathered") is True)}
    return bound


def check_received(table: Table, chains: Chains, sheets: Sequence[tuple[Version, str]]) -> None:
    """Whether sheets in the inbox are those that were received; else nothing of them is used."""
    wished = [(version.role, version.number) for version, _ in sheets]
    lines = find_sheets(chains.lines, table.under_way, wished)
    for version, text in sheets:
        line = lines.get((version.role, version.number))
        if line is None or line.facts.get("file") != digest_of_text(text):
            raise not_received(version, line)


def not_received(version: Version, line: Line | None) -> GameFault:
    """The fault of a sheet that the ledger does not know, or knows otherwise."""
    from pbem.seal.words import four_words  # not for adjudicate

    if line is None:
        return GameFault(NOT_IN_LEDGER, version.path)
    return GameFault(REPLACED, version.path, words=four_words(str(line.facts.get("commitment", ""))))


def anchored(table: Table, seed: str = "") -> Table:
    """The table with the lines of its last step in the ledger; with the seed, each role's own with its salt."""
    return table._replace(anchors=anchors_of(find_step(table.game.directory, table.last.number), seed))


def anchors_of(lines: Sequence[Line], seed: str = "") -> dict[str, dict[str, Any]]:
    """The line of a step as all may know it, and that of each role with the salt of its commitment."""
    found = {line.of: anchor_of(line).data for line in lines if seed or line.of == ALL}
    salts = {role: {"salt": head_salt(seed, role, row["line"])} for role, row in found.items() if role != ALL}
    return {role: {**row, **salts.get(role, {})} for role, row in found.items()}


def with_news(table: Table) -> Table:
    """The table with what was done at the desk since its last step; press waits for the next one."""
    lines = [*since_step(Backwards(ledger_path(table.game.directory)), table.last.number)]
    if any(line.kind == "undo" for line in lines):
        table = table._replace(reopened=undone_events(table, chains_of(table.game)))
    if not any(line.kind in TOLD for line in lines):
        return table
    from pbem.workflow.told_lines import events_of  # not for report: where nothing of it happened

    rows = [line for line in lines if line.kind != "press"]
    return table._replace(news=events_of(table.game, table.ruleset, rows))
