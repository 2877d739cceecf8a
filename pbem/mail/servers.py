"""What is common to the servers that mail comes from and goes to: where they are, TLS, and what can go wrong."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from imaplib import IMAP4
from smtplib import SMTPException
from typing import Any, NamedTuple

TLS, STARTTLS, NONE = WAYS = ("tls", "starttls", "none")


class Server(NamedTuple):
    """Where a server is and how it is talked to. The password is asked for when it is needed, and kept nowhere."""

    host: str
    port: int
    user: str  # empty: without a login
    password: Callable[[], str]
    tls: str = TLS
    ca: str = ""  # a file with the certificates to trust, in place of those of the system
    timeout: int = 30  # seconds

    @property
    def shown(self) -> str:
        """The server as people write it."""
        return f"{self.host}:{self.port}"


class Trouble(Exception):
    """What a server, or the way to it, has met with: a word for the sentence, and its facts."""

    def __init__(self, kind: str, **facts: Any) -> None:
        self.kind, self.facts = kind, facts
        super().__init__(kind)


def is_loopback(host: str) -> bool:
    """Whether a server is on this machine, so that nobody listens on the way."""
    return host == "localhost" or host == "::1" or host.startswith("127.")


def context_of(server: Server) -> ssl.SSLContext:
    """TLS with certificates checked, by those of the system or by the file named."""
    try:
        return ssl.create_default_context(cafile=server.ca or None)
    except (OSError, ssl.SSLError):
        raise Trouble("ca", file=server.ca) from None


@contextmanager
def told(server: Server) -> Iterator[None]:
    """What goes wrong in here with a connection comes out as a `Trouble`; nobody sees more than a sentence of it."""
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        raise Trouble("certificate", server=server.shown, why=error.verify_message) from None
    except (IMAP4.error, SMTPException, EOFError) as error:
        raise Trouble("lost", server=server.shown, why=said(error)) from None
    except OSError as error:
        raise Trouble("unreachable", server=server.shown, why=said(error)) from None


def said(error: Exception) -> str:
    """What a library says of an error, in one short line."""
    text = str(getattr(error, "strerror", None) or error) or type(error).__name__
    return " ".join(text.split())[:200].rstrip(". ")
