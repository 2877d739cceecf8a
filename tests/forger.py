"""A forger who has the seed: after files were changed by hand, everything that hangs on them is made anew."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pbem.core.chance import sha256
from pbem.core.sheets import read
from pbem.seal import commitment_of
from pbem.store import parse
from pbem.store.ledger import ALL, Line, committed, hash_of, ledger_path, read_lines, salt_of, whole
from pbem.store.reading import read_game, read_seed
from pbem.store.writing import digest_of
from pbem.workflow import known_ruleset
from pbem.workflow.recording import all_heads

Lines = list[Line]


def step_path(desk: str, number: int) -> Path:
    return next(Path(desk, "steps").glob(f"{number:04}-*"))


def rewritten(path: Path, change: Callable[[str], str]) -> None:
    """A file with other words in it; that there is something to change is held against."""
    before = path.read_text()
    path.write_text(change(before))
    assert before != path.read_text()


def mended(path: Path, **head: str) -> str:
    """A step file with its own digests mended, and values of its heading set; the digest."""
    _, rest = path.read_text().split("\n", 1)
    table = parse(rest.encode(), str(path))
    head["orders_digest"] = digest_of({"orders": table["orders"]})
    for key, value in head.items():
        rest = re.sub(rf'^{key} = ".*"$', f'{key} = "{value}"', rest, count=1, flags=re.MULTILINE)
    digest = sha256(rest.encode()).hex()
    path.write_text(f'digest = "{digest}"\n{rest}')
    return digest


def reforged(desk: str, edit: Callable[[Lines], Lines] = lambda lines: lines) -> None:
    """Mend the digests and the chain of all steps, and write the ledger anew, with lines changed if wished."""
    seed = read_seed(read_game(desk))
    digests, previous = {}, ""
    for path in sorted(Path(desk, "steps").iterdir()):
        previous = digests[int(path.name[:4])] = mended(path, previous=previous)
    lines = chained(edit(read_lines(ledger_path(desk))), seed, digests, lambda line: promised(desk, seed, line))
    Path(ledger_path(desk)).write_bytes(whole(lines))


TO_PROMISE = "to be promised"  # as the commitment of a line: the forger reckons it out


def promised(desk: str, seed: str, line: Line) -> str:
    """The commitment to a sheet that was laid into the inbox."""
    name = f"{line.of}-{line.facts['version']:02}.toml"
    text = Path(desk, "inbox", f"{line.facts['step']:04}", name).read_text()
    sheet = read(text, known_ruleset(read_game(desk).ruleset, desk).sheet_keys).sheet
    assert sheet is not None
    return commitment_of(sheet, salt_of(seed, line.of, line.number))


def chained(lines: Lines, seed: str, digests: dict[int, str], promise: Callable[[Line], str]) -> Lines:
    """The lines with numbers, commitments and hashes that fit."""
    heads: dict[str, Line] = {}
    done = []
    for line in lines:
        last = heads.get(line.of)
        line = line._replace(number=last.number + 1 if last else 1, before=last.hash if last else "")
        facts: dict[str, Any] = dict(line.facts)
        if line.kind in ("begun", "step") and line.of == ALL:
            facts["digest"] = committed(salt_of(seed, ALL, line.number), digests[facts["step"]].encode())
        if facts.get("commitment") == TO_PROMISE:
            facts["commitment"] = promise(line)
        if isinstance(facts.get("roles"), dict):
            facts["roles"] = all_heads(seed, heads, facts["roles"])
        line = line._replace(facts=facts)
        heads[line.of] = line._replace(hash=hash_of(line))
        done.append(heads[line.of])
    return done
