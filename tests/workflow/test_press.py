"""Press: to all, to one, without a name; held until the report and never in the way of orders."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import play_steps, sheet_text
from pbem.store import GameFault
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.journal import log
from pbem.workflow.new import Plan, new
from pbem.workflow.pressing import press
from pbem.workflow.publish import publish, reveal
from pbem.workflow.reporting import report_of
from pbem.workflow.status import status
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

NONSENSE = "The crow flies at midnight."


def talked(game: str, role: str, press_: str, body: dict[str, object] | None = None) -> object:
    path = Path(game).parent / "talk.toml"
    path.write_text(sheet_text(game, role, body or {}) + press_)
    return submit(str(path), game)


def told(game: str, role: str | None = None) -> list[str]:
    return [line for event in log(game, role)[-1].events for line in event.sentences]


def in_words(text: str) -> str:
    return " ".join(text.split())


def anonymous(game: str) -> None:
    path = Path(game, "game.toml")
    path.write_text(path.read_text().replace("[options]", 'press = "anonymous"\n\n[options]', 1))


def test_press_to_all_is_held_until_the_next_step_and_then_told_to_all(game: str) -> None:
    play_steps(game, 1)
    press(game, "north", "all", f"{NONSENSE}\n\tSecond line")

    assert NONSENSE not in report_of(game, "south") and () == verify(game).findings
    play_steps(game, 1)
    for role in ("north", "south", None):
        assert ["North says to all:", f"| {NONSENSE}", "|     Second line"] == told(game, role)[:3]
        assert NONSENSE in report_of(game, role) and NONSENSE in report_of(game, role, "html")
    assert () == verify(game).findings


def test_press_to_one_is_in_two_reports_and_nowhere_else(tmp_path: Path) -> None:
    game = str(tmp_path / "winter")
    new(Plan(game, "friedrich", seed="a"))
    adjudicate(game, ["all"])
    press(game, "elisabeth", "pompadour", NONSENSE)
    adjudicate(game, ["all"])

    assert f"Elisabeth says to you alone: {NONSENSE}" in in_words(report_of(game, "pompadour"))
    assert f"You said to Pompadour alone: {NONSENSE}" in in_words(report_of(game, "elisabeth"))
    for role in ("frederick", "maria-theresa", None):
        assert NONSENSE not in report_of(game, role) and NONSENSE not in report_of(game, role, "json")
    archive = tmp_path / "archive"
    publish(game, str(archive))
    reveal(game, str(archive), force=True)
    assert NONSENSE not in "".join(path.read_text() for path in archive.rglob("*.*") if path.is_file())
    assert () == verify(game).findings == verify(str(archive)).findings


def test_public_press_is_kept_in_the_archive_and_replays_when_it_is_revealed(game: str, tmp_path: Path) -> None:
    anonymous(game)
    play_steps(game, 1)
    press(game, "north", "all", NONSENSE)
    press(game, "south", "all", "Without a name.", anonymous=True)
    press(game, "moderator", "all", "Mind the deadline.")
    play_steps(game, 1)
    archive = tmp_path / "archive"
    publish(game, str(archive))
    public = next(Path(archive, "steps").glob("0002-*")).read_text()

    assert NONSENSE in public and "Without a name." in public and "South" not in public.split("Without")[0][-200:]
    assert ["Somebody says to all, without a name:", "| Without a name.", "The moderator says to all:"] == told(game)[
        2:5
    ]
    assert () == verify(str(archive)).findings
    reveal(game, str(archive), force=True)
    assert () == verify(str(archive)).findings


def test_press_in_a_sheet_leaves_orders_alone(game: str) -> None:
    play_steps(game, 1)
    card = min(open_game(game).state.hands["north"])
    talked(game, "north", "", {"card": card})
    receipt = talked(game, "north", f'[[press]]\ntext = "{NONSENSE}"\n')

    assert "orders that you sent before count" in in_words(receipt.text)  # type: ignore[attr-defined]
    assert ("final", 1) == (status(game).rows[0].sheet, status(game).rows[0].version)
    play_steps(game, 0)
    both = talked(game, "south", f'[[press]]\ntext = """\ncard = 99\n{NONSENSE}"""\n',
                  {"card": min(open_game(game).state.hands["south"])})  # fmt: skip
    assert not both.answer.is_refused  # type: ignore[attr-defined]
    adjudicate(game)
    assert "| card = 99" in told(game) and () == verify(game).findings


@pytest.mark.parametrize(
    "faulty", ["press = 3\n", "[[press]]\nto = 'west'\ntext = 'x'\n", "[[press]]\ntext = ''\n",
               "[[press]]\nanonymous = true\ntext = 'x'\n", "[[press]]\ntxt = 'x'\n",
               "[[press]]\ntext = 'x'\n" * 6, f"[[press]]\ntext = '{'x' * 900}'\n" * 4],
)  # fmt: skip
def test_faulty_press_never_refuses_orders(game: str, faulty: str) -> None:
    play_steps(game, 1)
    card = min(open_game(game).state.hands["north"])
    receipt = talked(game, "north", faulty, {"card": card})

    assert not receipt.answer.is_refused and "final" == status(game).rows[0].sheet  # type: ignore[attr-defined]


def test_where_a_title_lets_players_write_to_all_only_nobody_writes_to_one(tmp_path: Path) -> None:
    game = str(tmp_path / "maria")
    new(Plan(game, "maria", seed="a"))
    one, other = list(open_game(game).game.players)[:2]
    with pytest.raises(GameFault) as fault:
        press(game, one, other, NONSENSE)

    assert ("PB787", "private") == (fault.value.code.id, fault.value.facts["form"])
    new(Plan(str(tmp_path / "free"), "maria", seed="a", options={"press": "private"}))
    assert press(str(tmp_path / "free"), one, other, NONSENSE).lines == (NONSENSE,)


def test_signs_that_act_on_a_terminal_are_harmless_in_press(game: str) -> None:
    play_steps(game, 1)
    press(game, "north", "all", "\x1b[31mred")
    play_steps(game, 1)

    assert "\x1b" not in "".join(told(game)) + report_of(game, None)
