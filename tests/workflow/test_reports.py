"""Reports in all forms, mails, the public archive: what is written, and that nothing secret is in it."""

from __future__ import annotations

import email
import email.policy
import json
import os
import re
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import toy

from games import Ran, play_steps, send_all, tree
from pbem.mail.outgoing import Mail, composed
from pbem.report.forms import FORMS
from pbem.store import GameFault
from pbem.store.ledger import ledger_path, read_lines
from pbem.store.reading import read_secret
from pbem.testing import altered
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.codes import LEAK
from pbem.workflow.gate import MODERATOR
from pbem.workflow.gathering import gather
from pbem.workflow.journal import undo
from pbem.workflow.keyring import renew
from pbem.workflow.mailing import mail_date, mails
from pbem.workflow.mapping import Wanted, map_of
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import check_archive, publish, reveal
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
    rows = re.findall(r"^\| `(\w+)` \| ([a-z, ]+) \|", section, re.MULTILINE)
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


@pytest.fixture
def post(toy: None, tmp_path: Path) -> str:
    """A game with addresses, one step on."""
    place = str(tmp_path / "winter")
    new(Plan(place, "toy", seed="sesame"))  # letters that no digest has
    play_steps(place, 1)
    path = Path(place, "game.toml")
    text = path.read_text()
    text = text.replace('[moderator]  # whom the mails come from\nname = ""\naddress = ""',
                        '[moderator]\nname = "Zoë"\naddress = "zoe@example.org"')  # fmt: skip
    text = text.replace('player = ""\naddress = ""', 'player = "Jörg Müller"\naddress = "jm@example.org"', 1)
    path.write_text(text)
    return place


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


def test_a_subject_cannot_smuggle_a_header_in() -> None:
    mail = Mail(("a", "a@b.example"), ("c", "d@e.example"), "x\nBcc: f@g.example", "i@pbem.invalid", (), "", "t", "h")
    with pytest.raises(ValueError):
        composed(mail)


# the archive


def secrets_of(place: str) -> list[str]:
    """What must not be in the archive of a game of the toy: seed, keys, addresses, hands and vows."""
    table = open_game(place)
    secret = read_secret(table.game)
    return [secret.seed, *secret.keys.values(), "jm@example.org", "zoe@example.org"]


def test_the_archive_tells_what_the_public_may_know(post: str, tmp_path: Path) -> None:
    archive = str(tmp_path / "archive")
    publish(post, archive)
    files = tree(archive)
    step = tomllib.loads(files["steps/0001-r01-bid.toml"].decode())
    table = open_game(post)

    assert {"archive.toml", "game.toml", "README.md", "steps/0000-setup.toml", "reports/0001/public.md"} <= set(files)
    assert {"north": "?", "south": "?"} == step["state"]["hands"] == step["state"]["vows"]
    assert "orders" not in step
    assert [{"kind": "sworn"}, {"kind": "dealt", "facts": {"round": 1}}] == step["events"]
    assert "Jörg Müller" in files["game.toml"].decode() and "Zoë" in files["game.toml"].decode()
    everything = b"".join(files.values()).decode()
    for word in (*secrets_of(post), table.last.digest, table.last.previous):
        assert word not in everything
    assert ("winter", 1, False) == tuple(tomllib.loads(files["archive.toml"].decode())[key] for key in
                                         ("game", "step", "revealed"))  # fmt: skip


def test_public_steps_make_a_chain(post: str, tmp_path: Path) -> None:
    from pbem.core import sha256

    play_steps(post, 2)
    publish(post, str(tmp_path / "archive"))
    previous = ""
    for path in sorted((tmp_path / "archive" / "steps").iterdir()):
        first, _, rest = path.read_bytes().partition(b"\n")
        digest = sha256(rest).hex()
        assert f'digest = "{digest}"'.encode() == first
        assert previous == tomllib.loads(rest.decode())["previous"]
        previous = digest


def test_publishing_bit_by_bit_and_at_once_gives_the_same_bytes(post: str, tmp_path: Path) -> None:
    for _ in range(4):
        publish(post, str(tmp_path / "daily"))
        play_steps(post, 1)
    publish(post, str(tmp_path / "daily"))
    publish(post, str(tmp_path / "once"))

    assert tree(str(tmp_path / "daily")) == tree(str(tmp_path / "once"))
    assert () == publish(post, str(tmp_path / "daily")).written


def test_a_step_taken_back_leaves_the_archive(post: str, tmp_path: Path) -> None:
    archive = str(tmp_path / "archive")
    publish(post, archive)
    before = tree(archive)
    (tmp_path / "archive" / "notes.txt").write_text("mine")
    play_steps(post, 1)
    publish(post, archive)
    undo(post, "a slip")
    done = publish(post, archive)

    assert "steps/0002-r01-choice.toml" in done.removed and "reports/0002/public.txt" in done.removed
    after = tree(archive)
    assert {**before, "notes.txt": b"mine"} == {**after, "ledger.toml": before["ledger.toml"]}
    assert () == verify(archive).findings


def test_nothing_is_written_where_no_archive_of_this_game_is(post: str, toy: None, tmp_path: Path) -> None:
    other = str(tmp_path / "summer")
    new(Plan(other, "toy", seed="b"))
    publish(other, str(tmp_path / "theirs"))
    (tmp_path / "file").write_text("x")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").write_text("x")
    before = tree(str(tmp_path))
    for place in (post, other, str(tmp_path / "theirs"), str(tmp_path / "file"), str(tmp_path / "full"), str(tmp_path)):
        with pytest.raises(GameFault, match="PB531"):
            publish(post, place)

    assert before == tree(str(tmp_path))
    (tmp_path / "empty" / ".git").mkdir(parents=True)
    check_archive(open_game(post).game, str(tmp_path / "empty"))


def test_the_chain_of_the_table_goes_along_and_no_other(post: str, tmp_path: Path) -> None:
    send_all(post)
    publish(post, str(tmp_path / "archive"))
    here, there = (read_lines(ledger_path(place)) for place in (post, str(tmp_path / "archive")))

    assert {"all", "north", "south"} == {line.of for line in here}
    assert [line for line in here if line.of == "all"] == there


def test_reveal_waits_for_the_end(post: str, tmp_path: Path, pbem: Callable[..., Ran]) -> None:
    archive = str(tmp_path / "archive")
    with pytest.raises(GameFault, match="PB532"):
        reveal(post, archive)
    assert not os.path.exists(archive)
    assert 2 == pbem("reveal", post).code
    assert 0 == pbem("reveal", post, "--force").code
    assert publish(post, archive).revealed


def test_the_revealed_archive_is_the_whole_game(post: str, tmp_path: Path, pbem: Callable[..., Ran]) -> None:
    archive = str(tmp_path / "archive")
    play_steps(post, 2)
    publish(post, archive)
    play_steps(post, 4)
    ran = pbem("reveal", post, archive)
    full, here = tree(archive), tree(post)

    assert 0 == ran.code
    assert [full[name] for name in here if name.startswith("steps/")] == [
        data for name, data in here.items() if name.startswith("steps/")
    ]
    opened = tomllib.loads(full["revealed.toml"].decode())
    assert read_secret(open_game(post).game).seed == opened["seed"]
    everything = b"".join(full.values()).decode()
    for word in secrets_of(post)[1:]:
        assert word not in everything
    assert open_game(archive).state == open_game(post).state
    verified = verify(archive)
    assert ((), 8) == (verified.findings, verified.steps)


def test_whoever_changes_the_revealed_archive_is_caught(post: str, tmp_path: Path) -> None:
    archive = str(tmp_path / "archive")
    play_steps(post, 6)
    publish(post, archive)
    reveal(post, archive)
    path = Path(archive, "revealed.toml")
    path.write_text(path.read_text().replace('seed = "sesame"', 'seed = "b"'))
    found = verify(archive).findings

    assert {str(path)} == {row.file for row in found}
    assert any("not the one whose hash" in row.message for row in found)


def git(place: Path, *words: str) -> str:
    return subprocess.run(["git", "-C", str(place), *words], capture_output=True, check=True).stdout.decode()


@pytest.fixture
def no_identity(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A git that knows nobody."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


def test_git_commits_tell_the_step(post: str, tmp_path: Path, no_identity: None, pbem: Callable[..., Ran]) -> None:
    archive = tmp_path / "archive"
    for _ in range(2):
        assert 0 == pbem("publish", post, str(archive), "--git", "--date", "2026-03-12T18:00:00+01:00").code
    play_steps(post, 1)
    assert 0 == pbem("publish", post, str(archive), "--git").code

    assert ["winter: step 2, Round 1: choice", "winter: step 1, Round 1: bid"] == git(
        archive, "log", "--format=%s"
    ).splitlines()
    assert "2026-03-12T18:00:00+01:00" == git(archive, "log", "-1", "--format=%aI", "HEAD~1").strip()
    assert "" == git(archive, "status", "--porcelain")


def test_git_leaves_what_lies_beside_the_archive_alone(post: str, tmp_path: Path, no_identity: None) -> None:
    top = tmp_path / "repository"
    top.mkdir()
    git(top, "init", "--quiet")
    (top / "mine.txt").write_text("not yet")
    git(top, "add", "mine.txt")
    publish(post, str(top / "archive"), git=True)
    play_steps(post, 1)
    publish(post, str(top / "archive"), git=True)

    assert ["A  mine.txt", "?? archive/"] == git(top, "status", "--porcelain").splitlines()
    assert "" == git(top, "rev-list", "--all")
    assert "archive.toml" in git(top / "archive", "ls-tree", "-r", "--name-only", "HEAD").split()
    assert 2 == len(git(top / "archive", "log", "--format=%s").splitlines())


def test_git_of_a_hook_does_not_lead_the_archive_elsewhere(
    post: str, tmp_path: Path, no_identity: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = tmp_path / "repository"
    top.mkdir()
    git(top, "init", "--quiet")
    monkeypatch.setenv("GIT_DIR", str(top / ".git"))
    publish(post, str(tmp_path / "archive"), git=True)
    monkeypatch.delenv("GIT_DIR")

    assert "" == git(top, "rev-list", "--all")
    assert "archive.toml" in git(tmp_path / "archive", "ls-tree", "-r", "--name-only", "HEAD").split()


def test_a_git_that_fails_is_named(post: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(GameFault, match="PB533"):
        publish(post, str(tmp_path / "archive"), git=True)


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
    renew(post, "north")
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


@pytest.mark.parametrize(
    "work",
    [lambda game: undo(game, "a slip"), adjudicate, lambda game: submit(f"{game}/../orders.toml", game), gather],
    ids=["undo", "adjudicate", "submit", "gather"],
)
def test_a_revealed_game_is_not_played_on(post: str, work: Callable[[str], Any]) -> None:
    send_all(post)
    reveal(post, force=True)
    before = tree(post)
    with pytest.raises(GameFault, match="PB526") as fault:
        work(post)

    assert "pbem position" in fault.value.hint
    assert "undo" not in fault.value.hint
    assert before == tree(post)


def test_a_revealed_game_waits_for_nobody(post: str, pbem: Callable[..., Ran]) -> None:
    reveal(post, force=True)
    status, next_ = pbem("status", post).out, pbem("next", post).out
    data = json.loads(pbem("status", post, "--json").out)

    for said in (status, next_):
        assert "The game is closed: its seed is open to all, and no sheet is taken in any more." in said
        assert "missing" not in said and "pbem submit" not in said and "pbem adjudicate" not in said
    assert ([], True) == (data["waiting_for"], data["closed"])
