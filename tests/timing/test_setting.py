"""Setting the time of a game: game.toml keeps all else, holidays are written down, and the archive tells it."""

from __future__ import annotations

from datetime import date, time
from pathlib import Path

import pytest
from clocked import at, with_time
from hypothesis import given, settings
from hypothesis import strategies as st

from games import play_steps
from pbem.store import GameFault, parse
from pbem.store.reading import read_game
from pbem.timing import PASSED, Plan, Span, as_table
from pbem.timing.plan import plan_of, read_plan
from pbem.workflow import timing
from pbem.workflow.publish import publish, reveal
from pbem.workflow.time_setting import holidays, set_time, shown, without_time
from pbem.workflow.verify import verify

SPANS = st.builds(Span, st.integers(1, 300), st.sampled_from("dh"))


@settings(max_examples=60, deadline=None)
@given(
    st.builds(
        lambda *given, **named: Plan(*given, **named),
        st.sampled_from(["UTC", "Europe/Berlin", "America/New_York"]),
        st.times().map(lambda hour: hour.replace(second=0, microsecond=0)),
        SPANS,
        st.dictionaries(st.sampled_from(["movement", "bid", "stage-2"]), SPANS),
        st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days))),
        st.sets(st.dates(date(2020, 1, 1), date(2040, 1, 1)), max_size=4).map(lambda days: tuple(sorted(days))),
        passed=st.sampled_from(PASSED),
        early=st.one_of(st.booleans(), SPANS),
    )
)
def test_a_plan_is_read_as_it_is_written(plan: Plan) -> None:
    assert plan == read_plan(as_table(plan), "game.toml")


def test_settings_are_written_beside_those_that_were_there_and_all_else_stays(game: str) -> None:
    path = Path(game, "game.toml")
    before = path.read_text() + "# my own remark\n"
    path.write_text(before)
    set_time(game, {"zone": "Europe/Berlin", "periods": {"bid": "1d"}})
    set_time(game, {"at": "18:30", "periods": {"vow": "5d"}})
    plan = plan_of(read_game(game))

    assert plan is not None
    assert (time(18, 30), {"bid": Span(1, "d"), "vow": Span(5, "d")}) == (plan.at, plan.periods)
    assert without_time(path.read_text()).strip() == before.strip()
    assert () == verify(game).findings


def test_the_settings_are_shown_as_they_stand_in_the_file(game: str) -> None:
    set_time(game, {"zone": "Europe/Berlin", "periods": {"bid": "1d"}})
    text = shown(game, at("11-16 12:00"))

    assert parse(text[text.index("[time]") :].encode(), "") == {"time": read_game(game).time}


def test_a_table_after_time_is_left_alone() -> None:
    text = '[time]\nzone = "UTC"\n[time.periods]\nbid = "1d"\n[roles.north]\nplayer = ""\n'

    assert '[roles.north]\nplayer = ""\n' == without_time(text)


def test_a_setting_that_makes_no_sense_changes_nothing(game: str) -> None:
    before = Path(game, "game.toml").read_bytes()
    for said in (
        {"zone": "Europe/Atlantis"},
        {"period": "3d"},
        {"zone": "UTC", "period": "3 days"},
        {"zone": "../UTC"},
    ):
        with pytest.raises(GameFault, match=r"PB760|PB509"):
            set_time(game, said)

    assert before == Path(game, "game.toml").read_bytes()


def test_an_unknown_key_is_named(game: str) -> None:
    with_time(game, 'zones = "UTC"\n')

    with pytest.raises(GameFault, match=r"`time\.zones` is not a key"):
        plan_of(read_game(game))
    assert ["PB509"] == [found.code for found in verify(game).findings]


def test_holidays_of_a_country_are_written_down_once(game: str) -> None:
    with_time(game)
    new = holidays(game, "DE", 2027)
    plan = plan_of(read_game(game))

    assert plan is not None
    assert date(2027, 12, 25) in new and date(2027, 11, 1) not in new
    assert date(2027, 11, 1) in holidays(game, "DE", 2027, "BY")
    assert () == holidays(game, "DE", 2027)


def test_an_archive_tells_when_decisions_are_due(game: str, tmp_path: Path) -> None:
    set_time(game, {"zone": "Europe/Berlin"})
    timing.absent(game, "south", "2026-11-18", "2026-11-20", at("11-16 13:00"))
    timing.pause(game, "2026-11-20", "a long journey", at("11-17 13:00"))
    archive = str(tmp_path / "archive")
    publish(game, archive)

    assert read_game(game).time == read_game(archive).time
    assert () == verify(archive).findings
    play_steps(game, 1)
    reveal(game, archive, force=True)
    assert () == verify(archive).findings + verify(game).findings
