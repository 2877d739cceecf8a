"""Which sheet of a letter is meant: what its writer typed, or filled in in what was sent; never the untouched one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from pbem.core import SHEET, Code, Diagnostic, listed
from pbem.core.sheets import HEADING, is_offered
from pbem.mail.beside import BARE_KEY, Typed, is_beside, typed_beside
from pbem.mail.blank import data_of, filled_remarks, is_blank, is_copy, is_within, names_in
from pbem.mail.clean import HEAD, SIGNATURE, mended, orders_in
from pbem.mail.codes import (
    ORDERS_BESIDE,
    SEVERAL_SHEETS,
    SHEETS_DIFFER,
    TAKEN_BACK,
    UNTOUCHED,
    VOTE_QUOTED,
    WORDS_BESIDE,
)
from pbem.mail.letters import QUOTE, SCISSORS, Line, lines_of
from pbem.mail.words import (
    AGREED,
    BELOW,
    BESIDE,
    SAID_BESIDE,
    about_pieces,
    asks_in_words,
    assents,
    begins_with_assent,
    in_words,
    is_assent,
    is_entry,
    is_greeting,
    pieces_in,
    short,
    that_orders,
    that_take_back,
)
from pbem.mail.words import BEFORE as WORDS_BEFORE

MOST = 12  # sheets looked at in one text; a letter that holds more is not read further
BEFORE = re.compile(r"[ \t]*(?:[\w-]+[ \t]*=[ \t]*\S|#(?! ?-{2,}))")
CLOSING = re.compile(r"\s*#[\s-]*end of the sheet\b", re.IGNORECASE)
FENCE = re.compile(r"\s*(?:```|~~~)")
VOTE = "vote"
TYPED, QUOTED, ATTACHED = "typed", "quoted", "attached"

Places = Callable[[], Iterable[str]]  # the names of the places on the map, asked for where words are read
Template = Callable[[str], str]  # role: the sheet as it was sent to it; empty if that is not known


class Unreadable(Exception):
    """What arrived holds no sheet that can be read; the diagnostic says why."""

    def __init__(self, code: Code, **facts: Any) -> None:
        self.diagnostic: Diagnostic = code(SHEET, **facts)
        super().__init__(self.diagnostic.message)


class Found(NamedTuple):
    """A sheet found in a letter."""

    text: str
    notes: tuple[str, ...]
    data: dict[str, Any]  # empty if it is no TOML
    place: str
    name: str  # of the file it was attached as
    line: int  # where it begins
    blank: bool  # the sheet that was sent, untouched
    beside: str  # a line outside of it that looks like an order
    words: tuple[str, ...] = ()  # the lines its writer typed outside of it
    heads: tuple[str, ...] = ()  # and those of a heading among them

    @property
    def about(self) -> tuple[Any, ...]:
        """What the sheet is for: game, step and role."""
        return tuple(str(self.data.get(key, "")).strip().lower() for key in ("game", "step", "role"))


class Taken(NamedTuple):
    """What was taken from a letter: the text of its sheet, notes on what was cleaned, and what to warn of."""

    text: str
    notes: tuple[str, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    said: tuple[str, ...] = ()  # the lines beside it that are words for the program


def looks_like_sheet(text: str) -> bool:
    """Whether a text has at least two different lines of a heading, quoted or not."""
    heads = (HEAD.match(QUOTE.sub("", line, count=1)) for line in text.split("\n") if "=" in line)
    return len({found[1].lower() for found in heads if found}) > 1


def sheets_in(text: str, template: Template, name: str = "", place: str = "") -> list[Found]:
    """The sheets in a text, with what the writer typed beside them; a text that is a sheet is left as it is."""
    if not looks_like_sheet(text):
        return []
    if data_of(text) and len(_games(text)) < 2:
        whole = mended(text)  # a phone may have begun its keys with capitals
        data = data_of(whole.text)
        blank = is_blank(whole.text, data, template(_role_in(text)), sent=place == QUOTED)
        return [Found(whole.text, whole.notes, data, place or TYPED, name, 1, blank, "")]
    lines = lines_of(text)
    own = [line for line in lines if not line.sent]
    if _has_heading(own):
        quoted = [line for line in lines if line.sent]
        spans = [*islice(_spans(own, lines), MOST), *islice(_spans(quoted, lines), MOST)]
    else:  # lines typed between quoted ones may be the orders filled in; a key typed above them begins no sheet
        first = next((line.number for line in lines if line.sent), 0)
        below = [line for line in lines if line.number >= first or not HEAD.match(line.text)]
        spans = [*islice(_spans(below, lines), MOST)]
    inside = {line.number for span in spans for line in span.lines}
    beside = [line for line in own if line.number not in inside]
    return [_found(span, beside, template, name, place) for span in spans[:MOST]]


class Span(NamedTuple):
    """The lines of one sheet, and those directly below it."""

    lines: tuple[Line, ...]
    tail: tuple[Line, ...]
    notes: tuple[str, ...]
    closed: bool  # whether its closing line stood below it


def _games(text: str) -> list[str]:
    """The lines that name a game: below a table a second sheet would be read as part of it."""
    return [line for line in text.split("\n") if (found := HEAD.match(line)) and found[1].lower() == "game"]


def _has_heading(lines: Sequence[Line]) -> bool:
    return looks_like_sheet("\n".join(line.text for line in lines))


def _spans(lines: Sequence[Line], whole: Sequence[Line]) -> Iterator[Span]:
    """The sheets among some lines of a letter, each from its heading to its closing line or the next break."""
    starts = [*_starts(lines)]
    for at, start in enumerate(starts):
        stop = starts[at + 1] if at + 1 < len(starts) else len(lines)
        first = _first(lines, start, starts[at - 1] if at else -1)
        end = next((row for row in range(start, stop) if _ends(lines, row)), stop)
        if not _has_heading(lines[first:end]):
            continue
        closed = end < stop and bool(CLOSING.match(lines[end].text))
        yield Span(tuple(lines[first:end]), _tail(lines, end, stop), _notes(lines, first, end, whole), closed)


def _tail(lines: Sequence[Line], end: int, stop: int) -> tuple[Line, ...]:
    """What follows the line that ends a sheet, until something else begins."""
    first = lines[end - 1]
    rest = []
    for line in lines[end:stop]:
        if line.sent != first.sent or line.depth != first.depth or SCISSORS.match(line.text):
            break
        rest.append(line)
    return tuple(line for line in rest if not _is_mark(line.text))


def _is_mark(text: str) -> bool:
    return bool(CLOSING.match(text) or FENCE.match(text) or SCISSORS.match(text))


def _starts(lines: Sequence[Line]) -> Iterator[int]:
    """Where headings begin: at their first line, and again where one of its keys comes a second time."""
    seen: set[str] = set()
    filled = False
    for at, line in enumerate(lines):
        found = HEAD.match(line.text)
        if found is None:
            filled = filled or (bool(seen) and bool(line.text.strip()))
            seen = set() if _is_mark(line.text) else seen
            continue
        key = found[1].lower()
        if not seen or (key == "game" and key in seen) or (filled and key in seen):
            seen, filled = set(), False
            yield at
        seen.add(key)


def _first(lines: Sequence[Line], start: int, before: int) -> int:
    """The first line of a sheet: remarks and other keys may stand above the heading."""
    first = start
    while first - 1 > before and _belongs_above(lines[first - 1], lines[start]):
        first -= 1
    return first


def _belongs_above(line: Line, head: Line) -> bool:
    return bool(BEFORE.match(line.text)) and not _is_mark(line.text) and line.sent == head.sent


def _ends(lines: Sequence[Line], at: int) -> bool:
    """Whether a sheet ends before this line: at a mark, or where typed lines break off for quoted ones."""
    if _is_mark(lines[at].text):
        return True
    before = lines[at - 1] if at else lines[at]
    return lines[at].number > before.number + 1 and not before.sent and not lines[at].sent and before.depth == 0


def _notes(lines: Sequence[Line], first: int, end: int, whole: Sequence[Line]) -> tuple[str, ...]:
    """What was left out around a sheet, in words for its writer."""
    above = [line for line in whole if line.number < lines[first].number and line.text.strip()]
    inside = lines[first:end]
    notes = []
    if inside[0].depth:
        notes.append("the signs of quoting (>) were taken away")
    if any(FENCE.match(line.text) for line in above[-1:]):
        notes.append("the text around the fenced sheet was left out")
    elif any(SCISSORS.match(line.text) for line in above):
        notes.append("the report above the sheet was left out")
    elif above and all(line.sent for line in above):
        notes.append("what stood before the sheet was left out")
    if words := in_words([line.text for line in above if not line.sent and not _is_mark(line.text)]):
        notes.append(WORDS_BEFORE.format(words=words))
    if not inside[0].sent and any(line.sent and line.number > inside[0].number for line in whole):
        notes.append("the older mail below the sheet was left out")
    return tuple(notes)


def _found(span: Span, own: Sequence[Line], template: Template, name: str, place: str) -> Found:
    raw = "\n".join(line.text for line in span.lines).rstrip() + "\n"
    sent = span.lines[0].sent or place == QUOTED
    known = template(_role_in(raw))
    whole = mended(raw, known, span.closed)
    data = data_of(whole.text)
    cut_off = orders_in(whole.tail, names_in(known))
    notes = [*span.notes, *whole.notes]
    below = [*whole.tail, *(line.text for line in span.tail)]
    notes += [BELOW.format(words=words)] if (words := in_words(below)) else []
    return Found(
        text=whole.text,
        notes=tuple(notes),
        data=data,
        place=QUOTED if sent else place or TYPED,
        name=name,
        line=span.lines[0].number,
        # What is broken below its heading is not blank, it is the writer's and gets its complaint.
        blank=is_blank(whole.text, data, known, sent) and (sent or not cut_off) if data else is_copy(raw, known),
        beside=cut_off or _beside(span, own, known),
        words=_typed(own) if sent else (*_typed(own), *whole.tail),
        heads=tuple(line.text for line in own if HEAD.match(line.text)),
    )


def _role_in(text: str) -> str:
    found = re.search(r"(?mi)^[ \t]*role[ \t]*=[ \t]*\W?([\w-]+)", text)
    return found[1].lower() if found else ""


def _beside(span: Span, own: Sequence[Line], known: str) -> str:
    """What of the words around a sheet looks like an order: below it, or typed anywhere else."""
    names = names_in(known)
    return orders_in([line.text for line in span.tail], names) or orders_in(_typed(own), names)


def _typed(own: Sequence[Line]) -> tuple[str, ...]:
    return tuple(line.text for line in own if not HEAD.match(line.text) and not _is_mark(line.text))


def typed_in(text: str) -> list[str]:
    """The lines its writer typed into a text."""
    return [line.text for line in lines_of(text) if not line.sent and not _is_mark(line.text)]


# the choice


def chosen(found: Sequence[Found], template: Template, places: Places = tuple) -> Taken:
    """The one sheet that is meant, with notes on what was left out; else the letter is refused."""
    meant = _distinct([sheet for sheet in found if not sheet.blank])
    own = [sheet for sheet in meant if sheet.place != QUOTED]
    if own:  # an older mail quoted below is no second sheet if it is for something else
        meant = [*own, *(sheet for sheet in meant if sheet.place == QUOTED and sheet.about == own[0].about)]
        if not own[0].data and len(own) == 1:
            meant = own
    if not own and (agreed := _agreed(found, template) or _said_beside(found, template, places)) is not None:
        return agreed
    if not own:
        _check_words(found, template, places)
    if len(meant) > 1:
        _refuse(meant)
    if not meant:
        _refuse_blank(found, template)
    sheet = meant[0]
    if sheet.beside:
        raise Unreadable(ORDERS_BESIDE, line=short(sheet.beside))
    _check_vote(sheet)
    return Taken(sheet.text, tuple(dict.fromkeys(sheet.notes)), _warnings(sheet, template))


def _check_vote(sheet: Found) -> None:
    """A vote that stands in a quotation is its writer's where no other words were typed above it."""
    if sheet.place != QUOTED or VOTE not in sheet.data or is_greeting(sheet.words, _ends_letter):
        return
    raise Unreadable(VOTE_QUOTED, vote=short(f"{VOTE} = {sheet.data[VOTE]!r}"), words=in_words(sheet.words))


def _agreed(found: Sequence[Found], template: Template) -> Taken | None:
    """The quoted sheet of the step under way, untouched, below the word OK and nothing else; None if there is none.

    Only a sheet that offers it can be answered with the word: whoever writes OK to a report may mean that he has read
    it. Who types the line of a sheet, ok = true, means the sheet.
    """
    for sheet in found:
        known = template(_role_in(sheet.text))
        orders = sheet.beside and not is_assent(sheet.beside)  # ok = true looks like a line of orders
        says_so = is_offered(known) or any(map(is_entry, sheet.words))
        if not sheet.blank or sheet.place != QUOTED or orders or not says_so:
            continue
        filled = next(filled_remarks(sheet.text, known), None)
        if filled is None and assents(sheet.words, _ends_letter):
            heads = (line for line in sheet.text.split("\n") if HEAD.match(line))
            return Taken("\n".join([*dict.fromkeys(heads), "ok = true", ""]), (AGREED,))
    return None


def _said_beside(found: Sequence[Found], template: Template, places: Places) -> Taken | None:
    """Press or a vote typed above a quoted sheet; None if there is none, or it is not certain what it is for.

    What was typed is meant. The quotation says what it is for, and counts itself only where it was filled in.
    """
    sheet = _sheet_below(found)
    known = template(_role_in(sheet.text)) if sheet is not None else ""
    typed = typed_beside(sheet.words, names_in(known)) if sheet is not None and known else None
    if sheet is None or typed is None or _names_another(sheet, typed):
        return None
    left = [line for _, line in filled_remarks(sheet.text, known) if not is_beside(line)]
    only_votes = _only_votes(sheet) and VOTE in typed.data  # one typed goes before one in the quotation
    if left if sheet.blank else {*typed.data} & {*sheet.data} and not only_votes:
        return None
    around = sheet._replace(words=typed.words)
    _check_words([around], template, places)
    words = [BESIDE.format(words=said)] if (said := in_words(typed.words)) else []
    text = typed.under(sheet.text) if sheet.blank or only_votes else typed.within(sheet.text)
    return Taken(text, (SAID_BESIDE, *typed.notes, *words), _warnings(around, template))


def _only_votes(sheet: Found) -> bool:
    """Whether there is nothing but a vote in a sheet: words above it are asked about as such."""
    return {*sheet.data} <= {*HEADING, VOTE}


def _sheet_below(found: Sequence[Found]) -> Found | None:
    """The quoted sheet under way that a letter answers, filled in if it was; None if there are several."""
    quoted = [sheet for sheet in found if sheet.place == QUOTED and sheet.data]
    sent = [sheet for sheet in quoted if sheet.blank] or quoted
    if len({sheet.about for sheet in sent}) != 1:
        return None
    filled = _distinct([sheet for sheet in quoted if sheet.about == sent[0].about and not sheet.blank])
    return (*filled, *sent)[0] if len(filled) < 2 else None


def _names_another(sheet: Found, typed: Typed) -> bool:
    """Whether a key, or another line of a heading, was typed that is not the one of the sheet."""
    keys = {key for line in typed.words for key in BARE_KEY.findall(line.lower())}
    key = str(sheet.data.get("key", "")).strip().lower()
    return bool(keys - {key}) or any(not is_within(data_of(line), sheet.data) for line in sheet.heads)


def _ends_letter(line: str) -> bool:
    return bool(SIGNATURE.fullmatch(line))


def _check_words(found: Sequence[Found], template: Template, places: Places) -> None:
    """Words that order something else, or take orders back, above nothing but a quotation, are meant.

    Whoever doubts what is quoted has not answered with it; a sheet that was not filled in answers nothing anyway.
    """
    for sheet in found:
        if not sheet.blank and (line := that_orders(sheet.words, pieces_in(template(_role_in(sheet.text))), places)):
            raise Unreadable(ORDERS_BESIDE, form="words", line=short(line))
        if line := that_take_back(sheet.words, doubts=not (sheet.blank or sheet.beside or _only_votes(sheet))):
            raise Unreadable(TAKEN_BACK, words=f'"{short(line)}"', line=sheet.line)


def _warnings(sheet: Found, template: Template) -> tuple[Diagnostic, ...]:
    """Words that speak of the writer's pieces may be meant as orders, though nothing in them looks like one."""
    pieces = pieces_in(template(_role_in(sheet.text)))
    lines = [f'"{short(line)}"' for line in about_pieces(sheet.words, pieces)]
    return (WORDS_BESIDE(SHEET, words=listed(lines[:3])),) if lines else ()


def _distinct(found: Sequence[Found]) -> list[Found]:
    """The sheets that say different things, in the order in which they were found."""
    kept: list[Found] = []
    for sheet in found:
        if not any(_is_same(sheet, other) for other in kept):
            kept.append(sheet)
    return kept


def _is_same(one: Found, other: Found) -> bool:
    return one.data == other.data if one.data and other.data else one.text.split() == other.text.split()


def _refuse(meant: Sequence[Found]) -> None:
    first, second = meant[0], meant[1]
    places = {first.place, second.place}
    if len(meant) > 2 or (len(places) == 1 and first.place != ATTACHED):
        raise Unreadable(SEVERAL_SHEETS, count=len(meant))
    one, other = _differing(first, second)
    facts = {"one": one, "other": other, "line": first.line, "below": second.line}
    if ATTACHED not in places:
        raise Unreadable(SHEETS_DIFFER, form="", **facts)
    if first.place == second.place:
        raise Unreadable(SHEETS_DIFFER, form="files", file=first.name, second=second.name, **facts)
    text, file = (second, first) if first.place == ATTACHED else (first, second)
    facts = {"one": one, "other": other} if text is first else {"one": other, "other": one}
    raise Unreadable(SHEETS_DIFFER, form="file", file=file.name, line=text.line, **facts)


def _differing(first: Found, second: Found) -> tuple[str, str]:
    """A line of each of two sheets that the other has not."""
    rows = [[line.strip() for line in sheet.text.split("\n") if _counts(line)] for sheet in (first, second)]
    squeezed = [{"".join(line.split()) for line in part} for part in rows]
    one = next((line for line in rows[0] if "".join(line.split()) not in squeezed[1]), rows[0][-1] if rows[0] else "")
    other = next((line for line in rows[1] if "".join(line.split()) not in squeezed[0]), rows[1][-1] if rows[1] else "")
    return short(one), short(other)


def _counts(line: str) -> bool:
    """Whether a line may be shown as a difference: no remark, and nobody's key."""
    return bool(line.strip()) and not re.match(r"\s*(?:#|key\b|phrase\b)", line)


def _refuse_blank(found: Sequence[Found], template: Template) -> None:
    for sheet in found:
        known = template(str(sheet.data.get("role", "")).strip().lower())
        lines = [line for _, line in filled_remarks(sheet.text, known)] if known else []
        if lines:
            raise Unreadable(UNTOUCHED, form="remarks", lines=listed([short(line) for line in lines[:3]]))
        if line := orders_in(sheet.words, names_in(known)):
            raise Unreadable(UNTOUCHED, form="headless", line=short(line))
        if begins_with_assent(sheet.words):
            raise Unreadable(UNTOUCHED, form="ok-and-more" if is_offered(known) else "ok")
    if form := next((form for sheet in found if (form := asks_in_words(sheet.words))), ""):
        raise Unreadable(UNTOUCHED, form=form)
    raise Unreadable(UNTOUCHED)
