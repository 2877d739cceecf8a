"""How every case of the vectors comes out, is told, drawn, offered and complained about, as digests by reader.

Held in tests/golden/cases, a line for each case, so that a new case adds a line and moves none. The nets are those of
tests/case_nets.py, where also stands how to read what is behind a digest. After a change that means to alter it, write
the lines anew with --update-golden, and read what the changed cases say now; of some nets the short round looks at a
part of the cases, by lot of their ids.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from case_nets import NETS, line_of
from every_case import CHAPTERS, cases_of

GOLDEN = Path(__file__).parent / "golden" / "cases"


@pytest.mark.parametrize(("title", "chapter"), CHAPTERS, ids=[f"{title}-{chapter}" for title, chapter in CHAPTERS])
@pytest.mark.parametrize("net", NETS)
def test_every_case_is_as_it_was(net: str, title: str, chapter: str, request: pytest.FixtureRequest) -> None:
    path, anew = GOLDEN / net / f"{title}-{chapter}.txt", bool(request.config.getoption("--update-golden"))
    cases = cases_of(title, chapter, 1 if anew else NETS[net][1])
    lines = {case["id"]: line for case in cases if (line := line_of(net, title, case))}
    if anew and lines:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines.values()), "utf-8")
    kept = {line.partition(":")[0]: line for line in path.read_text("utf-8").splitlines()} if path.exists() else {}
    held = {case["id"]: kept[case["id"]] for case in cases if case["id"] in kept}

    differing = [id_ for id_ in {**held, **lines} if held.get(id_) != lines.get(id_)]
    assert differing == [], "\n".join(f"{held.get(id_, '-')}\n{lines.get(id_, '-')}" for id_ in differing[:9])


def test_every_line_is_of_a_case() -> None:
    known = {(title, chapter): {case["id"] for case in cases_of(title, chapter)} for title, chapter in CHAPTERS}
    stale = [
        (path.parent.name, path.stem, line)
        for path in sorted(GOLDEN.glob("*/*.txt"))
        for title, _, chapter in [path.stem.partition("-")]
        for line in path.read_text("utf-8").splitlines()
        if line.partition(":")[0] not in known.get((title, chapter), ())
    ]

    assert [] == stale
