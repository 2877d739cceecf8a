"""The statistics of many games."""

from __future__ import annotations

import csv
import json
from typing import Any

import pytest

from pbem.core.ruleset import Result
from pbem.rulesets import ruleset_of
from pbem.workflow.simulate import Played, ordered, simulate
from pbem.workflow.statistics import Spread, Statistics, as_csv, as_data, as_text, kind_of, spread, statistics

WAR = ruleset_of("friedrich")


def game(number: int, winners: tuple[str, ...] = ("frederick",), why: str = "Peace", **more: Any) -> Played:
    """A game of two turns, in which Prussia has 30 troops, then ten less, and loses them."""
    values = {
        "rounds": 10 + number, "turns": 2, "by_turn": {"troops": {"prussia": [30 + number, 20 + number]}},
        "by_event": {"losses": {"prussia": [0, 10]}, "played": {"S": [1, number]}}, **more,
    }  # fmt: skip
    return Played(f"s-{number}", 20 + number, "end", Result(winners, why), game=number, **values)


def of(*games: Played) -> Statistics:
    return statistics(WAR, "4p", games)


def test_numbers_in_short_are_numbers_that_are_among_them() -> None:
    assert Spread(4, 2.5, 1, 2, 3, 4, 4) == spread([4, 1, 3, 2])
    assert Spread(1, 7.0, 7, 7, 7, 7, 7) == spread([7])
    assert None is spread([])


def test_it_is_all_the_same_in_which_order_the_games_came() -> None:
    games = list(simulate(ordered("fredericus", mode="2p", games=6, seed="s")))

    assert of(*games) == of(*reversed(games)) == of(*games[3:], *games[:3])


def test_winners_are_counted_by_role_and_by_reason() -> None:
    allied = ("maria-theresa", "pompadour")
    found = of(game(0), game(1), game(2, why="War"), game(3, allied, "Siege"), game(4, ()))

    assert (("frederick", 3), ("maria-theresa", 1), ("nobody", 1), ("pompadour", 1)) == found.winners
    assert 1 == found.shared
    rows = [(row.winners, row.reason, row.games) for row in found.endings]
    assert [
        (("frederick",), "Peace", 2), ((), "Peace", 1), (("frederick",), "War", 1), (allied, "Siege", 1)
    ] == rows  # fmt: skip
    assert "Maria Theresa, Pompadour  Siege" in as_text(found)


def test_a_reason_is_told_without_what_only_one_game_has() -> None:
    assert "The last round began with N creatures" == kind_of("B has 12 points. The last round began with 8 creatures.")
    assert "Austria controls all it needs" == kind_of("Austria controls all it needs")


def test_lengths_waits_figures_and_tallies_are_told() -> None:
    found = of(game(0), game(1), game(2))
    text = as_text(found)

    assert Spread(3, 21.0, 20, 20, 21, 22, 22) == found.lengths["steps"]
    assert Spread(3, 11.0, 10, 10, 11, 12, 12) == found.lengths["rounds"]
    assert Spread(3, 10.0, 10, 10, 10, 10, 10) == found.by_event["losses"]["prussia"]
    assert [31.0, 21.0] == [row.mean for row in found.by_turn["troops"]["prussia"] if row]
    assert [0.0, 10.0] == [row.mean for row in found.by_turn["losses"]["prussia"] if row]
    assert [1.0, 1.0] == [row.mean for row in found.by_turn["played"]["S"] if row]
    assert "rounds (waits for mail): median 11 a game, 5.5 a turn" in text
    assert "turns: shortest 2, median 2, longest 2" in text
    assert "Spades" in text and "Prussia" in text and "Hanover" not in text


def test_a_game_that_was_over_earlier_is_no_part_of_later_turns() -> None:
    short = game(1, turns=1, by_turn={"troops": {"prussia": [10]}}, by_event={})
    found = of(game(0), short)

    assert [2, 1] == [row.games for row in found.by_turn["troops"]["prussia"] if row]
    assert [(2, 0), (1, 10)] == [(row.games, row.most) for row in found.by_turn["losses"]["prussia"] if row]
    assert Spread(2, 5.0, 0, 0, 10, 10, 10) == found.by_event["losses"]["prussia"]


def test_what_broke_is_told_and_not_counted() -> None:
    broken = Played("s-1", 7, "t01-prussia", None, ("I3: a train has troops",), game=1)
    found = of(game(0), broken)

    assert (2, 1) == (found.games, found.ended)
    assert "BROKEN in game s-1, step 7 t01-prussia: I3: a train has troops" in as_text(found)
    assert as_data(found)["broken"]


def test_many_reasons_are_told_in_short() -> None:
    text = as_text(of(*(game(number, why="x" * (number + 1)) for number in range(20))))

    assert "    8             other endings" in text


@pytest.mark.parametrize("title", ["friedrich", "fredericus"])
def test_csv_and_json_say_the_same(title: str) -> None:
    ruleset = ruleset_of(title)
    found = statistics(ruleset, ruleset.modes[-1].id, simulate(ordered(title, ruleset.modes[-1].id, games=3)))
    data = json.loads(json.dumps(as_data(found)))
    rows = list(csv.DictReader(as_csv(found).splitlines()))

    for row in rows:
        if row["figure"] == "ending":
            assert row["of"] in {_told(found, each) for each in data["endings"]}
            continue
        at = data["lengths"] if row["figure"] in data["lengths"] else data["by_turn" if row["turn"] else "by_event"]
        at = at[row["figure"]]
        at = at[row["of"]] if row["of"] else at
        at = at[int(row["turn"]) - 1] if row["turn"] else at
        assert {key: float(value) for key, value in at.items()} == {key: float(row[key]) for key in at}
    assert {*data["by_turn"], *data["by_event"], "ending", "steps", "turns", "rounds"} == {
        row["figure"] for row in rows
    }


def _told(found: Statistics, ending: dict[str, Any]) -> str:
    mode = found.ruleset.mode(found.mode)
    titles = {role.id: role.title for role in mode.roles}
    return f"{', '.join(titles[role] for role in ending['winners'])}: {ending['reason']}"


def test_a_title_that_counts_nothing_has_its_winners_and_lengths(toy: None) -> None:
    import toy as toys

    found = statistics(toys.RULESET, "duel", simulate(ordered("toy", games=3)))

    assert ({}, {}) == (found.by_event, found.by_turn)
    assert "3 of 3 games" in as_text(found)


def test_the_command_tells_text_json_and_csv(toy: None, pbem: Any, alone: None) -> None:
    said = {form: pbem("simulate", "toy", "--games", "3", "--format", form).out for form in ("text", "json", "csv")}

    assert said["text"].startswith("toy duel: 3 of 3 games came to their end\n")
    assert 3 == json.loads(said["json"])["games"]
    assert said["csv"].startswith("figure,of,turn,games,mean,least,lower,median,upper,most\nending,")
    assert 0 == pbem("simulate", "toy", "--games", "3", "--jobs", "0").code
