"""What a player drops in or pastes: a view, a mail or a report, a story, a sheet, an envelope, a receipt, a board."""

from __future__ import annotations

import html
import re
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from html.parser import HTMLParser

from pbem.core import Record
from pbem.mail.intake import LIMIT
from pbem.mail.parts import is_mail
from pbem.seal import is_envelope
from pbem.store import GameFault
from pbem.store.views import ViewFile
from pbem.workflow.deskpage.log import Page, page_in
from pbem.workflow.page_codes import NOTHING_TO_OPEN

MOST = 4 * LIMIT  # a mail with a picture of the map is larger than one with a sheet
BLOCK = '<script type="application/toml" id="pbem-view">'  # where the view stands in a report
_VIEW = re.compile(r"^[> \t]*format\s*=\s*\d+\s*$", re.MULTILINE)
_STATE = re.compile(r"^[> \t]*\[state\]", re.MULTILINE)
_HEADING = {"game": r"[\"']([^\"'\n]{1,200})", "step": r"(\d{1,7})(?!\d)", "role": r"[\"']([^\"'\n]{1,80})"}
_RECEIPT = re.compile(r"^[> \t]*Receipt: ", re.MULTILINE)


class Source(Record):
    """What was found: of a view its text and what was told beside it; of anything else the text itself."""

    kind: str  # "view", "story", "sheet", "envelope", "receipt", "board"
    text: str
    told: str = ""  # the report that came with a view
    page: Page | None = None  # what it tells of the steps before


def found_in(name: str, data: bytes) -> Source:
    """The one thing in a file that a desk can work with; none at all is a fault."""
    if len(data) > MOST:
        raise GameFault(NOTHING_TO_OPEN, name, form="size", limit=MOST)
    if data.startswith(b"PK\x03\x04"):
        return Source("board", "")
    if is_mail(data):
        return _in_mail(name, data)
    return _in_text(name, data.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n"))


def _in_text(name: str, text: str) -> Source:
    if (view := _view_in_page(text)) is not None:
        return Source("view", view, report_in(text), page_in(text, report_in))
    begin = _VIEW.search(text)
    if begin is not None and _STATE.search(text):
        return Source("view", _unquoted(text[begin.start() :]))
    if _RECEIPT.search(text):
        return Source("receipt", _unquoted(text))
    if (page := page_in(text, report_in)) is not None:
        return Source("story", text, page=page)
    if is_envelope(text):
        return Source("envelope", _unquoted(text))
    if heading_of(sheet := _unquoted(text)):
        return Source("sheet", sheet)
    raise GameFault(NOTHING_TO_OPEN, name)


def heading_of(text: str) -> tuple[str, int, str] | None:
    """Game, step and role of a sheet by the lines above its tables, be they TOML or not yet; None if one is missing."""
    top = re.split(r"(?m)^[ \t]*\[", text, maxsplit=1)[0]
    game, step, role = (re.search(rf"(?m)^[ \t]*{key}[ \t]*=[ \t]*{form}", top) for key, form in _HEADING.items())
    return (game[1].strip(), int(step[1]), role[1].strip().lower()) if game and step and role else None


def check_own(seen: ViewFile | None, name: str, text: str) -> None:
    """A sheet is taken in for the view that is open and for no other; without one the page says so."""
    found = heading_of(text)
    if seen is not None and found is not None and found != (seen.game.strip(), seen.step, seen.role):
        game, step, role = found
        facts = {"game": game[:80], "step": step, "role": role[:80]}
        raise GameFault(
            NOTHING_TO_OPEN, name, form="sheet", **facts, now=seen.game, here=seen.step, own=seen.role or "nobody"
        )


def _view_in_page(text: str) -> str | None:
    """The view in an HTML report, at the first place where one begins: a text may be full of such."""
    begin = text.find(BLOCK)
    end = text.find("</script>", begin) if begin >= 0 else -1
    return text[begin + len(BLOCK) : end].removeprefix("\n") if end >= 0 else None


def _unquoted(text: str) -> str:
    """A text without the signs that a mail program puts before quoted lines."""
    lines = text.split("\n")
    return "\n".join(line.removeprefix(">").removeprefix(" ") for line in lines) if lines[0][:1] == ">" else text


def _in_mail(name: str, data: bytes) -> Source:
    """The view that is attached to a mail, with its text as the report; else what stands in its text."""
    try:
        message = message_from_bytes(data.lstrip(), _class=EmailMessage, policy=default)
        parts = [_text_of(part) for part in message.walk() if not part.is_multipart()]
    except Exception as fault:  # the email package fails in many ways on mail that breaks its rules
        raise GameFault(NOTHING_TO_OPEN, name) from fault
    texts = [text for text in parts if text]
    plain = next((text for text in texts if not text.lstrip().startswith("<")), "")
    for text in texts:
        try:
            source = _in_text(name, text)
        except GameFault:
            continue
        if source.kind == "view":
            return source._replace(told=source.told or plain, page=source.page or page_in(plain, report_in))
    return _in_text(name, plain)


def _text_of(part: EmailMessage) -> str:
    """A part of a mail as text; pictures and the like are none."""
    if part.get_content_maintype() not in ("text", "application"):
        return ""
    content = part.get_content()
    text = content.decode("utf-8", "replace") if isinstance(content, bytes) else str(content)
    return text.replace("\r\n", "\n")


class _Told(HTMLParser):
    """The words of a report, without its style, scripts, map and sheet."""

    SKIPPED = ("style", "script", "svg", "title", "head")
    ENDS = ("p", "h1", "h2", "h3", "h4", "li", "tr", "pre", "br", "summary", "section", "header")

    def __init__(self) -> None:
        super().__init__()
        self.depth, self.words = 0, list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.depth += tag in self.SKIPPED
        if tag in ("td", "th"):
            self.words.append("  ")
        elif tag in ("h2", "h3", "section"):
            self.words.append("\n\n")
        elif tag == "br":
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag in self.SKIPPED and self.depth > 0
        if tag in self.ENDS:
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.depth:
            self.words.append(data)


def report_in(page: str) -> str:
    """The words of an HTML report, for reading beside the map."""
    start, end = page.find("<main>"), page.find("</main>")
    told = _Told()
    # A sign that opens no tag would make the parser look for its end again and again.
    told.feed(re.sub(r"<(?![^<>]*>)", "&lt;", re.sub(r"(?s)<!--.*?(?:-->|\Z)", "", page[start:end])))
    told.close()
    lines = [" ".join(line.split()) if line[:2] != "  " else line.rstrip() for line in "".join(told.words).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", html.unescape("\n".join(lines))).strip()
