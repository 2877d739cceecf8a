"""What the own server has found out about the sender of a letter (RFC 8601); what other servers say may be forged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message

HEADER = "Authentication-Results"
_COMMENT = re.compile(r"\([^()]*\)")
_RESULT = re.compile(r"\s*(dmarc|spf|dkim)\s*=\s*([a-z]+)", re.IGNORECASE)


def is_forged(message: Message, authserv: str) -> bool:
    """Whether DMARC has failed; where nothing is said of it, whether both SPF and DKIM have."""
    found = [*_results(message, authserv)]
    by = {method: [result for name, result in found if name == method] for method in ("dmarc", "spf", "dkim")}
    if by["dmarc"]:
        return "fail" in by["dmarc"]
    return all(by[method] and {*by[method]} == {"fail"} for method in ("spf", "dkim"))


def _results(message: Message, authserv: str) -> Iterator[tuple[str, str]]:
    for header in message.get_all(HEADER, ()):
        server, *rows = _COMMENT.sub(" ", str(header)[:8000]).split(";")
        if server.split()[:1] and server.split()[0].lower() == authserv.lower():
            for row in rows:
                if result := _RESULT.match(row):
                    yield result[1].lower(), result[2].lower()
