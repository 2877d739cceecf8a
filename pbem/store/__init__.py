"""The ground of the store: files read with care; what is wrong with one is a GameFault with a code and a sentence."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pbem.core import PLAIN, Code, Form, Record, harmless
from pbem.core.sheets import loads, not_toml

NOT_A_GAME = Code(
    "PB501",
    "not-a-game",
    "this is not a game directory: there is no game.toml in it",
    hint="Give the directory that `pbem new` made.",
    about="Every command that works on a game wants the directory that holds its game.toml.",
    forms={
        "lost": Form(
            "this is a broken game: it has lost its game.toml",
            "Bring game.toml back from a backup; all else is still there.",
        ),
    },
)
FILE_MISSING = Code(
    "PB502",
    "file-missing",
    "the file is missing",
    hint="Bring it back from the archive or a backup.",
    about="A game cannot go on without one of its files, and a command not without the one it is given. Nothing was"
    " changed.",
    forms={"named": Form(hint="Look at the name and the folder.")},
)
FILE_UNREADABLE = Code(
    "PB503",
    "file-unreadable",
    "the file cannot be read: {why}",
    hint="Look at its owner and permissions.",
    about="The operating system refused to read the file, or it is not a plain file.",
)
NOT_TOML = Code(
    "PB504",
    "file-damaged",
    "the file is damaged in line {line}, column {column}: {said}",
    hint="Mend the line named, or bring the file back from the archive.",
    forms={
        "size": Form(
            "the file is damaged: it is too large or has a line without end", "Bring it back from the archive."
        ),
        "letters": Form("the file is damaged: it is not UTF-8 at byte {byte}", "Bring it back from the archive."),
        "deep": Form("the file is damaged: its brackets are nested too deeply", "Bring it back from the archive."),
    },
    about="The file is not TOML any more: cut off, mixed up, or edited with a slip.",
)
NEWER_FORMAT = Code(
    "PB506",
    "newer-format",
    "the file has format {found}; this program knows formats up to {known}",
    hint="Update pbem.",
    about="The game was written by a newer pbem. An older one does not guess what the file means.",
)
WRONG_VALUE = Code(
    "PB509",
    "wrong-value",
    "`{key}` is missing",
    hint="Mend the key by hand and run the command again.",
    about="A key is missing, unknown, or holds something of the wrong kind.",
    forms={
        "str": Form("`{key}` must be a text in quotes"),
        "int": Form("`{key}` must be a whole number"),
        "dict": Form("`{key}` must be a table"),
        "list": Form("`{key}` must be a list"),
        "bool": Form("`{key}` must be true or false"),
        "texts": Form("`{key}` must be a list of texts"),
        "tables": Form("`{key}` must be a list of tables"),
        "unknown": Form("`{key}` is not a key of this file"),
        "empty": Form("`{key}` is empty"),
        "alone": Form("`{key}` stands there without `{other}`"),
        "pace": Form("`{key}` must be {known}"),
        "role": Form("`role` is not one of `roles`"),
        "steps": Form("`{key}` must be a number from 1 to {most}"),
        "digest": Form("`{key}` must be a digest of 64 digits and letters from a to f"),
        "date": Form('"{found}" is not a date like 2026-03-12T18:00+01:00', "Write the date so, or leave it out."),
    },
)
BAD_NAME = Code(
    "PB513",
    "bad-name",
    '"{found}" cannot be used as a name here',
    hint="Use letters, digits, - and _, up to 60 of them, beginning with a letter or digit.",
    about="Names become names of files; anything that could lead out of the game directory is refused, and so are"
    " the names that Windows keeps for devices, like con and aux.",
)
OLDER_FORMAT = Code(
    "PB529",
    "older-format",
    "the file has format {found}; this program reads format {known}",
    hint="Go on with the pbem that wrote it. A position file can be used again: look at docs/formats.md for the"
    " change.",
    about="The format of the files changed with version 0.2. Games of the first version are not converted.",
)
TEXT_TOO_LONG = Code(
    "PB546",
    "text-too-long",
    "the reason has {size} signs; at most {most} are kept",
    hint="Say it more shortly; the rest can stand in a mail. Nothing was changed.",
    about="Reasons, deadlines, names and addresses go into the files, the subjects of mails and the ledger of a game,"
    " whose lines are short, so that nothing in them takes long to read.",
    forms={
        "deadline": Form("the deadline has {size} signs; at most {most} are kept"),
        "beacon": Form("what is said of the number of the world has {size} signs; at most {most} are kept"),
        "name": Form("a name has {size} signs; at most {most} are kept"),
        "address": Form("an address has {size} signs; at most {most} are kept"),
    },
)
HAND_EDITED = Code(
    "PB505",
    "hand-edited",
    "the file was changed after the program wrote it: its digest does not fit",
    hint="Bring it back from the archive; to change a position, use `pbem position` and `pbem new`.",
    about="The first line of a step holds the SHA-256 of all that follows, so that no change stays unseen.",
)
STEP_MISSING = Code(
    "PB510",
    "step-missing",
    "step {number} is missing",
    hint="Bring it back from the archive; steps are numbered without a gap.",
    about="The numbers of the files in steps/ must run from 0000 without a gap.",
)
STEP_TWICE = Code(
    "PB511",
    "step-twice",
    "step {number} is there twice: {names}",
    hint="Remove the one that does not belong to this game.",
    about="Two files in steps/ carry the same number, so nobody can tell which one happened.",
)
LABEL = Code(
    "PB524",
    "step-misnamed",
    "the file says it is step {step} {label}, its name says otherwise",
    hint="Give the file its old name back.",
    about="A step's number and label stand in its name and in the file, and must agree.",
)


class GameFault(Exception):
    """A command could not do its work: the code, the file and the facts. Nothing was changed."""

    def __init__(self, code: Code, file: str, /, **facts: Any) -> None:
        self.code, self.file, self.facts = code, file, facts
        super().__init__(self.message)

    @property
    def form(self) -> Form:
        """The sentences for this case; where a code has no forms, the fact of that name is one like others."""
        name = self.facts.get("form", "")
        return self.code.forms[name] if name and self.code.forms else PLAIN

    @property
    def said(self) -> str:
        """The sentence itself."""
        return (self.form.message or self.code.message).format_map(self.facts)

    @property
    def message(self) -> str:
        """One sentence, with the file in front."""
        return harmless(f"{self.file}: error[{self.code.id}] {self.code.name}: {self.said}")

    @property
    def hint(self) -> str:
        """What to do about it; a fact named ``hint`` takes the place of the general one."""
        own = self.facts.get("hint")
        return harmless(str(own) if own is not None else (self.form.hint or self.code.hint).format_map(self.facts))


def bounded(text: str, form: str, most: int, file: str) -> str:
    """A text that people gave, without line breaks, if it is short enough; ``form`` is the sentence of the fault."""
    text = " ".join(text.split())
    if len(text) > most:
        raise GameFault(TEXT_TOO_LONG, file, form=form, size=len(text), most=most)
    return text


# Names that mean a device to Windows, wherever they stand.
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}


def safe_name(name: str, file: str) -> str:
    """The name, if it can be part of a file name and nothing more; else a fault."""
    plain = name.replace("-", "").replace("_", "")
    named = 0 < len(name) <= 60 and plain.isascii() and plain.isalnum() and name[0].isalnum()
    if not named or name.lower() in _DEVICES:
        raise GameFault(BAD_NAME, file, found=name[:80])
    return name


# files

FORMAT = 2
LIMIT = 16 * 1024 * 1024  # bytes; no file of ours is larger, and a film is not read into memory
LINE_LIMIT = 10_000  # bytes; tomllib needs minutes for a key of a hundred thousand parts
# A pipe in the place of a file is not waited for; Windows knows no such flag, and would change the ends of lines.
_PLAINLY = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def read_bytes(path: str, limit: int = LIMIT, form: str = "") -> bytes:
    """All bytes of a plain file; at most one more than the limit, so that the caller sees it is too long.

    ``form`` is "named" for a file that is not part of a game but was named to a command.
    """
    found: bytes = _read(path, form, lambda file: _up_to(file, limit + 1))
    return found


def read_before(path: str, end: int, count: int) -> tuple[int, bytes]:
    """Some bytes of a plain file before a place, or before its end if that is negative; the place they begin at."""

    def read(file: Any) -> tuple[int, bytes]:
        stop = file.seek(0, os.SEEK_END) if end < 0 else end
        start = file.seek(max(0, stop - count))
        return start, _up_to(file, stop - start)

    found: tuple[int, bytes] = _read(path, "", read)
    return found


def _read(path: str, form: str, read: Callable[[Any], Any]) -> Any:
    try:
        descriptor = os.open(path, os.O_RDONLY | _PLAINLY)
    except FileNotFoundError:
        raise GameFault(FILE_MISSING, path, form=form) from None
    except (OSError, ValueError) as error:
        raise GameFault(FILE_UNREADABLE, path, why=why_of(error)) from None
    try:
        with open(descriptor, "rb", buffering=0) as file:
            return read(file)
    except OSError as error:
        raise GameFault(FILE_UNREADABLE, path, why=why_of(error)) from None


def _up_to(file: Any, count: int) -> bytes:
    parts = []
    while count > 0 and (part := file.read(min(count, 1 << 20))):
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def why_of(error: Exception) -> str:
    """What the system says of an operation that failed."""
    return getattr(error, "strerror", None) or str(error)


def parse(data: bytes, path: str) -> dict[str, Any]:
    """The bytes of a file as TOML."""
    if len(data) > LIMIT or (len(data) > LINE_LIMIT and max(map(len, data.split(b"\n"))) > LINE_LIMIT):
        raise GameFault(NOT_TOML, path, form="size")
    try:
        text = data.decode("utf-8")
        return loads(text)
    except UnicodeDecodeError as error:
        raise GameFault(NOT_TOML, path, byte=error.start, form="letters") from None
    except RecursionError:
        raise GameFault(NOT_TOML, path, form="deep") from None
    except ValueError:
        raise _not_toml(data.decode("utf-8"), path) from None


def _not_toml(text: str, path: str) -> GameFault:
    """What is wrong with a file, as it is told of a sheet."""
    fault = not_toml(text)
    _, line, column = fault.at.path
    return GameFault(NOT_TOML, path, line=line, column=column, said=fault.message)


def without_events(data: bytes) -> bytes:
    """A step without what happened in it, which is half of it; a line that begins so is the head of a table."""
    start = end = data.find(b"\n[[events]]\n")
    while end >= 0 and data.startswith((b"\n[[events]]\n", b"\n[events."), end):
        end = data.find(b"\n[", end + 1)
    return data[:start] + data[end:] if end > 0 else data


def check_format(table: Mapping[str, Any], path: str) -> None:
    """Whether a file has the format of this program."""
    found = wanted(table, "format", int, path)
    if found > FORMAT:
        raise GameFault(NEWER_FORMAT, path, found=found, known=FORMAT)
    if found < FORMAT:
        raise GameFault(OLDER_FORMAT, path, found=found, known=FORMAT)


def wanted(table: Mapping[str, Any], key: str, kind: type, path: str, where: str = "") -> Any:
    """The value of a key that must be there and of that kind."""
    value = table.get(key)
    if type(value) is not kind:
        raise GameFault(WRONG_VALUE, path, key=f"{where}{key}", form="" if value is None else kind.__name__)
    return value


def texts(table: Mapping[str, Any], key: str, path: str) -> dict[str, str]:
    """A table of texts."""
    found = wanted(table, key, dict, path)
    return {name: wanted(found, name, str, path, f"{key}.") for name in found}


def text_list(table: Mapping[str, Any], key: str, path: str) -> tuple[str, ...]:
    """A list of texts, empty if it is left out."""
    found = wanted({key: [], **table}, key, list, path)
    if not all(type(item) is str for item in found):
        raise GameFault(WRONG_VALUE, path, key=key, form="texts")
    return tuple(found)


def read_rows(path: str, key: str, kinds: Mapping[str, type]) -> list[list[Any]]:
    """The values of each row of a list of tables, all of these kinds; none if there is no file."""
    if not os.path.lexists(path):
        return []
    rows = [row if isinstance(row, dict) else {} for row in wanted(parse(read_bytes(path), path), key, list, path)]
    return [[wanted(row, name, kind, path) for name, kind in kinds.items()] for row in rows]


def check_keys(table: Mapping[str, Any], keys: tuple[str, ...], path: str, where: str = "") -> None:
    """No key besides these: a slip of the pen is better named than ignored."""
    for key in table:
        if key not in keys:
            raise GameFault(WRONG_VALUE, path, key=f"{where}{key}", form="unknown")


class Board(NamedTuple):
    """A board as games name it; one that is played on the board of its title names none."""

    name: str = ""
    digest: str = ""


LINKS = ("https://", "http://")
DESK_FILE = "desk.html"  # the player's desk, as it is called in a mail
DESK = "the address of a page, or the name of a file that ends in .html, without blanks"


def desk_in(table: Mapping[str, Any], path: str) -> str:
    """Where the player's desk is; an address goes into mails, and must be one."""
    desk: str = wanted({"desk": "", **table}, "desk", str, path)
    fits = desk.endswith(".html") or desk.startswith(LINKS)
    if desk and (not fits or len(desk) > 300 or set(desk) & set(' "<>\n')):
        raise GameFault(WRONG_VALUE, path, key="desk", form="pace", known=DESK)
    return desk


def numbers_in(table: Mapping[str, Any], path: str) -> int:
    """How many numbers the number of the world has: told with it, and only then."""
    if "beacon" in table:
        return int(wanted(table, "beacon_numbers", int, path))
    if "beacon_numbers" in table:
        raise GameFault(WRONG_VALUE, path, key="beacon_numbers", form="alone", other="beacon")
    return 1


def board_in(table: Mapping[str, Any], path: str) -> Board:
    """The board that a file names, if any; its digest becomes part of names of files."""
    if "board" not in table:
        return Board()
    row = wanted(table, "board", dict, path)
    check_keys(row, ("name", "digest"), path, "board.")
    board = Board(*(wanted(row, key, str, path, "board.") for key in ("name", "digest")))
    check_digest(board.digest, "board.digest", path)
    return board


def check_digest(digest: str, key: str, path: str) -> None:
    """Whether a text is a digest."""
    if len(digest) != 64 or digest.strip("0123456789abcdef"):
        raise GameFault(WRONG_VALUE, path, key=key, form="digest")


# people

PICTURE, HTML, TEXT = MAIL_FORMS = ("picture", "html", "text")  # what a mail can be: the first if nothing is said


class Player(Record):
    """Who sits in a role, or looks on."""

    name: str = ""
    address: str = ""
    addresses: tuple[str, ...] = ()  # others of the same person, from which letters are taken too
    form: str = PICTURE  # of the mails


def seat_in(row: Mapping[str, Any], path: str, where: str, name: str = "player") -> Player:
    """A person's name and addresses, and the form of the mails."""
    check_keys(row, (name, "address", "addresses", "form"), path, where)
    filled = {name: "", "address": "", "form": PICTURE, **row}
    called, address, form = (wanted(filled, key, str, path, where) for key in (name, "address", "form"))
    if form not in MAIL_FORMS:
        known = " or ".join(f'"{form}"' for form in MAIL_FORMS)
        raise GameFault(WRONG_VALUE, path, key=f"{where}form", form="pace", known=known)
    return Player(called, address.strip(), text_list(row, "addresses", path), form)


def observers_in(table: Mapping[str, Any], path: str) -> tuple[Player, ...]:
    """Who gets the public report: the rows [[observer]]."""
    rows = wanted({"observer": [], **table}, "observer", list, path)
    if not all(type(row) is dict for row in rows):
        raise GameFault(WRONG_VALUE, path, key="observer", form="tables")
    return tuple(seat_in(row, path, "observer.", "name") for row in rows)


def people_of(table: Mapping[str, Any], key: str, path: str) -> dict[str, Mapping[str, str]]:
    """Those who are to play roles, or play them for a while, by role."""
    rows = wanted({key: {}, **table}, key, dict, path)
    for role in rows:
        for field in ("key", "name", "address"):
            wanted(wanted(rows, role, dict, path, f"{key}."), field, str, path, f"{key}.{role}.")
    return {role: texts(rows, role, path) for role in rows}


def tables_of(table: Mapping[str, Any], key: str, fields: tuple[str, ...], path: str) -> tuple[Mapping[str, str], ...]:
    """A list of tables, each of which has these texts; it may be left out."""
    rows = wanted({key: [], **table}, key, list, path)
    for at, row in enumerate(rows):
        for field in fields:
            wanted(row if isinstance(row, dict) else {}, field, str, path, f"{key}.{at}.")
    return tuple(rows)
