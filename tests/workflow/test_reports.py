"""Reports in all forms, mails and deadlines: what is written, and that nothing secret is in it."""

from __future__ import annotations

import email
import email.policy
import json
import os
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import toy

from games import Ran, play_steps, tree
from pbem.mail.outgoing import Mail, composed
from pbem.report.forms import FORMS
from pbem.store import GameFault
from pbem.store.reading import read_secret
from pbem.testing import altered
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.codes import LEAK
from pbem.workflow.gate import MODERATOR
from pbem.workflow.journal import undo
from pbem.workflow.keyring import renew
from pbem.workflow.mailing import mail_date, mails
from pbem.workflow.mapping import Wanted, map_of
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import Wish, report, report_of, report_text, told_since
from pbem.workflow.site import site
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

PAGES = Path(__file__).parents[2] / "docs"


def read_mail(path: str) -> Any:
    return email.message_from_bytes(Path(path).read_bytes(), policy=email.policy.default)


# reports


def test_every_form_is_written_for_every_reader(game: str) -> None:
    play_steps(game, 1)
    names = {os.path.basename(path) for path in report(game, wish=Wish(forms=FORMS, moderator=True))}

    readers = ("north", "south", "public", "moderator")
    expected = {f"{reader}.{form}" for reader in readers for form in FORMS}
    assert expected | {"north.view.toml", "south.view.toml"} == names


def test_an_unknown_form_is_refused(game: str, pbem: Callable[..., Ran]) -> None:
    with pytest.raises(GameFault, match='there is no form "pdf"'):
        report(game, wish=Wish(forms=("txt", "pdf")))
    assert 2 == pbem("report", game, "--format", "docx").code


def test_the_story_goes_on_where_the_last_report_ended(game: str) -> None:
    report(game)
    play_steps(game, 3)
    told = report_of(game, "north")

    assert "WHAT HAPPENED SINCE STEP 0" in told
    assert "Both swore" in told and "wins the round" in told and "The prize was" in told
    report(game, ["south"])
    play_steps(game, 1)
    assert "Both swore" in report_of(game, "north")
    assert "Both swore" not in report_of(game, "south")
    assert "SINCE" not in report_of(game, "south")
    assert "SINCE STEP 2" in report_of(game, "south", wish=Wish(since=2))


def test_a_report_made_twice_is_the_same(game: str) -> None:
    report(game)
    play_steps(game, 2)
    first = report(game, wish=Wish(forms=FORMS)) and tree(game)

    assert report(game, wish=Wish(forms=FORMS)) and first == tree(game)


def test_a_story_looks_back_to_the_head_of_its_chapter(tmp_path: Path) -> None:
    place = str(tmp_path / "winter")
    new(Plan(place, "friedrich", seed="a"))
    play_steps(place, 2)
    table, since = told_since(open_game(place), None, None)

    assert since is None
    assert ["prussia"] == [event.facts["nation"] for event in table.earlier if event.kind == "stage"]
    assert ["Turn 1, Prussia", "Turn 1, Hanover"] == [
        chapter["title"] for chapter in json.loads(report_of(place, None, "json"))["story"]
    ]


def test_the_json_form_has_the_keys_that_are_documented(game: str) -> None:
    play_steps(game, 1)
    data = json.loads(report_of(game, "north", "json"))
    page = (PAGES / "formats.md").read_text()
    section = page[page.index("## A report as JSON") :].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| ([a-z, ]+) \| (?!.*only where game.toml has it)", section, re.MULTILINE)
    kinds = {"text": str, "number": int, "yes or no": bool, "nothing": type(None), "list": list, "table": dict}

    assert [key for key, _ in rows] == list(data)
    for key, kind in rows:
        assert any(type(data[key]) is kinds[word] for word in kind.split(", ")), key
    assert (1, "report", "north") == (data["format"], data["kind"], data["role"])
    assert {"title", "items"} == {key for chapter in data["story"] for key in chapter}


REPLAY = Path(__file__).parents[1] / "replays" / "heinrich-against-richelieu"


@pytest.fixture
def battle(tmp_path: Path, same_keys: None) -> str:
    """The battle of the rule book, fought."""
    place = str(tmp_path / "heinrich")
    new(Plan(place, position=str(REPLAY / "position.toml"), seed="rule-book"))
    for name in ("frederick", "pompadour"):
        assert not submit(str(REPLAY / f"{name}.toml"), place).answer.is_refused
    adjudicate(place)
    return place


BATTLE = [("frederick", "txt"), ("frederick", "md"), ("frederick", "json"), (None, "txt"), (MODERATOR, "txt")]


@pytest.mark.parametrize(("role", "form"), BATTLE)
def test_a_battle_reads_well(battle: str, role: str | None, form: str, golden: Callable[[str, str], None]) -> None:
    golden(f"reports/battle/{role or 'public'}.{form}", report_of(battle, role, form))


def test_a_battle_reads_well_in_html(battle: str, golden: Callable[[str, str], None]) -> None:
    table, _ = told_since(open_game(battle), "frederick", None)
    secret = read_secret(table.game)

    golden("reports/battle/frederick.html", report_text(table, secret, "frederick", "html", picture=""))
    assert "<svg" in report_of(battle, "frederick", "html")


# mails


def test_a_mail_is_text_html_and_the_view(post: str, tmp_path: Path) -> None:
    paths = mails(post, str(tmp_path / "out"))
    mail = read_mail(paths[0])

    assert ["winter-0001-north.eml", "winter-0001-south.eml"] == [os.path.basename(path) for path in paths]
    assert ("Zoë <zoe@example.org>", "Jörg Müller <jm@example.org>") == (mail["From"], mail["To"])
    assert "[winter 1] Round 1: bid - you owe a bid" == mail["Subject"]
    assert report_of(post, "north") == mail.get_body(("plain",)).get_content().replace("\r\n", "\n")
    assert "<!DOCTYPE html>" in mail.get_body(("html",)).get_content()
    assert ["north.view.toml"] == [part.get_filename() for part in mail.iter_attachments()]
    view = next(mail.iter_attachments()).get_content()
    assert "north" == tomllib.loads(view.decode())["role"]
    assert mail["Date"] is None
    Path(paths[0]).read_bytes().decode("ascii")


def test_what_was_mailed_is_kept_and_the_next_mail_goes_on_from_there(post: str, tmp_path: Path) -> None:
    mails(post, str(tmp_path / "out"))
    kept = Path(post, "reports", "0001", "north.txt").read_text()
    play_steps(post, 2)
    text = read_mail(mails(post, str(tmp_path / "out"))[0]).get_body(("plain",)).get_content()

    assert 'step = 2\nrole = "north"' in kept
    assert "SINCE STEP 1" in text


def test_a_player_without_an_address_gets_a_mail_that_cannot_be_sent(post: str, tmp_path: Path) -> None:
    mail = read_mail(mails(post, str(tmp_path / "out"))[1])

    assert "South:;" == str(mail["To"])
    assert () == mail["To"].addresses


def test_mails_make_a_thread_and_are_the_same_when_made_again(post: str, tmp_path: Path) -> None:
    first = mails(post, str(tmp_path / "out"), Wish(["north"]))
    before = tree(str(tmp_path / "out"))
    assert first == mails(post, str(tmp_path / "out"), Wish(["north"]))
    assert before == tree(str(tmp_path / "out"))
    play_steps(post, 2)
    last = read_mail(mails(post, str(tmp_path / "out"), Wish(["north"]))[0])
    other = read_mail(mails(post, str(tmp_path / "out"), Wish(["south"]))[0])

    root = read_mail(first[0])["References"]
    assert root == read_mail(first[0])["In-Reply-To"]
    assert str(last["References"]).split()[0] == root
    assert ".0002.north@" in last["In-Reply-To"]
    assert 4 == len({last["Message-ID"], other["Message-ID"], read_mail(first[0])["Message-ID"], root})


def test_a_date_is_given_or_left_out(post: str, tmp_path: Path, pbem: Callable[..., Ran]) -> None:
    ran = pbem("report", post, "--eml", str(tmp_path / "out"), "--date", "2026-03-12T18:00+01:00")
    mail = read_mail(ran.out.splitlines()[0])

    assert "Thu, 12 Mar 2026 18:00:00 +0100" == mail["Date"]
    with pytest.raises(GameFault, match="is not a date"):
        mail_date("tomorrow")


def test_mails_and_pages_go_without_the_map_if_it_is_not_wanted(
    battle: str, tmp_path: Path, pbem: Callable[..., Ran]
) -> None:
    for option, shown in (((), True), (("--no-map",), False)):
        ran = pbem("report", battle, "--role", "frederick", "--eml", str(tmp_path / "out"), *option)
        names = [part.get_filename() for part in read_mail(ran.out.strip()).iter_attachments()]
        page = pbem("report", battle, "--role", "frederick", "--format", "html", "--stdout", *option).out

        assert shown == ("map.svg" in names) == ("<svg" in page)
        assert "frederick.view.toml" in names


def test_a_subject_cannot_smuggle_a_header_in() -> None:
    mail = Mail(("a", "a@b.example"), ("c", "d@e.example"), "x\nBcc: f@g.example", "i@pbem.invalid", (), "", "t", "h")
    with pytest.raises(ValueError):
        composed(mail)


def test_the_deadline_stands_in_report_and_subject(game: str, tmp_path: Path) -> None:
    wish = Wish(by="Sunday\n 18:00 CET")
    mails(game, str(tmp_path / "out"), wish)
    first = sorted((tmp_path / "out").glob("*.eml"))[0]
    message = email.message_from_bytes(first.read_bytes(), policy=email.policy.default)

    assert "by Sunday 18:00 CET" in str(message["Subject"])
    assert ", by Sunday 18:00 CET" in report_of(game, "north", wish=wish)


def mail_of(game: str, place: Path, **wish: Any) -> Any:
    return read_mail(mails(game, str(place), Wish(["north"], **wish))[0])


def test_the_mail_after_an_undo_is_another_one_in_the_same_thread(post: str, tmp_path: Path) -> None:
    play_steps(post, 1)
    before, wrong = read_mail(mails(post, str(tmp_path), Wish(["south"]))[0]), mail_of(post, tmp_path)
    undo(post, "a sheet was overlooked")
    play_steps(post, 1)
    right, again = mail_of(post, tmp_path), mail_of(post, tmp_path)
    play_steps(post, 1)
    later = mail_of(post, tmp_path)

    assert wrong["Message-ID"] != right["Message-ID"] == again["Message-ID"]
    assert before["Message-ID"] != wrong["Message-ID"]
    assert wrong["Message-ID"] == right["In-Reply-To"]
    assert [*wrong["References"].split(), wrong["Message-ID"]] == right["References"].split()
    assert right["Message-ID"] == later["In-Reply-To"]
    assert later["References"].split()[0] == wrong["References"].split()[0]


def test_a_mail_with_another_deadline_is_another_one(post: str, tmp_path: Path) -> None:
    first, same = mail_of(post, tmp_path, by="Sunday"), mail_of(post, tmp_path, by="Sunday")
    later, silent = mail_of(post, tmp_path, by="Monday"), mail_of(post, tmp_path)

    assert first["Message-ID"] == same["Message-ID"] != later["Message-ID"]
    assert later["Message-ID"] == silent["Message-ID"]
    assert first["Message-ID"] == later["In-Reply-To"]
    assert "Monday" in silent["Subject"]


def test_a_deadline_is_remembered_for_its_step(post: str, pbem: Callable[..., Ran]) -> None:
    pbem("report", post, "--by", "Sunday\n 18:00 CET")

    assert "Sunday 18:00 CET" in report_of(post, "north")
    assert "Step 2 is under way; sheets are due by Sunday 18:00 CET." in pbem("status", post).out
    assert "by Sunday 18:00 CET.\n" in pbem("next", post).out
    assert '"by": "Sunday 18:00 CET"' in pbem("status", post, "--json").out
    play_steps(post, 1)
    assert "Sunday" not in pbem("status", post).out + pbem("next", post).out + report_of(post, "north")


def test_after_an_undo_the_deadline_of_the_step_holds_again_and_the_one_after_it_is_void(
    post: str, pbem: Callable[..., Ran]
) -> None:
    pbem("report", post, "--by", "Sunday")
    play_steps(post, 1)
    pbem("report", post, "--by", "Monday")
    said = pbem("undo", post, "--reason", "a slip").out

    assert "The deadline told for step 3 (Monday) is void." in said
    assert "Step 2 is due by Sunday again; pbem report --by tells another deadline." in said
    assert "sheets are due by Sunday." in pbem("status", post).out
    play_steps(post, 1)
    assert "due" not in pbem("status", post).out


def test_an_undo_says_nothing_of_deadlines_that_were_not_told(post: str, pbem: Callable[..., Ran]) -> None:
    play_steps(post, 1)
    said = pbem("undo", post, "--reason", "a slip").out

    assert "deadline" not in said and "due" not in said


def test_no_two_mails_of_a_step_that_differ_have_the_same_id(post: str, tmp_path: Path) -> None:
    first, told = mail_of(post, tmp_path), mail_of(post, tmp_path, by="Sunday")
    moved = mail_of(post, tmp_path, by="Monday")
    play_steps(post, 1)
    undo(post, "a slip")
    after, last = mail_of(post, tmp_path), mail_of(post, tmp_path, by="Tuesday")
    back = mail_of(post, tmp_path, by="Monday")
    renew(post, "north", "2026-11-18T12:00:00+00:00")
    renewed = mail_of(post, tmp_path)
    ids = [mail["Message-ID"] for mail in (first, told, moved, after, last, back, renewed)]

    assert 7 == len(set(ids))
    assert [mail["In-Reply-To"] for mail in (told, moved, after, last, back, renewed)] == ids[:-1]


def test_a_mail_made_for_another_player_changes_no_id(post: str, tmp_path: Path) -> None:
    first = mail_of(post, tmp_path)
    mails(post, str(tmp_path), Wish(["south"]))
    report(post)

    assert first["Message-ID"] == mail_of(post, tmp_path)["Message-ID"]


def test_mails_leave_a_game_that_verifies(post: str, tmp_path: Path) -> None:
    mail_of(post, tmp_path, by="Sunday")
    play_steps(post, 1)
    mail_of(post, tmp_path)
    undo(post, "a slip")
    mail_of(post, tmp_path)

    assert verify(post).findings == ()


def test_a_leak_leaves_no_deadline_behind(post: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(*_: Any, **__: Any) -> Any:
        raise GameFault(LEAK, post, reader="north", place="hand")

    monkeypatch.setattr("pbem.workflow.reporting.Gate.passed", leaking)
    before = tree(post)
    with pytest.raises(GameFault, match="PB530"):
        report(post, wish=Wish(by="Sunday"))

    assert before == tree(post)


def test_the_last_page_of_a_site_stands_under_the_end(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels: dict[str, str] = {"vow": "setup", "over": "end"}
    named = altered(toy.RULESET, label=lambda state: labels.get(state.phase, toy.label(state)))
    monkeypatch.setattr(toy, "RULESET", named)
    named_so = str(tmp_path / "summer")
    new(Plan(named_so, "toy", seed="a"))
    play_steps(named_so, 7)
    site(named_so, str(tmp_path / "site"))
    index = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    found = re.findall("<h2>(The [be].*|Round.*)</h2>", index)

    assert ["The beginning", "Round 1", "Round 2", "Round 3", "The end"] == found


def test_report_folder_map_and_site_count_alike(tmp_path: Path) -> None:
    game, site_ = str(tmp_path / "winter"), str(tmp_path / "site")
    new(Plan(game, "friedrich", seed="a"))
    play_steps(game, 2)
    report(game, wish=Wish(forms=("txt", "html", "md", "json")))
    site(game, site_)
    texts = {name: data.decode() for name, data in tree(os.path.join(game, "reports", "0002")).items()}
    model = json.loads(texts["frederick.json"])

    assert texts["frederick.txt"].startswith("winter, step 2\n")
    assert "<title>winter, step 2: " in texts["frederick.html"]
    assert texts["frederick.md"].startswith("# winter, step 2: ")
    assert (2, 3) == (model["step"], model["under_way"])
    assert "winter, step 2: " in map_of(game, None, None, Wanted())
    assert "winter, step 2: " in Path(site_, "step-0002.html").read_text(encoding="utf-8")
    assert 3 == tomllib.loads(texts["frederick.view.toml"])["step"]
    for name in ("frederick", "maria-theresa"):
        assert "step 3 ----- 8<" in texts[f"{name}.txt"] or "8< -----" not in texts[f"{name}.txt"]
