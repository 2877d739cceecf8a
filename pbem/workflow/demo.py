"""A demonstration: bots play a game through the same functions the commands use."""

from __future__ import annotations

import os
from collections.abc import Callable
from shutil import rmtree
from typing import NamedTuple

from pbem.core.events import seen_by
from pbem.core.ruleset import round_of
from pbem.store import GameFault, layout
from pbem.store.locking import check_lock
from pbem.store.reading import read_secret
from pbem.store.writing import make_folder, write_file
from pbem.workflow import Table, chosen, known_ruleset, open_game
from pbem.workflow.adjudicate import Done, adjudicate
from pbem.workflow.check import check_with_view
from pbem.workflow.codes import EXISTS
from pbem.workflow.gate import Gate
from pbem.workflow.journal import told
from pbem.workflow.mapping import guarded_map, write_map
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import Wish, report
from pbem.workflow.sealing import seal, write_envelope
from pbem.workflow.sheet import filled_sheet
from pbem.workflow.simulate import sampled
from pbem.workflow.submit import submit

Say = Callable[[str], None]
IN_SHORT = Wish(forms=("txt",))  # the last step's reports come as HTML too
MARK = layout.DEMONSTRATION  # only a directory with this file in it is ever written over


class Demo(NamedTuple):
    """What to show."""

    directory: str = "demo-game"
    ruleset: str = ""
    mode: str = ""
    seed: str = "winter"
    turns: int = 0  # 0: to the end
    force: bool = False


def demo(plan: Demo, say: Say) -> None:
    """Play a whole game into a directory and tell it in short."""
    rules = known_ruleset(plan.ruleset, "demo")
    chosen(plan.mode or rules.modes[0].id, tuple(mode.id for mode in rules.modes), "mode", "demo")
    check_lock(plan.directory)  # before an older demonstration is thrown away
    _make_room(plan)
    new(Plan(plan.directory, plan.ruleset, plan.mode, seed=plan.seed))
    write_file(os.path.join(plan.directory, MARK), b"A game played by bots to show how pbem works.\n")
    report(plan.directory, wish=IN_SHORT)
    table = open_game(plan.directory)
    say(f"{rules.title}, a demonstration game in {plan.directory}")
    rounds: set[int] = set()
    while rules.rules.result(table.state) is None:
        rounds |= {round_of(table.ruleset.telling.label(table.state))} - {0}
        if plan.turns and len(rounds) > plan.turns:
            break
        _play_step(plan, table, say)
        table = open_game(plan.directory)
    report(plan.directory)
    _farewell(plan, table, say, _draw(plan, table))


def _make_room(plan: Demo) -> None:
    """Refuse to write over anything; with force, over an earlier demonstration only."""
    if not os.path.lexists(plan.directory):
        return
    is_demo = os.path.isfile(os.path.join(plan.directory, MARK))
    if not plan.force or not is_demo or os.path.islink(plan.directory):
        raise GameFault(EXISTS, plan.directory, form="demo")
    rmtree(plan.directory)


def _play_step(plan: Demo, table: Table, say: Say) -> None:
    """One step as players and moderator would: sheets written, checked, submitted, adjudicated, reported."""
    keys = read_secret(table.game).keys
    folder = os.path.join(plan.directory, layout.SHEETS)
    make_folder(folder)
    tempers = dict.fromkeys(table.game.players, table.ruleset.bots.temperaments[0])
    bodies = sampled(table.ruleset, table.state, plan.seed, table.last.number, tempers)
    for role, body in bodies.items():
        sheet = os.path.join(folder, layout.step_name(table.under_way, role))
        text = filled_sheet(table.game.name, table.under_way, role, keys[role], body)
        write_file(sheet, text.encode(), sync=False)
        _send(plan, table, role, sheet)
    done = adjudicate(plan.directory, expect=table.under_way)
    report(plan.directory, wish=IN_SHORT)
    _tell(table, done, say)


def _send(plan: Demo, table: Table, role: str, sheet: str) -> None:
    """A player checks at home and sends the sheet; a bot whose sheet is refused is a fault of the program."""
    view = layout.path(plan.directory, f"{layout.reports(table.last.number)}/{layout.view_name(role)}")
    checked = check_with_view(sheet, view)
    sent = sheet
    if len(table.awaiting) > 1 and not checked.is_refused:  # others decide at the same time: nobody is to read it
        sent = write_envelope(seal(sheet, view, accept=True), sheet, "", force=True)
    for answer in (checked, submit(sent, plan.directory).answer):
        if answer.is_refused:
            raise RuntimeError(f"a bot wrote a faulty sheet\n{answer.complaints()}")


def _tell(table: Table, done: Done, say: Say) -> None:
    """The step in a few lines: where the game stood, and what the public saw."""
    say(f"\nstep {done.number}: {done.heading}")
    lines = [line for event in seen_by(done.events, None) for line in told(table.ruleset, event)]
    for line in lines[:6]:
        say(f"  {line}")
    if len(lines) == 7:
        say(f"  ... and one line more: pbem log {table.game.directory}")
    elif len(lines) > 7:
        say(f"  ... and {len(lines) - 6} lines more: pbem log {table.game.directory}")


def _draw(plan: Demo, table: Table) -> str:
    """The map as the public sees it at the end; the file, if the title has a map."""
    file = os.path.join(plan.directory, "map.svg")
    svg = guarded_map(Gate(table, None), file)
    if svg:
        write_map(svg, file)
    return file if svg else ""


def _farewell(plan: Demo, table: Table, say: Say, map_: str) -> None:
    result = table.ruleset.rules.result(table.state)
    place = plan.directory
    last = layout.path(place, layout.reports(table.last.number))
    say("")
    say(f"The game is over: {result.sentence}" if result else f"Stopped after step {table.last.number}.")
    say("")
    say("Where to look:")
    say(f"  {last}{os.sep}   the last reports, for each player and the public, as text and HTML")
    if map_:
        say(f"  {map_}   the map at the end")
    say(f"  {os.path.join(place, layout.SHEETS)}{os.sep}   the sheets the bots wrote, and their envelopes")
    say(f"  {os.path.join(place, layout.STEPS)}{os.sep}   every step with its orders, events and position")
    say(f"  pbem log {place}   the whole story; pbem status {place}   how it stands")
