"""Taking in letters: each is sorted to its game, proved, acted upon and answered, all in one change or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from pbem.core import SHEET, Diagnostic, listed
from pbem.core.sheets import DRAFT, FINAL, WITHDRAWN, read
from pbem.mail.clean import HEAD
from pbem.mail.codes import BY_MACHINE, VOTE_QUOTED
from pbem.mail.commands import CONFIRM
from pbem.mail.words import short
from pbem.store import GameFault, read_bytes
from pbem.store.inbox import versions
from pbem.store.letters import LetterRow, letter_path
from pbem.store.mailboxes import Incoming
from pbem.store.reading import is_revealed
from pbem.store.transaction import Part
from pbem.store.writing import locked
from pbem.workflow.answers import receipt_draft
from pbem.workflow.check import Answer, examined_at
from pbem.workflow.keyless import without_proof
from pbem.workflow.mailroom import Letter, Mailroom, roles_of
from pbem.workflow.post_codes import GAME_CLOSED, LETTER_BROKE, NOTHING_UNCONFIRMED, WORD_AND_SHEET
from pbem.workflow.post_desk import (
    Desk,
    Done,
    Outcome,
    Unproved,
    committed,
    desk_for,
    desk_of,
    is_from,
    older,
    proved_role,
    role_by_key,
    unproved,
)
from pbem.workflow.receipts import Receipt
from pbem.workflow.strangers import asked_to_confirm, kept_aside, kept_failure, waiting_for
from pbem.workflow.submit import taken_in
from pbem.workflow.timing import arrived
from pbem.workflow.vote_news import told_of_vote
from pbem.workflow.word_answers import answered_word, refused_word

NAME = "letter"  # how complaints call a letter
FATES = {FINAL: "sheet", DRAFT: "draft", WITHDRAWN: "withdrawn"}


def fetch(paths: Sequence[str], letters: Iterable[Incoming], now: str) -> Iterator[Outcome]:
    """Take in letters for all games of these paths, one after the other; a fault with one does not stop the rest."""
    room = Mailroom(paths, now)
    for fault in room.faults:
        yield Outcome("", fault=fault)
    for incoming in letters:
        yield taken(room, incoming)


def taken(room: Mailroom, incoming: Incoming) -> Outcome:
    """One letter; what is wrong with its game or with the program is told, and it is left where it is."""
    try:
        return take_letter(room, incoming)
    except GameFault as fault:
        return Outcome(incoming.place, fault=fault)
    except Exception as error:
        facts = {"kind": type(error).__name__, "place": place_of(error)}
        return Outcome(incoming.place, fault=GameFault(LETTER_BROKE, incoming.place, **facts))


def place_of(error: BaseException) -> str:
    """Where in the program an error arose; what it says may hold a secret, and this goes into logs."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return (
        f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace is not None else "nowhere"
    )


def take_letter(room: Mailroom, incoming: Incoming) -> Outcome:
    """One letter: whoever it comes from is proved by key and address, or it goes to the folder of the post."""
    if not room.games:  # a slip in the name of a folder makes no stranger of anybody
        return Outcome(incoming.place, fault=room.faults[0])
    if room.resting and not room.games.keys() - room.beside - room.resting.keys():
        return Outcome(incoming.place, fault=next(iter(room.resting.values())))
    letter = room.opened(incoming)
    if letter.digest in room.seen:
        return Outcome(letter.place)
    outcome = _taken(room, letter)
    if outcome.fault is None and outcome.row is not None:
        room.seen.add(letter.digest)
    return outcome


def _taken(room: Mailroom, letter: Letter) -> Outcome:
    if letter.head.machine == "failed":
        return kept_failure(room, letter)
    if letter.head.machine:
        return kept_aside(room, letter, Unproved(letter.head.machine))
    place = room.place_of(letter)
    if not place:
        return _of_stranger(room, letter, Unproved("stranger", "no-game"))
    if place in room.beside:
        return Outcome(letter.place)  # it waits until its own game is named
    if place in room.resting:
        return kept_aside(room, letter, Unproved("stranger", "handed-over"))
    with locked(place):
        desk = _desk_at(desk_of(room, place), letter)
        if letter.came_before(desk.letters):
            return Outcome(letter.place)
        found = _done(desk, letter)
        if isinstance(found, Done):
            return committed(desk, letter, found)
    return _of_stranger(room, letter, found)


def _of_stranger(room: Mailroom, letter: Letter, found: Unproved) -> Outcome:
    """A letter that nothing proves; where a game cannot be read, it may be one of its players', and waits."""
    if room.faults and found.fate == "stranger":
        return Outcome(letter.place, fault=room.faults[0])
    return kept_aside(room, letter, found)


def _done(desk: Desk, letter: Letter, confirmed: str = "") -> Done | Unproved:
    """What a letter does; ``confirmed``: the role whose player has said that the letter is theirs."""
    if letter.said is None:
        return with_sheet(desk, letter, confirmed)
    if letter.said.word == CONFIRM:
        return _confirmed(desk, letter)
    role = confirmed or role_by_key(desk, letter)
    if not role:
        return _without_proof(desk, letter)
    if not confirmed and not is_from(desk, letter, role):
        return asked_to_confirm(desk, letter, role)
    answer = examined_at(desk.table, desk.secret, NAME, letter.light, words=True)
    if _is_for_sheet(desk, role, answer):
        return with_sheet(desk, letter, confirmed)
    return answered_word(desk, letter, role, letter.said)


def _is_for_sheet(desk: Desk, role: str, answer: Answer) -> bool:
    """Whether a letter that says a word has a sheet beside it that was newly filled in, or a vote in doubt."""
    sheet = answer.given or answer.sheet
    if sheet is None:
        return any(item.code is VOTE_QUOTED for item in answer.diagnostics)
    rows = versions(desk.game.directory, desk.table.under_way).get(role, [])
    keys = desk.table.ruleset.sheet_keys
    earlier = (read(read_bytes(row.path).decode("utf-8", "replace"), keys).sheet for row in rows)
    is_in = any(found is not None and found.body == sheet.body for found in earlier)
    return sheet.role == role and sheet.step == desk.table.under_way and not is_in


def _desk_at(desk: Desk, letter: Letter) -> Desk:
    """The desk as the writer of a letter knows it; a one-time word may come from whoever was asked for it."""
    is_word = letter.said is not None and letter.said.word == CONFIRM
    kept = _waiting(desk, letter) if is_word else None
    if kept is None:
        return desk_for(desk, letter)
    asked = desk_for(desk, kept[1])
    return asked if is_from(asked, letter, kept[0].role) else desk


def _waiting(desk: Desk, letter: Letter) -> tuple[LetterRow, Letter] | None:
    """The letter that waits for the one-time word of another, as it came."""
    assert letter.said is not None  # it says a word
    row = waiting_for(desk.letters, desk.secret.seed, letter.said.rest[0])
    if row is None:
        return None
    data = read_bytes(letter_path(desk.game.directory, row.number))
    return row, desk.room.opened(Incoming(data, letter.place, row.received))


def _confirmed(desk: Desk, letter: Letter) -> Done | Unproved:
    """A one-time word: the letter that waits for it counts now, as if it came from the address that is known."""
    found = _waiting(desk, letter)
    if found is None or not is_from(desk, letter, found[0].role) or _is_for_proxy(desk, found[1]):
        role = next(iter(roles_of(desk.game, letter.head.sender)), "")
        answer = Answer("", NAME, None, (NOTHING_UNCONFIRMED(SHEET),))
        return refused_word(desk, letter, role, answer) if role else unproved(desk, letter)
    row, kept = found
    done = _done(desk, kept, row.role) if kept.said is None or kept.said.word != CONFIRM else unproved(desk, letter)
    return done._replace(of=row.number) if isinstance(done, Done) else done


def _without_proof(desk: Desk, letter: Letter, answer: Answer | None = None) -> Done | Unproved:
    return without_proof(desk, letter, answer) or unproved(desk, letter, answer)


def _is_for_proxy(desk: Desk, kept: Letter) -> bool:
    """Whether the one-time word of a letter went to a proxy, and it is the player who sends it."""
    return not desk.proxy and bool(desk_for(desk, kept).proxy)


def with_sheet(desk: Desk, letter: Letter, confirmed: str = "") -> Done | Unproved:
    """A letter with a sheet, or with none that can be found; ``confirmed``: the role whose player has said so."""
    answer = examined_at(desk.table, desk.secret, NAME, letter.light, words=True)
    if any(item.code is BY_MACHINE for item in answer.diagnostics):
        return Unproved("machine")
    role = confirmed or proved_role(desk, letter, answer)
    if not role:
        return _without_proof(desk, letter, answer)
    if not confirmed and not is_from(desk, letter, role):
        return asked_to_confirm(desk, letter, role)
    result = desk.table.ruleset.rules.result(desk.table.state)
    if result is not None:  # and so nothing else that is wrong with it matters
        over = GAME_CLOSED(SHEET, form="over", sentence=result.sentence)
        return _refused(desk, letter, role, answer._replace(diagnostics=(over,)))
    if wrong := _wrong(desk, letter, role, answer):
        return _refused(desk, letter, role, answer._replace(diagnostics=(*answer.diagnostics, wrong)))
    receipt, parts = taken_in(desk.table, desk.secret, answer)
    sheet = receipt.answer.sheet
    if receipt.answer.is_refused or sheet is None:
        return _refused(desk, letter, role, receipt.answer)
    late, came = _in_time(desk, letter, role) if parts and sheet.answers else (None, ())
    if late is not None:
        return _refused(desk, letter, role, receipt.answer._replace(diagnostics=(late,)))
    draft = receipt_draft(desk.table, role, letter, desk.number, receipt)
    fate = ("talk" if sheet.is_talk else FATES[sheet.status]) if parts else "same"
    return Done(role, fate, (draft,), (*parts, *came), receipt.version, others=told_of_vote(desk, role, receipt.voted))


def _in_time(desk: Desk, letter: Letter, role: str) -> tuple[Diagnostic | None, tuple[Part, ...]]:
    """Whether a sheet that answers came in time, by when the server took its letter; what records that it came."""
    if all(owed.role != role for owed in desk.table.awaiting):
        return None, ()
    return arrived(desk.table, role, datetime.fromisoformat(letter.received))


def _wrong(desk: Desk, letter: Letter, role: str, answer: Answer) -> Diagnostic | None:
    """What stands against a letter besides its sheet."""
    if is_revealed(desk.game.directory):
        return GAME_CLOSED(SHEET)
    if answer.sheet is not None and answer.words and not answer.is_refused:
        return WORD_AND_SHEET(SHEET, words=listed(f'"{short(line)}"' for line in answer.words), orders=_shown(answer))
    talks = answer.sheet is not None and answer.sheet.is_talk
    return None if answer.is_refused or talks else older(desk, letter, role)


def _shown(answer: Answer) -> str:
    """A line of the sheet in a letter, below its heading."""
    lines = (line for line in answer.text.split("\n") if line.strip() and not line.lstrip().startswith("#"))
    return short(next((line for line in lines if not HEAD.match(line)), ""))


def _refused(desk: Desk, letter: Letter, role: str, answer: Answer) -> Done:
    """A letter of a player that changes nothing; its writer is told why."""
    draft = receipt_draft(desk.table, role, letter, desk.number, Receipt(answer))
    codes = " ".join(dict.fromkeys(item.code.id for item in answer.diagnostics if item.is_error))
    return Done(role, "refused", (draft,), about=codes)
