"""Answers to a word in place of a sheet: the last report again, how things stand, a blank sheet, help."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from pbem.core import SHEET, Diagnostic, listed
from pbem.core.sheets import WITHDRAWN
from pbem.mail.clean import HEAD
from pbem.mail.commands import Said, span_in
from pbem.store import GameFault, read_bytes
from pbem.store.inbox import Version, versions
from pbem.store.ledger import check_room
from pbem.workflow import Table
from pbem.workflow.answers import ANSWERED, NOTHING_OWED, REFUSED, answer_to, end_of, receipt_draft, still_owed
from pbem.workflow.check import Answer, check_at, kind_of_sheet
from pbem.workflow.finals import newest_final
from pbem.workflow.gate import Gate, own_secret
from pbem.workflow.mailroom import Letter
from pbem.workflow.owed import owed_sheet
from pbem.workflow.post_codes import BAD_ABSENCE, CANNOT_WITHDRAW, GAME_CLOSED, NO_TIME_KEPT
from pbem.workflow.post_desk import Desk, Done, older
from pbem.workflow.post_reports import Reader, report_draft
from pbem.workflow.posting import Draft
from pbem.workflow.recording import chains_at, is_gathered
from pbem.workflow.reporting import Wish, events_read, told_table
from pbem.workflow.sheet import heading
from pbem.workflow.strangers import said_refusal
from pbem.workflow.submit import taken_in
from pbem.workflow.timing import absent_claim, wait_claim

HELP = """\
To play, answer a report with its sheet filled in, as plain text or as an
attached file. Every letter is answered: with a receipt that repeats your
orders, or with all that is wrong with them. The last sheet that was taken
counts.

A letter with your key and one of these words, alone on a line, is answered
too:

  report      the last report again
  status      what is awaited from you, and what has come
  orders      a blank sheet for what you owe now, and the sheet that counts
  wait        more time for this step, where the game grants it
  absent 2026-08-01 2026-08-14
              you are away from the first day to the last
  withdraw    your sheet for this step does not count any more
  help        this text

The key stands in the sheet at the end of every report. Keep it to yourself."""
TITLES = {"wait": "More time", "absent": "Your absence is noted"}
NOT_DONE = "The letter was refused; nothing was changed."
NAME = "letter"  # how complaints call a letter
STANDS = "{game}: {heading}"
STEP = "Step {step} is under way for you as {role}."
SENT = "Your sheet, version {version}, is in."
SEALED = "Your envelope, version {version}, is in; nobody has opened it."
NOT_SENT = "No sheet of yours is in."
AHEAD = "Ordered ahead: {what}."
BLANK = "The sheet for what you owe now, to be filled in and sent back:"
COUNTS = "Version {version}, which counts now:"


def answered_word(desk: Desk, letter: Letter, role: str, said: Said) -> Done:
    """What a player is told, or what is done, for one word."""
    makers = {"report": _report, "status": _status, "orders": _orders, "help": _help}
    if said.word in makers:
        return Done(role, "word", (makers[said.word](desk, letter, role),), about=said.word)
    return _withdrawn(desk, letter, role) if said.word == "withdraw" else _timed(desk, letter, role, said)


def _withdrawn(desk: Desk, letter: Letter, role: str) -> Done:
    """The sheet of the step under way counts no more: a version of its own says so, as a sheet of the player would."""
    table, secret = desk.table, desk.secret
    if (wrong := _not_to_withdraw(desk, letter, role)) is not None:
        return refused_word(desk, letter, role, Answer("", NAME, None, (wrong,)))
    top = heading(table.game.name, table.under_way, role, secret.keys[role], False)
    receipt, parts = taken_in(table, secret, check_at(table, secret, f'{top}status = "{WITHDRAWN}"\n', NAME))
    if receipt.answer.is_refused:
        return refused_word(desk, letter, role, receipt.answer)
    draft = receipt_draft(table, role, letter, desk.number, receipt)
    return Done(role, "withdrawn", (draft,), parts, receipt.version, "withdraw")


def _not_to_withdraw(desk: Desk, letter: Letter, role: str) -> Diagnostic | None:
    table, step = desk.table, desk.table.under_way
    if is_gathered(table, chains_at(table)):
        return CANNOT_WITHDRAW(SHEET, form="gathered", step=step)
    if table.is_opening and table.game.waits:
        return CANNOT_WITHDRAW(SHEET, form="opening", step=step)
    if _final(table, role) is None:
        return CANNOT_WITHDRAW(SHEET, step=step)
    return older(desk, letter, role)


def _timed(desk: Desk, letter: Letter, role: str, said: Said) -> Done:
    """A wish for more time, or word of an absence; it counts from when its letter came."""
    if (result := desk.table.ruleset.rules.result(desk.table.state)) is not None:
        wrong = GAME_CLOSED(SHEET, form="over", sentence=result.sentence)
        return refused_word(desk, letter, role, Answer("", NAME, None, (wrong,)))
    if not desk.game.time:
        return refused_word(desk, letter, role, Answer("", NAME, None, (NO_TIME_KEPT(SHEET, word=said.word),)))
    days = span_in(said)
    if said.word == "absent" and len(days) != 2:
        return refused_word(desk, letter, role, Answer("", NAME, None, (BAD_ABSENCE(SHEET),)))
    chains, at = chains_at(desk.table), datetime.fromisoformat(letter.received)
    try:
        check_room(desk.game.directory, chains)
        if said.word == "wait":
            claim = wait_claim(desk.table, chains, role, at)
        else:
            claim = absent_claim(desk.table, chains, role, days[0], days[1], at)
    except GameFault as fault:
        return refused_word(desk, letter, role, Answer("", NAME, None, (fault.code(SHEET, **fault.facts),)))
    owed = still_owed(desk.table, role, by=claim.by)
    draft = word_draft(desk, letter, role, TITLES[said.word], f"{claim.answer}\n\n{owed}\n")
    return Done(role, "word", (draft,), (*claim.parts, *claim.chains.change), about=said.word)


def refused_word(desk: Desk, letter: Letter, role: str, answer: Answer) -> Done:
    """A word that changes nothing; its writer is told why."""
    facts = {"game": desk.game.name, "step": desk.table.last.number}
    said = "\n".join(map(said_refusal, answer.diagnostics)) if answer.sheet is None else f"{answer.complaints()}\n"
    text = f"{said}\n{NOT_DONE}\n\n{still_owed(desk.table, role)}\n"
    codes = " ".join(dict.fromkeys(item.code.id for item in answer.diagnostics))
    draft = answer_to(desk.table, role, letter, desk.number, "refusal", REFUSED.format(**facts), text)
    return Done(role, "refused", (draft,), about=codes)


def word_draft(desk: Desk, letter: Letter, role: str, title: str, text: str) -> Draft:
    """The answer to a word."""
    subject = ANSWERED.format(game=desk.game.name, step=desk.table.last.number, title=title)
    return answer_to(desk.table, role, letter, desk.number, "answer", subject, text)


def _help(desk: Desk, letter: Letter, role: str) -> Draft:
    return word_draft(desk, letter, role, "Help", HELP)


def _report(desk: Desk, letter: Letter, role: str) -> Draft:
    """The last report once more, through the leak gate as it went the first time."""
    secret, table = told_table(desk.game.directory, Wish())
    reader = Reader(desk.reader(role), role, desk.game.players[role])
    draft, _ = report_draft(table, secret._replace(keys=desk.secret.keys), reader, desk.outbox.rows, events_read(table))
    own = answer_to(desk.table, role, letter, desk.number, "answer", draft.subject, draft.text)
    return own._replace(html=draft.html, attached=draft.attached)


def _status(desk: Desk, letter: Letter, role: str) -> Draft:
    """How things stand for one player; of the others nothing that the reports do not tell."""
    name = f"status-{role}"
    text = Gate(desk.table, role).passed(partial(_stands, role=role), name)
    return word_draft(desk, letter, role, "Status", f"{text}\n{_owed_now(desk.table, role)}\n")


def _owed_now(table: Table, role: str) -> str:
    """What is awaited from a player to whom it was just said whether a sheet is in; nothing if the game is over."""
    if end_of(table):
        return ""
    is_in = _final(table, role) is not None and any(item.role == role for item in table.awaiting)
    return NOTHING_OWED.format(step=table.under_way) if is_in else still_owed(table, role)


def _final(table: Table, role: str) -> tuple[Version, str] | None:
    """The sheet that counts for the step under way."""
    return newest_final(table, versions(table.game.directory, table.under_way).get(role, []))


def _stands(table: Table, role: str) -> str:
    lines = [STANDS.format(game=table.game.name, heading=table.ruleset.telling.heading(table.state))]
    if ended := end_of(table):
        return "\n".join([*lines, ended])
    lines += [STEP.format(step=table.under_way, role=table.title(role)), _sent(table, role)]
    ahead = [item.what for item in table.kept if item.role == role]
    return "\n".join([*lines, *([AHEAD.format(what=listed(ahead))] if ahead else [])])


def _sent(table: Table, role: str) -> str:
    final = _final(table, role)
    if final is None:
        return NOT_SENT
    return (SENT if kind_of_sheet(final[1]) == "sheet" else SEALED).format(version=final[0].number)


def _orders(desk: Desk, letter: Letter, role: str) -> Draft:
    """The sheet that counts, for its writer to look at, and a blank one at the end, to be filled in in the answer.

    The first has no heading and stands above: in an answer that quotes both, only the second is a sheet.
    """
    key, table = own_secret(desk.secret, role).keys[role], desk.table
    if ended := end_of(table):
        return word_draft(desk, letter, role, "Orders", f"{ended}\n")
    sheet = owed_sheet(table, role, key)
    parts = [still_owed(table, role), ""]
    final = _final(table, role)
    if final is not None:
        own = read_bytes(final[0].path).decode("utf-8", "replace").rstrip().split("\n")
        shown = [f"  | {line}" for line in own if line.strip() and not HEAD.match(line)]
        parts += [COUNTS.format(version=final[0].number), "", *shown, ""]
    return word_draft(desk, letter, role, "Orders", "\n".join([*parts, BLANK, "", sheet]))
