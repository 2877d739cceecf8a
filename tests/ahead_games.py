"""A small game for tests of orders ahead: Prussia is to move, and Hanover, of the same player, comes next."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from games import sheet_file
from pbem.store.reading import read_game, read_step, step_names
from pbem.store.writing import dumps
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish
from pbem.workflow.reporting import Wish, report
from pbem.workflow.site import site
from pbem.workflow.submit import submit

# What hashes hide: digests and the words that stand for them.
HASHES = re.compile(r"\b[0-9a-f]{64}\b|(?<=\): )([a-z]+ ){3}[a-z]+\b|\"words\": ?\"[a-z ]+\"")
START: dict[str, Any] = {
    "stage": "prussia", "turn": 2,
    "prussia": {"friedrich": "Berlin 8", "t1": "Breslau"},
    "hanover": {"ferdinand": "Stade 5", "t1": "Bremen"},
    "russia": {"saltikov": "Sierpc 6", "t1": "Warszawa"}, "sweden": {"ehrensvard": "Stralsund 3"},
    "austria": {"daun": "Brünn 6", "t1": "Olmütz"}, "imperial": {"hildburghausen": "Würzburg 4"},
    "france": {"richelieu": "Koblenz 6", "t1": "Mainz"},
}  # fmt: skip
HANOVER = {"for": "hanover", "do": ["Ferdinand > Zeven"]}


def begun(
    folder: Path, pace: str = "brisk", name: str = "winter", plays: Sequence[str] = (),
    options: Mapping[str, str] = {}, **changes: Any,
) -> str:  # fmt: skip
    """A game in which Prussia is to move and Hanover comes next."""
    path = folder / "position.toml"
    path.write_bytes(dumps({"format": 2, "ruleset": "friedrich", "mode": "4p", "position": {**START, **changes}}))
    directory = str(folder / name)
    new(Plan(directory, position=str(path), seed="a", pace=pace, plays=plays, options=options))
    return directory


def sent(game: str, role: str, body: dict[str, Any]) -> Any:
    return submit(sheet_file(game, role, body), game)


def steps(game: str) -> list[str]:
    return [name.name[5:-5] for name in step_names(game)]


def last(game: str) -> Any:
    found = read_game(game)
    return read_step(found, step_names(game)[-1])


def codes(receipt: Any) -> list[str]:
    return [item.code.id for item in receipt.answer.diagnostics]


def stays(*more: dict[str, Any]) -> dict[str, Any]:
    return {"do": ["Friedrich stays"], **({"ahead": list(more)} if more else {})}


def seen_by_others(game: str) -> dict[str, str]:
    """Reports, archive and site of a game but for Maria Theresa's, without what hashes hide."""
    folder = Path(game).parent
    written = report(game, (), Wish(forms=("txt", "html", "md", "json")))
    paths = [path for path in written if "maria-theresa" not in path]
    publish(game, str(folder / "archive"))
    site(game, str(folder / "site"))
    found = {}
    for path in [*map(Path, paths), *(folder / "archive").rglob("*"), *(folder / "site").rglob("*")]:
        if path.is_file():
            found[str(path.relative_to(folder))] = path.read_text("utf-8", "replace")
    return {name: HASHES.sub("#", text) for name, text in found.items()}
