"""The log of a game at the desk: what happened in each step, by all reports and pages of a site dropped in."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from pbem.core import Record

PUBLIC = ""
_GAME = re.compile(r'<p class="game">(.{1,2000}?)</p>\s*<h1>(.{0,2000}?)</h1>', re.DOTALL)
_READER = re.compile(r'<p class="reader\b[^">]*">(.{1,2000}?)</p>', re.DOTALL)
_STORY = re.compile(r'<section class="story">\s*<h2>(.{1,200}?)</h2>', re.DOTALL)
_NAMED = re.compile(r"(.+), step (\d{1,7})(?:, as (.+) knows it)?")
_SINCE = re.compile(r"what happened(?: since step (\d{1,7}))?", re.IGNORECASE)
_TOPS = 5  # heads of reports that are looked at in one text: mails quote one another
_TOP = re.compile(r"^((?:[^=\s].*\n){3,12})={20,}\n", re.MULTILINE)
_CHAPTER = re.compile(r"^\n(?=[^\sa-z][^a-z\n]*$)", re.MULTILINE)  # all in capitals, after an empty line


class Page(Record):
    """What one report tells of the steps since the one before it."""

    game: str
    reader: str  # as reports call a role; PUBLIC
    first: int
    last: int
    heading: str
    text: str
    seed: str = ""  # the commitment of the game's, where it is known


class Log:
    """All pages of all games that were dropped in since the page was opened; nothing of it is kept."""

    def __init__(self) -> None:
        self.pages = list[Page]()

    def add(self, page: Page) -> None:
        """Keep a page; the same one once more takes the place of the first."""
        mine = (page.game, page.seed, page.reader, page.first, page.last)
        others = [row for row in self.pages if (row.game, row.seed, row.reader, row.first, row.last) != mine]
        self.pages = [*others, page]

    def of(self, game: str, seed: str, reader: str) -> list[dict[str, Any]]:
        """The pages for one reader of a game in the order of their steps: his own, and public ones besides."""
        known = [row for row in self.pages if row.game == game and row.seed in ("", seed)]
        mine = [row for row in known if row.reader in (reader, PUBLIC)]
        chosen = list[Page]()
        for page in sorted(mine, key=lambda row: (row.reader != reader, row.first - row.last)):
            if not _is_told(page, chosen):
                chosen.append(page)
        rows = sorted(chosen, key=lambda row: (row.last, row.first))
        return [{key: getattr(row, key) for key in ("first", "last", "heading", "text")} for row in rows]


def _is_told(page: Page, others: Sequence[Page]) -> bool:
    """Whether other pages tell of all its steps; a page can claim to tell of millions."""
    first = page.first
    for other in sorted(others, key=lambda row: row.first):
        if other.first <= first <= other.last:
            first = other.last + 1
    return first > page.last


def page_in(text: str, words: Callable[[str], str]) -> Page | None:
    """The story of a report or of a page of a site, as HTML or as text; ``words`` makes plain text of HTML.

    What is for the moderator alone is nobody's log.
    """
    return _in_html(text, words) if _first(_GAME, '<p class="game">', text) else _in_plain(text)


def _first(
    pattern: re.Pattern[str], begin: str, text: str, start: int = 0, end: int | None = None
) -> re.Match[str] | None:
    """What a pattern finds at the first place where it can begin, and nowhere else: a text may be full of such."""
    at = text.find(begin, start, end)
    return pattern.match(text, at) if at >= 0 else None


def _in_html(text: str, words: Callable[[str], str]) -> Page | None:
    head, begin = _first(_GAME, '<p class="game">', text), _first(_STORY, '<section class="story">', text)
    if head is None or begin is None or (end := text.find("</section>", begin.end())) < 0:
        return None
    named = _NAMED.fullmatch(_bare(head[1]))
    found = _first(_READER, '<p class="reader', text, head.end(), begin.start())
    reader = _reader(_bare(found[1])) if found else (named[3] or PUBLIC) if named else None
    story = words(f"<main>{text[begin.end() : end]}</main>")
    return _page(named, reader, _bare(begin[1]), _bare(head[2]), story)


def _bare(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^<>]*>", "", text)).split())


def _in_plain(text: str) -> Page | None:
    for top in islice(_TOP.finditer(text), _TOPS):
        lines = top[1].splitlines()
        at = next((n for n, line in enumerate(lines) if re.search(r", step \d{1,7}$", line)), -1)
        last = next((n for n in range(len(lines) - 1, -1, -1) if _reader(" ".join(lines[n:])) is not None), -1)
        begin = re.compile(r"^WHAT HAPPENED.*\n\n", re.MULTILINE).search(text, top.end())
        if begin is not None and 0 <= at < last:
            end = _CHAPTER.search(text, begin.end())
            story = text[begin.end() : end.start() if end else len(text)].strip("\n")
            named = _NAMED.fullmatch(" ".join(lines[: at + 1]))
            heading = " ".join(lines[at + 1 : last])
            return _page(named, _reader(" ".join(lines[last:])), begin[0].strip(), heading, story)
    return None


def _reader(line: str) -> str | None:
    """For whom a report is, by its line; None: for nobody whose log is kept."""
    if line == "Public report":
        return PUBLIC
    return line[4:] if line.startswith("For ") and not line.startswith("For the moderator only") else None


def _page(named: re.Match[str] | None, reader: str | None, title: str, heading: str, story: str) -> Page | None:
    since = _SINCE.fullmatch(title)
    if named is None or reader is None or since is None or not story.strip():
        return None
    last = int(named[2])
    return Page(named[1], reader, min(int(since[1]) + 1, last) if since[1] else last, last, heading, story)
