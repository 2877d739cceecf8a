"""The pages: every command and code has its place, generated pages are fresh, examples are true."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from pbem import COMMANDS
from pbem.boards.page import tables_page, with_tables
from pbem.cli import with_commands
from pbem.cli.page import commands_page, named_commands
from pbem.core import VERSION
from pbem.workflow.explain import all_codes, codes_page, explain, listing

TOP = Path(__file__).parent.parent
cli = with_commands(COMMANDS)
README = (TOP / "README.md").read_text()


def test_the_page_of_codes_is_fresh() -> None:
    """To write it anew: python -m pbem.workflow.explain > docs/codes.md."""
    assert codes_page() == (TOP / "docs" / "codes.md").read_text()


def test_the_page_of_commands_is_fresh() -> None:
    """To write it anew: python -m pbem.cli.page > docs/commands.md."""
    assert commands_page() == (TOP / "docs" / "commands.md").read_text(encoding="utf-8")


def test_the_page_of_commands_has_every_command_and_option() -> None:
    page = commands_page()
    for name, command in named_commands(cli):
        section = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        options = [word for param in command.params for word in param.opts if word.startswith("--")]
        assert f"pbem {name}" in section
        assert [] == [word for word in options if not re.search(rf"^- `[^`]*{word}\b", section, re.MULTILINE)]


def test_what_contributors_are_told_of_is_there() -> None:
    """Every file, folder and module that the page names exists, and links lead somewhere."""
    page = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")
    places = re.findall(r"(?<![\w/])((?:tests|docs|pbem|benchmarks)/[\w./-]*\w)", page)
    modules = re.findall(r"-m (pbem[\w.]*)", page)

    assert {"tests/toy.py", "tests/run", "docs/commands.md"} < set(places)
    assert {"pbem.cli.page", "pbem.testing", "pbem.workflow.explain"} == set(modules)
    assert [] == [place for place in places if not (TOP / place).exists()]
    assert [] == [name for name in modules if find_spec(name) is None]
    for target in ("CONTRIBUTING.md", "docs/adding-a-game.md", "docs/commands.md"):
        assert f"]({target})" in README


def test_the_hooks_before_a_commit_are_what_the_tests_run_and_nothing_from_elsewhere() -> None:
    hooks = (TOP / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    script = (TOP / "tests" / "run").read_text(encoding="utf-8")
    entries = re.findall(r"entry: (.*)", hooks)

    assert [".venv/bin/ruff check", ".venv/bin/ruff format --check", ".venv/bin/mypy"] == entries
    assert [] == [entry for entry in entries if entry not in script]
    assert ["local"] == re.findall(r"repo: (.*)", hooks)


@pytest.mark.parametrize("code", all_codes().values(), ids=lambda code: code.id)
def test_every_code_has_a_page(code: object) -> None:
    id_, name = code.id, code.name  # type: ignore[attr-defined]

    assert explain(id_) == explain(id_.lower())
    assert explain(id_) in explain(name)
    assert f"{id_} {name}" in explain(id_)
    assert f"{id_}  {name}" in listing()


def test_an_id_is_two_letters_and_three_digits() -> None:
    for id_, code in all_codes().items():
        assert re.fullmatch(r"[A-Z]{2}\d{3}", id_)
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code.name)
        assert code.severity in ("error", "warning", "note")


def test_the_readme_names_every_command() -> None:
    for name in cli.commands:
        assert f"pbem {name}" in README


def test_the_readme_has_the_two_commands() -> None:
    assert "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/pbem demo\n" in README
    assert "\nsh tests/run\n" in README
    assert "sh tests/run" in (TOP / ".ci" / "run").read_text()


def test_the_long_round_sets_every_number_that_tests_can_be_given() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (TOP / "tests").rglob("*.py")]
    numbers = {name for text in texts for name in re.findall(r'environ\b[^\n]*"(PBEM_[A-Z_]+)"', text)}
    script = (TOP / "tests" / "run").read_text(encoding="utf-8")

    assert {"PBEM_GAMES", "PBEM_FULL"} < numbers
    assert numbers - {"PBEM_CONFIG", "PBEM_CACHE"} == set(re.findall(r"(PBEM_[A-Z_]+)=\"\$", script))
    assert "sh tests/run --long" in README and "minutes" in README


def test_commands_in_the_pages_exist() -> None:
    for page in (README, *(path.read_text() for path in (TOP / "docs").glob("*.md"))):
        for name in re.findall(r"^(?:\$ )?pbem ([a-z]+)", page, flags=re.MULTILINE):
            assert name in cli.commands


def test_links_in_the_readme_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert target.startswith("http") or (TOP / target).exists(), target


def test_the_changelog_knows_the_version() -> None:
    assert f"## {VERSION}" in (TOP / "docs" / "changelog.md").read_text()


def test_the_changelog_has_each_kind_of_change_once_and_in_order() -> None:
    page = (TOP / "docs" / "changelog.md").read_text(encoding="utf-8")
    newest = page.partition("\n## ")[2].partition("\n## ")[0]
    found = re.findall(r"^([A-Z]\w+)(.*):$", newest, flags=re.MULTILINE)
    kinds = [kind for kind, _ in found]

    assert sorted(kinds, key=["Added", "Changed", "Fixed", "Rulings"].index) == kinds
    assert len(set(found)) == len(found)
    assert [] == re.findall(r"\n\n(?=- |  )", re.sub(r":\n\n", ":\n", newest))
    assert [] == re.findall(r"[^\n]\n[A-Z]\w+.*:\n", newest)


def test_whose_games_these_are_is_said() -> None:
    for text in (README, (TOP / "NOTICE").read_text()):
        assert "Histogame" in text and "daVinci" in text


def test_every_table_of_a_board_is_told_with_what_stands_in_it() -> None:
    told = re.split(r"\n`(?=\w+\.(?:csv|toml)`)", tables_page())[1:]
    bare = [part.partition("`")[0] for part in told if "| column |" not in part and "```toml" not in part]

    assert [] == bare
    assert all(word in tables_page() for word in ("return_city", "annexation_space", "tc_penalty", "card_boxes"))


def test_the_tables_of_boards_are_told_as_they_are() -> None:
    """To write them anew: python -m pbem.boards.page docs/boards.md."""
    page = (TOP / "docs" / "boards.md").read_text(encoding="utf-8")

    assert with_tables(page) == page
