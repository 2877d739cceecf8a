"""The public archive of a game: what spectators may see, safe to push while it runs; all of it once revealed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from pbem.core import VERSION, sha256
from pbem.core.events import seen_by
from pbem.report.forms import FORMS
from pbem.report.layout import escaped
from pbem.report.text import filled
from pbem.store import FORMAT, GameFault, layout, parse, read_bytes
from pbem.store.disk import PUBLIC
from pbem.store.layout import LEDGER, MANIFEST, POSITION, REVEALED, is_leftover
from pbem.store.ledger import ALL, Chains, Line, anchored_change, ledger_path, read_lines, whole
from pbem.store.manifest import digest, manifest_of, read_manifest
from pbem.store.reading import Game, Player, Secret, StepFile, is_revealed, read_secret, step_names
from pbem.store.transaction import UNFINISHED, Part, Put, Remove, commit, finish, planned
from pbem.store.writing import dumps, event_table, locked, make_folder, revealed_data
from pbem.workflow import Table, open_game, overrides_of
from pbem.workflow.codes import NOT_AN_ARCHIVE, NOT_OVER
from pbem.workflow.gate import Gate
from pbem.workflow.journal import tables_of
from pbem.workflow.many import Told, name_of
from pbem.workflow.mapping import Grounds, guarded_layer
from pbem.workflow.new import game_toml
from pbem.workflow.press import public_press
from pbem.workflow.publications import LAYOUT, Pages, last_published, pages_digest, standing, told_pages
from pbem.workflow.recording import anchors_of, chains_at
from pbem.workflow.reported_chance import ON_BOARD
from pbem.workflow.reporting import laid_out, model_of, seats_of
from pbem.workflow.templating import guarded_text, templates_used

MARK = layout.ARCHIVE  # only a directory with this file of the same game in it is ever written to
NOBODY = Secret("", {})
Files = dict[str, bytes]


class Published(NamedTuple):
    """What was written."""

    written: tuple[str, ...]
    removed: tuple[str, ...]
    step: int
    heading: str
    revealed: bool

    @property
    def message(self) -> str:
        """The archive's step in one line."""
        return f"step {self.step}, {self.heading}{', revealed' if self.revealed else ''}"


class Before(NamedTuple):
    """What was published before: the manifest of the archive, and the pages of each step in the ledger."""

    digests: Mapping[str, str]
    pages: Mapping[int, Pages]

    def page(self, step: int) -> str:
        """The digest of the pages of a step; nothing if it was never published."""
        return self.pages[step].digest if step in self.pages else ""


def publish(directory: str, archive: str, git: bool = False, date: str = "") -> Published:
    """Bring the archive of a game up to date; what is there already and unchanged is left alone."""
    with locked(directory):
        table = open_game(directory)
        check_archive(table.game, archive)
        if os.path.isdir(archive):
            finish(archive)  # the lock of the game holds its archive too
        done = _published(table, archive)
    if git:
        from pbem.workflow.gitting import commit as commit_to_git

        commit_to_git(archive, f"{table.game.name}: {done.message}", date)
    return done


def said_published(archive: str, done: Published) -> str:
    """What was published, in a line."""
    return f"{archive}: {done.message}; {len(done.written)} files written, {len(done.removed)} removed"


def as_data(directory: str, archive: str, done: Published) -> dict[str, Any]:
    """The same for programs."""
    return {"directory": directory, "archive": archive, **done._asdict()}


def told(directory: str, folder: str, git: bool, date: str) -> Told:
    """One of many games published, into a folder of its name."""
    archive = os.path.join(folder, name_of(directory))
    done = publish(directory, archive, git, date)
    return Told(directory, said_published(archive, done), as_data(directory, archive, done))


def _published(table: Table, archive: str) -> Published:
    """The files that are new, a line of the ledger that stands for all of them, and then the archive at one stroke."""
    revealed = is_revealed(table.game.directory)
    files = _pages(table) | (_revealed_files(table.game) if revealed else {})
    lines = read_lines(ledger_path(table.game.directory))
    before = Before(read_manifest(archive), told_pages(lines))
    kept = Kept((), {}, "") if revealed else kept_steps(table, archive, before, lines)
    steps = list(anchored_tables(table, len(kept.pages)))
    known = dict.fromkeys((*files, *kept.names))
    fresh, public = _step_files(steps, archive, revealed, known, before, kept.public)
    files |= fresh
    digests = {name: digest(files[name]) if name in files else before.digests[name] for name in known}
    manifest = manifest_of(digests)
    pages = {step.last.number: pages_digest({name: digests[name] for name in _report_names(step)}) for step in steps}
    new = {f"{step}": made for step, made in pages.items() if before.page(step) != made}
    chains = _noted(table, lines, {"manifest": digest(manifest), "public": public, "pages": new})
    files[MANIFEST] = manifest
    files[LEDGER] = _ledger(table.game, chains, revealed)
    changed = tuple(name for name, data in files.items() if _content(os.path.join(archive, name)) != data)
    gone = _gone(archive, known)
    parts: list[Part] = [Put(name, files[name], PUBLIC) for name in sorted(changed)]
    commit(table.game.directory, anchored_change(chains))
    _write(archive, (*parts, *map(Remove, gone)))
    return Published(changed, gone, table.last.number, table.ruleset.telling.heading(table.state), revealed)


class Kept(NamedTuple):
    """The steps of an archive that lie there as they were published: they are not even made again."""

    names: tuple[str, ...]  # of all files, those that pages share among them
    pages: Mapping[int, str]
    public: str  # the digest of the last public step


def kept_steps(table: Table, archive: str, before: Before, lines: list[Line]) -> Kept:
    """The first steps that lie in the archive as the ledger tells, and the files that their pages share."""
    last, manifest = last_published(lines), _content(os.path.join(archive, MANIFEST))
    names, pages, public = [], dict[int, str](), ""
    if last is None or manifest is None or last.facts.get("manifest") != digest(manifest):
        return Kept((), {}, "")
    shared = [name for name in before.digests if layout.is_shared(name)]
    if not all(_is_there(archive, name, before) for name in shared):
        return Kept((), {}, "")
    for named in step_names(table.game.directory):
        step, reports = f"{layout.STEPS}/{named.name}", report_names(named.number, table.ruleset.has_picture)
        if not (_is_there(archive, step, before) and _is_published(archive, reports, before, named.number)):
            break
        data = read_bytes(layout.path(archive, step))
        if b'\nview = "public"\n' not in data[:200]:  # of a game that was revealed once, and whose end was taken back
            break
        public = sha256(data.partition(b"\n")[2]).hex()
        names += [step, *reports]
        pages[named.number] = before.page(named.number)
    return Kept((*names, *shared) if names else (), pages, public)


def _is_there(archive: str, name: str, before: Before) -> bool:
    """Whether a file of the archive is what was published."""
    data = _content(layout.path(archive, name))
    return data is not None and before.digests.get(name) == digest(data)


AGAIN = "Look at the free space and the permissions, and publish again; the archive is as it was before."
FINISHED_BY = "Make room or mend the disk, and publish again: that finishes it."


def _write(archive: str, parts: Sequence[Part]) -> None:
    """Change the archive at one stroke; whoever is told that it failed publishes again: no other command does it."""
    try:
        make_folder(archive, PUBLIC)
        commit(archive, parts)
    except GameFault as fault:
        hint = FINISHED_BY if fault.code is UNFINISHED else AGAIN
        raise GameFault(fault.code, fault.file, **{**fault.facts, "hint": hint}) from None


def _noted(table: Table, lines: list[Line], facts: Mapping[str, Any]) -> Chains:
    """The chains with a line for this publication, if it differs from the last one."""
    last, chains = last_published(lines), chains_at(table)
    if last is not None and last.facts.get("manifest") == facts["manifest"]:
        return chains
    own = overrides_of(table.game.directory) is not None
    heading = {"step": table.last.number, "program": VERSION, "own_templates": own, "layout": LAYOUT}
    return chains.with_line(ALL, "published", **heading, **facts)


def _ledger(game: Game, chains: Chains, revealed: bool) -> bytes:
    """The ledger as everybody may see it: the chain of the table, and when all is revealed those of the roles."""
    lines: list[Line] = [*read_lines(ledger_path(game.directory)), *chains.added]
    return whole([line for line in lines if revealed or line.of == ALL])


def reveal(directory: str, archive: str = "", force: bool = False) -> Published | None:
    """Open the seed of a game that is over; from now on its archive is the full one."""
    with locked(directory):
        table = open_game(directory)
        secret = read_secret(table.game)
        if table.ruleset.rules.result(table.state) is None and not force:
            raise GameFault(NOT_OVER, directory)
        if archive:
            check_archive(table.game, archive)
        if not is_revealed(table.game.directory):
            opened = revealed_data(table.game, table.last.number, secret.seed)
            chains = chains_at(table).with_line(ALL, "revealed", step=table.last.number)
            commit(directory, (Put(REVEALED, opened), *chains.change))
    return publish(directory, archive) if archive else None


# the directory


def check_archive(game: Game, archive: str) -> None:
    """Whether the directory is new, empty, or holds the archive of this very game."""
    if not os.path.lexists(archive):
        return
    if not os.path.isdir(archive):
        raise GameFault(NOT_AN_ARCHIVE, archive, game=game.name, form="file")
    mark = os.path.join(archive, MARK)
    data = _content(mark) or planned(archive, MARK)  # a first publication that was cut off has not written it yet
    if data is None:
        if set(os.listdir(archive)) <= {layout.REPOSITORY, layout.CHANGE_BEGUN}:
            return
        raise GameFault(NOT_AN_ARCHIVE, archive, game=game.name, mark=MARK)
    found = parse(data, mark)
    if (found.get("game"), found.get("seed_commitment")) != (game.name, game.commitment):
        raise GameFault(NOT_AN_ARCHIVE, archive, game=game.name, found=found.get("game"), form="other")


def _content(path: str) -> bytes | None:
    return read_bytes(path) if os.path.isfile(path) else None


def _gone(archive: str, known: Mapping[str, Any]) -> tuple[str, ...]:
    """What belongs to steps that were taken back; nothing but our own files is touched."""
    gone = []
    for top in layout.ARCHIVED:
        for folder, _, names in os.walk(os.path.join(archive, top)):
            for name in sorted(names):
                inside = os.path.relpath(os.path.join(folder, name), archive).replace(os.sep, "/")
                if inside not in known and name.endswith(
                    (layout.TABLE, layout.PICTURE, *(f".{form}" for form in FORMS))
                ):
                    gone.append(inside)
    return tuple(sorted(gone))


# the pages about the whole game


def _pages(table: Table) -> Files:
    """The files at the top of the archive."""
    game, ruleset = table.game, table.ruleset
    mark = {
        "format": FORMAT,
        "kind": "archive",
        "game": game.name,
        "ruleset": game.ruleset,
        "revision": game.revision,
        "mode": game.mode,
        **({"board": game.board._asdict()} if game.board.digest else {}),
        "seed_commitment": game.commitment,
        "step": table.last.number,
        "heading": ruleset.telling.heading(table.state),
        "revealed": is_revealed(game.directory),
    }
    pages = {MARK: dumps(mark), layout.GAME: game_toml(without_addresses(game), ruleset).encode()}
    # git is told to change no line ends: every digest is that of the bytes
    return {**pages, layout.ATTRIBUTES: b"* -text\n", layout.README: readme(table).encode()}


def without_addresses(game: Game) -> Game:
    """The game as everybody may know it: who plays, not where they get their mail."""
    players = {role: Player(seat.name) for role, seat in game.players.items()}
    return game._replace(
        players=players, moderator=Player(game.moderator.name), second=Player(game.second.name), desk=""
    )


TOLD = "Everything is told: `revealed.toml` holds the seed, `steps/` the orders."
MAPS_TOLD = (
    "Open the HTML report to see the map: its ground lies in a file of its own, and shown by itself as a picture a map"
    " has its pieces alone. Whoever has the game makes a whole picture with `pbem map GAME --step N -o map.svg`."
)
RUNNING = "The game may still be running: nothing that is secret is in here."


def readme(table: Table) -> str:
    """The front page of the archive."""
    game, ruleset = table.game, table.ruleset
    result = ruleset.rules.result(table.state)
    stands = f"The game is over: {result.sentence}" if result else ruleset.telling.heading(table.state)
    last = {form: layout.public_report(table.last.number, form) for form in FORMS}
    seats = [f"- {title}: {escaped(name)}" for title, _, name in seats_of(table)]
    state = TOLD if is_revealed(game.directory) else RUNNING
    lines = [
        f"# {game.name}", "", f"{ruleset.title}, {ruleset.mode(game.mode).title}. {escaped(stands)}", "", *seats, "",
        f"The last report: [text]({last['txt']}), [Markdown]({last['md']}), [HTML]({last['html']}),"
        f" [JSON]({last['json']}).", "",
        "`steps/` holds one file for each step, `reports/` what the public was told after it"
        f"{', `maps/` the map' if ruleset.has_picture else ''}. {f'{MAPS_TOLD} ' if ruleset.map else ''}{state}"
        " `.gitattributes` keeps git from changing the ends of lines, which would fit no digest any more.", "",
        f"The hash of the seed, published before the first card was dealt: `{game.commitment}`",
    ]  # fmt: skip
    if game.board.digest:
        lines += ["", escaped(ON_BOARD.format(**game.board._asdict()))]
    return "\n".join(lines) + "\n"


def _revealed_files(game: Game) -> Files:
    """The seed, the position of the beginning, the salts of envelopes, and the steps that were taken back."""
    names = [REVEALED, *([POSITION] if os.path.isfile(os.path.join(game.directory, POSITION)) else [])]
    for top in (layout.OPENED, layout.UNDONE):
        for folder, _, found in sorted(os.walk(os.path.join(game.directory, top))):
            inside = os.path.relpath(folder, game.directory).replace(os.sep, "/")
            names += [f"{inside}/{name}" for name in sorted(found) if _is_proof(inside, name)]
    names += public_press(game.directory)
    return {name: read_bytes(layout.path(game.directory, name)) for name in names}


def _is_proof(folder: str, name: str) -> bool:
    """Whether a file proves something: sheets and reports of steps taken back are nobody's business."""
    return (
        name.endswith(layout.TABLE)
        and not is_leftover(name)
        and folder.count("/") < 2
        and f"/{layout.INBOX}" not in folder
    )


# the steps


def anchored_tables(table: Table, first: int = 0) -> Iterator[Table]:
    """The game as it stood after each step from one on, with the line of the step in the ledger."""
    told = standing(read_lines(ledger_path(table.game.directory)), ("begun", "step"))
    for then in tables_of(table, first):
        number = then.last.number
        yield then._replace(anchors=anchors_of([told[number]]) if number in told else {})


def _step_files(
    tables: list[Table], archive: str, revealed: bool, known: dict[str, Any], before: Before, previous: str
) -> tuple[Files, str]:
    """The files of those steps that are not in the archive as they were published, and the digest of the last public
    one.

    The names of all of them are added to ``known``. What somebody has changed in the archive is made anew.
    """
    files: Files = {}
    shared = [name for name in before.digests if layout.is_shared(name)]
    whole = all(_is_there(archive, name, before) for name in shared)
    for table in tables:
        name = layout.step(table.last.number, table.last.label)
        gate = Gate(table, None)
        gate.passed(_named, name)  # the name of a file tells something too
        rest = dumps(gate.passed(partial(public_data, previous=previous), name))
        previous = sha256(rest).hex()
        public = f'digest = "{previous}"\n'.encode() + rest
        step = read_bytes(table.last.file) if revealed else public
        names = _report_names(table)
        known.update(dict.fromkeys((name, *names)))
        there = _content(os.path.join(archive, name)) in (public, step)
        if there and whole and _is_published(archive, names, before, table.last.number):
            files[name] = step
            known.update(dict.fromkeys(shared))
        else:
            made = {**public_reports(gate), name: step}
            known.update(dict.fromkeys(made))
            files |= made
    return files, previous


def _is_published(archive: str, names: tuple[str, ...], before: Before, step: int) -> bool:
    """Whether the pages of a step lie in the archive as they were published."""
    found = {name: _content(os.path.join(archive, name)) for name in names}
    digests = {name: digest(data) for name, data in found.items() if data is not None}
    same = all(name in digests and before.digests.get(name) == digests[name] for name in names)
    return same and before.page(step) == pages_digest(digests)


def _named(table: Table) -> dict[str, Any]:
    """What is in the name of a step's file besides its number."""
    return {"label": table.ruleset.telling.label(table.state)}


def public_step(table: Table, previous: str) -> bytes:
    """A step as the public may see it, but for its digest."""
    return dumps(public_data(table, previous))


def public_data(table: Table, previous: str) -> dict[str, Any]:
    """The same as data: no orders, no private facts, hidden what is hidden."""
    last: StepFile = table.last
    return {
        "format": FORMAT,
        "view": "public",
        "step": last.number,
        "label": last.label,
        "ruleset": last.ruleset,
        "revision": last.revision,
        "mode": last.mode,
        **({"board": last.board} if last.board else {}),
        "previous": previous,
        "undone": last.undone,
        "options": last.options,
        "words": last.words,
        "beacon": last.beacon,
        "awaited": [row._asdict() for row in last.awaited],
        "events": [event_table(event) for event in seen_by(last.events, None)],
        "state": table.ruleset.files.encode(table.ruleset.secrets.view_of(table.state, None)),
    }


def _report_names(table: Table) -> tuple[str, ...]:
    return report_names(table.last.number, table.ruleset.has_picture)


def report_names(number: int, has_picture: bool) -> tuple[str, ...]:
    """The pages of a step: its public report in all forms, and its map."""
    maps = (layout.picture(number),) if has_picture else ()
    return (*(layout.public_report(number, form) for form in FORMS), *maps)


def public_reports(gate: Gate) -> Files:
    """The public reports of a step in all forms, the map that they show beside them, and what pages share."""
    files: Files = {}
    own, names, grounds = overrides_of(gate.table.game.directory), _report_names(gate.table), Grounds()
    shared = shared_files(own)
    picture = next((f"../../{name}" for name in names if name.endswith(layout.PICTURE)), "")
    make = partial(model_of, secret=NOBODY, role=None)
    model = gate.passed(make, names[0])
    links = {kind: f"../{name}" for kind, (name, _) in shared.items()}
    for name in names:
        form = name.rpartition(".")[2]
        lay_out = partial(laid_out, form, own=own, picture=picture, shared=links)
        text = guarded_layer(gate, name, grounds) if form == "svg" else guarded_text(gate, model, make, lay_out, name)
        files[name] = text.encode()
    files |= {f"{layout.MAPS}/{name}": data for name, data in grounds.files.items()}
    return files | {f"{layout.REPORTS}/{name}": data for name, data in shared.values()}


def shared_files(own: str | None) -> dict[str, tuple[str, bytes]]:
    """The style sheet and the script of the pages, each with its name, which hangs on what is in it."""
    with templates_used():
        made = {kind: filled(f"html/{file}", {}, own).encode() for kind, file in SHARED.items()}
    return {kind: (layout.shared(SHARED[kind], digest(data)[:12]), data) for kind, data in made.items()}


SHARED = {"style": "style.css", "script": "map.js"}
