"""Games that were damaged, and commands that cannot do what they are asked."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

from battle_game import POSITION, sheet, view_of

from message_cases.common import CASES, GAME, case, changed, damaged, file_of, forged, meadow_over, with_rules, written
from pbem import cli
from pbem.core.chance import sha256
from pbem.rulesets import MODULES
from pbem.store import disk
from pbem.store.reading import Player
from pbem.store.writing import locked
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_in_game, check_with_view
from pbem.workflow.journal import log, position, undo
from pbem.workflow.mapping import write_map
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish, reveal
from pbem.workflow.reporting import report
from pbem.workflow.site import site
from pbem.workflow.status import status
from pbem.workflow.submit import submit


@case("PB501", "a directory that is no game")
def no_game() -> Any:
    return status("elsewhere")


@case("PB501", "a game that has lost its first file")
def lost_game() -> Any:
    file_of("game.toml").unlink()
    return status(GAME)


@case("PB502", "a game without its secrets")
def no_secrets() -> Any:
    file_of("secret.toml").unlink()
    return adjudicate(GAME)


@case("PB502", "a sheet that is not there")
def no_sheet() -> Any:
    return check_in_game("orders.toml", GAME)


@case("PB503", "a folder in place of a file")
def folder() -> Any:
    file_of("game.toml").unlink()
    Path(GAME, "game.toml").mkdir()
    return status(GAME)


@case("PB504", "a file in another character set")
def other_letters() -> Any:
    path = file_of("game.toml")
    path.write_bytes(path.read_bytes() + b"# Gr\xfc\xdfe\n")
    return status(GAME)


@case("PB509", "a position that is a number")
def no_table() -> Any:
    return new(Plan("summer", position=written("summer.toml", POSITION.partition("[position]")[0] + "position = 1\n")))


@case("PB509", "a view of somebody who does not play")
def nobodys_view() -> Any:
    changed("reports/0000/frederick.view.toml", 'role = "frederick"', 'role = "nobody"')
    return check_with_view(sheet(GAME, "frederick"), view_of(GAME, "frederick"))


@case("PB509", "a date that is none")
def no_date() -> Any:
    from pbem.workflow.mailing import mails

    return mails(GAME, "outbox", date="tomorrow")


@case("PB512", "a view with other roles")
def other_roles() -> Any:
    changed("reports/0000/frederick.view.toml", '    "elisabeth",\n', "")
    return check_with_view(sheet(GAME, "frederick"), view_of(GAME, "frederick"))


@case("PB512", "a position for another mode")
def other_mode() -> Any:
    return new(Plan("summer", mode="3p", position="position.toml"))


@case("PB512", "more players than roles")
def too_many() -> Any:
    return new(Plan("summer", seed="a", dealt=[Player("Anna", "")] * 5))


@case("PB512", "a step that follows another one")
def unchained() -> Any:
    from pbem.workflow.journal import log

    adjudicate(GAME, ["all"])
    before = file_of("steps/0000-*").read_text().split('"')[1]
    changed("steps/0001-*", before, "00" * 32, signed=True)
    return log(GAME)


@case("PB514", "a view with a key too many")
def key_too_many() -> Any:
    changed("reports/0000/frederick.view.toml", "[state]\n", "[state]\nweather = 1\n")
    return check_with_view(sheet(GAME, "frederick"), view_of(GAME, "frederick"))


@case("PB514", "an event of a kind that there is not")
def kind_unknown() -> Any:
    adjudicate(GAME, ["all"])
    changed("steps/0001-*", 'kind = "defeated"', 'kind = "snowed"', signed=True)
    return log(GAME)


@case("PB514", "an event with a fact of another type")
def fact_misfit() -> Any:
    adjudicate(GAME, ["all"])
    changed("steps/0001-*", "lost = ", "lost = 0.", signed=True)
    return report(GAME)


@case("PB514", "a position from which the rules cannot go on")
def stuck() -> Any:
    with with_rules(summary=lambda view, role: 1 // 0):
        return new(Plan("summer", position="position.toml"))


@case("PB514", "a position that is read as another one")
def read_otherwise() -> Any:
    with with_rules(decode=lambda data: None):
        return new(Plan("summer", position="position.toml"))


@case("PB514", "a view that is read as another one")
def view_read_otherwise() -> Any:
    from pbem.rulesets.friedrich import RULESET

    def encode(state: Any) -> Any:
        hidden = any(card.suit == "?" for card in state.draw)
        return {**RULESET.files.encode(state), **({"turn": next(numbers)} if hidden else {})}

    numbers = iter(range(4, 99))
    with with_rules(encode=encode):
        return new(Plan("summer", position="position.toml"))


damaged("PB504", "a slip of the pen in game.toml", "game.toml", 'name = "winter"', 'name = "winter')
CASES.append(("PB504", "a file of brackets", lambda: (
    file_of("game.toml").write_bytes(b"name = " + b"[" * 9_000), status(GAME))[-1]))  # fmt: skip
damaged("PB504", "a line without end in game.toml", "game.toml", "[options]", f"# {'x' * 11_000}\n[options]")
damaged("PB505", "a step changed by hand", "steps/0000-*", "celle 5", "celle 6")
damaged("PB506", "a game of a newer program", "game.toml", "format = 2", "format = 3")
damaged("PB529", "a game of the first version", "game.toml", "format = 2", "format = 1")
damaged("PB507", "a ruleset nobody knows", "game.toml", '"friedrich"', '"chess"')
damaged("PB508", "another revision", "game.toml", "revision = ", "revision = 9")
damaged("PB509", "a key mistyped in game.toml", "game.toml", "mode = ", "mood = ")
damaged("PB509", "a key that is gone from game.toml", "game.toml", 'mode = "4p"', "#")
damaged("PB509", "a mode that is a number", "game.toml", 'mode = "4p"', "mode = 4")
damaged("PB509", "a revision in quotes", "game.toml", "revision = 2", 'revision = "2"')
damaged("PB509", "a flag that is a number", "game.toml", "test = true", "test = 1")
damaged("PB509", "a list that is a text", "game.toml", "test = true", 'test = true\nmoderator_plays = "frederick"')
damaged("PB509", "a list of numbers", "game.toml", "test = true", "test = true\nmoderator_plays = [1]")
damaged("PB509", "a list without tables", "steps/0000-*", "awaited = []", "awaited = [1]", signed=True)
damaged("PB512", "an option that nobody played with", "steps/0000-*", 'bidding = "battle"\n', "", signed=True)
damaged(
    "PB512", "a step of a lower revision than the game", "steps/0000-*", "revision = 2", "revision = 1", signed=True
)
damaged("PB512", "another seed", "secret.toml", 'seed = "a"', 'seed = "b"', work=lambda game: adjudicate(game, ["all"]))
damaged("PB512", "an option changed in the middle of a game", "game.toml", 'bidding = "battle"', 'bidding = "stage"')
damaged("PB513", "a name that leads elsewhere", "game.toml", '"winter"', '"../winter"')
damaged("PB514", "a position that makes no sense", "steps/0000-*", "celle 5", "atlantis 5", signed=True)
damaged("PB519", "a mode that there is not", "game.toml", '"4p"', '"5p"')


@case("PB510", "a step that is missing")
def step_missing() -> Any:
    adjudicate(GAME, ["all"])
    file_of("steps/0000-*").unlink()
    return status(GAME)


@case("PB511", "a step that is there twice")
def step_twice() -> Any:
    Path(GAME, "steps", "0000-other.toml").write_text("")
    return status(GAME)


@case("PB515", "a sheet that the rules of a newer revision refuse")
def spoilt() -> Any:
    for role in ("frederick", "pompadour"):
        submit(sheet(GAME, role), GAME)
    changed("inbox/0001/frederick-01.toml", '"12D"', '"12H"')
    file = sha256(file_of("inbox/0001/frederick-01.toml").read_bytes()).hex()
    forged(lambda line: line._replace(facts={**line.facts, "file": file}) if line.of == "frederick" else line)
    return adjudicate(GAME)


@case("PB516", "two commands at once")
def busy() -> Any:
    with locked(GAME):
        return submit(sheet(GAME, "frederick"), GAME)


@case("PB517", "a folder that cannot be written")
def cannot_write() -> Any:
    shutil.rmtree(Path(GAME, "reports"))
    Path(GAME, "reports").write_text("")
    return report(GAME)


@case("PB517", "a disk that fails")
def disk_failing() -> Any:
    return on_a_disk_that_says(5, "Input/output error")


@case("PB517", "a disk that is full")
def disk_full() -> Any:
    return on_a_disk_that_says(28, "No space left on device")


@case("PB517", "a full disk under what is printed")
def output_full() -> Any:
    raise cli.output_fault(OSError(28, "No space left on device"))


@case("PB517", "a map into a folder that nobody may write to")
def map_refused() -> Any:
    return on_a_disk_that_says(13, "Permission denied", lambda: write_map("<svg/>", "map.svg"))


@case("PB517", "a map on a full disk")
def map_full() -> Any:
    return on_a_disk_that_says(28, "No space left on device", lambda: write_map("<svg/>", "map.svg"))


@case("PB517", "a pipe where a file is to stand")
def pipe() -> Any:
    os.mkfifo("pipe.toml")
    return position(GAME, "pipe.toml", force=True)


def on_a_disk_that_says(number: int, why: str, work: Callable[[], Any] | None = None) -> Any:
    def failing(what: str, path: str) -> None:
        raise OSError(number, why)

    disk.watcher = failing
    try:
        return work() if work else submit(sheet(GAME, "frederick"), GAME)
    finally:
        disk.watcher = None


@case("PB517", "a folder where a file is to stand")
def in_the_way() -> Any:
    Path(GAME, "reports", "0000", "public.txt").unlink()
    Path(GAME, "reports", "0000", "public.txt").mkdir()
    return report(GAME)


@case("PB518", "a game where one is already")
def exists() -> Any:
    return new(Plan(GAME, seed="b"))


@case("PB520", "a sheet that has not come")
def sheets_missing() -> Any:
    submit(sheet(GAME, "frederick"), GAME)
    return adjudicate(GAME)


@case("PB521", "a command run twice")
def other_step() -> Any:
    adjudicate(GAME, ["all"])
    return adjudicate(GAME, ["all"], expect=1)


@case("PB522", "a game that is over")
def over() -> Any:
    meadow_over()
    return adjudicate("meadow")


@case("PB523", "nothing to take back")
def nothing_to_undo() -> Any:
    return undo(GAME, "a slip")


@case("PB524", "a step with another name")
def misnamed() -> Any:
    file_of("steps/0000-*").rename(Path(GAME, "steps", "0000-other.toml"))
    return status(GAME)


@case("PB525", "a system without locks")
def no_locks() -> Any:
    kept = {name: sys.modules.get(name) for name in ("fcntl", "msvcrt")}
    sys.modules.update(dict.fromkeys(kept))  # type: ignore[arg-type]
    try:
        return adjudicate(GAME, ["all"])
    finally:
        for name, module in kept.items():
            sys.modules.pop(name)
            sys.modules.update({name: module} if module else {})


@case("PB525", "a disk without locks")
def no_locks_on_disk() -> Any:
    with mock.patch("fcntl.flock", side_effect=OSError(95, "Operation not supported")):
        return adjudicate(GAME, ["all"])


@case("PB526", "a game played on after its seed was opened")
def played_on() -> Any:
    reveal(GAME, force=True)
    return adjudicate(GAME, ["all"])


@case("PB530", "a template that tells a secret")
def leak() -> Any:
    from pbem.workflow.gate import guarded

    return guarded(open_game(GAME), "pompadour", lambda table: str(table.state.hands[0]), "pompadour.txt")


@case("PB544", "a template that reaches for Python")
def template() -> Any:
    from pbem.workflow.reporting import report_of

    Path(GAME, "templates", "txt").mkdir(parents=True)
    Path(GAME, "templates", "txt", "due.txt.j2").write_text("{{ game.__class__ }}")
    return report_of(GAME, None)


@case("PB544", "a style sheet that is a link")
def linked() -> Any:
    Path(GAME, "templates", "site").mkdir(parents=True)
    Path(GAME, "templates", "site", "site.css").symlink_to(os.path.abspath(GAME) + "/secret.toml")
    return site(GAME, "site")


@case("PB545", "a mail to nowhere")
def address() -> Any:
    from pbem.workflow.mailing import mails

    path = Path(GAME, "game.toml")
    head, _, roles = path.read_text().partition("[roles.")
    path.write_text(f"{head}[roles." + roles.replace('address = ""', 'address = "anna at home"', 1))
    return mails(GAME, "outbox")


@case("PB531", "an archive of another game")
def no_archive() -> Any:
    Path("full").mkdir()
    Path("full", "x").write_text("x")
    return publish(GAME, "full")


@case("PB531", "an archive that is a file")
def archive_file() -> Any:
    return publish(GAME, written("archive", "x"))


@case("PB531", "the archive of another game")
def archive_of_another() -> Any:
    new(Plan("summer", seed="a"))
    publish("summer", "archive")
    return publish(GAME, "archive")


@case("PB532", "a reveal too early")
def too_early() -> Any:
    return reveal(GAME, "archive")


@case("PB533", "no git")
def no_git() -> Any:
    path, os.environ["PATH"] = os.environ.get("PATH", ""), ""
    try:
        return publish(GAME, "archive", git=True)
    finally:
        os.environ["PATH"] = path


@case("PB533", "a git that says nothing")
def silent_git() -> Any:
    Path("bin").mkdir()
    Path("bin", "git").write_text("#!/bin/sh\nexit 3\n")
    Path("bin", "git").chmod(0o755)
    with mock.patch.dict(os.environ, PATH=os.path.abspath("bin")):
        return publish(GAME, "archive", git=True)


@case("PB540", "a map of a game without one")
def no_map() -> Any:
    from pbem.workflow.mapping import WHOLE, map_of

    MODULES["toy"] = "toy"
    new(Plan("meadow", "toy", seed="a"))
    return map_of("meadow", None, None, WHOLE)


@case("PB541", "a picture without its painter")
def no_painter() -> Any:
    from pbem.workflow.mapping import painted

    with mock.patch.dict(sys.modules, resvg_py=None):
        return painted("<svg/>", "map.png", "png")


@case("PB543", "a map into a file of another kind")
def no_such_picture() -> Any:
    from pbem.workflow.mapping import form_of

    return form_of("map.docx")


@case("PB542", "a site among other files")
def no_site() -> Any:
    Path("full").mkdir()
    Path("full", "x").write_text("x")
    return site(GAME, "full")
