"""Secrets are planted, and looked for wherever the program writes: in logs, in mails to others, in names of files,
in faults and tracebacks, in what hooks hear, in what a list of processes shows, and in what is published.

Planted are the seed, the private key, the keys of players and of a proxy, a phrase, a password, a hand and troops.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from peers import PASSWORD, Postman, postman_of_all

from games import pbem, process, sheet_text, toy, tree
from pbem.store.reading import read_game, read_secret
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.new import Plan, new
from pbem.workflow.proxying import proxy
from pbem.workflow.publish import publish
from pbem.workflow.reporting import report_of
from pbem.workflow.sealing import seal
from pbem.workflow.sheet import orders
from pbem.workflow.tick import tick
from pbem.workflow.votes import offer

__all__ = ["pbem", "postman_of_all", "toy"]
pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="the list of processes is read in /proc")
SEED, ROLES = "planted-seed-5e7d41", ("frederick", "elisabeth", "maria-theresa", "pompadour")
TROOPS = {"friedrich": 8, "winterfeldt": 1, "heinrich": 7, "schwerin": 1, "keith": 6, "seydlitz": 1, "dohna": 5,
          "lehwaldt": 3}  # fmt: skip
HANDS_ON = "tr '\\0' ' ' < /proc/self/cmdline >> {0}; cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' >> {0}"
# Files in which secrets belong: the moderator's own, and what players are sent and have sent.
OWN = re.compile(r"(secret\.toml|(inbox|letters|reports|outbox|sent|refused|steps|undone|opened)/.*|stolen/.*)$")


class Planted(NamedTuple):
    """A folder with a game in which all is planted, and all that was printed about it."""

    games: Path
    secrets: dict[str, str]  # by what they are: none of them is for anybody but the moderator
    own: dict[str, list[str]]  # what one player alone may read
    said: list[str]

    @property
    def game(self) -> str:
        return str(self.games / "winter")


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory, postman_of_all: Postman) -> Iterator[Planted]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("planted")
        patch.setenv("PBEM_CONFIG", str(folder / "config"))
        yield begun(folder / "games", postman_of_all)


def begun(games: Path, postman: Postman) -> Planted:
    """A game of Friedrich after its set-up, reported by mail; troops were sent, cards were dealt, a proxy named."""
    new(Plan(str(games / "winter"), "friedrich", seed=SEED))
    seated(games / "winter" / "game.toml")
    servers(games, postman)
    game, said = str(games / "winter"), list[str]()
    said.append(str(tick([str(games)], at(0)).data))
    body = orders_of(game)
    letter(games, "frederick", sheet_text(game, "frederick", body))
    said.append(str(tick([str(games)], at(1), [str(games / "letters")]).data))
    adjudicate(game, ["all"])
    said.append(str(tick([str(games)], at(2)).data))
    secret = read_secret(read_game(game))
    key = proxy(game, "pompadour", "Max", "max@example.org", "", at(2)).key
    secrets = {"the seed": SEED, "the private key": secret.identity, "the password": PASSWORD}
    hand = re.findall(r"from deck 1: (.*?)\.", " ".join(report_of(game, "frederick").split()))[0]
    typed = re.findall(r"# Hand: (.*)", orders(game, "frederick"))[0]
    own = {role: [secret.keys[role]] for role in ROLES}
    own["frederick"] += [hand, typed, "Oschatz ♦           8", "oschatz 8", "friedrich = 8"]
    own["pompadour-proxy"] = [key]
    assert [] == [mark for mark in own["frederick"][1:4] if mark not in report_of(game, "frederick")]
    return Planted(games, secrets, own, said)


def at(hour: int) -> datetime:
    return datetime(2026, 3, 2, 9 + hour, tzinfo=UTC)


def seated(path: Path) -> None:
    """Every player, the moderator and an observer have an address."""
    text = path.read_text()
    for section in (*(f"roles.{role}" for role in ROLES), "moderator"):
        head, mark, rest = text.partition(f"[{section}]")
        name = section.partition(".")[2] or "host"
        text = head + mark + rest.replace('address = ""', f'address = "{name}@example.org"\nform = "html"', 1)
    text = text.replace('host@example.org"\nform = "html"', 'host@example.org"')
    path.write_text(f'{text}\n[[observer]]\nname = "Olga"\naddress = "olga@example.org"\n')


def servers(games: Path, postman: Postman) -> None:
    """Settings with a command for the password and a hook; both write down what a list of processes shows."""
    stolen = games.parent / "stolen"
    stolen.mkdir()
    (stolen / "password").write_text(f"{PASSWORD}\n")
    listed = HANDS_ON.format(stolen / "processes")
    (games / "ask.sh").write_text(f"{listed}\ncat {stolen / 'password'}\n")
    (games / "hook.sh").write_text(f"{listed}\nenv >> {stolen / 'processes'}\ncat >> {stolen / 'heard'}\n")
    (games / "post.toml").write_text(
        f'format = 2\naddress = "post@example.org"\n[smtp]\nhost = "localhost"\nport = {postman.port}\nuser = "post"\n'
        f'ca = "{postman.ca}"\npassword-command = "sh {games / "ask.sh"}"\n[hook]\ncommand = "sh {games / "hook.sh"}"\n'
    )
    (games / "letters").mkdir()


def orders_of(game: str) -> dict[str, Any]:
    """A distribution of troops like no other."""
    return {"troops": {**TROOPS, "ferdinand": 8, "cumberland": 4}}


def letter(games: Path, role: str, text: str, sender: str = "") -> None:
    mail, number = EmailMessage(), len(list((games / "letters").iterdir()))
    mail["From"], mail["To"] = sender or f"{role}@example.org", "post@example.org"
    mail["Subject"], mail["Message-ID"] = "orders", f"<{number}@example.org>"
    mail.set_content(text)
    (games / "letters" / f"{number}.eml").write_bytes(bytes(mail))


def leaks(planted: Planted, text: str, reader: str = "") -> list[str]:
    """What of all that is planted stands in a text and is not for its reader."""
    found = [what for what, secret in planted.secrets.items() if secret in text]
    words = " ".join(text.split())
    for owner, marks in planted.own.items():
        found += [f"{owner}: {mark}" for mark in marks if owner != reader and (mark in text or mark in words)]
    return found


def whole_text(mail: Any) -> str:
    """A mail with its head, and all of its parts as they are read."""
    parts = [part.get_content() for part in mail.walk() if not part.is_multipart()]
    return "\n".join([mail.as_string(), *(part if isinstance(part, str) else part.decode("latin-1") for part in parts)])


def test_mails_to_others_tell_nothing_that_is_not_theirs(planted: Planted, postman_of_all: Postman) -> None:
    for role, text in (("stranger", "hello"), ("elisabeth", "report"), ("pompadour", "status")):
        key = read_secret(read_game(planted.game)).keys.get(role, planted.own["frederick"][0])
        letter(planted.games, role, f"{key}\n{text}\n", "eve@example.com" if role == "stranger" else "")
    tick([str(planted.games)], at(3), [str(planted.games / "letters")])
    found = {}
    for mail in postman_of_all.sent:
        to = mail.to.partition("@")[0]
        reader = {"max": "pompadour-proxy"}.get(to, to)
        wrong = leaks(planted, whole_text(message_from_bytes(mail.data, policy=default)), reader)
        found |= {mail.to: wrong} if wrong else {}

    assert {} == found
    to = {mail.to for mail in postman_of_all.sent}
    assert {"frederick@example.org", "olga@example.org", "host@example.org", "eve@example.com", "max@example.org"} <= to
    own = next(
        mail.data for mail in postman_of_all.sent if mail.to.startswith("frederick") and b"[winter 1]" in mail.data
    )
    text = whole_text(message_from_bytes(own, policy=default))
    assert [] == [mark for mark in planted.own["frederick"][:4] if mark not in text]  # and it could be found


def test_no_log_no_name_and_no_register_tells_any(planted: Planted, pbem: Any) -> None:
    said = [*planted.said]
    for words in (("next",), ("status",), ("mail", "tick", "--dry-run"), ("mail", "tick"), ("mail", "test")):
        ran = pbem(*words[:2], str(planted.games), *words[2:]) if words[0] == "mail" else pbem(*words, planted.game)
        said.append(ran.out + ran.err)
    files = tree(str(planted.games.parent))

    assert [] == leaks(planted, "\n".join(said))
    assert [] == leaks(planted, "\n".join(files))
    rest = {name: data.decode("utf-8", "replace") for name, data in files.items() if not OWN.search(name)}
    assert {} == {name: wrong for name, text in rest.items() if (wrong := leaks(planted, text))}
    assert {"ledger.toml", "letters.toml", "outbox.toml", "mails.toml"} <= {os.path.basename(name) for name in rest}


def test_no_fault_and_no_traceback_tells_any(planted: Planted, pbem: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hand, key = planted.own["frederick"][1], planted.own["frederick"][0]
    said = []
    for name in ("secret.toml", "ledger.toml", "letters.toml", "outbox.toml", "mails.toml"):
        path = Path(planted.game, name)
        before = path.read_text()
        for change in (f"{before}\nx = {key} {SEED} {PASSWORD}\n", before.replace("format = 2", f'format = "{SEED}"')):
            path.write_text(change)
            for words in (("--debug", "status", planted.game), ("--debug", "mail", "tick", str(planted.games))):
                ran = pbem(*words)
                said.append(ran.out + ran.err)
        path.write_text(before)

    def broken(*_: Any, **__: Any) -> Any:
        raise ValueError(f"a hand of {hand}, {key}, {SEED}")

    monkeypatch.setattr("pbem.workflow.tick_games.post_reports", broken)
    done = tick([str(planted.games)], at(4))

    assert done.broken and "ValueError" in done.broken[0]
    assert [] == leaks(planted, "\n".join((*said, *done.broken)))


def test_neither_a_list_of_processes_nor_the_hook_sees_any(planted: Planted) -> None:
    adjudicate(planted.game, ["all"])
    ran = process("mail", "tick", str(planted.games), env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    heard, seen = ((planted.games.parent / "stolen" / name).read_text() for name in ("heard", "processes"))

    assert 0 == ran.returncode, ran.stderr
    assert "mail" in seen and '"step": 2' in heard
    assert [] == leaks(planted, seen) == leaks(planted, heard) == leaks(planted, (ran.stdout + ran.stderr).decode())


def test_an_archive_and_an_envelope_tell_none(planted: Planted, tmp_path: Path, pbem: Any) -> None:
    publish(planted.game, str(tmp_path / "archive"))
    sheet = tmp_path / "orders.toml"
    sheet.write_text(sheet_text(planted.game, "frederick", {"do": ["Keith stays"]}))
    made = seal(str(sheet), open_game(planted.game).game.seal_key, hold=True)
    sheet.write_text(made.text)
    ran = pbem("submit", planted.game, str(sheet))
    status = pbem("status", planted.game)
    texts = [data.decode("utf-8", "replace") for data in tree(str(tmp_path / "archive")).values()]

    assert 0 == ran.code, ran
    assert [] == leaks(planted, "\n".join(texts))
    assert made.phrase and made.phrase not in ran.out + ran.err + status.out
    kept = tree(planted.game)
    assert [] == [name for name, data in kept.items() if made.phrase.encode() in data or b"Keith stays" in data]


def test_votes_slips_in_addresses_and_broken_letters_tell_none(
    planted: Planted, postman_of_all: Postman, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, count = Path(planted.game, "game.toml"), len(postman_of_all.sent)
    text = path.read_text()
    offer(planted.game, by="Sunday")
    path.write_text(text.replace("elisabeth@example.org", "elisabeth@example@org"))
    slipped = tick([str(planted.games)], at(6))
    path.write_text(text)
    healed = tick([str(planted.games)], at(7))

    def broken(*_: Any, **__: Any) -> Any:
        raise ValueError(f"a hand of {planted.own['frederick']}, {SEED}")

    monkeypatch.setattr("pbem.workflow.letters.with_sheet", broken)
    letter(planted.games, "frederick", sheet_text(planted.game, "frederick", {"do": ["Keith stays"]}))
    broke = tick([str(planted.games)], at(8), [str(planted.games / "letters")])

    faults = [fault for done in (slipped, healed, broke) for fault in done.faults]
    assert {"PB545", "PB710"} == {fault.code.id for fault in faults}
    said = "\n".join(str(done.data) for done in (slipped, healed, broke))
    assert [] == leaks(planted, "\n".join((said, *(f"{fault} {fault.hint}" for fault in faults))))
    votes = [mail for mail in postman_of_all.sent[count:] if b"put to the vote" in mail.data]
    readers = {"max": "pompadour-proxy"}
    assert {*ROLES, "olga", "max"} == {mail.to.partition("@")[0] for mail in votes}
    for mail in votes:
        to = mail.to.partition("@")[0]
        whole = whole_text(message_from_bytes(mail.data, policy=default))
        assert [] == leaks(planted, whole, readers.get(to, to)), to
        assert to == "olga" or planted.own[readers.get(to, to)][0] in whole  # and it could be found
