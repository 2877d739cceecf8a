"""Letters that are too large because of pictures and films: what can hold no sheet is left out before they are read."""

from __future__ import annotations

import re
from io import BytesIO

_HEAVY = re.compile(rb"content-type:\s*(image|video|audio|font|application/(pdf|msword|vnd\.|x-7z|octet-stream))", re.I)
_FILE = re.compile(rb"\.(toml|txt|zip)\b", re.I)  # what may be a sheet, whatever it is called
_FOLDED = (b" ", b"\t")
HEAD_LINES = 200  # of a part
LINES = 500_000  # of a letter: pictures in base64 have lines of 76 signs, and far fewer of them


def lighter(data: bytes, limit: int) -> bytes:
    """A letter within the limit as it is; of a larger one the pictures, films and documents are emptied.

    It is read line by line: at a boundary the head of a part begins, and if that tells of a picture, all of its body is
    passed over up to the next boundary. A letter that is still too large is told so by whoever reads it.
    """
    if len(data) <= limit or data.count(b"\n") > LINES:
        return data
    found, head, inside, heavy = BytesIO(), list[bytes](), False, False
    for line in BytesIO(data):
        if line.startswith(b"--") and len(line) < 90:
            inside, heavy, head = True, False, []
        elif inside and line.strip() and len(head) < HEAD_LINES:
            head.append(line)
        elif inside:
            inside, heavy = False, _is_heavy(head)
        elif heavy:
            continue
        found.write(line)
    return found.getvalue()


def _is_heavy(head: list[bytes]) -> bool:
    whole = b"".join(head)
    return any(_HEAVY.match(line) for line in head if not line.startswith(_FOLDED)) and not _FILE.search(whole)
