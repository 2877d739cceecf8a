"""The leak gate compares data and renders once: a leak planted at any level on the way out is still caught."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
import toy

import pbem.report
import pbem.svgmap
from games import play_steps, sheet_file, tree
from pbem.report import text
from pbem.store import GameFault
from pbem.testing import altered
from pbem.workflow import mailing, open_game, publish, reporting
from pbem.workflow.gate import Gate, same
from pbem.workflow.mapping import WHOLE, map_of
from pbem.workflow.site import site
from pbem.workflow.submit import submit

SEEN: list[Any] = []


@pytest.fixture
def dealt(game: str) -> str:
    """A game with cards dealt: north's hand is hidden from south."""
    play_steps(game, 1)
    return game


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Change functions of the toy ruleset."""
    return lambda **functions: monkeypatch.setattr(toy, "RULESET", altered(toy.RULESET, **functions))


@pytest.fixture
def looking(plant: Callable[..., None]) -> None:
    """A ruleset that leaves the last state it was asked about where others find it; its view itself is sound."""

    def view_of(state: Any, role: str | None) -> Any:
        SEEN[:] = [state]
        return sound(state, role)

    sound = toy.RULESET.secrets.view_of
    plant(view_of=view_of)


@pytest.fixture
def fresh_templates() -> Iterator[None]:
    """Templates are prepared once for all; a test that changes how starts and ends with none."""
    text.environment.cache_clear()
    yield
    text.environment.cache_clear()


def hand(*_: Any) -> str:
    """What north holds, at this moment."""
    return f"{sorted(SEEN[0].hands['north'])}"


# data


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ([1], [1, 1]),
        ([True], [1]),
        ([1.0], [1]),
        ((1,), [1]),
        ("1", 1),
        ({"a": None}, {}),
        (0.0, -0.0),
    ],
)
def test_data_that_a_template_could_tell_apart_are_not_the_same(one: Any, other: Any) -> None:
    assert one is not other and not same(one, other)
    assert same(one, one) and same({"x": [one, 1.5, "y"]}, {"x": [one, 1.5, "y"]})


@pytest.mark.parametrize(
    "lines",
    [
        lambda cards: [f"north holds {cards}"],
        lambda cards: ["x"] * (max(cards) % 5 + 1),
        lambda cards: dict.fromkeys("abcdeabcd"[max(cards) % 5 :][:5]),
    ],
    ids=["words", "length", "order of keys"],
)
def test_a_leak_in_the_data_of_a_report_is_caught(
    dealt: str, plant: Callable[..., None], lines: Callable[[Any], Any]
) -> None:
    def summary(view: Any, role: str | None) -> dict[str, Any]:
        return {"sections": [{"title": "Hands", "lines": lines(sorted(view.hands["north"]))}]}

    plant(view_of=lambda state, role: state, summary=summary)
    with pytest.raises(GameFault, match=r"PB530.*key summary\.0\.lines"):
        reporting.report(dealt, wish=reporting.Wish(["south"], ("txt",)))


# templates


@pytest.mark.parametrize("form", ("txt", "html", "md"))
def test_a_filter_that_reads_the_state_is_caught(
    dealt: str, looking: None, fresh_templates: None, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    before = tree(dealt)
    own = Path(dealt, "templates", form)
    own.mkdir(parents=True)
    (own / f"report.{form}.j2").write_text("{{ heading | listed }}\n")
    monkeypatch.setattr(text, "listed", hand)
    with pytest.raises(GameFault, match=rf"south\.{form}.*PB530"):
        reporting.report(dealt, wish=reporting.Wish(["south"], (form,)))

    assert before == {name: data for name, data in tree(dealt).items() if not name.startswith("templates")}


def test_a_global_that_reads_the_state_is_caught(dealt: str, looking: None, fresh_templates: None) -> None:
    own = Path(dealt, "templates", "txt")
    own.mkdir(parents=True)
    (own / "report.txt.j2").write_text("{{ hands | listed }}\n")
    made = text.environment(str(own.parent))

    class Hands:
        def __iter__(self) -> Iterator[str]:
            return iter(hand())

    made.globals["hands"] = Hands()
    with pytest.raises(GameFault, match=r"south\.txt.*PB530"):
        reporting.report(dealt, wish=reporting.Wish(["south"], ("txt",)))


def test_templates_as_they_are_delivered_are_filled_in_once(
    dealt: str, fresh_templates: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is made from data alone comes out the same from the same data."""
    made: list[str] = []
    real = reporting.rendered
    monkeypatch.setattr(reporting, "rendered", lambda form, *more: made.append(form) or real(form, *more))
    reporting.report(dealt, wish=reporting.Wish(["south"], ("txt", "html")))

    assert ["txt", "html"] == made


def test_a_site_with_a_filter_that_reads_the_state_is_caught(
    dealt: str, looking: None, fresh_templates: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = Path(dealt, "templates", "site")
    own.mkdir(parents=True)
    (own / "page.html.j2").write_text("{{ heading | listed }}\n")
    monkeypatch.setattr(text, "listed", hand)
    with pytest.raises(GameFault, match=r"step-0001\.html.*PB530"):
        site(dealt, str(tmp_path / "site"), "south")


def modules_of(package: ModuleType) -> list[ModuleType]:
    names = [row.name for row in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")]
    return [package, *map(importlib.import_module, names)]


def remembered() -> dict[str, str]:
    """All values of the modules that lay out and draw, but for functions, classes and other modules."""
    return {
        f"{module.__name__}.{name}": repr(value)
        for package in (pbem.report, pbem.svgmap)
        for module in modules_of(package)
        for name, value in vars(module).items()
        if not name.startswith("__") and not isinstance(value, (type, ModuleType, FunctionType))
    }


def test_what_lays_out_and_draws_remembers_nothing_of_a_game(dealt: str, tmp_path: Path) -> None:
    reporting.report(dealt)
    before = remembered()
    play_steps(dealt, 1)
    reporting.report(dealt, wish=reporting.Wish(forms=reporting.FORMS))
    publish.publish(dealt, str(tmp_path / "archive"))

    assert before == remembered()


# pictures


def test_a_leak_in_a_picture_is_caught(dealt: str, plant: Callable[..., None]) -> None:
    plant(svg=lambda view, role: f"<svg><!-- {max(view.hands['north'])} --></svg>", view_of=lambda state, role: state)
    with pytest.raises(GameFault, match=r"map\.svg.*PB530.*key picture"):
        map_of(dealt, "south", None, WHOLE)


# mails, receipts and the names of files


def test_a_leak_in_the_layout_of_a_receipt_is_caught(
    dealt: str, looking: None, fresh_templates: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = sheet_file(dealt, "south", {"card": min(open_game(dealt).state.hands["south"])})
    own = Path(dealt, "templates", "txt")
    own.mkdir(parents=True)
    (own / "receipt.txt.j2").write_text("{{ role | listed }}\n")
    before = tree(dealt)
    monkeypatch.setattr(text, "listed", hand)
    with pytest.raises(GameFault, match=r"receipt\.txt.*PB530"):
        submit(file, dealt)

    assert before == tree(dealt)


def test_a_leak_in_the_text_of_a_mail_is_caught(
    dealt: str, looking: None, fresh_templates: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = Path(dealt, "templates", "txt")
    own.mkdir(parents=True)
    (own / "report.txt.j2").write_text("{{ heading | listed }}\n")
    monkeypatch.setattr(text, "listed", hand)
    with pytest.raises(GameFault, match=r"winter-0001-south\.eml.*PB530"):
        mailing.mails(dealt, str(tmp_path / "out"), reporting.Wish(["south"]))

    assert not (tmp_path / "out").exists()


def test_a_leak_in_the_name_of_a_mail_is_caught(dealt: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(
        mailing, "_name", lambda table, role, end="": f"{role}-{sum(table.state.hands['north'])}{end}.eml"
    )
    with pytest.raises(GameFault, match=r"south-\d+\.eml.*PB530"):
        mailing.mails(dealt, str(tmp_path / "out"), reporting.Wish(["south"]))

    assert not (tmp_path / "out").exists()


def test_a_leak_in_the_name_of_a_public_step_is_caught(dealt: str, plant: Callable[..., None], tmp_path: Path) -> None:
    plant(label=lambda state: f"r01-{sum(state.hands['north'])}")
    with pytest.raises(GameFault, match=r"steps/0001-r01-bid\.toml.*PB530"):
        publish.publish(dealt, str(tmp_path / "archive"))

    assert not (tmp_path / "archive").exists()


def test_files_of_toml_are_compared_as_data_and_written_once(dealt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, written = open_game(dealt), []
    real = reporting.dumps
    monkeypatch.setattr(reporting, "dumps", lambda data: written.append(data) or real(data))
    name, data = reporting.guarded_view(Gate(table, "south"), reporting.read_secret(table.game), "south")

    assert ("south.view.toml", 1) == (name, len(written))
    assert real(written[0]) == data
