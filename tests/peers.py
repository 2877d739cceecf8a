"""Real peers for tests of the post: Dovecot as IMAP server, aiosmtpd as SMTP server, a certificate of their own.

Both stand on loopback, on free ports. Dovecot runs with its own configuration, and each mailbox is a Maildir in a
temporary directory; letters are put there with the time of receipt that a test wishes.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

DOVECOT = shutil.which("dovecot") or next((path for path in ("/usr/sbin/dovecot",) if os.path.exists(path)), None)
PASSWORD = "kein-Wort-davon"
NOBODY = 65534

SETTINGS = """\
base_dir = {top}/run
state_dir = {top}/state
log_path = {top}/log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <{top}/cert.pem
ssl_key = <{top}/key.pem
default_login_user = {user}
default_internal_user = {user}
default_internal_group = {group}
first_valid_uid = 1
auth_failure_delay = 0 secs
auth_username_chars =
mail_location = maildir:{top}/mail/%u/Maildir
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={top}/mail/%u
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    address = 127.0.0.1
    port = {port}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  unix_listener stats-writer {{
    mode = 0666
  }}
}}
"""


def missing(what: str) -> None:
    """Skip for want of a peer on the machine of a newcomer; in continuous integration that is a failure."""
    pytest.fail(what) if os.environ.get("CI") == "true" else pytest.skip(what)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def certificate(folder: Path) -> Path:
    """The certificate of the peers, which signs itself; tests name it as the one to trust."""
    if shutil.which("openssl") is None:
        missing("openssl is not installed")
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj /CN=localhost"
    names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run(["openssl", *words.split(), *names, *files], check=True, capture_output=True)
    return folder / "cert.pem"


class Dovecot(NamedTuple):
    """An IMAP server at work; every user has the same password."""

    top: Path
    port: int
    process: Any

    @property
    def ca(self) -> str:
        return str(self.top / "cert.pem")

    def deliver(self, user: str, letter: bytes, received: datetime | None = None) -> Path:
        """Put a letter into a mailbox, received then: a Maildir keeps that as the time of the file."""
        box = self.top / "mail" / user / "Maildir"
        for name in ("tmp", "new", "cur"):
            (box / name).mkdir(parents=True, exist_ok=True)
        name = f"{time.time_ns()}.{os.urandom(4).hex()}.test"
        draft = box / "tmp" / name
        draft.write_bytes(letter)
        if received is not None:
            os.utime(draft, (received.timestamp(), received.timestamp()))
        for path in (box.parent, box, *box.iterdir(), draft):
            _given_away(path)
        return draft.rename(box / "new" / name)

    def names(self, user: str, folder: str = "") -> list[str]:
        """The files of a mailbox, or of a folder in it."""
        box = self.top / "mail" / user / "Maildir" / (f".{folder}" if folder else "")
        return sorted(path.name for part in ("new", "cur") for path in (box / part).glob("*"))

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


def _given_away(path: Path) -> None:
    """The user of the mailboxes owns them; root cannot be one."""
    if os.geteuid() == 0:
        os.chown(path, NOBODY, NOBODY)


def started_dovecot(folder: Path) -> Dovecot:
    """Dovecot at work in a folder; where it is not installed, tests that need it are skipped, but not in CI."""
    if DOVECOT is None:
        missing("dovecot is not installed (Debian: dovecot-imapd)")
    import grp
    import pwd

    top, port = Path(os.path.realpath(folder)), free_port()
    certificate(top)
    uid, gid = (NOBODY, NOBODY) if os.geteuid() == 0 else (os.geteuid(), os.getegid())
    for name in ("run", "state", "mail"):
        (top / name).mkdir()
    _given_away(top / "mail")
    top.chmod(0o755)  # the user of the mailboxes must come to them
    user, group = pwd.getpwuid(uid).pw_name, grp.getgrgid(gid).gr_name
    facts = {"top": top, "port": port, "user": user, "group": group, "uid": uid, "gid": gid, "password": PASSWORD}
    (top / "dovecot.conf").write_text(SETTINGS.format(**facts))
    process = subprocess.Popen([str(DOVECOT), "-F", "-c", str(top / "dovecot.conf")])
    for _ in range(6000):  # until it answers: a server that never does is a failure, however fast the machine
        with socket.socket() as line:
            if line.connect_ex(("127.0.0.1", port)) == 0:
                return Dovecot(top, port, process)
        if process.poll() is not None:
            break
        time.sleep(0.02)
    process.kill()
    log = top / "log"
    raise AssertionError(f"dovecot did not start: {log.read_text() if log.exists() else 'it wrote no log'}")


@pytest.fixture(scope="module")
def dovecot() -> Iterator[Dovecot]:
    """One server for the tests of a module; not below the folder of pytest, which is closed to all other users."""
    with TemporaryDirectory(prefix="pbem-dovecot-") as folder:
        server = started_dovecot(Path(folder))
        try:
            yield server
        finally:
            server.stop()


class Sent(NamedTuple):
    """A mail that the SMTP server was given."""

    sender: str
    to: str
    data: bytes


class Postman:
    """An SMTP server at work: it keeps what it is given, unless a test tells it to answer otherwise."""

    def __init__(self) -> None:
        self.sent: list[Sent] = []
        self.answer: Callable[[Sent], str] = lambda mail: "250 taken"  # "drop": hang up without a word
        self.refuse: Callable[[str], str] = lambda address: ""  # what is said to a recipient, if not yes
        self.port, self.ca = 0, ""
        self.asks = True  # for a login
        self.largest = 0  # bytes of a mail that is taken; 0: any

    # what aiosmtpd asks for

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        size = next((int(option[5:]) for option in options if option.startswith("SIZE=")), 0)
        if self.largest and size > self.largest:
            return "552 5.3.4 message too big"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 yes"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if said := "" if session.authenticated or not self.asks else "530 5.7.0 log in first":
            return said
        if said := self.refuse(address):
            return said
        envelope.rcpt_tos.append(address)
        return "250 yes"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        mail = Sent(envelope.mail_from, envelope.rcpt_tos[0], envelope.original_content)
        said = self.answer(mail)
        if said.startswith("250") or said == "drop":
            self.sent.append(mail)
        if said == "drop":
            server.transport.abort()
            return "421 gone"
        return said


def postman_at_work(folder: Path, tls: str = "tls") -> Iterator[Postman]:
    """An SMTP server with a login and a certificate of its own."""
    controllers = pytest.importorskip("aiosmtpd.controller")
    from ssl import PROTOCOL_TLS_SERVER, SSLContext

    from aiosmtpd.smtp import AuthResult

    postman = Postman()
    postman.ca = str(certificate(folder))
    context = SSLContext(PROTOCOL_TLS_SERVER)
    context.load_cert_chain(postman.ca, folder / "key.pem")

    def may_come_in(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> Any:
        return AuthResult(success=data.password == PASSWORD.encode(), handled=False)

    options: dict[str, Any] = {"authenticator": may_come_in, "auth_require_tls": tls != "tls"}
    options |= {"ssl_context": context} if tls == "tls" else {"tls_context": context, "require_starttls": True}
    controller = controllers.Controller(postman, hostname="127.0.0.1", port=free_port(), **options)
    controller.ready_timeout = 300
    controller.start()
    postman.port = controller.port
    yield postman
    controller.stop()


@pytest.fixture(scope="module")
def postman_of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postman]:
    """One SMTP server for the tests of a module."""
    yield from postman_at_work(tmp_path_factory.mktemp("smtp"))


@pytest.fixture
def postman(postman_of_all: Postman) -> Postman:
    """The SMTP server, as if it had just been started."""
    fresh = Postman()
    fresh.port, fresh.ca = postman_of_all.port, postman_of_all.ca
    vars(postman_of_all).update(vars(fresh))
    return postman_of_all
