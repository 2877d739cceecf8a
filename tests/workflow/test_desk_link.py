"""Reports, mails and the site lead to the player's desk, by its address or by the file in the first mail."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

from games import tree
from pbem.store import GameFault
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.desk_link import MARK
from pbem.workflow.mailing import mails
from pbem.workflow.publish import publish
from pbem.workflow.reporting import Wish, report
from pbem.workflow.site import site
from pbem.workflow.tick import tick
from pbem.workflow.verify import verify

LINK = "https://example.org/desk.html"
ALL = Wish(forms=("txt", "html", "md", "json"), moderator=True)
PAGE = b"<!DOCTYPE html><head>" + MARK


def with_desk(game: str, desk: str) -> str:
    path = Path(game, "game.toml")
    text = path.read_text().replace('name = "winter"\n', f'name = "winter"\ndesk = "{desk}"\n', 1)
    path.write_text(text.replace('address = ""', 'address = "anna@example.org"'))
    return game


def attached(path: Path) -> dict[str | None, Any]:
    mail: Any = message_from_bytes(path.read_bytes(), policy=default)
    return {part.get_filename(): part.get_content() for part in mail.iter_attachments()}


def body(path: Path) -> str:
    mail: Any = message_from_bytes(path.read_bytes(), policy=default)
    return " ".join(mail.get_body(("plain",)).get_content().split())


def test_the_reports_of_whoever_owes_something_link_to_the_desk_and_no_others_do(game: str) -> None:
    report(with_desk(game, LINK), wish=ALL)
    made = {Path(name).name: data.decode() for name, data in tree(f"{game}/reports").items()}

    assert {
        "north.txt",
        "north.html",
        "north.md",
        "north.json",
        "south.txt",
        "south.html",
        "south.md",
        "south.json",
    } == {name for name, text in made.items() if LINK in text}
    assert f'href="{LINK}"' in made["north.html"]
    assert f"\n  {LINK}\n" in made["north.txt"]
    assert {"link": LINK, "file": ""} == json.loads(made["north.json"])["desk"]


def test_the_welcome_and_every_report_by_post_carry_the_link(game: str) -> None:
    tick([with_desk(game, LINK)], datetime(2026, 3, 2, 9, tzinfo=UTC))
    sent = sorted(Path(game, "outbox").glob("*.eml"))

    assert 4 == len(sent)
    assert all(LINK in body(path) for path in sent)


def test_the_first_mail_carries_the_file_and_later_ones_speak_of_it(game: str, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(PAGE)
    first = [Path(name) for name in mails(with_desk(game, "../page.html"), str(tmp_path / "first"))]
    adjudicate(game, ["all"])
    later = [Path(name) for name in mails(game, str(tmp_path / "later"))]

    assert 2 == len(first) == len(later)
    assert all(PAGE.decode() == attached(path)["desk.html"].rstrip("\n") for path in first)
    assert not any("desk.html" in attached(path) for path in later)
    assert all(
        is_sheet == ("the page desk.html that came" in text)
        for text in map(body, later)
        for is_sheet in ["The sheet below" in text]
    )


def test_the_welcome_carries_the_file(game: str, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(PAGE)
    tick([with_desk(game, "../page.html")], datetime(2026, 3, 2, 9, tzinfo=UTC))
    sent = {path.name: attached(path) for path in sorted(Path(game, "outbox").glob("*.eml"))}

    assert ["0001-north.eml", "0002-south.eml"] == [name for name, parts in sent.items() if "desk.html" in parts]


def test_the_site_leads_to_the_desk(game: str, tmp_path: Path) -> None:
    site(with_desk(game, LINK), str(tmp_path / "site"))

    assert f'href="{LINK}"' in (tmp_path / "site" / "index.html").read_text()


def test_the_link_may_be_changed_at_any_time_and_is_no_part_of_the_archive(game: str, tmp_path: Path) -> None:
    adjudicate(game, ["all"])
    report(game)
    publish(game, str(tmp_path / "archive"))
    before = tree(str(tmp_path / "archive"))
    publish(with_desk(game, LINK), str(tmp_path / "archive"))

    assert before == tree(str(tmp_path / "archive"))
    assert () == verify(game).findings


@pytest.mark.parametrize(
    "desk", ["ask me", "javascript:alert(1)", "https://a b", 'https://a.b/\\"x', "x" * 400 + ".html"]
)
def test_what_is_no_address_and_no_page_is_refused(game: str, desk: str) -> None:
    with pytest.raises(GameFault, match="`desk` must be the address"):
        report(with_desk(game, desk))
