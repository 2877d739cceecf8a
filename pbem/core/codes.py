"""The faults a sheet can have in any game: PB10x it cannot be read, PB2xx its heading is wrong."""

from __future__ import annotations

from pbem.core import Code, Form, table

NOT_TOML = Code(
    "PB101", "not-toml",
    message="this is not TOML: it cannot be read from here on",
    hint="Mend this place; everything after it could not be read.",
    forms={
        "open": Form(
            "this is not TOML: the list that begins here is not closed",
            "After its last entry stands a ] on a line of its own.",
        ),
        "value": Form(
            "this is not TOML: there is no value here that can be read",
            'Words stand in double quotes: role = "frederick".',
        ),
        "statement": Form(
            "this is not TOML: this line is neither key = value nor a [table]",
            "Begin remarks with #; take away what the mail program has added.",
        ),
        "equals": Form(
            "this is not TOML: a = is missing after the key", 'A line reads key = value: role = "frederick".'
        ),
        "left": Form(
            "this is not TOML: there is something left after the value",
            "One key on a line; a remark begins with #; quotes inside a text are written as single ones.",
        ),
        "list": Form(
            "this is not TOML: a list is not closed, or a comma is missing in it",
            "Between two entries stands a comma, after the last one a ].",
        ),
        "braces": Form(
            "this is not TOML: a {{ is not closed, or a comma is missing after it",
            'Write {{ card = "9D", when = "score <= -5" }} on one line.',
        ),
        "twice": Form(
            "this is not TOML: the same key is given twice", "Put everything for this key into one place."
        ),
        "again": Form(
            "this is not TOML: the same [table] is begun twice", "Put everything for this table below one heading."
        ),
        "closed": Form(
            "this is not TOML: this table was closed before and cannot be added to",
            "Put everything for this table into one place.",
        ),
        "quotes": Form("this is not TOML: the closing quotes of a text are missing", 'A text ends with ".'),
        "cut": Form(
            "this is not TOML: the closing quotes of a text are missing on this line",
            'A text ends with " on the line it began on; a mail program may have broken the line.',
        ),
        "fence": Form(
            "this is not TOML: the text that begins here with three quotes is not closed",
            "It ends with three quotes too; a text on one line needs only one at each end.",
        ),
        "sign": Form(
            "this is not TOML: there is a sign here that a text may not have", "Delete it and type it again."
        ),
        "backslash": Form(
            "this is not TOML: there is a \\ in a text", "Write a plain sign instead, or \\\\ for the \\ itself."
        ),
        "remark-sign": Form("this is not TOML: there is a sign here that a remark may not have", "Delete it."),
        "key": Form("this is not TOML: no key can begin like this", "A line reads key = value: step = 12."),
        "bracket": Form(
            "this is not TOML: the ] of a [table] is missing",
            "Write as many ] as [, on a line of its own: [troops], [[bid]].",
        ),
        "date": Form(
            "this is not TOML: the calendar has no such day",
            'If it is no date, write it as a text in quotes: "1756-02-30".',
        ),
    },
    about="A sheet is a TOML file: `key = value` on each line, words in double quotes, lists in square"
    " brackets with commas. Wrong: `role = frederick`. Right: `role = \"frederick\"`. Reading stops at the"
    " first such fault, so there may be more below it.",
)  # fmt: skip
TOO_DEEP = Code(
    "PB102", "too-deep",
    message="the brackets are nested too deeply",
    hint="An order sheet needs two or three levels.",
    forms={"dots": Form("a key here has too many parts")},
    about="No order needs lists inside lists inside lists. Most likely a closing bracket is missing, or the"
    " file is not an order sheet at all. Wrong: `do = [[[[\"...\"]]]]`. Right: `do = [\"...\"]`.",
)  # fmt: skip
EMPTY_SHEET = Code(
    "PB103", "empty-sheet",
    message="the sheet is empty",
    hint="Every report ends with the sheet to fill in; `pbem orders` writes it too.",
    about="There is nothing in the file but blanks and comments. A line that begins with `#` is a comment:"
    " take the sign away where the order is meant. Wrong: `# step = 12`. Right: `step = 12`.",
)  # fmt: skip
UNKNOWN_KEY = Code(
    "PB104", "unknown-key",
    message="a sheet has no key {key}",
    hint="The keys here are {known}.",
    forms={
        "near": Form(hint="Did you mean {near}?"),
        "table": Form(hint="It belongs to {table} above it, which still stands behind #: take away that # too."),
    },
    about="The words on the left of `=` and in square brackets are fixed, so that a slip of the pen does not"
    " lose an order. Wrong: `setp = 12`. Right: `step = 12`. A key written below a `[table]` belongs to that"
    " table: the heading stands at the top of the sheet.",
)  # fmt: skip
WRONG_TYPE = Code(
    "PB105", "wrong-type",
    message="{key} is not a text in quotes",
    hint="Copy this line from your last report.",
    forms={
        "number": Form("step is not a number from 0 up, without quotes"),
        "game": Form(hint='Write game = "{game}".'),
        "step": Form("step is not a number from 0 up, without quotes", "Write step = {step}."),
        "role": Form(hint='Write role = "..." with your role in it: {roles}.'),
        "key": Form(hint='Write key = "..." with the words from your last report in it.'),
        "status": Form(hint='Write status = "draft" or status = "final", or leave it out for final.'),
        "word": Form(hint='Write word = "..." with any words of yours in it.'),
        "ok": Form("ok is neither true nor false", "Write ok = true, without quotes, or leave it out."),
    },
    about="Each key of the heading has one kind of value: step is a number without quotes, ok is true or"
    " false, the others are words in quotes. Wrong: `step = \"12\"`. Right: `step = 12`.",
)  # fmt: skip
MISSING_KEY = Code(
    "PB106", "missing-key",
    message="the heading lacks {key}",
    hint="Copy this line from your last report to the top of the sheet, above the first [table].",
    forms={
        "game": Form(hint='Add game = "{game}" at the top of the sheet, above the first [table].'),
        "step": Form(hint="Add step = {step} at the top of the sheet, above the first [table]."),
        "role": Form(hint='Add role = "..." with your role in it, {roles}, at the top of the sheet.'),
        "key": Form(hint='Add key = "..." with the words from your last report in it, at the top of the sheet.'),
    },
    about="A sheet begins with four lines: `game`, `step`, `role` and `key`. They say which game the orders"
    " are for and prove who wrote them; the sheet at the end of every report has them filled in. A line that"
    " slipped below a `[table]` belongs to that table and is missing at the top.",
)  # fmt: skip
UNKNOWN_STATUS = Code(
    "PB107", "unknown-status",
    message="the status {status} is unknown",
    hint='Write status = "draft", "final" or "withdrawn", or leave it out for final.',
    forms={"near": Form(hint="Did you mean {near}?")},
    about="A draft is checked and kept but not acted upon; a final sheet is. A sheet that says withdrawn takes back the"
    " one before it, and none counts. Without a status a sheet is final."
    " Wrong: `status = \"done\"`. Right: `status = \"final\"`.",
)  # fmt: skip
HUGE_NUMBER = Code(
    "PB108", "huge-number",
    message="this number is too large",
    hint="No number in a sheet is longer than a few digits.",
    about="TOML promises numbers of 64 bits and no larger ones. Wrong: `step = 99999999999999999999`."
    " Right: `step = 12`.",
)  # fmt: skip
LINE_TOO_LONG = Code(
    "PB109", "line-too-long",
    message="this line has {length} characters; at most {limit} are allowed",
    hint="Put each order on a line of its own.",
    about="A list may be broken after every comma, and reads better so. Wrong: all orders behind"
    " `do = [` on one line without end. Right: one order on each line.",
)  # fmt: skip

TOO_MUCH = Code(
    "PB110", "too-much",
    message="the sheet has {size} characters; at most {limit} are allowed",
    hint="Send the orders of this step alone.",
    forms={
        "lines": Form("the sheet has {size} lines; at most {limit} are allowed"),
        "list": Form("this list has {size} entries; at most {limit} are allowed", "Leave out what is not needed."),
        "entries": Form(
            "the lists within the tables of this sheet have {size} entries together; at most {limit} are allowed",
            "Leave out what is not needed.",
        ),
        "keys": Form(
            "{size} keys in this sheet are unknown; the first {limit} of them are named",
            "Fill in the sheet of your report: its keys are fixed.",
        ),
        "faults": Form(
            "the sheet has {limit} faults up to here, and the rest of it was not read",
            "Mend these first and check the sheet again.",
        ),
    },
    about="No step asks for more than a few dozen orders. Bounds on size, lines and lists keep a sheet from holding up"
    " the game of others. Wrong: `do = [` and ten thousand orders.",
)  # fmt: skip
TEXT_TOO_LONG = Code(
    "PB111", "text-too-long",
    message="this text has {length} characters; at most {limit} are allowed",
    hint="Each order, wish or name is a text of its own: close the quotes after it and put a comma.",
    forms={
        "lines": Form(
            "this text goes over {lines} lines; a text stands on one line",
            "Close the quotes at the end of each line and put a comma: one order, one text, one line.",
        ),
    },
    about="A list holds one text for each order, wish or answer. Wrong: all orders in one text over many lines, between"
    " three quotes. Right: `do = [\"ONE ORDER\", \"ANOTHER\"]`, on as many lines as you like.",
)  # fmt: skip
WRONG_GAME = Code(
    "PB201", "wrong-game",
    message='this sheet is for the game {game}; this is the game "{here}"',
    hint='If it is meant for this game, write game = "{here}".',
    about="The heading names another game than the one the sheet was given to. Nothing else was checked."
    " A player in two games most likely sent the sheet of the other: `game = \"winter-1756\"`.",
)  # fmt: skip
TOO_LATE = Code(
    "PB202", "too-late",
    message="step {step} has been adjudicated; step {now} is under way",
    hint="Fill in the sheet of the newest report. What was played cannot be changed any more.",
    about="The deadline has passed or everybody else had sent in, and the step was played, if need be with"
    " the default orders. A sheet with `step = 11` is no use when step 12 is under way.",
)  # fmt: skip
TOO_EARLY = Code(
    "PB203", "too-early",
    message="step {step} is not under way yet; the game is at step {now}",
    hint="Write step = {now} if the orders are meant for now. At home: check against the newest view.",
    about="Orders are taken for the step under way only: nobody can know what is owed later. A sheet with"
    " `step = 13` waits for the report that ends with that number.",
)  # fmt: skip
UNKNOWN_ROLE = Code(
    "PB204", "unknown-role",
    message="there is no role {role} in this game",
    hint="The roles are {roles}.",
    forms={"near": Form(hint="Did you mean {near}?")},
    about="A role is a place at the table, not a nation or a player: one role may command several nations."
    " Wrong: `role = \"prussia\"`. Right: `role = \"frederick\"`.",
)  # fmt: skip
WRONG_KEY = Code(
    "PB205", "wrong-key",
    message="the key does not fit the role {role}",
    hint="The key stands in your own reports and in the sheet at their end; ask the moderator if it is lost.",
    about="Each player has a secret word that proves who wrote a sheet. It was mistyped, or the sheet names"
    " another player's role. Copy both lines from your last report: `role = \"frederick\"`,"
    " `key = \"amber-falcon-7k2m-q4xz\"`.",
)  # fmt: skip
NOTHING_OWED = Code(
    "PB206", "nothing-owed",
    message="the game is over: in step {step} nothing is awaited from {role} or anybody else",
    hint="Read the last report.",
    about="The game has ended, and orders given now could not be acted upon. `pbem status` tells how it ended.",
)  # fmt: skip
WORD_NOT_NOW = Code(
    "PB207", "word-not-now",
    message="a word for the seed is taken with the set-up only",
    hint="Leave out the line word = ...",
    about="Each player may add a word of their own to the game's chance, once, before the first card is"
    " dealt: `word = \"sour cherries\"`. Later it could no longer be fair.",
)  # fmt: skip
WORD_TOO_LONG = Code(
    "PB208", "word-too-long",
    message="the word for the seed has {length} characters; at most {limit} are allowed",
    hint="Any few words will do; nobody can use them against you.",
    about="The word is mixed into the game's seed and printed in the archive, so it is kept short. Right:"
    " `word = \"sour cherries\"`.",
)  # fmt: skip
WORD_NOT_PLAIN = Code(
    "PB209", "word-not-plain",
    message="the word for the seed has line breaks or control signs in it",
    hint="Write it on one line.",
    about="The word is printed in the archive and must come out the same everywhere: letters, digits,"
    " spaces and signs on one line. Wrong: `word = \"sour\\ncherries\"`. Right: `word = \"sour cherries\"`.",
)  # fmt: skip
WORD_NOT_HELD = Code(
    "PB211", "word-not-held",
    message="in this game a word for the seed travels in a held envelope, for the moderator plays too",
    hint="Seal the sheet with `pbem seal SHEET --to VIEW --hold`, or leave out the line word = ...",
    about="A moderator who plays could read the words of the others and choose his own to suit him. So words are"
    " bound in"
    " held envelopes before any of them is opened. Wrong in an open sheet: `word = \"sour cherries\"`.",
)  # fmt: skip

CODES = table(
    NOT_TOML, TOO_DEEP, EMPTY_SHEET, UNKNOWN_KEY, WRONG_TYPE, MISSING_KEY, UNKNOWN_STATUS, HUGE_NUMBER,
    LINE_TOO_LONG, TOO_MUCH, TEXT_TOO_LONG,
    WRONG_GAME, TOO_LATE, TOO_EARLY, UNKNOWN_ROLE, WRONG_KEY, NOTHING_OWED,
    WORD_NOT_NOW, WORD_TOO_LONG, WORD_NOT_PLAIN, WORD_NOT_HELD,
)  # fmt: skip
