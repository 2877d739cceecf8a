"""The log at the desk: reports, mails and pages of a site dropped in make one, in order and without doubles."""

from __future__ import annotations

import json
import os
import resource
import tracemalloc
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from games import play_steps
from pbem.workflow.deskpage.bridge import Desk
from pbem.workflow.deskpage.log import Log, Page, page_in
from pbem.workflow.gate import MODERATOR
from pbem.workflow.mailing import mails
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report, report_of
from pbem.workflow.site import site

TITLES = {"friedrich": "frederick", "fredericus": "a", "maria": "frederick"}


@pytest.fixture(scope="module", params=TITLES)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with the reports of each of its six steps but the fourth, mails of the last, and its site."""
    top = tmp_path_factory.mktemp("log") / request.param
    new(Plan(str(top), request.param, seed="a"))
    for step in range(1, 7):
        play_steps(str(top), 1)
        if step != 4:
            report(str(top))
    mails(str(top), str(top.parent / "mails"))
    site(str(top), str(top.parent / "site"))
    return top


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(str(tmp_path))


def given(path: Path) -> tuple[str, str]:
    return path.name, b64encode(path.read_bytes()).decode()


def ask(desk: Desk, asked: str, **more: Any) -> Any:
    found = json.loads(desk.answer(json.dumps({"ask": asked, **more})))
    return found.get("value", found)


def opened(desk: Desk, path: Path) -> Any:
    name, data = given(path)
    return ask(desk, "open", name=name, data=data)


def of(game: Path, step: int, form: str) -> Path:
    return game / "reports" / f"{step:04}" / f"{TITLES[game.name]}.{form}"


def steps(found: Any) -> list[tuple[int, int]]:
    return [(row["first"], row["last"]) for row in found["log"]]


def test_reports_one_after_the_other_make_one_log_without_doubles(game: Path, desk: Desk) -> None:
    for step, form in ((5, "html"), (2, "html"), (2, "txt"), (6, "html"), (1, "txt"), (5, "txt"), (6, "html")):
        found = opened(desk, of(game, step, form))

    assert [(1, 1), (2, 2), (4, 5), (6, 6)] == steps(found)
    assert "view" == found["kind"]
    assert all(row["text"].strip() and row["heading"] for row in found["log"])
    assert not any(word in row["text"] for row in found["log"] for word in ("The map", "THE CLOCK", "ledger", "salt"))


def test_a_mail_tells_what_its_report_tells(game: Path, desk: Desk) -> None:
    mail = opened(desk, next((game.parent / "mails").glob(f"*-{TITLES[game.name]}.eml")))["log"]
    page = opened(Desk(desk.folder), of(game, 6, "html"))["log"]

    assert [(row["first"], row["heading"]) for row in page] == [(row["first"], row["heading"]) for row in mail]
    assert "".join(page[0]["text"].split()) == "".join(mail[0]["text"].split())


def test_pages_of_a_site_and_public_reports_fill_what_the_own_reports_leave(game: Path, desk: Desk) -> None:
    own = opened(desk, of(game, 6, "html"))["log"]
    for step in (1, 2, 3, 4, 6):
        found = opened(desk, game.parent / "site" / f"step-{step:04}.html")
        assert ("story", game.name, step) == (found["kind"], found["game"], found["step"])
    opened(desk, game / "reports" / "0003" / "public.html")
    found = opened(desk, game / "reports" / "0005" / "public.txt")

    assert [(1, 1), (2, 2), (3, 3), (4, 5), (6, 6)] == steps(found)
    assert own[0] == found["log"][-1]


def test_what_another_player_or_the_moderator_was_told_is_not_in_the_log(game: Path, desk: Desk) -> None:
    opened(desk, of(game, 6, "html"))
    other = next(p for p in (game / "reports" / "0005").glob("*.html") if p.stem not in (TITLES[game.name], "public"))
    opened(desk, other)
    for form in ("txt", "html"):
        whole = Path(desk.folder, f"moderator.{form}")
        whole.write_text(report_of(str(game), MODERATOR, form))
        assert "story" != opened(desk, whole).get("kind")
    found = opened(desk, of(game, 6, "html"))

    assert [(6, 6)] == steps(found)


def test_of_several_files_the_newest_is_opened_and_all_are_in_the_log(game: Path, desk: Desk) -> None:
    files = [given(of(game, step, "html")) for step in (1, 6, 5, 2)] + [("broken.html", b64encode(b"?").decode())]
    found = ask(desk, "sort", files=files)
    first = opened(desk, of(game, 6, "html"))

    assert [1, 4] == found["open"]
    assert [(1, 1), (2, 2), (4, 5), (6, 6)] == steps(first)
    later = ask(desk, "sort", files=[given(of(game, step, "html")) for step in (3, 5)])
    assert [] == later["open"]
    assert [(1, 1), (2, 2), (3, 3), (4, 5), (6, 6)] == steps(later)


def test_games_of_one_name_are_told_apart_by_their_seeds() -> None:
    log = Log()
    log.add(Page("winter", "Frederick", 1, 1, "Turn 1", "mine", "aa"))
    log.add(Page("winter", "Frederick", 1, 1, "Turn 1", "not mine", "bb"))
    log.add(Page("winter", "", 2, 2, "Turn 1", "of a site", ""))

    assert ["mine", "of a site"] == [row["text"] for row in log.of("winter", "aa", "Frederick")]


def test_pages_that_claim_millions_of_steps_cost_no_more_than_others() -> None:
    log = Log()
    for first, last in ((1, 4_000_000), (5, 5), (2_000_000, 5_000_000), (3_000_000, 9_999_999)):
        log.add(Page("winter", "Frederick", first, last, "Turn 1", f"{first} to {last}"))
    tracemalloc.start()
    found = [row["text"] for row in log.of("winter", "", "Frederick")]
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert ["1 to 4000000", "3000000 to 9999999"] == found
    assert most < 1_000_000


HOSTILE = {
    "games": '<p class="game">a</p>\n' * 60_000,
    "readers": '<p class="game">a</p><h1>b</h1>'
    + '<p class="reader' * 60_000
    + '<section class="story"><h2>What happened</h2>',
    "heads": ("a, step 1\nb\nc\nFor d\n" + "=" * 20 + "\n") * 30_000,
    "chapters": "a, step 1\nb\nFor c\n" + "=" * 20 + "\nWHAT HAPPENED\n\n" + "\n\nA" * 300_000 + "a",
    "tags": '<p class="game">' + "<" * 1_900 + "</p><h1>b</h1>" + "<" * 500_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_text_full_of_beginnings_is_read_in_bounds(text: str) -> None:
    """A hostile text ends the child by its bound of work, which is generous."""
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (12, 12))
        page_in(text, lambda story: story)
        os._exit(0)

    assert 0 == os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
