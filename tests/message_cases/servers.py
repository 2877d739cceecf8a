"""The post: settings, servers and passwords, mails that nobody takes, and the command that hears of events."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any
from unittest import mock

from message_cases.common import GAME, case, written
from pbem.mail.servers import Server, Trouble, context_of
from pbem.store.outbox import OutgoingRow, read_outbox
from pbem.store.post import Account, Post, read_post
from pbem.store.transaction import commit
from pbem.store.tries import Tried
from pbem.workflow import sending
from pbem.workflow.hooking import call_hook
from pbem.workflow.post_servers import init, password_of, server_fault, server_of

POST = Post(".", "post@example.org")
ACCOUNT = Account("mail.example.org", 993, "post", "", "", "tls", "", 30)
SETTINGS = """format = 2
address = "post@example.org"
[imap]
host = "mail.example.org"
user = "post"
password-env = "PBEM_PASSWORD"
"""


def settings(old: str, new: str) -> Post:
    """What post.toml says with a slip in it."""
    assert old in SETTINGS
    written("post.toml", SETTINGS.replace(old, new))
    return read_post(".")


@case("PB740", "no settings of the post")
def no_post() -> Any:
    return read_post(".")


@case("PB740", "sending without a server")
def no_smtp() -> Any:
    return server_of(POST, "smtp")


@case("PB740", "fetching without a server")
def no_imap() -> Any:
    return server_of(POST, "imap")


@case("PB741", "settings that are there already")
def post_there() -> Any:
    init(".", date(2026, 11, 18))
    return init(".", date(2026, 11, 18))


SLIPS = (
    ("a port that no server has", 'user = "post"', 'user = "post"\nport = 99999'),
    ("a password in a file", 'user = "post"', 'user = "post"\npassword = "hunter2"'),
    ("two ways to a password", 'user = "post"', 'user = "post"\npassword-command = "pass show post"'),
    ("no way to a password", 'password-env = "PBEM_PASSWORD"\n', ""),
    ("a line that others can listen to", 'user = "post"', 'user = "post"\ntls = "none"'),
    ("an address that is none", "post@example.org", "example.org"),
    ("a day that is none", 'user = "post"', 'user = "post"\nsince = "yesterday"'),
    ("certificates that are not there", 'user = "post"', 'user = "post"\nca = "ca.pem"'),
)
for title_, old_, new_ in SLIPS:
    case("PB742", title_)(lambda old=old_, new=new_: settings(old, new))


@case("PB743", "a command that prints no password")
def command_failed() -> Any:
    return password_of(POST, ACCOUNT._replace(command="exit 1"), "imap")


@case("PB743", "a command that prints nothing")
def command_silent() -> Any:
    return password_of(POST, ACCOUNT._replace(command="true"), "imap")


@case("PB743", "a command that waits for somebody")
def command_slow() -> Any:
    with mock.patch("pbem.workflow.post_servers.PATIENCE", 0.01):
        try:
            return password_of(POST, ACCOUNT._replace(command="sleep 5"), "imap")
        except Exception as fault:
            fault.facts |= {"seconds": 60}  # type: ignore[attr-defined]
            raise


@case("PB743", "a variable that is not set")
def variable_unset() -> Any:
    return password_of(POST, ACCOUNT._replace(variable="PBEM_PASSWORD"), "smtp")


AT = {"server": "mail.example.org:993"}
TROUBLES = (
    ("a server that is not there", Trouble("unreachable", **AT, why="Connection refused")),
    ("a server that goes away", Trouble("lost", **AT, why="Connection unexpectedly closed")),
    ("a command that a server refuses", Trouble("refused", **AT, why="[OVERQUOTA] Mailbox is full")),
    ("a certificate of nobody", Trouble("certificate", **AT, why="self-signed certificate")),
    ("a server without TLS", Trouble("no-tls", **AT)),
    ("a wrong password", Trouble("login", **AT, user="post")),
    ("a server without a login", Trouble("no-login", **AT, user="post")),
    ("a password beyond ASCII", Trouble("signs", **AT, user="post")),
    ("a folder that is not there", Trouble("folder", **AT, folder="Games")),
    ("a sender of another", Trouble("sender", **AT, address="post@example.org", why="553 not yours")),
)


def raised(trouble: Trouble) -> Any:
    raise server_fault(trouble, POST)


for title_, trouble_ in TROUBLES:
    case("PB744", title_)(lambda trouble=trouble_: raised(trouble))


@case("PB744", "certificates that are none")
def no_certificates() -> Any:
    written("ca.pem", "no certificate")
    try:
        return context_of(Server("mail.example.org", 993, "post", str, ca="ca.pem"))
    except Trouble as trouble:
        raise server_fault(trouble, POST) from None


def refused(tries: int) -> Any:
    row = OutgoingRow(3, "north", "n@example.org", 1, "report", "3@x", "2026-03-12T18:00:00+00:00", "[winter 1] x")
    commit(GAME, read_outbox(GAME).with_mail(row, b"mail").parts)
    line = mock.Mock(server=Server("mail.example.org", 465, "post", str))
    last = Tried(3, tries, "", "550 no such user")
    (fault,) = sending._refused(GAME, row, last, line, (), lambda directory, fault: ()).refused
    raise fault


case("PB745", "an address that nobody has")(lambda: refused(1))
case("PB745", "a mail that is put off for days")(lambda: refused(12))


def hooked(command: str, patience: float = 10) -> Any:
    fault = call_hook(POST._replace(hook=command, patience=patience), {"step": 1})  # type: ignore[arg-type]
    assert fault is not None
    fault.facts |= {"seconds": 10}
    raise fault


case("PB746", "a hook that fails")(lambda: hooked("exit 3"))
case("PB746", "a hook that takes too long")(lambda: hooked("sleep 20", 0.01))


@case("PB746", "a hook that cannot be started")
def hook_unstarted() -> Any:
    with mock.patch("subprocess.Popen", side_effect=OSError(11, "Resource temporarily unavailable")):
        return hooked("true")


@case("PB747", "a mail that is not in the outbox")
def no_such_mail() -> Any:
    row = OutgoingRow(3, "north", "n@example.org", 1, "report", "3@x", "2026-03-12T18:00:00+00:00", "[winter 1] x")
    commit(GAME, read_outbox(GAME).with_mail(row, b"mail").parts)
    return sending.hand_over(GAME, ["0009-north.eml"])


@case("PB747", "a mail of an empty outbox")
def empty_outbox() -> Any:
    assert not Path(GAME, "outbox").exists()
    return sending.hand_over(GAME, ["0009-north.eml"])
