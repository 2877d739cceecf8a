"""Where the files of a game and of an archive lie: every name of a file or a folder, once.

Names inside a directory have ``/`` between folders, as the ledger and the manifests write them; ``path`` makes of one a
path of the machine.
"""

import os

GAME = "game.toml"
SECRET = "secret.toml"
LEDGER = "ledger.toml"  # every input of the game
ANCHOR = "anchor.toml"  # the last line of the ledger that must not be cut off
POSITION = "position.toml"  # what a game began from that did not begin at the set-up
DEADLINES = "deadlines.toml"
MAILS = "mails.toml"
TIMES = "times.toml"  # when steps were begun and sheets came, who is away, what was put off
CLOCK = "clock.toml"  # the last look at the time
DROPPED = "dropped.toml"  # whose orders ahead do not count any more, for somebody else has taken over
HANDED = "handed.toml"  # to whom the game was handed over, so that it rests here
REVEALED = "revealed.toml"  # the seed, once it is open to all; also in the archive
LETTERS = "letters.toml"  # every letter that came in, and what became of it
OUTGOING = "outbox.toml"  # every mail that went into the outbox
TRIES = "tries.toml"  # the mails that could not be handed over yet, and when they are tried again
TABLES = (
    GAME,
    SECRET,
    LEDGER,
    ANCHOR,
    POSITION,
    DEADLINES,
    MAILS,
    REVEALED,
    LETTERS,
    OUTGOING,
    TRIES,
    TIMES,
    CLOCK,
    DROPPED,
    HANDED,
)  # of a game, at the top

ARCHIVE = "archive.toml"
MANIFEST = "manifest.toml"  # of an archive, and of each folder of reports
README = "README.md"
IGNORE = ".gitignore"
ATTRIBUTES = ".gitattributes"
PAGES = (ARCHIVE, MANIFEST, README, IGNORE, ATTRIBUTES)  # besides tables, at the top of a game or an archive

STEPS, INBOX, OPENED, UNDONE, REPORTS, MAPS = "steps", "inbox", "opened", "undone", "reports", "maps"
PRESS, VOTES = "press", "votes"  # what players said to each other; how they voted
KEPT_LETTERS, OUTBOX, SENT = "letters", "outbox", "sent"  # letters as they came; mails to be sent; mails handed over
REFUSED = "refused"  # mails that no server takes
FOLDERS = (
    STEPS,
    INBOX,
    OPENED,
    UNDONE,
    REPORTS,
    MAPS,
    KEPT_LETTERS,
    OUTBOX,
    SENT,
    REFUSED,
    PRESS,
    VOTES,
)  # of a game or an archive
ARCHIVED = (STEPS, REPORTS, MAPS, OPENED, UNDONE, PRESS)  # of an archive
TEMPLATES = "templates"  # of the game's own
BOARD = "board"  # the tables of the board it is played on, where it is one of its own
REPOSITORY = ".git"  # an archive may lie in one of its own
POST = "post"  # beside games: the folder of letters that belong to none of them, laid out as a game's own
POST_SETTINGS = "post.toml"  # beside games: how their mail is fetched and sent
FETCHED = "fetched.toml"  # in POST: what was fetched from the server
TICK = "tick.toml"  # in POST: when the post was last done
TICK_LOCK = ".tick"  # in POST: held by whoever does the post

CHANGE = ".change"  # what is being done to several files at once
CHANGE_BEGUN = ".change.tmp"  # the same before it has happened
LOCK = ".lock"  # the file to lock where a folder itself cannot be
UNDO = "undo.toml"  # in a folder of UNDONE: what was taken back, and why
UNDONE_OPENED = "opened.toml"  # in a folder of UNDONE: the salts of the envelopes of the step
DEMONSTRATION = "demonstration.txt"  # marks a game that bots play to show the program
SHEETS = "sheets"  # in such a game: what the bots wrote

TABLE = ".toml"  # how the names of our tables end
PHRASE = ".phrase"  # how the name ends under which the phrase of an envelope is kept
PICTURE = ".svg"  # how the names of maps end
LETTER = ".eml"  # how the names of mails end
IGNORED = (SECRET, LOCK, f"{CHANGE}*", ".*.tmp")  # what of a game goes into no repository


def path(directory: str, name: str) -> str:
    """Where a file or folder of that name lies in a directory."""
    return os.path.join(directory, *name.split("/"))


def numbered(name: str) -> int | None:
    """The number that a name is; other signs pass for digits too, and are none."""
    return int(name) if name.isascii() and name.isdigit() and len(name) < 10 else None


def is_game(directory: str) -> bool:
    """Whether a directory is a game, or the archive of one."""
    return os.path.lexists(os.path.join(directory, GAME))


def was_game(directory: str) -> bool:
    """Whether a directory without a game.toml has what only a game or an archive has: it has lost the file."""
    found = (os.path.lexists(os.path.join(directory, name)) for name in (LEDGER, SECRET))
    return not is_game(directory) and (any(found) or os.path.isdir(os.path.join(directory, STEPS)))


def is_archive(directory: str) -> bool:
    """Whether a directory is the archive of a game, whole or half written."""
    return any(os.path.lexists(os.path.join(directory, name)) for name in (ARCHIVE, MANIFEST))


# steps


def step_name(number: int, label: str) -> str:
    """The file name of a step: ``0007-t02-north.toml``; with ``*`` for a label, that of any step of the number."""
    return f"{number:04}-{label}{TABLE}"


def step_number(name: str) -> int | None:
    """The number of the step whose file has this name; None if it is that of no step."""
    number, dash, rest = name.partition("-")
    is_number = number.isascii() and number.isdigit() and len(number) >= 4
    return int(number) if is_number and dash == "-" and rest.endswith(TABLE) else None


def step(number: int, label: str) -> str:
    """The file of a step."""
    return f"{STEPS}/{step_name(number, label)}"


def opened(step: int) -> str:
    """The file with the salts of the envelopes of a step."""
    return f"{OPENED}/{step:04}{TABLE}"


def undone(place: int) -> str:
    """The folder of a step that was taken back, by its place among all of them."""
    return f"{UNDONE}/{place:02}"


def press(number: int) -> str:
    """The file of what somebody said, by its number among all of them."""
    return f"{PRESS}/{number:04}{TABLE}"


def vote(offer: int, role: str, number: int) -> str:
    """The file of a vote about an offer, by its number among those of the role."""
    return f"{VOTES}/{offer:02}-{role}-{number:02}{TABLE}"


# sheets


def inbox(step: int) -> str:
    """The folder of the sheets for a step."""
    return f"{INBOX}/{step:04}"


def sheet_name(role: str, version: int, end: str = TABLE) -> str:
    """The file name of a version of a role's sheet, or with another end that of the phrase that opens it."""
    return f"{role}-{version:02}{end}"


def sheet(step: int, role: str, version: int, end: str = TABLE) -> str:
    """The file of a version of a role's sheet for a step, or of its phrase."""
    return f"{inbox(step)}/{sheet_name(role, version, end)}"


def version_in(name: str) -> tuple[str, int] | None:
    """The role and the version of the sheet whose file has this name; None if it is that of no sheet."""
    role, _, number = name.removesuffix(TABLE).rpartition("-")
    if not (name.endswith(TABLE) and role and number.isascii() and number.isdigit()):
        return None
    return role, int(number)


# what goes out


def reports(step: int) -> str:
    """The folder of what its readers get after a step."""
    return f"{REPORTS}/{step:04}"


def report_name(reader: str | None, form: str) -> str:
    """The file name of a report for a reader, None being the public."""
    return f"{reader or 'public'}.{form}"


def public_report(step: int, form: str) -> str:
    """The file of the public report after a step."""
    return f"{reports(step)}/{report_name(None, form)}"


def view_name(role: str) -> str:
    """The file name of a role's view."""
    return f"{role}.view{TABLE}"


def handover_name(role: str) -> str:
    """The file name of the report with which somebody takes over a role."""
    return f"{role}.handover.txt"


def notice_name(role: str) -> str:
    """The file name of the notice that a role's envelope was gathered."""
    return f"{role}.notice.txt"


def picture(step: int) -> str:
    """The map of an archive after a step."""
    return f"{MAPS}/{step:04}{PICTURE}"


def ground(digest: str) -> str:
    """The ground of maps, in a file beside them."""
    return f"ground-{digest}{PICTURE}"


def looks(digest: str) -> str:
    """The looks of the pieces on maps, in a style sheet beside them."""
    return f"pieces-{digest}.css"


def is_ground(name: str) -> bool:
    """Whether a file is the ground of maps, or has the looks of their pieces."""
    return (name.startswith("ground-") and name.endswith(PICTURE)) or (
        name.startswith("pieces-") and name.endswith(".css")
    )


def shared(file: str, digest: str) -> str:
    """A style sheet or script of an archive, named after what is in it: pages never come to another than their own."""
    stem, _, end = file.rpartition(".")
    return f"{stem}-{digest}.{end}"


def is_shared(name: str) -> bool:
    """Whether a file of an archive belongs to the pages of many steps."""
    top, _, file = name.partition("/")
    return (top == MAPS and is_ground(file)) or (top == REPORTS and "/" not in file and file.endswith((".css", ".js")))


def page_step(name: str) -> int | None:
    """The step to which a page of an archive belongs, a report or a map; None if it is none."""
    top, _, rest = name.partition("/")
    return numbered(rest.partition("/")[0].partition(".")[0]) if top in (REPORTS, MAPS) else None


# the post


def letter(number: int) -> str:
    """The file of a letter as it came."""
    return f"{KEPT_LETTERS}/{number:04}{LETTER}"


def mail_name(number: int, to: str) -> str:
    """The file name of a mail that goes out, to a role or another reader: ``0012-north.eml``."""
    return f"{number:04}-{to}{LETTER}"


def mail_in(name: str) -> tuple[int, str] | None:
    """The number and the reader of the mail whose file has this name; None if it is that of no mail."""
    number, dash, rest = name.partition("-")
    is_number = number.isascii() and number.isdigit() and 4 <= len(number) < 10
    return (int(number), rest.removesuffix(LETTER)) if is_number and dash and rest.endswith(LETTER) else None


def outgoing(number: int, to: str) -> str:
    """The file of a mail that is not sent yet."""
    return f"{OUTBOX}/{mail_name(number, to)}"


def sent(number: int, to: str) -> str:
    """The file of a mail that was handed over."""
    return f"{SENT}/{mail_name(number, to)}"


def refused(number: int, to: str) -> str:
    """The file of a mail that no server takes."""
    return f"{REFUSED}/{mail_name(number, to)}"


def post_of(games: str) -> str:
    """The folder of letters that belong to no game, beside the games."""
    return os.path.join(games, POST)


# what is only half written


def half_written(name: str) -> str:
    """The name that a file or folder has until it is whole."""
    return f".{name}.tmp"


def is_leftover(name: str) -> bool:
    """Whether a file is what a killed command left half written."""
    return name.startswith(".") and name.endswith(".tmp")
