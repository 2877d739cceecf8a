"""Mails handed to a server that sends them (SMTP), one by one; what it says of each is a word."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from smtplib import SMTP, SMTP_SSL, SMTPAuthenticationError, SMTPException, SMTPNotSupportedError, SMTPResponseException
from smtplib import SMTPRecipientsRefused as RecipientsRefused
from smtplib import SMTPSenderRefused as SenderRefused
from smtplib import SMTPServerDisconnected as Disconnected
from typing import NamedTuple

from pbem.mail.servers import NONE, STARTTLS, Server, Trouble, context_of, told

ACCEPTED, LATER, NEVER = "accepted", "later", "never"


class Answer(NamedTuple):
    """What a server says of one mail: that it has it, that it may be tried again, or that it will never take it."""

    word: str
    why: str = ""


class Sender:
    """A connection over which mails go out."""

    def __init__(self, server: Server, line: SMTP) -> None:
        self._server, self._line = server, line

    def send(self, sender: str, to: str, mail: bytes) -> Answer:
        """Hand over one mail; a connection that went away is a `Trouble`, and nobody knows whether the mail went."""
        with told(self._server):
            try:
                self._line.sendmail(sender, [to], mail)
            except RecipientsRefused as error:
                return _answer(*next(iter(error.recipients.values())))
            except SenderRefused as error:
                if error.smtp_code in (452, 552):  # this mail is too large, or there is no room for it
                    return _answer(error.smtp_code, error.smtp_error)
                # The fault of the settings, and the same for all mails.
                why = _shown(error.smtp_code, error.smtp_error)
                raise Trouble("sender", server=self._server.shown, address=sender, why=why) from None
            except SMTPNotSupportedError:  # an address beyond ASCII, and a server that knows none
                return Answer(NEVER, "the server takes no such address")
            except SMTPResponseException as error:
                return _answer(error.smtp_code, error.smtp_error)
        return Answer(ACCEPTED)


@contextmanager
def opened(server: Server) -> Iterator[Sender]:
    """A connection that is logged in, for as long as it is needed."""
    with told(server):
        line = _connected(server)
    try:
        if server.user:
            _log_in(server, line)
        yield Sender(server, line)
    finally:
        with suppress(Exception):  # whatever there is to say was said before
            line.quit()
        line.close()


def _connected(server: Server) -> SMTP:
    if server.tls not in (NONE, STARTTLS):
        return SMTP_SSL(server.host, server.port, timeout=server.timeout, context=context_of(server))
    line = SMTP(server.host, server.port, timeout=server.timeout)
    if server.tls == STARTTLS:
        try:
            line.starttls(context=context_of(server))
        except SMTPNotSupportedError:
            line.close()
            raise Trouble("no-tls", server=server.shown) from None
    return line


def _log_in(server: Server, line: SMTP) -> None:
    password = server.password()
    with told(server):
        try:
            line.login(server.user, password)
        except Disconnected:
            raise
        except SMTPNotSupportedError:
            raise Trouble("no-login", server=server.shown, user=server.user) from None
        except SMTPAuthenticationError:
            # What the server says is not repeated: there are some that repeat what they were told.
            raise Trouble("login", server=server.shown, user=server.user) from None
        except UnicodeEncodeError:
            raise Trouble("signs", server=server.shown, user=server.user) from None
        except SMTPException:
            raise Trouble("login", server=server.shown, user=server.user) from None


def _answer(code: int, said: bytes | str) -> Answer:
    return Answer(NEVER if 500 <= code < 600 else LATER, _shown(code, said))


def _shown(code: int, said: bytes | str) -> str:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    return " ".join(f"{code} {text}".split())[:200].rstrip(". ")
