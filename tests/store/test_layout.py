"""Where the files of a game lie is told once, in `pbem/store/layout.py`, and read back as it is written."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.store import layout

TOP = Path(__file__).parents[2] / "pbem"
MODULES = [path for path in sorted(TOP.rglob("*.py")) if path != Path(layout.__file__)]
NAMES = {value for key, value in vars(layout).items() if key.isupper() and isinstance(value, str)}
FOLDERS = {*layout.FOLDERS, layout.TEMPLATES, layout.SHEETS, layout.BOARD, layout.POST}
ENDS = (layout.TABLE, layout.PICTURE, layout.LETTER)  # of many other files too, in help and in the boards of the titles
FILES = NAMES - FOLDERS - {*ENDS}
# The templates that come with the program lie in folders of this name, and are no part of any game.
OTHERS = {(TOP / "report" / "text.py", layout.TEMPLATES)}


def texts(tree: ast.AST) -> Iterator[tuple[str, bool]]:
    """The texts of a module that are neither documentation nor sentences, and whether each is part of a path."""
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    joined = {id(part) for node in ast.walk(tree) for part in joined_by(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes) and id(node) not in documentation:
            text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
            if " " not in text.strip():
                yield text, id(node) in joined


def joined_by(node: ast.AST) -> list[ast.expr]:
    """What a call of `os.path.join` or `layout.path` makes a path of."""
    is_path = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("join", "path")
    return node.args if is_path and isinstance(node, ast.Call) else []


def held_in(path: Path) -> set[str]:
    """The names of our files and folders that a module spells itself."""
    found = set()
    for text, joined in texts(ast.parse(path.read_text(encoding="utf-8"))):
        parts = text.replace("\n", "/").split("/")
        found |= {part for part in parts if part in FILES}
        found |= {part for part in parts if part in FOLDERS and (joined or len(parts) > 1)}
    return {name for name in found if (path, name) not in OTHERS}


SPELLED = {
    "GAME": "game.toml", "SECRET": "secret.toml", "LEDGER": "ledger.toml", "ANCHOR": "anchor.toml",
    "POSITION": "position.toml", "DEADLINES": "deadlines.toml", "MAILS": "mails.toml", "REVEALED": "revealed.toml",
    "DROPPED": "dropped.toml", "HANDED": "handed.toml", "PRESS": "press", "VOTES": "votes",
    "ARCHIVE": "archive.toml", "MANIFEST": "manifest.toml", "README": "README.md", "IGNORE": ".gitignore",
    "ATTRIBUTES": ".gitattributes", "STEPS": "steps", "INBOX": "inbox", "OPENED": "opened", "UNDONE": "undone",
    "REPORTS": "reports", "MAPS": "maps", "TEMPLATES": "templates", "REPOSITORY": ".git", "CHANGE": ".change",
    "CHANGE_BEGUN": ".change.tmp", "LOCK": ".lock", "UNDO": "undo.toml", "UNDONE_OPENED": "opened.toml",
    "DEMONSTRATION": "demonstration.txt", "SHEETS": "sheets", "TABLE": ".toml", "PHRASE": ".phrase",
    "PICTURE": ".svg", "BOARD": "board", "TIMES": "times.toml", "CLOCK": "clock.toml",
    "LETTERS": "letters.toml", "OUTGOING": "outbox.toml", "LETTER": ".eml",
    "KEPT_LETTERS": "letters", "OUTBOX": "outbox", "SENT": "sent", "POST": "post", "POST_SETTINGS": "post.toml",
    "TRIES": "tries.toml", "REFUSED": "refused", "FETCHED": "fetched.toml", "TICK": "tick.toml", "TICK_LOCK": ".tick",
}  # fmt: skip


def test_every_name_is_spelled_as_games_that_are_being_played_spell_it() -> None:
    assert SPELLED == {key: value for key, value in vars(layout).items() if key.isupper() and isinstance(value, str)}


def test_what_lies_where() -> None:
    tables = "game.toml secret.toml ledger.toml anchor.toml position.toml deadlines.toml mails.toml revealed.toml"
    tables += " letters.toml outbox.toml tries.toml times.toml clock.toml dropped.toml handed.toml"

    assert tables.split() == [*layout.TABLES]
    assert ["archive.toml", "manifest.toml", "README.md", ".gitignore", ".gitattributes"] == [*layout.PAGES]
    assert [
        "steps",
        "inbox",
        "opened",
        "undone",
        "reports",
        "maps",
        "letters",
        "outbox",
        "sent",
        "refused",
        "press",
        "votes",
    ] == [*layout.FOLDERS]
    assert ["steps", "reports", "maps", "opened", "undone", "press"] == [*layout.ARCHIVED]
    assert ["secret.toml", ".lock", ".change*", ".*.tmp"] == [*layout.IGNORED]


def test_the_search_finds_names_in_paths_and_in_texts_joined_from_pieces(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        'a = os.path.join(x, "steps")\nb = f"reports/{n}/x"\nc = b".lock\\n"\nd = "see game.toml for it"\n'
    )

    assert {"steps", "reports", ".lock"} == held_in(module)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(TOP)))
def test_no_other_module_spells_a_name_of_a_file_or_folder_of_a_game(path: Path) -> None:
    assert set() == held_in(path)


def test_the_forms_of_reports_are_listed_once() -> None:
    lists = [
        path.name
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Tuple | ast.List)
        and {"html", "md"} <= {part.value for part in node.elts if isinstance(part, ast.Constant)}
    ]

    assert ["forms.py"] == lists


def test_what_a_name_is_made_of_is_read_back_from_it() -> None:
    assert 7 == layout.step_number(layout.step_name(7, "t02-austria"))
    assert ("anna-b", 3) == layout.version_in(layout.sheet_name("anna-b", 3))
    assert [12, 12] == [layout.page_step(name) for name in (layout.public_report(12, "md"), layout.picture(12))]
    assert layout.is_leftover(layout.half_written(layout.GAME))


@pytest.mark.parametrize("name", ["007-setup.toml", "0007.toml", "0007-setup.txt", "٠٠٠٧-setup.toml", "-setup.toml"])
def test_other_names_are_those_of_no_step(name: str) -> None:
    assert layout.step_number(name) is None


@pytest.mark.parametrize("name", ["anna.toml", "-01.toml", "anna-01.phrase", "anna-x.toml"])
def test_other_names_are_those_of_no_sheet(name: str) -> None:
    assert layout.version_in(name) is None


def test_every_file_and_folder_of_a_step_has_its_name() -> None:
    names = {
        "steps/0007-t02.toml": layout.step(7, "t02"), "opened/0007.toml": layout.opened(7),
        "undone/03": layout.undone(3), "inbox/0007": layout.inbox(7), "anna-02.toml": layout.sheet_name("anna", 2),
        "inbox/0007/anna-02.phrase": layout.sheet(7, "anna", 2, ".phrase"), "reports/0007": layout.reports(7),
        "public.md": layout.report_name(None, "md"), "anna.md": layout.report_name("anna", "md"),
        "reports/0007/public.md": layout.public_report(7, "md"), "anna.view.toml": layout.view_name("anna"),
        "anna.notice.txt": layout.notice_name("anna"), "maps/0007.svg": layout.picture(7),
        ".game.toml.tmp": layout.half_written("game.toml"),
    }  # fmt: skip

    assert [*names] == [*names.values()]


@pytest.mark.parametrize(
    ("name", "number"), [("0007", 7), ("999999999", 999999999), ("1000000000", None), ("٧", None), ("", None)]
)
def test_a_number_has_nine_digits_of_ours_at_most(name: str, number: int | None) -> None:
    assert number == layout.numbered(name)


@pytest.mark.parametrize(
    "name", ["steps/0007-a.toml", "reports/x/a.txt", "maps/a.svg", "README.md", "opened/0007.toml"]
)
def test_other_pages_belong_to_no_step(name: str) -> None:
    assert layout.page_step(name) is None


@pytest.mark.parametrize("name", ["game.toml", ".game.toml", "game.toml.tmp"])
def test_other_names_are_no_leftovers(name: str) -> None:
    assert not layout.is_leftover(name)


def test_a_name_is_a_path_of_the_machine() -> None:
    assert str(Path("games") / "winter" / "steps" / "a.toml") == layout.path(
        str(Path("games") / "winter"), "steps/a.toml"
    )
