"""Checking a sheet, from a game directory or from a view file, with the same answer."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from pbem.core import Diagnostic, Record, has_errors
from pbem.core.ruleset import Ruleset
from pbem.core.sheets import WITHDRAWN, Expected, Known, Sheet, at_key, check_heading, may_be_order, read
from pbem.store import WRONG_VALUE, GameFault, read_bytes
from pbem.store.reading import DOES_NOT_FIT, Secret, read_secret
from pbem.workflow import (
    Table,
    check_set_up,
    decoded,
    expected_of,
    open_game,
    places_of,
    press_allowed,
    reads,
    ruleset_on,
    unsealed,
)

if TYPE_CHECKING:
    from pbem.seal import Envelope, Phrase

LIMIT = 1_000_000  # bytes of a sheet or a mail


def _unknown(role: str) -> str:
    return ""


class Sent(Record):
    """What the program sends to players: the sheet to fill in, by role, the addresses it writes from, and a map."""

    sheet: Callable[[str], str] = _unknown
    own: tuple[str, ...] = ()
    places: Callable[[], Iterable[str]] = tuple  # the names of the places on it
    words: bool = False  # whether whoever asks reads words for the program beside a sheet


class Answer(Record):
    """What the checker says about a sheet: the sheet if it could be read, the complaints, the orders."""

    text: str
    file: str
    sheet: Sheet | None
    diagnostics: tuple[Diagnostic, ...]
    understood: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()  # what was cleaned of the ways of mail
    beside: tuple[Diagnostic, ...] = ()  # those of the complaints that are about the letter around the sheet
    closed: Envelope | Phrase | None = None  # what came in place of the sheet itself
    would: tuple[str, ...] | None = None  # what the orders would do; None where that is not to be told
    given: Sheet | None = None  # the sheet as it came, where it was filled in
    words: tuple[str, ...] = ()  # the lines of its letter that are words for the program

    @property
    def is_refused(self) -> bool:
        """Whether the sheet has errors."""
        return any(item.is_error for item in self.diagnostics)

    def complaints(self, format: str = "text") -> str:
        """The complaints as text, JSON or annotations; what renders them loads only if there are any."""
        if not self.diagnostics:
            return "[]" if format == "json" else ""
        from pbem.report.complaints import render  # not for check: where there is nothing to complain of

        return render(self.diagnostics, self.text, self.file, format)


def sheet_bytes(file: str) -> bytes:
    """The bytes of a sheet or mail, from a file or from standard input, up to just over the limit."""
    if file != "-":
        return read_bytes(file, LIMIT, "named")
    return sys.stdin.buffer.read(LIMIT + 1)


def shown_name(file: str) -> str:
    """How a sheet is called in complaints: the same wherever it is checked."""
    return "stdin" if file == "-" else os.path.basename(file)


def examined(
    file: str,
    check: Callable[[str, str], Answer],
    sent: Sent = Sent(),  # noqa: B008 a value
    data: bytes | None = None,
) -> Answer:
    """Check a sheet, or its bytes; what is none as it stands is taken for a mail or a sheet that a mail has damaged."""
    data, name = sheet_bytes(file) if data is None else data, shown_name(file)
    plain = _plain_text(data)
    if (first := None if plain is None else check(plain, name)) is not None and first.sheet is not None:
        return first
    mail = from_mail(data, name, sent)
    if not mail.is_refused:
        answer = check(mail.text, name)
        # What the letter says of its writer's pieces is told to nobody whose sheet is refused: the key may be wrong.
        more = () if answer.is_refused else mail.diagnostics
        answer = answer._replace(diagnostics=(*answer.diagnostics, *more), notes=mail.notes, beside=more)
        return answer._replace(words=mail.words)
    from pbem.mail.parts import is_mail  # not for check: of what is no mail

    return mail if first is None or is_mail(data) else first


def _plain_text(data: bytes) -> str | None:
    """The text of a sheet as it left an editor, or None."""
    if len(data) > LIMIT or b"\0" in data:
        return None
    try:
        return data.decode().removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return None


def from_mail(data: bytes, name: str, sent: Sent) -> Answer:
    """The sheet out of a mail, not checked yet, or why there is none."""
    from pbem.mail.choice import Unreadable  # not for check
    from pbem.mail.intake import taken_from

    try:
        taken = taken_from(data, *sent)
    except Unreadable as refusal:
        return Answer("", name, None, (refusal.diagnostic,))
    return Answer(taken.text, name, None, taken.warnings, notes=taken.notes, words=taken.said)


def check_text(text: str, file: str, ruleset: Ruleset, view: Any, expected: Expected) -> Answer:
    """Everything there is to say about a sheet, seen from one role's view."""
    if (found := _checked_closed(text, file, lambda role: expected, ruleset)) is not None:
        from pbem.workflow.phrases import with_beside_phrase  # not for check: of an open sheet

        return with_beside_phrase(found, ruleset, view, expected)
    known = Known(expected.game, expected.step, expected.roles, {expected.role: expected.key})
    reading = read(text, ruleset.sheet_keys, known)
    if reading.sheet is None:
        return Answer(text, file, None, _with_tables(text, reading.diagnostics))
    return _with_talk(check_sheet(reading.sheet, text, file, ruleset, view, expected), expected)


def kind_of_sheet(text: str) -> str:
    """What a text is: a "sheet", an envelope that is "sealed" or "held", or a "phrase"."""
    if _is_open(text):
        return "sheet"
    from pbem.seal import kind_of  # not for check: of an open sheet

    return kind_of(text)


def _is_open(text: str) -> bool:
    """Whether a text is plainly no envelope and no phrase, and so does without that chapter."""
    return "\nsealed" not in text and "\nphrase" not in text and not text.startswith(("sealed", "phrase"))


def _checked_closed(text: str, file: str, expected: Callable[[str], Expected], ruleset: Ruleset) -> Answer | None:
    """What can be said of an envelope or a phrase from outside; None if the text is a sheet."""
    if _is_open(text):
        return None
    from pbem.seal import is_closed  # not for check: of an open sheet
    from pbem.seal.outside import seen_closed

    if not is_closed(text):
        return None
    # Beside the phrase of orders ahead stands whatever does not answer their decision.
    keys = [key for key in ruleset.sheet_keys if key not in ruleset.ahead.keys] if ruleset.ahead else ()
    seen = seen_closed(text, expected, keys)
    return Answer(text, file, seen.sheet, seen.diagnostics, seen.understood, closed=seen.closed)


def check_sheet(
    sheet: Sheet, text: str, file: str, ruleset: Ruleset, view: Any, expected: Expected, warned: bool = True,
    fresh: bool = True,
) -> Answer:  # fmt: skip
    """The heading first; only its true writer is told more. ``warned``: also of orders behind the sign of a remark.

    ``fresh``: it has just come; one that says ok and no more is given the orders it agrees to, once and for all.
    """
    wrong = check_heading(sheet, expected)
    if wrong:
        return Answer(text, file, sheet, wrong)
    if expected.waits or sheet.status == WITHDRAWN or sheet.is_talk:
        from pbem.workflow.bare_sheets import checked_bare  # not for check: of a sheet with orders

        return Answer(text, file, sheet, *checked_bare(sheet, ruleset, view, expected))
    silent = not expected.table_pace and ruleset.ahead and not sheet.says(ruleset.ahead.keys)
    leaves = fresh and (expected.ready or expected.held or silent)
    if leaves and (found := _left_alone(sheet, text, file, ruleset, view, expected, warned)):
        return found
    if sheet.ok and fresh:
        return _checked_ok(sheet, text, file, ruleset, view, expected, warned)
    if "ahead" in sheet.body:
        return _checked_ahead(sheet, text, file, ruleset, view, expected, warned)
    taken = ruleset.rules.take(view, sheet.role, sheet.body)
    if expected.table_pace:
        from pbem.workflow.pace import taken_at_table  # not for check: in a game that goes on by itself

        taken = taken_at_table(ruleset, view, sheet, taken)
    remarks = _check_remarks(text, sent_sheet(ruleset, view, expected)) if warned else ()
    looked_at = expected.kept or expected.watched or _stands_beside(sheet, ruleset, view)
    refused = has_errors(taken.diagnostics)
    beside = _beside(sheet, ruleset, view, expected, refused) if warned and looked_at else ()
    return Answer(text, file, sheet, (*taken.diagnostics, *beside, *remarks), tuple(taken.understood))


def _stands_beside(sheet: Sheet, ruleset: Ruleset, view: Any) -> bool:
    """Whether a sheet has an answer where something that its writer has standing would speak."""
    group = ruleset.ahead
    if group is None or not sheet.says(group.keys):
        return False
    return group.spoken(view, sheet.role) is not None or bool(group.parts(view, sheet.role, {}))


def _beside(
    sheet: Sheet, ruleset: Ruleset, view: Any, expected: Expected, refused: bool
) -> tuple[Diagnostic, ...]:  # fmt: skip
    """What is said of a sheet besides its orders; one that is refused sets nothing aside."""
    from pbem.workflow.ahead import in_the_open, set_aside  # not for check: where nothing is ordered ahead

    seen = in_the_open(ruleset, view, sheet.role, sheet.body) if expected.watched else ()
    return (*(() if refused else set_aside(ruleset, view, sheet, expected)), *seen)


def _left_alone(
    sheet: Sheet, text: str, file: str, ruleset: Ruleset, view: Any, expected: Expected, warned: bool
) -> Answer | None:
    """A sheet that says nothing of what orders ahead or a standing answer speak to, or the same as they: they stay."""
    from pbem.workflow.ahead import answer_in_part, left_alone  # not for check: where nothing is ordered ahead

    if part := answer_in_part(ruleset, view, sheet, expected):
        return Answer(text, file, sheet, part)
    if (left := left_alone(ruleset, view, sheet, text, expected)) is None:
        return None
    (filled, made, understood), expected = left
    answer = check_sheet(filled, made, file, ruleset, view, expected, warned, fresh=False)
    if answer.is_refused:
        return answer._replace(sheet=sheet, text=text)
    return answer._replace(understood=(understood, *answer.understood), given=sheet)


def _checked_ok(
    sheet: Sheet, text: str, file: str, ruleset: Ruleset, view: Any, expected: Expected, warned: bool
) -> Answer:
    """A sheet that is meant as it was sent."""
    from pbem.workflow.assent import agreed  # not for check: of a sheet with orders
    from pbem.workflow.codes import OK_TO_NOTHING

    if all(owed.role != sheet.role for owed in ruleset.rules.awaiting(view)):
        return Answer(text, file, sheet, (OK_TO_NOTHING(at_key("ok")),))
    found = agreed(sheet, text, sent_sheet(ruleset, view, expected)())
    answer = check_sheet(found.sheet, found.text, file, ruleset, view, expected, warned, fresh=False)
    if answer.is_refused:
        return answer
    return answer._replace(understood=(found.understood, *answer.understood), given=sheet)


def _checked_ahead(
    sheet: Sheet, text: str, file: str, ruleset: Ruleset, view: Any, expected: Expected, warned: bool
) -> Answer:
    """A sheet with orders for coming decisions too."""
    from pbem.workflow.ahead import judged, misplaced  # not for check: of a sheet without them
    from pbem.workflow.ahead_tables import without_ahead

    out_of_place = misplaced(ruleset, view, sheet, expected)
    if any(item.is_error for item in out_of_place):
        return Answer(text, file, sheet, out_of_place)
    now = sheet._replace(body=without_ahead(sheet.body))
    answer = check_sheet(now, text, file, ruleset, view, expected, warned, fresh=False)
    found = judged(ruleset, view, sheet.role, sheet.body, expected)
    complaints = (*out_of_place, *answer.diagnostics, *found.diagnostics)
    return answer._replace(sheet=sheet, diagnostics=complaints, understood=(*answer.understood, *found.understood))


def _with_tables(text: str, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    from pbem.mail.blank import with_tables  # not for check: a sheet that can be read does without it

    return with_tables(text, found)


def _check_remarks(text: str, template: Callable[[], str]) -> tuple[Diagnostic, ...]:
    """Orders that were filled in behind the sign of a remark would be lost in silence."""
    if not any(map(may_be_order, text.split("\n"))):
        return ()
    from pbem.workflow.sheet import orders_behind  # not for check: 8 ms, for remarks that look like orders

    return orders_behind(text, template())


def sent_sheet(ruleset: Ruleset, view: Any, expected: Expected) -> Callable[[], str]:
    """The sheet as it was sent to the role that is expected here, made when it is asked for."""

    def made() -> str:
        from pbem.workflow.sheet import blank, heading  # not for check: 8 ms, for remarks that look like orders

        top = heading(expected.game, expected.step, expected.role, expected.key, expected.opening)
        return blank(ruleset, view, expected.role, top, expected.waits, not expected.table_pace, expected.held)

    return made


def check_at(
    table: Table, secret: Secret, text: str, file: str, held: bool = False, warned: bool = True, fresh: bool = True
) -> Answer:
    """Check a sheet at an open game; the role is the one the sheet names.

    ``held``: it was in a held envelope; ``warned``: its writer is to hear of orders behind the sign of a remark;
    ``fresh``: it has just come, and was not kept before.
    """
    secret = secret.acting(text)
    if (found := _checked_closed(text, file, lambda role: expected_of(table, secret, role), table.ruleset)) is not None:
        return _beside_phrase_at(table, secret, found)
    roles = tuple(role.id for role in table.ruleset.mode(table.game.mode).roles)
    reading = read(text, table.ruleset.sheet_keys, Known(table.game.name, table.under_way, roles, secret.keys))
    if reading.sheet is None:
        return Answer(text, file, None, _with_tables(text, reading.diagnostics))
    return _check_read(table, secret, reading.sheet, text, file, held, warned, fresh)


def _check_read(
    table: Table, secret: Secret, sheet: Sheet, text: str, file: str, held: bool, warned: bool, fresh: bool
) -> Answer:
    """What there is to say of a sheet that could be read."""
    view = table.ruleset.secrets.view_of(table.state, sheet.role if sheet.role in table.game.players else None)
    expected = expected_of(table, secret, sheet.role)
    expected = expected._replace(held_words=expected.held_words and not held, watched=expected.watched and not held)
    return _with_talk(check_sheet(sheet, text, file, table.ruleset, view, expected, warned, fresh), expected)


def _with_talk(answer: Answer, expected: Expected) -> Answer:
    """The answer with what is said of press beside the orders; none of it refuses them."""
    if answer.sheet is None or "press" not in answer.sheet.beside or answer.is_refused:
        return answer
    from pbem.workflow.press import said_of  # not for check: of a sheet without press

    said, understood = said_of(answer.sheet, expected)
    return answer._replace(diagnostics=(*answer.diagnostics, *said), understood=(*answer.understood, *understood))


def check_again(
    table: Table, secret: Secret, answer: Answer, held: bool = False, warned: bool = True, fresh: bool = True
) -> Answer:
    """Check what was read already, at the twin of a table or with other keys: nothing that reading hangs on differs."""
    assert answer.sheet is not None
    if answer.closed is None:
        return _check_read(table, secret, answer.given or answer.sheet, answer.text, answer.file, held, warned, fresh)
    from pbem.seal.outside import seen_again  # not for check: of an open sheet

    seen = seen_again(answer.sheet, answer.closed, lambda role: expected_of(table, secret, role))
    found = Answer(answer.text, answer.file, seen.sheet, seen.diagnostics, seen.understood, closed=seen.closed)
    return _beside_phrase_at(table, secret, found)


def _beside_phrase_at(table: Table, secret: Secret, answer: Answer) -> Answer:
    if (role := answer.sheet.role if answer.sheet is not None else "") not in table.game.players:
        return answer
    from pbem.workflow.phrases import with_beside_phrase  # not for check: of an open sheet

    view = table.ruleset.secrets.view_of(table.state, role)
    return with_beside_phrase(answer, table.ruleset, view, expected_of(table, secret, role))


@reads
def check_in_game(file: str, directory: str, tell: bool = False) -> Answer:
    """Check a sheet against a game directory: the moderator's way; ``tell``: also what it would do."""
    table = open_game(directory, told=False)
    answer = examined_at(table, read_secret(table.game), file)
    return foretold(table, answer) if tell else answer


def examined_at(table: Table, secret: Secret, file: str, data: bytes | None = None, words: bool = False) -> Answer:
    """Check a file at an open game; ``words``: whoever asks reads the words for the program beside the sheet."""

    def sheet(role: str) -> str:
        if role not in table.game.players:
            return ""
        return sent_sheet(
            table.ruleset, table.ruleset.secrets.view_of(table.state, role), expected_of(table, secret, role)
        )()

    host, players = table.game.moderator.address, table.game.players.values()
    # A moderator who plays writes from the address of the game.
    own = (host,) if host and host.lower() not in [player.address.lower() for player in players] else ()
    sent = Sent(sheet, own, lambda: places_of(table.ruleset, table.ruleset.secrets.view_of(table.state, None)), words)
    return examined(file, lambda text, name: check_at(table, secret, text, name), sent, data)


def check_with_view(file: str, view_file: str, held: bool = False, tell: bool = False) -> Answer:
    """Check a sheet at home against a view; ``held``: it is to be held; ``tell``: say what it would do, too."""
    from pbem.store.views import read_view  # not for check: at the desk

    seen = read_view(view_file)
    ruleset = ruleset_on(seen.ruleset, view_file, seen.revision, seen.board)
    check_set_up(ruleset, seen.mode, seen.options, view_file)
    if seen.role not in seen.roles:
        raise GameFault(WRONG_VALUE, view_file, form="role")
    if seen.roles != tuple(role.id for role in ruleset.mode(seen.mode).roles):
        raise GameFault(DOES_NOT_FIT, view_file, form="roles")
    view = decoded(ruleset.files.decode, seen.state, view_file)
    if ruleset.files.encode(view) != seen.state:
        from pbem.workflow.sound import check_same  # not for check: only a view that somebody changed needs it

        check_same(seen.state, ruleset.files.encode(view), view_file)
    owed = not seen.over and (seen.waits or bool(decoded(ruleset.rules.awaiting, view, view_file)))
    words = bool(seen.plays) and not held
    expected = Expected(seen.game, seen.step, seen.roles, seen.role, seen.key, owed, seen.step == 1, seen.waits, words,
                        seen.ahead, seen.pace == "table", seen.held, seen.ready,
                        words and seen.role not in seen.plays, unsealed(seen.plays, seen.seal_key),
                        press_allowed(ruleset, seen.options, seen.press))  # fmt: skip
    sheet = sent_sheet(ruleset, view, expected)
    sent = Sent(lambda role: sheet() if role == expected.role else "", (), lambda: places_of(ruleset, view))
    checked: Callable[[str, str], Answer] = lambda text, name: check_text(text, name, ruleset, view, expected)  # noqa: E731
    answer: Answer = decoded(partial(examined, file, sent=sent), checked, view_file)
    return with_foresight(ruleset, view, answer) if tell and not seen.waits else answer


def foretold(table: Table, answer: Answer) -> Answer:
    """The answer to a sheet at an open game, with what the sheet would do."""
    sheet = answer.sheet
    if sheet is None or sheet.role not in table.game.players or table.owes_word(sheet.role):
        return answer
    return with_foresight(table.ruleset, table.ruleset.secrets.view_of(table.state, sheet.role), answer)


def with_foresight(ruleset: Ruleset, view: Any, answer: Answer) -> Answer:
    """The answer with what the sheet would do, if it is an open one in order."""
    if answer.sheet is None or answer.is_refused or answer.closed is not None or not answer.sheet.has_orders:
        return answer
    from pbem.workflow.foresight import would_do  # not for check: that is not to tell

    return answer._replace(would=would_do(ruleset, view, answer.sheet.role, answer.sheet.body))


def said(answer: Answer, format: str) -> list[str]:
    """The answer as it is printed: complaints, and for people the orders as understood."""
    complaints = answer.complaints(format)
    lines = [complaints] if complaints else []
    if format != "text" or answer.is_refused:
        return lines
    lines += [f"{answer.file}: the sheet is in order", *(f"  {line}" for line in answer.understood)]
    if answer.would is not None:
        nothing = ["nothing besides what they say"]
        lines += ["What these orders would do by themselves:", *(f"  {line}" for line in answer.would or nothing)]
    return [*lines, *(f"note: {note}" for note in answer.notes)]
