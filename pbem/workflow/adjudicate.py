"""Adjudicating the step under way: sheets in, one step file out."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.core import Record
from pbem.core.chance import Chance, game_seed
from pbem.core.events import EnvelopeLeft, Event, Revised
from pbem.core.ruleset import Owed, Result, Ruleset, Step
from pbem.core.sheets import Sheet
from pbem.store import FORMAT, GameFault
from pbem.store.inbox import Version, versions
from pbem.store.ledger import TOLD, Chains, anchored_change, since_step
from pbem.store.reading import BRISK, Awaited, Game, Kept, Secret, check_unrevealed, read_secret, read_step, step_names
from pbem.store.transaction import Part, commit
from pbem.store.writing import dumps, locked, new_step, step_part
from pbem.workflow import Look, Table, open_game
from pbem.workflow.check import kind_of_sheet
from pbem.workflow.codes import GAME_OVER, OTHER_STEP, SHEET_SPOILT
from pbem.workflow.finals import check_kept, check_missing, newest_finals
from pbem.workflow.recording import chains_at, check_received, closed, is_gathered, undone_events, with_step

if TYPE_CHECKING:
    from pbem.seal import Unopened
    from pbem.workflow.ahead_closed import OpenedTable


class Done(Record):
    """What an adjudication did."""

    number: int
    file: str
    heading: str
    events: tuple[Event, ...]
    awaiting: tuple[Owed, ...]
    result: Result | None
    defaulted: tuple[str, ...]
    answered: tuple[str, ...] = ()  # the roles whose owed decisions were answered ahead
    before: tuple[Done, ...] = ()  # the steps of the same run


def adjudicate(directory: str, defaults: Sequence[str] = (), expect: int | None = None, one: bool = False) -> Done:
    """Adjudicate the step under way; every role that owes a decision has a sheet or its default.

    Then go on through every step for which all is in: orders ahead, standing bids and answers. Each is a change of its
    own, so that whatever cuts the run off leaves whole steps, and the next command goes on. With ``one`` it is not.
    """
    with locked(directory):
        table = open_game(directory, told=False)
        if expect not in (None, table.under_way):
            raise GameFault(OTHER_STEP, directory, step=table.under_way, number=expect, game=directory)
        result = table.ruleset.rules.result(table.state)
        if result is not None:
            raise GameFault(GAME_OVER, directory, reason=result.reason)
        check_unrevealed(directory)
        secret = read_secret(table.game)
        run = table.last.run if not one and runs_on(table) else table.under_way  # a run that was cut off goes on
        done, after = _adjudicated(table, secret, defaults, run)
        before: list[Done] = []
        while not one and runs_on(after) and len(before) < MOST_RUNS - 1:
            before.append(done)
            secret = secret._replace(coming={})
            done, after = _adjudicated(open_game(directory, told=False), secret, (), run)
        return done._replace(before=tuple(before), answered=after.answered)


def runs_on(table: Table) -> bool:
    """Whether everything that is owed was answered ahead, in a game that goes on by itself then."""
    owed = {item.role for item in table.awaiting}
    return table.game.pace == BRISK and bool(owed) and owed <= set(table.answered) and not sheets_wait(table)


def sheets_wait(table: Table) -> bool:
    """Whether a sheet for the step under way lies in the inbox already."""
    return any(versions(table.game.directory, table.under_way).values())


class Answers(Record):
    """What answers for each role in the step under way."""

    sheets: dict[str, Sheet]
    missing: tuple[str, ...]  # those that owe something and take the default
    used: dict[str, tuple[str, int]]  # for the ledger: the kind of the answer and the version of the sheet
    proof: Sequence[Mapping[str, Any]]  # the salts of the envelopes that were opened
    chains: Chains  # the ends of the ledger
    reasons: Mapping[str, str]  # for the ledger: why an envelope was left aside, as a commitment
    left: Mapping[str, str]  # the same for its owner: the code
    talk: tuple[Part, ...] = ()  # press and votes out of envelopes, as parts of the change


def _adjudicated(table: Table, secret: Secret, defaults: Sequence[str], run: int) -> tuple[Done, Table]:
    """What the step under way came to, and the game after it: enough to see whether it goes on by itself."""
    answers = answers_of(table, secret, defaults)
    words = dict(table.last.words) or spoken(table, answers)
    beacon = table.last.beacon or number_of(table)
    orders = orders_of(table, {role: sheet.body for role, sheet in answers.sheets.items()})
    step = resolved(table.ruleset, table.state, spoken_now(orders), Chance(game_seed(secret.seed, words, beacon)))
    undone = undone_events(table, answers.chains)
    look = carried_on(table, secret, step, orders)
    lines = told_lines(table, answers.chains, answers.talk)
    told = (*undone, *revised(table), *lines, *left_events(answers.left), *look.events)
    written = new_step(
        number=table.under_way,
        label=table.ruleset.telling.label(step.state),
        heading=heading_of(table.game, table.ruleset.revision),
        previous=table.last.digest,
        words=words,
        beacon=beacon,
        undone=table.last.undone + len(undone),
        awaited=awaited_of(table, answers.missing),
        orders=orders,
        events=(*told, *step.events),
        state=table.ruleset.files.encode(step.state),
        ahead=look.kept,
        run=run,
    )
    part, digest = step_part(written, table.game.directory)
    chains = closed(answers.chains, "closed", table.under_way, answers.used, answers.reasons)
    proof = proof_of(table, answers.proof, look.opened)
    chains = with_step(table, chains, secret.seed, written, digest, proof)
    people, chains = newcomers(table, secret, chains)
    beside = (*proof_part(table, proof), *answers.talk, *people)
    commit(table.game.directory, (part, *beside, *anchored_change(chains)))
    done = _done(table, os.path.join(table.game.directory, part.name), step, told, answers.missing)
    last = table.last._replace(file=done.file, digest=digest, number=done.number, ahead=look.kept)
    return done, table._replace(last=last, state=step.state)


def orders_of(table: Table, bodies: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """The orders of a step: of those who sent a sheet, and for the others what they had ordered ahead."""
    sent = {role: body for role, body in bodies.items() if not table.owes_word(role)}
    if not table.kept:
        return sent
    from pbem.workflow.ahead import speaking  # not for adjudicate: where nothing is ordered ahead

    ahead = speaking(table.ruleset, table.state, table.kept, bodies)
    return {role: sent.get(role, ahead[role].body if role in ahead else {}) for role in table.game.players
            if role in sent or role in ahead}  # fmt: skip


def spoken_now(orders: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """What the orders say for the decisions of now."""
    return {role: {key: value for key, value in body.items() if key != "ahead"} for role, body in orders.items()}


def carried_on(table: Table, secret: Secret, step: Step, orders: Mapping[str, Mapping[str, Any]]) -> Look:
    """What is ordered ahead after a step, and what is told of it."""
    if not table.kept and not any("ahead" in body for body in orders.values()):
        return Look()
    from pbem.workflow import ahead  # not for adjudicate: where nothing is ordered ahead

    def since(number: int) -> list[Event]:
        names = [name for name in step_names(table.game.directory) if name.number > number]
        earlier = [event for name in names for event in read_step(table.game, name).events]
        return [*earlier, *step.events]

    opened: list[Mapping[str, Any]] = []

    def open_(item: Kept) -> OpenedTable | Unopened:
        from pbem.workflow.opening import open_ahead  # not for adjudicate: where nothing is sealed

        return open_ahead(table, secret, item, opened)

    look = ahead.carried_on(table.ruleset, table.state, step, table.kept, orders, table.under_way, since, open_)
    return look._replace(opened=tuple(opened))


def spoken(table: Table, answers: Answers) -> dict[str, str]:
    """The words for the seed: those that came with the sheets of step 1, and for good."""
    if not table.is_opening:
        return {}
    from pbem.workflow.words import words_of  # not for adjudicate: but for the first step

    words = {role: sheet.word for role, sheet in answers.sheets.items() if sheet.word}
    return words_of(table, words, answers.used)


def awaited_of(table: Table, missing: Sequence[str]) -> tuple[Awaited, ...]:
    """What was awaited, and whether a sheet or the default answered it."""
    return tuple(
        Awaited(owed.role, owed.kind, owed.what, "default" if owed.role in missing else "sheet")
        for owed in table.awaiting
    )


def number_of(table: Table) -> str:
    """The number of the world that is mixed into the seed; a deal that waits for it does not come before it."""
    if not table.game.beacon:
        return ""
    from pbem.workflow.numbers import number_of as find  # not for adjudicate: where no number was named

    return find(table)


def proof_of(table: Table, sheets: Sequence[Mapping[str, Any]], ahead: Sequence[Mapping[str, Any]]) -> bytes:
    """What proves the promises of envelopes: with it the orders in the step can be held against the ledger."""
    rows = {"envelope": list(sheets), "ahead": list(ahead)}
    found = {key: value for key, value in rows.items() if value}
    return dumps({"format": FORMAT, "step": table.under_way, **found}) if found else b""


def proof_part(table: Table, proof: bytes) -> tuple[Part, ...]:
    """The part of a change that keeps the salts of envelopes."""
    if not proof:
        return ()
    from pbem.workflow.opening import opened_part  # not for adjudicate: where nothing is sealed

    return opened_part(table, proof)


def answers_of(table: Table, secret: Secret, defaults: Sequence[str]) -> Answers:
    """The sheets of all roles, open and sealed; whoever owes a decision has one, its default, or answered ahead."""
    finals, chains = newest_finals(table), chains_at(table)
    check_received(table, chains, list(finals.values()))
    sheets = accepted_sheets(table, secret, finals)
    kinds = {role: kind_of_sheet(text) for role, (_, text) in finals.items()}
    ahead = table.answered  # their owners' secret: told like a sheet
    missing = tuple(o.role for o in table.awaiting if o.role not in finals and o.role not in ahead)
    gathered = is_gathered(table, chains)
    check_missing(table, () if gathered else missing, defaults)
    if "held" in kinds.values() and not gathered:
        from pbem.workflow.envelope_codes import NOT_GATHERED  # not for adjudicate

        raise GameFault(NOT_GATHERED, table.game.directory, step=table.under_way, game=table.game.directory)
    proof: Sequence[Mapping[str, Any]] = ()
    reasons: Mapping[str, str] = {}
    left: Mapping[str, str] = {}
    talk: tuple[Part, ...] = ()
    if any(kind != "sheet" for kind in kinds.values()):
        from pbem.workflow.opening import open_all  # not for adjudicate: where nothing is sealed

        opened = open_all(table, secret, chains, defaults)
        sheets |= opened.sheets
        proof, reasons, left = opened.proof, opened.reasons, opened.left
        talk, chains = talk_inside(table, secret, chains, opened.sheets)
        missing = tuple(o.role for o in table.awaiting if o.role not in sheets and o.role not in ahead)
    sheets = {role: sheets[role] for role in table.game.players if role in sheets}
    used: dict[str, tuple[str, int]] = dict.fromkeys(table.game.players, ("none", 0))
    used |= {owed.role: ("ahead", 0) for owed in table.awaiting if owed.role in ahead}
    used |= dict.fromkeys((*missing, *reasons), ("default", 0))  # also who owed nothing, and whose envelope was left
    used |= {role: (kinds[role], finals[role][0].number) for role in sheets}
    return Answers(sheets, missing, used, proof, chains, reasons, left, talk)


def talk_inside(
    table: Table, secret: Secret, chains: Chains, sheets: Mapping[str, Sheet]
) -> tuple[tuple[Part, ...], Chains]:
    """The press and votes in sheets out of envelopes, and their lines."""
    found = {role: sheet for role, sheet in sheets.items() if sheet.beside}
    if not found:
        return (), chains
    from pbem.workflow.talk import taken_out  # not for adjudicate: of orders alone

    taken = taken_out(table, secret, chains, found)
    return taken.parts, taken.chains


def _done(table: Table, file: str, step: Step, told: tuple[Event, ...], missing: tuple[str, ...]) -> Done:
    heading, rules = table.ruleset.telling.heading(step.state), table.ruleset.rules
    events = (*told, *step.events)
    return Done(table.under_way, file, heading, events, rules.awaiting(step.state), rules.result(step.state), missing)


def heading_of(game: Game, revision: int) -> dict[str, Any]:
    """What every step repeats of its game, and the revision of the rules that adjudicate it."""
    return {
        "ruleset": game.ruleset,
        "revision": revision,
        "mode": game.mode,
        **({"board": game.board.digest} if game.board.digest else {}),
        "options": game.options,
    }


def resolved(ruleset: Ruleset, state: Any, bodies: Mapping[str, Any], chance: Chance) -> Step:
    """The step, run on as long as nobody is to decide and the game is not over."""
    step: Step = ruleset.rules.resolve(state, bodies, chance)
    for _ in range(MOST_RUNS):
        if ruleset.rules.awaiting(step.state) or ruleset.rules.result(step.state) is not None:
            return step
        more: Step = ruleset.rules.resolve(step.state, {}, chance)
        step = Step(more.state, (*step.events, *more.events))
    raise RuntimeError("nobody is asked and nobody wins, however long it runs on")


MOST_RUNS = 1000  # a turn without a single decision takes some dozens


def told_lines(table: Table, chains: Chains, parts: Sequence[Part] = ()) -> tuple[Event, ...]:
    """What is told of lines of the ledger since the last step: changes of people, offers, press.

    ``parts``: those of the change in which there are files that lines stand for.
    """
    if not any(line.kind in TOLD for line in (*since_step(chains.lines, table.last.number), *chains.added)):
        return ()
    from pbem.workflow.told_lines import events_since  # not for adjudicate: where nothing of it happened

    return events_since(table, chains, parts)


def newcomers(table: Table, secret: Secret, chains: Chains) -> tuple[tuple[Part, ...], Chains]:
    """The parts of a change and the lines with which somebody takes over a role after a step."""
    if not secret.coming:
        return (), chains
    from pbem.workflow.people import settled  # not for adjudicate: where nobody takes over

    return settled(table, secret, chains, table.under_way)


def left_events(left: Mapping[str, str]) -> tuple[Event, ...]:
    """What the owners of envelopes that were left aside are told, by the codes of the reasons."""
    return tuple(EnvelopeLeft(code=code).event(to=(role,)) for role, code in left.items())


def revised(table: Table) -> tuple[Event, ...]:
    """The first step under a newer revision of the rules tells everybody that it is."""
    before, now = table.last.revision, table.ruleset.revision
    return (revised_event(table.ruleset.title, before, now),) if before < now else ()


def revised_event(title: str, before: int, now: int) -> Event:
    """What everybody is told of newer rules."""
    return Revised(title=title, from_=before, to=now).event()


def accepted_sheets(table: Table, secret: Secret, finals: Mapping[str, tuple[Version, str]]) -> dict[str, Sheet]:
    """The open sheets, checked once more, in the order of the roles."""
    return {
        role: _rechecked(table, secret, *pair) for role, pair in finals.items() if kind_of_sheet(pair[1]) == "sheet"
    }


def _rechecked(table: Table, secret: Secret, version: Version, text: str) -> Sheet:
    """The sheet, if the checker still accepts it: an inbox can be edited by hand too."""
    answer = check_kept(table, secret, text, version.path, warned=False)
    sheet = answer.sheet
    if answer.is_refused or sheet is None or sheet.role != version.role:
        faults = [item.message for item in answer.diagnostics if item.is_error]
        why = faults[0] if faults else "it is another role's"
        raise GameFault(SHEET_SPOILT, version.path, why=why)
    return sheet


def said(done: Done, directory: str) -> str:
    """What an adjudication did, in short, and what to do next."""
    lines = [f"Step {step.number} is adjudicated: {step.file}" for step in (*done.before, done)]
    defaulted = [role for step in (*done.before, done) for role in step.defaulted]
    if defaulted:
        lines.append(f"Taken by default: {', '.join(defaulted)}")
    if done.before:
        lines.append("All that was owed after the first step had been answered ahead, so the game went on by itself.")
    number = len(done.events)
    lines.append(f"{number} {'event' if number == 1 else 'events'}; the game stands at: {done.heading}")
    if done.result is not None:
        lines.append(f"The game is over: {done.result.sentence}")
    else:
        lines += [f"Now awaited: {owed.role}, {owed.what}" for owed in done.awaiting if owed.role not in done.answered]
        lines += [f"Answered ahead: {owed.role}, {owed.what}" for owed in done.awaiting if owed.role in done.answered]
    return "\n".join([*lines, "", "Next:", "", f"  pbem report {directory}"])
