"""The events of the titles: each is listed once, and named in every match that tells, draws, searches or narrates.

That a match is complete is for mypy to say (tests/run): here stands that there is nothing it could overlook.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

from pbem.core.events import (
    OF_THE_PROGRAM,
    SHAPES,
    Counted,
    Ended,
    EnvelopeLeft,
    HandedOver,
    Offered,
    OfTheProgram,
    OrdersAhead,
    Press,
    Proxied,
    ProxyEnded,
    Replaced,
    Revised,
    Ruled,
    Undone,
)  # fmt: skip
from pbem.core.recall import fields_of, kinds_of
from pbem.rulesets import ruleset_of

TOP = Path(__file__).parent.parent / "pbem"
TITLES = {"friedrich": "FriedrichEvent", "fredericus": "FredericusEvent", "maria": "MariaEvent"}
# Where events are told apart, and by which function.
MATCHES = {
    "rulesets/friedrich/telling/story.py": ["sentence"],
    "rulesets/friedrich/telling/narrative.py": ["hear"],
    "rulesets/friedrich/telling/picture.py": ["strokes"],
    "rulesets/friedrich/telling/changes.py": ["about", "went"],
    "rulesets/fredericus/story.py": ["sentences"],
    "rulesets/fredericus/narrative.py": ["narrate"],
    "rulesets/fredericus/changes.py": ["about"],
    "rulesets/maria/telling/story.py": ["sentence"],
    "rulesets/maria/telling/political_story.py": ["told_politics"],
    "rulesets/maria/telling/narrative.py": ["hear"],
    "rulesets/maria/telling/picture.py": ["strokes"],
    "rulesets/maria/telling/changes.py": ["about"],
    "rulesets/maria/telling/political_changes.py": ["about_politics"],
    "rulesets/maria/telling/rules_behind.py": ["rules_behind", "political_rules"],
    "rulesets/common/transcripts.py": ["condense", "ending", "is_done"],
    "workflow/journal.py": ["_sentences"],
}


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def ends_in_never(match: ast.Match) -> bool:
    """Whether the last case of a match takes all that is left, and gives it to assert_never."""
    last = match.cases[-1]
    everything = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
    return everything and ast.unparse(last.body[0]).startswith("assert_never(")


def is_open(match: ast.Match) -> bool:
    """Whether a case before the last takes anything at all: mypy would see nothing left."""
    return any(isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None for case in match.cases[:-1])


@pytest.mark.parametrize("file", MATCHES)
def test_every_place_that_tells_events_apart_is_a_match_that_leaves_nothing(file: str) -> None:
    functions = {node.name: node for node in ast.walk(tree_of(TOP / file)) if isinstance(node, ast.FunctionDef)}
    matches = {
        name: [ends_in_never(node) and not is_open(node) for node in ast.walk(functions[name])
               if isinstance(node, ast.Match)]
        for name in MATCHES[file]
    }  # fmt: skip

    assert {name: [True] for name in MATCHES[file]} == matches


def test_no_title_asks_an_event_for_its_kind_or_makes_one_without_a_class() -> None:
    found = [
        f"{path.relative_to(TOP)}: {ast.unparse(node)}"
        for path in sorted((TOP / "rulesets").rglob("*.py"))
        for node in ast.walk(tree_of(path))
        if is_untyped(node)
    ]

    assert [
        "rulesets/common/transcripts.py: event.kind in kinds_of(BattleEvent)",  # it is typed then
        "rulesets/common/transcripts.py: Event(f.end, f.told())",  # of a battle in short
    ] == found


def is_untyped(node: ast.AST) -> bool:
    """An event made of texts, or asked for its kind or its facts by a text."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id == "Event"
    return isinstance(node, ast.Compare | ast.Subscript) and bool(
        re.match(r"\w*event\.(kind|facts)\b", ast.unparse(node))
    )


@pytest.mark.parametrize("title", TITLES)
def test_every_class_of_the_page_of_events_stands_in_the_union(title: str) -> None:
    page = import_module(f"pbem.rulesets.{title}.events")
    listed = {class_.__name__ for class_ in get_args(getattr(page, TITLES[title]))}
    pages = (TOP / "rulesets" / title).glob("*events.py")
    written = {node.name for page_ in pages for node in classes(page_)}
    family = {node.name for node in classes(TOP / "rulesets/common/__init__.py")} if title != "fredericus" else set()

    assert written | family | {class_.__name__ for class_ in get_args(OfTheProgram)} == listed


def classes(path: Path) -> Iterator[ast.ClassDef]:
    """The classes of events in a file."""
    for node in tree_of(path).body:
        if isinstance(node, ast.ClassDef) and [ast.unparse(base) for base in node.bases] == ["Happening"]:
            yield node


@pytest.mark.parametrize("title", TITLES)
def test_every_kind_of_event_says_in_a_line_what_happened_and_what_only_some_know(title: str) -> None:
    page = import_module(f"pbem.rulesets.{title}.events")
    kinds = kinds_of(getattr(page, TITLES[title]))
    own = {kind: SHAPES[class_][1] for kind, class_ in kinds.items() if SHAPES[class_][1]}

    for kind, class_ in kinds.items():
        assert (class_.__doc__ or "").partition("\n")[0].endswith("."), kind
        assert all(field.may_lack for field in fields_of(class_) if field.key in SHAPES[class_][1]), kind
    assert {
        "friedrich": {
            "drew": ["cards"], "discarded": ["card"], "changed-hands": ["hand"], "free-troop": ["general"],
            "lost-troop": ["general"], "exchanged": ["gave", "got"], "changed-card": ["gave", "got"],
        },
        "fredericus": {"dealt": ["objective"], "drew": ["card"]},
        "maria": {"drew": ["cards"], "subsidy": ["card"], "placed": ["card"], "changed-hands": ["hand"]},
    }[title] | {"undone": ["sheet"], "ruled": ["sheet"]} == own  # fmt: skip


OF_ITS_OWN = (
    Undone(step=1, label="x", reason="y"), Revised(title="x", from_=1, to=2), OrdersAhead(became="used", what="x"),
    EnvelopeLeft(code="PB101"), Ruled(reason="x", now=[], unseen=[]),
    Replaced(title="x", name="y", first=1), Proxied(title="x", name="y"), ProxyEnded(title="x", name="y"),
    Ended(how="draw"), Offered(how="draw"), Counted(how="draw", passed=True),
    Press(lines=["x"]), HandedOver(name="x", key="y"),
)  # fmt: skip


@pytest.mark.parametrize("title", TITLES)
def test_a_title_does_not_tell_the_events_of_the_program(title: str) -> None:
    telling = ruleset_of(title).telling

    assert OF_THE_PROGRAM == tuple(what.kind for what in OF_ITS_OWN)
    for what in OF_ITS_OWN:
        with pytest.raises(ValueError, match=f"the event '{what.kind}' is told by the program itself"):
            telling.tell(what.event())
