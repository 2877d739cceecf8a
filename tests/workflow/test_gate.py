"""The leak gate: whatever goes out, a secret in it stops it, and the place is named."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import toy

from games import Ran, play_steps, sheet_file, tree
from pbem.core import SHEET
from pbem.core.events import Event
from pbem.store import GameFault
from pbem.store.reading import Player, read_secret
from pbem.testing import altered
from pbem.workflow import mailing, open_game, publish, reporting, submit
from pbem.workflow import sheet as sheets
from pbem.workflow.gate import MODERATOR, difference, guarded, known_to, own_secret, twin
from pbem.workflow.mapping import WHOLE, map_of
from pbem.workflow.site import site

Plant = Callable[..., None]


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Plant:
    """Change functions of the toy ruleset."""

    def change(**functions: Any) -> None:
        monkeypatch.setattr(toy, "RULESET", altered(toy.RULESET, **functions))

    return change


def leaky_summary(view: Any, role: str | None) -> dict[str, Any]:
    return {"sections": [{"title": "Hands", "lines": [f"north holds {SEEN[0].hands['north']}"]}]}


SEEN: list[Any] = []


def whole_view(state: Any, role: str | None) -> Any:
    """A view that forgets to hide, and lets the summary look at it."""
    SEEN[:] = [state]
    return state


@pytest.fixture
def dealt(game: str) -> str:
    """A game with cards dealt: north's hand is hidden from south."""
    play_steps(game, 1)
    return game


@pytest.mark.parametrize("form", reporting.FORMS)
def test_a_leak_in_a_report_is_named_and_nothing_is_written(dealt: str, plant: Plant, form: str) -> None:
    before = tree(dealt)
    plant(view_of=lambda state, role: whole_view(state, role), summary=leaky_summary)
    with pytest.raises(GameFault, match="PB530") as fault:
        reporting.report(dealt, wish=reporting.Wish(["south"], (form,)))

    assert f"south.{form}: error[PB530] leak: south would learn" in fault.value.message
    assert "summary.0.lines.0" in fault.value.message
    assert before == tree(dealt)


def test_a_leak_in_a_view_names_the_key(dealt: str, plant: Plant) -> None:
    before = tree(dealt)
    plant(view_of=lambda state, role: state)
    with pytest.raises(GameFault, match=r"south\.view\.toml.*key state\.hands\.north"):
        reporting.report(dealt, wish=reporting.Wish(["south"], ()))

    assert before == tree(dealt)


def test_a_leak_in_a_receipt_stops_the_sheet(dealt: str, plant: Plant) -> None:
    card = min(open_game(dealt).state.hands["south"])
    file = sheet_file(dealt, "south", {"card": card})
    before = tree(dealt)

    def take(view: Any, role: str, body: Any) -> Any:
        taken = toy.take(view, role, body)
        return taken._replace(understood=(f"north holds {view.hands['north']}",))

    plant(view_of=lambda state, role: state, take=take)
    with pytest.raises(GameFault, match=r"receipt\.txt.*PB530.*north holds"):
        submit.submit(file, dealt)

    assert before == tree(dealt)


def test_a_leak_in_a_complaint_stops_the_answer(dealt: str, plant: Plant) -> None:
    file = sheet_file(dealt, "south", {"card": 99})

    def take(view: Any, role: str, body: Any) -> Any:
        return toy.Taken(view, (), (toy.NOT_HELD(SHEET, card=99, cards=view.hands["north"]),))

    plant(view_of=lambda state, role: state, take=take)
    with pytest.raises(GameFault, match="PB530"):
        submit.submit(file, dealt)


def test_a_leak_in_a_sheet_is_named(dealt: str, plant: Plant) -> None:
    plant(view_of=lambda state, role: state, sheet=lambda view, role: f"card = {sum(view.hands['north'])}")
    with pytest.raises(GameFault, match=r"orders\.toml.*key card"):
        sheets.orders(dealt, "south")


def test_a_leak_in_a_mail_is_named(dealt: str, plant: Plant, tmp_path: Path) -> None:
    plant(heading=lambda state: f"North holds {sum(state.hands['north'])}")
    with pytest.raises(GameFault, match=r"winter-0001-south\.eml.*key subject"):
        mailing.mails(dealt, str(tmp_path / "out"), reporting.Wish(["south"]))

    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("functions", "place"),
    [
        ({"view_of": lambda state, role: state}, r"steps/0001-r01-bid\.toml.*key state\.(hands|vows)\.north"),
        ({"heading": lambda state: f"{state.hands['north']}"}, r"reports/0001/public\.txt.*key heading"),
    ],
)
def test_a_leak_in_the_archive_is_named(
    dealt: str, plant: Plant, tmp_path: Path, functions: dict[str, Any], place: str
) -> None:
    plant(**functions)
    with pytest.raises(GameFault, match=place):
        publish.publish(dealt, str(tmp_path / "archive"))

    assert not (tmp_path / "archive").exists()


def test_a_leak_in_a_map_is_named(dealt: str, plant: Plant) -> None:
    plant(svg=lambda view, role: f"<svg><text>{view.hands['north']}</text></svg>", view_of=lambda state, role: state)
    with pytest.raises(GameFault, match=r"map\.svg.*key picture"):
        map_of(dealt, "south", None, WHOLE)


def test_a_leak_on_the_front_page_of_a_site_is_named(dealt: str, plant: Plant, tmp_path: Path) -> None:
    plant(section=lambda view, role: {"title": "Score", "lines": [f"north holds {SEEN[0].hands['north']}"]})
    plant(view_of=whole_view, summary=lambda view, role: {"sections": []})
    with pytest.raises(GameFault, match=r"index\.html.*PB530.*key summary\.0\.lines\.0"):
        site(dealt, str(tmp_path / "site"), "south")

    assert not (tmp_path / "site" / "index.html").exists()


def test_what_needs_a_secret_to_be_made_at_all_is_a_leak(dealt: str) -> None:
    table = open_game(dealt)
    with pytest.raises(GameFault, match="KeyError when secrets are exchanged"):
        guarded(table, "south", lambda seen: str(seen.last.orders["north"]))


def test_private_facts_orders_digests_and_addresses_are_exchanged_too(dealt: str) -> None:
    table = open_game(dealt)
    players = {"north": Player("Anna", "anna@example.org"), "south": Player("Ben", "ben@example.org")}
    table = table._replace(game=table.game._replace(players=players))
    other = twin(table, "south")

    assert ["south"] == list(other.last.orders)
    assert [{"south"}] * 2 == [set(event.private) for event in other.last.events]
    assert table.last.digest not in str(other) and table.last.previous not in str(other)
    assert ["Anna", "ben@example.org"] == [other.game.players["north"].name, other.game.players["south"].address]
    assert "anna@" not in str(other)
    for leak in (
        lambda seen: str(seen.last.events),
        lambda seen: seen.last.digest,
        lambda seen: seen.game.players["north"].address,
        lambda seen: str(seen.last.state["hands"]),
    ):
        with pytest.raises(GameFault, match="PB530"):
            guarded(table, "south", leak)


def test_what_happened_earlier_is_exchanged_too(dealt: str) -> None:
    table = open_game(dealt)
    table = table._replace(earlier=table.last.events, last=table.last._replace(events=()))

    assert [{"south"}] * 2 == [set(event.private) for event in twin(table, "south").earlier]
    assert [set()] * 2 == [set(event.private) for event in twin(table, None).earlier]
    with pytest.raises(GameFault, match="PB530"):
        guarded(table, "south", lambda seen: str(seen.earlier))


def test_three_twins_are_compared_so_a_secret_that_one_leaves_as_it_was_is_still_found(dealt: str) -> None:
    """A single number may come out of an exchange as it went in; each of the three may be the one to show it."""
    table = open_game(dealt)
    for showing in range(3):
        made: list[Any] = []

        def render(seen: Any, made: list[Any] = made, showing: int = showing) -> str:
            made.append(seen.state)
            return "secret" if len(made) == showing + 2 else "open"

        with pytest.raises(GameFault, match="PB530"):
            guarded(table, "south", render)


def test_every_twin_has_secrets_of_its_own(dealt: str) -> None:
    made: list[Any] = []
    guarded(open_game(dealt), "south", lambda seen: "open" if made.append(str(seen.state.hands)) is None else "")

    assert 4 == len(made) == len(set(made))


def test_only_the_own_key_is_handed_on(dealt: str) -> None:
    secret = read_secret(open_game(dealt).game)

    assert ({"south": secret.keys["south"]}, "") == (own_secret(secret, "south").keys, own_secret(secret, "south").seed)
    assert ({}, {}) == (own_secret(secret, None).keys, own_secret(secret, MODERATOR).keys)


def test_the_moderator_may_know_everything(dealt: str) -> None:
    table = open_game(dealt)

    assert str(table) == guarded(table, MODERATOR, str)
    assert "[north] Cards of round 1 were dealt" in reporting.report_of(dealt, MODERATOR)


def test_an_event_for_others_is_as_if_it_had_not_been() -> None:
    events = (Event("a", {}, {"north": {"x": 1}, "south": {"x": 2}}), Event("b", {}, to=("north",)))

    assert (Event("a", {}, {"south": {"x": 2}}),) == known_to(events, "south")
    assert (Event("a", {}, {}),) == known_to(events, None)


@pytest.mark.parametrize(
    ("one", "other", "name", "place"),
    [
        ("a\nbc 1\n", "a\nbc 2\n", "x.txt", "line 2: 'bc ' and then what is hidden"),
        ("a\n", "a\nb\n", "x.txt", "line 2: '' and then what is hidden"),
        ("a", "a\nb", "x.txt", "line 2: '' and then what is hidden"),
        ("a\nb", "a", "x.txt", "line 2: '' and then what is hidden"),
        ('{"a": [1, {"b": 2}]}', '{"a": [1, {"b": 3}]}', "x.json", "key a.1.b"),
        ('{"a": 1}', '{"b": 1}', "x.json", "key a"),
        ('{"a": 1}', '{"a": 1, "b": {"c": 1}}', "x.json", "key b"),
        ('{"a": 1, "b": {"c": 1}}', '{"a": 1, "b": {"c": 1, "d": 2}}', "x.json", "key b.d"),
        ('{"a": 1, "b": {"c": 1}}', '{"a": 1}', "x.json", "key b"),
        ("[s]\nx = [1]\n", "[s]\nx = [1, 2]\n", "x.toml", "key s.x.1"),
        ("# 1\nx = 1\n", "# 2\nx = 1\n", "x.toml", "line 1: '# ' and then what is hidden"),
    ],
)
def test_the_place_of_a_difference(one: str, other: str, name: str, place: str) -> None:
    assert place == difference(one, other, name)


def test_the_command_ends_with_2_and_writes_nothing(
    dealt: str, plant: Plant, pbem: Callable[..., Ran], tmp_path: Path
) -> None:
    before = tree(dealt)
    plant(view_of=lambda state, role: state)
    places = str(tmp_path / "a"), str(tmp_path / "m")
    for words in (("report", dealt), ("publish", dealt, places[0]), ("report", dealt, "--eml", places[1])):
        ran = pbem(*words)
        assert (2, "") == (ran.code, ran.out)
        assert "PB530" in ran.err and "Nothing was written" in ran.err

    assert before == tree(dealt)
    assert not any(map(os.path.exists, places))
