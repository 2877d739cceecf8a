"""What goes into the ledger: the lines for a beginning, a sheet, the gathering of envelopes, a step."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbem import __version__
from pbem.core import sha256
from pbem.store import GameFault
from pbem.store.inbox import Version
from pbem.store.ledger import ALL, NOTHING, Chains, Line, committed, find_sheets, find_step, read_chains, salt_of
from pbem.store.reading import Game, Secret
from pbem.store.writing import dumps
from pbem.workflow import Table


class Anchor(NamedTuple):
    """A line of the ledger as receipts and reports name it."""

    of: str
    line: int
    step: int
    hash: str

    @property
    def words(self) -> str:
        """The first four bytes of the hash as words, to compare by eye."""
        from pbem.seal.words import four_words

        return four_words(self.hash)

    @property
    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {**self._asdict(), "words": self.words}


def anchor_of(line: Line) -> Anchor:
    return Anchor(line.of, line.number, int(line.facts.get("step", 0)), line.hash)


def chains_of(game: Game) -> Chains:
    """The ends of the chains of a game."""
    return read_chains(game.directory, game.players)


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
        program=__version__,
        keys=keys_of(secret),
        position=committed(salt_of(seed, "position"), position) if position else "",
        digest=committed(salt_of(seed, ALL, 1), digest.encode()),
        options=dict(game.options),
    )


def keys_of(secret: Secret) -> str:
    """The commitment to the players' keys."""
    keys = {role: secret.keys[role] for role in sorted(secret.keys)}
    return committed(salt_of(secret.seed, "keys"), dumps(keys))


def sheet_salt(chains: Chains, seed: str, role: str) -> str:
    """The salt of the next line of a role."""
    return salt_of(seed, role, chains.head(role).number + 1)


def closed(chains: Chains, kind: str, step: int, used: Mapping[str, tuple[str, int]]) -> Chains:
    """One line for every role: what answers for it, a version of its sheets or something else."""
    for role, (answer, version) in used.items():
        chains = chains.with_line(role, kind, step=step, answer=answer, version=version)
    return chains


def heads_of(chains: Chains, seed: str, roles: Mapping[str, Any]) -> dict[str, str]:
    """The commitments to the heads of all roles' chains."""
    return {role: head_commitment(seed, chains.head(role)) for role in roles}


def head_commitment(seed: str, line: Line) -> str:
    """The commitment to the head of a role's chain."""
    return committed(head_salt(seed, line.of, line.number), line.hash.encode())


def head_salt(seed: str, role: str, number: int) -> str:
    return salt_of(seed, "head", role, number)


def with_step(table: Table, chains: Chains, seed: str, step: Mapping[str, Any], digest: str, opened: bytes) -> Chains:
    """The line of a step, with the commitments to its file, to what was opened, and to each role's chain."""
    number = chains.head(ALL).number + 1
    return chains.with_line(
        ALL,
        "step",
        step=step["step"],
        label=step["label"],
        revision=step["revision"],
        program=__version__,
        digest=committed(salt_of(seed, ALL, number), digest.encode()),
        opened=committed(salt_of(seed, ALL, number, "opened"), opened) if opened else "",
        roles=heads_of(chains, seed, table.game.players),
    )


def with_gathering(table: Table, chains: Chains, seed: str, used: Mapping[str, tuple[str, int]]) -> Chains:
    """The line after which no envelope can be exchanged: only now players send their phrases."""
    chains = closed(chains, "gathered", table.under_way, used)
    return chains.with_line(
        ALL, "gathered", step=table.under_way, roles=heads_of(chains, seed, table.game.players)
    )  # fmt: skip


def is_gathered(table: Table, chains: Chains) -> bool:
    """Whether the envelopes of the step under way are gathered."""
    return chains.standing.kind == "gathered" and chains.standing.facts.get("step") == table.under_way


def check_stands(table: Table, chains: Chains) -> None:
    """Whether the ledger and the steps stand at the same place: a step is taken back by `undo`, never by hand."""
    line = chains.standing
    step = int(line.facts.get("step", 0)) - (line.kind in ("undo", "gathered"))
    if step != table.last.number:
        from pbem.seal.proof_codes import LEDGER_ELSEWHERE

        raise GameFault(LEDGER_ELSEWHERE, table.last.file, ledger=step, last=table.last.number)


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
    from pbem.seal.codes import NOT_IN_LEDGER, REPLACED
    from pbem.seal.words import four_words

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
