"""The game directory: what is wrong with one is a GameFault with a code, a file and a sentence."""

from __future__ import annotations

from typing import Any

from pbem.core import harmless
from pbem.core.diagnostics import PLAIN, Code, Form, table

NOT_A_GAME = Code(
    "PB501",
    "not-a-game",
    "this is not a game directory: there is no game.toml in it",
    hint="Give the directory that `pbem new` made.",
    about="Every command that works on a game wants the directory that holds its game.toml.",
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
HAND_EDITED = Code(
    "PB505",
    "hand-edited",
    "the file was changed after the program wrote it: its digest does not fit",
    hint="Bring it back from the archive; to change a position, use `pbem position` and `pbem new`.",
    about="The first line of a step holds the SHA-256 of all that follows, so that no change stays unseen.",
)
NEWER_FORMAT = Code(
    "PB506",
    "newer-format",
    "the file has format {found}; this program knows formats up to {known}",
    hint="Update pbem.",
    about="The game was written by a newer pbem. An older one does not guess what the file means.",
)
UNKNOWN_RULESET = Code(
    "PB507",
    "unknown-ruleset",
    'there is no ruleset "{found}"',
    hint="Known: {known}.",
    about="The name after `ruleset` is not that of a game this program can adjudicate.",
)
OTHER_REVISION = Code(
    "PB508",
    "other-revision",
    "played by revision {found} of {ruleset}; this program has revision {known}",
    hint="Update the older of the two: a game and what is checked at home follow the rules of one pbem.",
    about="A revision counts up when a ruling changes what orders lead to. A game begun under an older revision goes on"
    " under the newer one, and its next step says so; an older pbem does not go on with a newer game, and a view is"
    " checked by the revision that wrote it.",
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
        "role": Form("`role` is not one of `roles`"),
        "date": Form('"{found}" is not a date like 2026-03-12T18:00+01:00', "Write the date so, or leave it out."),
    },
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
DOES_NOT_FIT = Code(
    "PB512",
    "does-not-fit",
    "`{key}` is not as it was: step {step} was played with {was}",
    hint="One of the two files comes from another game or was edited; bring it back from the archive.",
    about="Two files of the game contradict each other.",
    forms={
        "without": Form("`{key}` is not as it was: step {step} was played without it"),
        "seed": Form("the seed is not the one whose hash stands in game.toml"),
        "revision": Form("the game began under revision {began}, and step {step} is of revision {found}"),
        "roles": Form("`roles` are not those of the mode"),
        "mode": Form("the position is for mode {mode}", "Leave out --mode, or name that one."),
        "dealt": Form(
            "there are {players} players to deal roles to, and {free} free roles",
            "Leave out --deal for those with a role.",
        ),
        "no-beacon": Form("there is no number of the world to be mixed in", "Name the number too: --beacon WHICH."),
        "chain": Form("the step does not continue the step before it"),
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
STATE_UNREADABLE = Code(
    "PB514",
    "state-unreadable",
    "the position in it cannot be read: {why}",
    hint="Mend what is named, or bring the file back from the archive.",
    about="The [state] or [position] table is TOML, but not a position of this game.",
    forms={
        "odd": Form("the position in it cannot be read: {where} makes no sense here"),
        "stuck": Form("the position in it cannot be used: the rules cannot go on from it ({fault})"),
        "other": Form("the position in it cannot be used: it does not read as it is written"),
        "view": Form("the position in it cannot be used: a view of it does not read as it is written"),
    },
)
SHEET_SPOILT = Code(
    "PB515",
    "sheet-spoilt",
    "the sheet was accepted once and is faulty now: {why}",
    hint="Submit the player's sheet again.",
    about="Sheets are checked again before they are used; this one was changed in the inbox.",
)
BUSY = Code(
    "PB516",
    "busy",
    "another command is at work on this game",
    hint="Wait until it has finished, then run this one again.",
    about="Only one command at a time writes to a game.",
)
CANNOT_WRITE = Code(
    "PB517",
    "cannot-write",
    "the file cannot be written: {why}",
    hint="Look at the free space and the permissions; the game is as it was before.",
    about="The operating system refused the write. The game stands where it stood.",
    forms={
        "folder": Form("the file cannot be written: a folder stands in its place", "Move the folder away."),
        "no-folder": Form("this cannot be written into: it is not a folder", "Move the file away."),
    },
)
EXISTS = Code(
    "PB518",
    "exists-already",
    "there is something of this name already",
    hint="Give the new game another directory.",
    forms={
        "file": Form(hint="Name another file, or write over it with --force."),
        "envelope": Form(hint="Name another file with -o, or write over it with --force."),
        "demo": Form(hint="Name another directory, or use --force on an old demonstration."),
    },
    about="The program does not write over a game or a file it did not make for this purpose.",
)
UNKNOWN_CHOICE = Code(
    "PB519",
    "unknown-choice",
    'there is no role "{found}"',
    hint="Possible: {known}.",
    about="A mode, option, role, temperament or other choice is not one this game has.",
    forms={
        "mode": Form('there is no mode "{found}"'),
        "option": Form('there is no option "{found}"'),
        "choice": Form('the option {option} has no choice "{found}"'),
        "form": Form('there is no form "{found}"'),
        "temperament": Form('there is no temperament "{found}"'),
        "theatre": Form('there is no theatre "{found}"'),
        "nation": Form('there is no nation "{found}"'),
        "piece": Form('there is no piece "{found}"'),
        "city": Form('there is no city "{found}"'),
        "thing": Form('there is no city or piece "{found}" on the map'),
        "step": Form('there is no step "{found}"', "Possible: the steps 0 to {last}."),
        "span": Form(
            '"{found}" is no span of steps',
            "Write A..B with A before B, from 0 to {last}, or one number from 1 to {last}.",
        ),
        "filter": Form(
            "this game has no map to name nations, pieces and cities by",
            "Use --turn, or leave the filter out.",
        ),
        "rule": Form('there is no rule "{found}"', "There are for example {known}."),
        "card": Form('there is no card "{found}"', "There are for example {known}."),
        "faq": Form("this reference has no chapter of questions and answers", "Read the rules themselves."),
        "code": Form('there is no code "{found}"'),
        "hand": Form('"{found}" is not a hand', "It cannot be read: {fault}."),
    },
)
SHEETS_MISSING = Code(
    "PB520",
    "sheets-missing",
    "step {step} still waits for {roles}",
    hint="Wait, or take the default for them: pbem adjudicate {game} {defaults}",
    about="A step is adjudicated when every role that owes a decision has sent a sheet.",
)
OTHER_STEP = Code(
    "PB521",
    "other-step",
    "step {step} is under way, not {number}",
    hint="Look at `pbem next {game}`; nothing was adjudicated.",
    about="`--expect` makes sure that a command run twice does not adjudicate two steps.",
)
GAME_OVER = Code(
    "PB522",
    "game-over",
    "the game is over: {reason}",
    hint="Read the reports; `pbem undo` takes back a last step adjudicated by mistake.",
    about="Nothing is awaited from anybody any more.",
)
NOTHING_TO_UNDO = Code(
    "PB523",
    "nothing-to-undo",
    "only the set-up is there, and it cannot be undone",
    hint="To begin anew, make a new game.",
    about="Undo takes back the last adjudicated step; step 0 is not one.",
)
LABEL = Code(
    "PB524",
    "step-misnamed",
    "the file says it is step {step} {label}, its name says otherwise",
    hint="Give the file its old name back.",
    about="A step's number and label stand in its name and in the file, and must agree.",
)
NO_LOCK = Code(
    "PB525",
    "no-lock",
    "the game cannot be locked here: {why}",
    hint="Nothing was written. Keep the game on a disk of this computer, and run the program with a whole Python.",
    about="Only one command at a time writes to a game. Where the system or the disk has no locks that could be relied"
    " upon (some network folders), nothing is written at all.",
    forms={"python": Form("the game cannot be locked here: Python has neither fcntl nor msvcrt")},
)
REVEALED_ALREADY = Code(
    "PB526",
    "revealed-already",
    "the seed of this game is open to all, so it cannot be played on",
    hint="To play on from here, begin a new game with a seed of its own: `pbem position`, then `pbem new --position`.",
    about="`pbem reveal` opens the seed for ever: whoever has it knows every card to come. So a revealed game is"
    " closed: no sheet is taken in, no step is taken back, and none is adjudicated.",
)
UNFINISHED = Code(
    "PB527",
    "unfinished",
    "the change has happened, but could not be written to its end: {why}",
    hint="Make room or mend the disk; the next command on this game finishes it. Do not repeat this one.",
    about="A change of several files is first written down as a whole. From that moment on it has happened; the files"
    " follow, and if they cannot be written now, the next command writes them.",
)
CHANGE_DAMAGED = Code(
    "PB528",
    "change-damaged",
    "a change that was cut off cannot be finished: the file is damaged",
    hint="Bring the game back from a backup; nothing was done with the file.",
    about="The file `.change` holds a change that has happened but was not written to its end. It carries a digest, and"
    " that does not fit; or it speaks of files that no game has, or that lie outside of it, and so it was written by"
    " somebody else.",
)
OLDER_FORMAT = Code(
    "PB529",
    "older-format",
    "the file has format {found}; this program reads format {known}",
    hint="Go on with the pbem that wrote it. A position file can be used again: look at docs/formats.md for the"
    " change.",
    about="The format of the files changed with version 0.2. Games of the first version are not converted.",
)
LEDGER_UNREADABLE = Code(
    "PB534",
    "ledger-unreadable",
    "the ledger cannot be read: it has other keys than format and line",
    hint="Bring the file back from the archive or a backup.",
    about="ledger.toml is TOML, but not a ledger of this format.",
    forms={"size": Form("the ledger cannot be read: it has more than {most} bytes")},
)
CUT_OFF = Code(
    "PB535",
    "publication-cut-off",
    "a publication was cut off, and this archive is half the old one and half the new",
    hint="Publish the game again: that finishes it. Nothing in the archive was looked at, and nothing written.",
    about="The file `.change` holds what a publication had still to write. Only `pbem publish` and `pbem reveal`, which"
    " have the game itself, finish it; whoever reads an archive changes nothing in it.",
)
LEAK = Code(
    "PB530",
    "leak",
    "{reader} would learn what is hidden from them: {place}",
    hint="Nothing was written. Look at templates of your own first; if there are none, this is a fault of the program.",
    about="Before anything is sent, the secrets its reader may not know are exchanged for others and it is made once"
    " more. The two must agree in every byte; here they did not, so a secret would have gone out.",
)
NOT_AN_ARCHIVE = Code(
    "PB531",
    "not-an-archive",
    "this is not an archive of the game {game}: there are files in it, but no {mark}",
    hint="Name a new directory, an empty one, or the archive of this game.",
    forms={
        "file": Form("this is not an archive of the game {game}: it is not a directory"),
        "other": Form("this is not an archive of the game {game}: it holds the game {found}"),
    },
    about="`pbem publish` writes into a directory that holds the archive.toml of the same game, and into no other.",
)
NOT_OVER = Code(
    "PB532",
    "not-over",
    "the game is not over, and its secrets are still worth something",
    hint="Wait for its end, or use --force for a game that is given up.",
    about="`pbem reveal` opens the seed and every step for ever. While the game runs, that would end it.",
)
GIT_FAILED = Code(
    "PB533",
    "git-failed",
    "git {command} failed: {why}",
    hint="The archive itself is written; mend the repository and publish again.",
    forms={"silent": Form("git {command} failed and did not say why (exit code {exit})")},
    about="`pbem publish --git` runs git in the directory of the archive.",
)
NO_MAP = Code(
    "PB540",
    "no-map",
    "there is no map of {title}",
    hint="Read `pbem report` instead.",
    about="Not every title is played on a map.",
)
NO_PAINTER = Code(
    "PB541",
    "no-painter",
    "a {form} cannot be painted here: {why}",
    hint="Install the extra with `pip install 'pbem[png]'` and the system's cairo library, or write an .svg file.",
    about="The map is SVG; PNG and PDF need the library cairosvg, which is an optional extra of pbem.",
)
UNKNOWN_PICTURE = Code(
    "PB543",
    "unknown-picture",
    "the map cannot be written to a file that ends in {end}",
    hint="Let its name end in .svg, or with the extra pbem[png] in .png or .pdf.",
    about="What `pbem map -o` writes is chosen by the end of the file's name.",
)
NOT_A_SITE = Code(
    "PB542",
    "not-a-site",
    "this directory has files in it that are not a site of pbem",
    hint="Name a new or empty directory, or one that `pbem site` wrote.",
    about="`pbem site` writes many files and removes old ones, so it works only in a directory of its own.",
)
BAD_ADDRESS = Code(
    "PB545",
    "bad-address",
    '`{key}` is not an address that a mail can be sent to: "{found}"',
    hint="Mend it in game.toml, like anna@example.org, and write this mail again; those of the others are written.",
    about="An address is one word in plain letters, with one @ in it; a domain with accents is written in its form that"
    " begins with xn--. A player without an address gets a mail that can be read and forwarded, not sent by mistake.",
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
LEDGER_FULL = Code(
    "PB547",
    "ledger-full",
    "the ledger of this game is full: it has {size} bytes of {most}",
    hint="No sheet is taken in any more; the step under way can still be adjudicated. To play on: `pbem position`, then"
    " `pbem new --position`.",
    about="The ledger keeps a line for every version of every sheet. It holds many thousands of them, far more than a"
    " game needs; the last part of it is kept for steps, reports and the end.",
)
TEMPLATE_FAULT = Code(
    "PB544",
    "template-fault",
    "the template cannot be used: {why}",
    hint="Mend it, or remove it from templates/ in the game directory; nothing was written.",
    forms={"link": Form("the template cannot be used: it is a link that leads out of the folder of templates")},
    about="A template of the game's own is given the same plain data as the program's, and can lay them out and nothing"
    " else: it reads no files outside the folders of templates, and it must come to an end.",
)

CODES = table(
    NOT_A_GAME, FILE_MISSING, FILE_UNREADABLE, NOT_TOML, HAND_EDITED, NEWER_FORMAT, UNKNOWN_RULESET,
    OTHER_REVISION, WRONG_VALUE, STEP_MISSING, STEP_TWICE, DOES_NOT_FIT, BAD_NAME, STATE_UNREADABLE,
    SHEET_SPOILT, BUSY, CANNOT_WRITE, EXISTS, UNKNOWN_CHOICE, SHEETS_MISSING, OTHER_STEP, GAME_OVER,
    NOTHING_TO_UNDO, LABEL, NO_LOCK, REVEALED_ALREADY, UNFINISHED, CHANGE_DAMAGED, OLDER_FORMAT, LEDGER_UNREADABLE,
    CUT_OFF, LEAK, NOT_AN_ARCHIVE, NOT_OVER, GIT_FAILED,
    NO_MAP, NO_PAINTER, NOT_A_SITE, UNKNOWN_PICTURE, TEMPLATE_FAULT, BAD_ADDRESS,
    TEXT_TOO_LONG, LEDGER_FULL,
)  # fmt: skip


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
