"""Plots of a game, as each reader knows it, and of many games."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pbem.core.events import Event
from pbem.rulesets import friedrich, ruleset_of
from pbem.store import GameFault
from pbem.testing import altered
from pbem.workflow import open_game
from pbem.workflow.demo import Demo, demo
from pbem.workflow.gate import MODERATOR
from pbem.workflow.plotting import counted, figures_of, plot_of, plot_of_game
from pbem.workflow.results import simulated
from pbem.workflow.simulate import ordered

Golden = Callable[[str, str], None]
HANDS = {"prussia": 0, "france": 6}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> str:
    place = str(tmp_path_factory.mktemp("plots") / "winter")
    demo(Demo(place, "friedrich", mode="west", turns=2), lambda _: None)
    return place


def series(place: str, role: str | None) -> Any:
    table = open_game(place)
    return counted(table, figures_of(table.ruleset, place), role)


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_the_public_sees_what_everybody_may_count(played: str) -> None:
    said = texts(plot_of(played))

    assert "winter: as everybody knows it" in said
    assert {"Troops by nation", "Objectives conquered", "Cards held", "Turn", "Prussia", "France"} <= set(said)
    assert "Points of the cards held" not in said


def test_a_role_sees_its_own_hand_besides_and_the_moderator_every_hand(played: str) -> None:
    assert "winter: as Pompadour knows it" in texts(plot_of(played, "pompadour"))
    assert ["france"] == list(series(played, "pompadour")["points"])
    assert ["prussia", "hanover", "france"] == list(series(played, MODERATOR)["points"])
    assert "winter: as the moderator knows it" in texts(plot_of(played, moderator=True))


def test_the_numbers_are_those_of_the_last_view_of_each_turn(played: str) -> None:
    state = open_game(played).state
    found = series(played, None)

    assert [state.totals[0], state.totals[6]] == [found["troops"][nation][-1] for nation in ("prussia", "france")]
    assert {len(row) for rows in found.values() for row in rows.values()} == {state.turn}


def test_what_happened_in_the_turn_under_way_is_not_drawn_as_that_of_a_whole_one(played: str) -> None:
    figures = figures_of(open_game(played).ruleset, played)
    found = series(played, None)
    happened = [row for chart in figures.by_event for row in found.get(chart.id, {}).values()]

    assert happened
    assert {None} == {row[-1] for row in happened}
    assert not any(value is None for row in happened for value in row[:-1])


def test_only_what_is_asked_for_is_plotted(played: str) -> None:
    said = texts(plot_of(played, wanted=("cards", "troops")))

    assert {"Troops by nation", "Cards held"} <= set(said)
    assert "Objectives conquered" not in said


@pytest.mark.parametrize("reader", [None, "frederick", "pompadour"])
def test_a_plot_that_tells_what_is_hidden_is_stopped(
    played: str, reader: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Peeping:
        """Counts what a view hides, which it is shown by mistake."""

        by_turn, by_event = friedrich.RULESET.figures.by_turn, ()  # type: ignore[union-attr]

        def counted(self, view: Any, role: str | None) -> dict[str, dict[str, int]]:
            return {"points": {nation: sum(card.value for card in view.hands[at]) for nation, at in HANDS.items()}}

        def tallied(self, event: Event) -> tuple[tuple[str, str, int], ...]:
            return ()

    leaking = altered(friedrich.RULESET, view_of=lambda state, role: state)._replace(figures=Peeping())
    monkeypatch.setattr(friedrich, "RULESET", leaking)
    with pytest.raises(GameFault, match="PB530"):
        plot_of(played, reader)

    assert plot_of(played, moderator=True)


def test_events_count_as_their_reader_saw_them(played: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Telling:
        """Counts the events that come with facts of one role alone."""

        by_turn, by_event = (), friedrich.RULESET.figures.by_event  # type: ignore[union-attr]

        def counted(self, view: Any, role: str | None) -> dict[str, dict[str, int]]:
            return {}

        def tallied(self, event: Event) -> tuple[tuple[str, str, int], ...]:
            return (("battles", "prussia", 1),) if event.kind == "drew" and "cards" in event.facts else ()

    monkeypatch.setattr(friedrich, "RULESET", friedrich.RULESET._replace(figures=Telling()))

    assert {} == series(played, None)
    assert sum(filter(None, series(played, "pompadour")["battles"]["prussia"])) > 0


def test_a_role_that_nobody_plays_and_a_figure_that_is_none_are_refused(played: str, tmp_path: Path) -> None:
    simulated(ordered("fredericus", mode="2p", games=1), str(tmp_path / "out.jsonl"))
    for work in (
        lambda: plot_of(played, "elisabeth"),
        lambda: plot_of(played, wanted=("gold",)),
        lambda: plot_of(str(tmp_path / "out.jsonl"), wanted=("gold",)),
    ):
        with pytest.raises(GameFault, match="PB519"):
            work()


def test_a_title_that_counts_nothing_is_told_so(game: str) -> None:
    with pytest.raises(GameFault, match="PB563"):
        plot_of(game)


def test_many_games_are_plotted_from_their_file(tmp_path: Path, golden: Golden) -> None:
    simulated(ordered("fredericus", mode="2p", games=5, seed="plot"), str(tmp_path / "out.jsonl"))
    svg = plot_of(str(tmp_path / "out.jsonl"))

    golden("plots/fredericus-2p.svg", svg)
    assert "Fredericus, two falconers with two tokens each: 5 games played by bots" in texts(svg)
    assert {"How the games ended", "Games that were still running", "Creatures captured, mean"} <= set(texts(svg))


def test_a_file_of_games_without_figures_has_its_winners(toy: None, tmp_path: Path) -> None:
    simulated(ordered("toy", games=3), str(tmp_path / "out.jsonl"))

    assert "How the games ended" in texts(plot_of(str(tmp_path / "out.jsonl")))


def test_the_command_writes_the_file_and_refuses_other_ends(played: str, tmp_path: Path, pbem: Any) -> None:
    assert 0 == pbem("plot", played, "-o", str(tmp_path / "a.svg")).code
    assert plot_of_game(played, None) == (tmp_path / "a.svg").read_text(encoding="utf-8")
    wrong = pbem("plot", played, "-o", str(tmp_path / "a.gif"))

    assert 2 == wrong.code and "PB543" in wrong.err and "the plot" in wrong.err
    assert plot_of_game(played, None) == pbem("plot", played).out


def test_a_plot_can_be_painted(played: str, tmp_path: Path, pbem: Any) -> None:
    pytest.importorskip("resvg_py")
    pbem("plot", played, "-o", str(tmp_path / "a.png"))

    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_a_game_that_is_over_is_plotted_to_its_end(tmp_path: Path) -> None:
    place = str(tmp_path / "castle")
    demo(Demo(place, "fredericus", mode="2p"), lambda _: None)
    table = open_game(place)

    assert ruleset_of("fredericus").rules.result(table.state)
    assert len(table.state.creatures[0]) == series(place, None)["creatures"]["a"][-1]
    shutil.rmtree(place)
