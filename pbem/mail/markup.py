"""A letter written in HTML as the lines its writer saw, what is quoted marked with ``>``."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from itertools import islice

LIMIT = 400_000  # characters: the parser takes its time over odd input, and no letter of ours is so long
TAGS = 30_000  # of all letters in a mail: each costs as much as a hundred characters; a report has five hundred
NAME = re.compile(r"[a-zA-Z][^\s/>]{0,60}")
# A tag ends with the first ">" outside of a quoted value. Nothing is tried twice: tags may be as long as a letter.
END = re.compile(r"""(?:[^>"'=]++|=\s*+"[^"]*+"|=\s*+'[^']*+'|["'=])*+>""")
TELLING = re.compile(r"""\s(class|id|style)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++))""", re.IGNORECASE)
DEEPEST = 30  # quotes within quotes; every line bears a mark for each of them
BREAKS = frozenset(
    "address article blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html"
    " li main nav ol p pre section table tbody tfoot thead tr ul".split()
)
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
UNREAD = frozenset("head style script title template noscript object svg".split())
STRUCK = frozenset("del s strike".split())
QUOTED = re.compile(r"yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|gmail_quote|aol_quote", re.IGNORECASE)
CITED = re.compile(r"divRplyFwdMsg|appendonsend|moz-cite-prefix|OLK_SRC_BODY_SECTION|reply-intro", re.IGNORECASE)
HIDDEN = re.compile(r"display\s*:\s*none|mso-hide\s*:\s*all", re.IGNORECASE)
THROUGH = re.compile(r"line-through", re.IGNORECASE)
KEPT = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
RULE = "-----Original Message-----"  # as the programs write it that set off the original without quoting it


class Level:
    """An element that is open: what it does to the text inside it."""

    __slots__ = ("hidden", "kept", "quotes", "struck", "tag")

    def __init__(self, tag: str, quotes: int, kept: bool, hidden: bool, struck: bool = False) -> None:
        self.tag, self.quotes, self.kept, self.hidden, self.struck = tag, quotes, kept, hidden, struck


class Letter(HTMLParser):
    """Collects the lines of a letter."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.struck: list[str] = []  # what was struck out
        self.line = ""
        self.quotes = 0  # how deep the line begun is quoted
        self.open: list[Level] = [Level("", 0, False, False)]
        self.tags: Counter[str] = Counter()  # how many of each are open

    def parse_starttag(self, i: int) -> int:
        """A tag with the attributes that tell something; all of them, taken apart, cost a hundred times their signs."""
        whole, name = END.match(self.rawdata, i + 1), NAME.match(self.rawdata, i + 1)
        if whole is None or name is None:
            return -1
        found = islice(TELLING.finditer(self.rawdata, i, whole.end()), 3)
        given: list[tuple[str, str | None]] = [(row[1].lower(), row[2] or row[3] or row[4]) for row in found]
        tag = name[0].lower()
        if self.rawdata.endswith("/>", i, whole.end()):
            self.handle_startendtag(tag, given)
        else:
            self.handle_starttag(tag, given)
            if tag in self.CDATA_CONTENT_ELEMENTS:
                self.set_cdata_mode(tag)
        return whole.end()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        named = f"{given.get('class', '')} {given.get('id', '')}"
        if tag == "br" or tag in BREAKS:
            self.broken(forced=tag == "br")
        if CITED.search(named) and not self.open[-1].hidden:
            self.lines += ["", RULE]
        if tag in VOID:
            return
        inside, style = self.open[-1], given.get("style", "")
        deeper = tag == "blockquote" or (bool(QUOTED.search(named)) and not inside.quotes)
        quotes = min(inside.quotes + deeper, DEEPEST)
        kept = tag == "pre" or (bool(KEPT.search(style)) if "white-space" in style else inside.kept)
        hidden = inside.hidden or tag in UNREAD or bool(HIDDEN.search(style))
        struck = inside.struck or tag in STRUCK or bool(THROUGH.search(style))
        self.open.append(Level(tag, quotes, kept, hidden, struck))
        self.tags[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        at = 0
        if self.tags[tag]:  # else all open elements would be looked through for nothing
            at = next((at for at in range(len(self.open) - 1, 0, -1) if self.open[at].tag == tag), 0)
        if tag in BREAKS:
            self.broken()
        elif tag in ("td", "th"):
            self.line += " "
        if at:
            self.tags.subtract(level.tag for level in self.open[at:])
            del self.open[at:]

    def handle_data(self, data: str) -> None:
        level = self.open[-1]
        if level.hidden or level.struck:
            self.struck += [] if level.hidden else [data]
            return
        if level.kept:
            first, *more = data.replace("\r\n", "\n").split("\n")
            self.added(first)
            for part in more:
                self.broken(forced=True)
                self.added(part)
        else:
            found = re.sub(r"[ \t\r\n\f]+", " ", data)
            self.added(found.lstrip() if not self.line or self.line.endswith(" ") else found)

    def added(self, text: str) -> None:
        """Go on with the line."""
        if not self.line:
            self.quotes = self.open[-1].quotes
        self.line += text

    def broken(self, forced: bool = False) -> None:
        """End the line, if one is begun or an empty one is meant."""
        if self.line.strip() or forced:
            quotes = self.quotes if self.line else self.open[-1].quotes
            self.lines.append("> " * quotes + self.line.rstrip())
        self.line = ""


def text_of_html(html: str) -> tuple[str, list[str]]:
    """The text of a letter in HTML, and what of it was struck out."""
    # Without these two the parser takes seconds over comments and signs of "less than" that are never closed.
    html = re.sub(r"(?s)<!--.*?(?:-->|\Z)", "", html)
    html = re.sub(r"<(?![^<>]*>)", "&lt;", html)
    letter = Letter()
    letter.feed(html)
    letter.close()
    letter.broken()
    return "\n".join(letter.lines), letter.struck
