"""Letters out of a mailbox on a server (IMAP): read without a trace, marked or moved after they were taken."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime, timedelta, timezone
from imaplib import IMAP4, IMAP4_SSL
from typing import Any, NamedTuple

from pbem.mail.servers import NONE, STARTTLS, Server, Trouble, context_of, told

LARGEST = 4 * 1024 * 1024  # bytes of a letter that are read: a cut one is beyond what is read as a letter, and refused
_UID = re.compile(rb"\bUID (\d+)\b")
_DATE = re.compile(rb'\bINTERNALDATE " ?(\d\d?)-([A-Z][a-z]{2})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)"')
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


class Letter(NamedTuple):
    """A letter in a mailbox: its number there, its bytes, and when the server received it (UTC, ISO)."""

    uid: int
    data: bytes
    received: str


class Mailbox:
    """A folder on a server that is open."""

    def __init__(self, server: Server, line: IMAP4, folder: str) -> None:
        self._server, self._line = server, line
        self._can = _capabilities(line)
        self.validity = self._select(folder)

    def numbers(self, after: int = 0, since: date | None = None) -> list[int]:
        """The numbers of letters above one, oldest first; those that were received before a day are left out."""
        words = [f"UID {after + 1}:*"]
        words += [f"SINCE {since.day}-{_MONTHS[since.month - 1]}-{since.year}"] if since else []
        found = self._asked("SEARCH", None, *words)
        numbers = {int(word) for row in found if isinstance(row, bytes) for word in row.split()}
        return sorted(number for number in numbers if number > after)  # 9:* is the last one, also if it is the 5th

    def letter(self, uid: int) -> Letter | None:
        """One letter, left as it was; None if it is gone."""
        rows = self._asked("FETCH", str(uid), f"(UID INTERNALDATE BODY.PEEK[]<0.{LARGEST + 1}>)")
        parts = [row for row in rows if isinstance(row, tuple)]
        for head, data in parts:
            number = _UID.search(head) or _UID.search(_rest(rows))
            if number and int(number[1]) == uid:
                return Letter(uid, bytes(data), _received(head + _rest(rows)))
        return None

    def take_away(self, uid: int, folder: str = "") -> None:
        """Mark a letter as read, or move it into another folder."""
        if not folder:
            self._asked("STORE", str(uid), "+FLAGS.SILENT", r"(\Seen)")
        elif "MOVE" in self._can:
            self._asked("MOVE", str(uid), _named(folder))
        else:
            self._asked("COPY", str(uid), _named(folder))
            self._asked("STORE", str(uid), "+FLAGS.SILENT", r"(\Seen \Deleted)")
            if "UIDPLUS" in self._can:
                self._asked("EXPUNGE", str(uid))

    def has(self, folder: str) -> bool:
        """Whether there is such a folder."""
        with told(self._server):
            return self._line.status(_named(folder), "(MESSAGES)")[0] == "OK"

    def make(self, folder: str) -> None:
        """Make a folder if it is not there; where the server lets nobody make it, whatever goes there will tell."""
        if not self.has(folder):
            with told(self._server):
                self._line.create(_named(folder))
                self._line.subscribe(_named(folder))

    def _select(self, folder: str) -> int:
        answer, _ = self._line.select(_named(folder))
        if answer != "OK":
            raise Trouble("folder", server=self._server.shown, folder=folder)
        _, found = self._line.response("UIDVALIDITY")
        return int(found[0]) if found and found[0] else 0

    def _asked(self, command: str, *words: str | None) -> Sequence[Any]:
        with told(self._server):
            answer, rows = self._line.uid(command, *words)  # type: ignore[arg-type]
        if answer != "OK":
            why = b" ".join(row for row in rows if isinstance(row, bytes)).decode("utf-8", "replace")
            raise Trouble("refused", server=self._server.shown, why=" ".join(why.split())[:200])
        return rows


@contextmanager
def opened(server: Server, folder: str) -> Iterator[Mailbox]:
    """A folder on a server, open for as long as it is needed."""
    with told(server):
        line = _connected(server)
    try:
        _log_in(server, line)
        with told(server):
            mailbox = Mailbox(server, line, folder)
        yield mailbox
    finally:
        with suppress(Exception):  # whatever there is to say was said before
            line.logout()


def _connected(server: Server) -> IMAP4:
    if server.tls == NONE:
        return IMAP4(server.host, server.port, server.timeout)
    context = context_of(server)
    if server.tls != STARTTLS:
        return IMAP4_SSL(server.host, server.port, ssl_context=context, timeout=server.timeout)
    line = IMAP4(server.host, server.port, server.timeout)
    if "STARTTLS" not in _capabilities(line):
        line.shutdown()
        raise Trouble("no-tls", server=server.shown)
    line.starttls(context)
    return line


def _log_in(server: Server, line: IMAP4) -> None:
    password = server.password()
    with told(server):
        try:
            line.login(_quoted(server.user), password)
        except IMAP4.abort:
            raise
        except IMAP4.error:
            # What the server says is not repeated: there are some that repeat what they were told.
            raise Trouble("login", server=server.shown, user=server.user) from None
        except UnicodeEncodeError:
            raise Trouble("signs", server=server.shown, user=server.user) from None


def _capabilities(line: IMAP4) -> frozenset[str]:
    """What a server can do; asked anew, for after the login it is more."""
    _, rows = line.capability()
    return frozenset(word for row in rows if isinstance(row, bytes) for word in row.decode("ascii", "replace").split())


def _rest(rows: Sequence[Any]) -> bytes:
    """What stands behind the bytes of a letter: servers may tell number and date there."""
    return b" ".join(row for row in rows if isinstance(row, bytes))


def _received(head: bytes) -> str:
    """The server's time of receipt, in UTC; nothing if it tells none."""
    found = _DATE.search(head)
    if found is None:
        return ""
    day, month, year, hour, minute, second, sign, hours, minutes = (part.decode() for part in found.groups())
    zone = timedelta(hours=int(hours), minutes=int(minutes)) * (-1 if sign == "-" else 1)
    try:
        numbers = int(year), _MONTHS.index(month) + 1, int(day), int(hour), int(minute), int(second)
        moment = datetime(*numbers, tzinfo=timezone(zone))
    except ValueError:
        return ""
    return moment.astimezone(UTC).isoformat()


def _named(folder: str) -> str:
    """A folder as a word of a command; what is beyond ASCII is written as IMAP has it."""
    return _quoted("".join(_folded(folder)))


def _quoted(word: str) -> str:
    """A word of a command: ``imaplib`` quotes none but passwords."""
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _folded(word: str) -> Iterator[str]:
    """The signs of a folder in modified UTF-7 (RFC 3501, 5.1.3)."""
    for run in re.findall(r"[\x20-\x7e]+|[^\x20-\x7e]+", word):
        if " " <= run[0] <= "~":
            yield run.replace("&", "&-")
        else:
            yield _base64(run)


def _base64(run: str) -> str:
    return f"&{b64encode(run.encode('utf-16-be')).decode().rstrip('=').replace('/', ',')}-"
