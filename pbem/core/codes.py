"""The faults a sheet can have in any game: PB1xx it cannot be read, PB2xx its heading is wrong."""

from __future__ import annotations

from pbem.core.diagnostics import Code, Form, table

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
            "this is not TOML: the ] of a [table] is missing", "Write [troops] on a line of its own."
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
    },
    about="Each key of the heading has one kind of value: step is a number without quotes, the others are"
    " words in quotes. Wrong: `step = \"12\"`. Right: `step = 12`.",
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
    hint='Write status = "draft" or status = "final", or leave it out for final.',
    forms={"near": Form(hint="Did you mean {near}?")},
    about="A draft is checked and kept but not acted upon; a final sheet is. Without a status a sheet is"
    " final. Wrong: `status = \"done\"`. Right: `status = \"final\"`.",
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
SHEET_TOO_LARGE = Code(
    "PB121", "sheet-too-large",
    message="the file has {size} bytes; a sheet or a mail has at most {limit}",
    hint="Send the sheet alone, without pictures and without the mail it answers.",
    about="A full sheet has a few thousand bytes. A file of more than a million is refused unread: most"
    " likely the map or the whole exchange of letters was attached. Send `orders.toml` alone.",
)  # fmt: skip
NOT_UTF8 = Code(
    "PB122", "wrong-encoding",
    message="the file is not text in {charset}: byte {place} makes no sense",
    hint="Save the sheet as UTF-8, or write names without accents: Koniggratz, Grunberg.",
    about="A sheet is text in UTF-8; a mail may name another character set and is read with that one. Names"
    " match without their accents, so a sheet in plain letters is always safe: `\"Daun > Koniggratz\"`.",
)  # fmt: skip
NO_SHEET = Code(
    "PB123", "no-sheet-in-mail",
    message="this mail holds no sheet",
    hint="Put the sheet into the text of the mail or attach it as orders.toml.",
    forms={
        "file": Form(
            message="this mail holds no sheet that can be read; the attached file {file} was not read",
            hint="Save the sheet as plain text and attach it as orders.toml, or put it into the text of the mail.",
        ),
        "headless": Form(
            message="this mail holds no sheet, though a line of it looks like an order: {line}",
            hint='Above the orders stand four lines, game = "...", step = 0, role = "..." and key = "...", as at the'
            " end of your last report; copy them from there. The orders themselves stand in a list, each in quotes and"
            ' with a comma behind it: do = [ "FIRST ORDER", "SECOND ORDER", ]',
        ),
        "receipt": Form(
            message="this mail holds a receipt of the game, sent back, and no sheet",
            hint="Nothing was read from it. To change your orders, send the whole sheet again.",
        ),
    },
    about="Neither the text of the mail nor an attachment has lines such as `game = \"winter-1756\"` and"
    " `step = 12`. Answer the report with the sheet from its end, filled in, as plain text.",
)  # fmt: skip
SEVERAL_SHEETS = Code(
    "PB124", "several-sheets-in-mail",
    message="this mail holds {count} different sheets",
    hint="Send one sheet in each mail.",
    about="Which of several sheets is meant is not for the moderator to guess. A sheet for the same step"
    " replaces the one before it whole, so one mail with one sheet is always enough. Wrong: `old.toml` and"
    " `new.toml` attached to one mail. Right: `new.toml` alone.",
)  # fmt: skip
BROKEN_MAIL = Code(
    "PB125", "broken-mail",
    message="this mail cannot be read: its character set {charset} is unknown",
    hint="Send the sheet once more, as plain text or as an attached file orders.toml.",
    forms={
        "rules": Form("this mail cannot be read: it breaks the rules of mail ({fault})"),
        "base64": Form("this mail cannot be read: a part of it is not the base64 it claims to be"),
        "head-lines": Form("this mail cannot be read: its head has {size} lines; at most {limit} are read"),
        "head": Form("this mail cannot be read: its head has {size} characters; at most {limit} are read"),
        "header": Form("this mail cannot be read: one of its headers has {size} characters; at most {limit} are read"),
        "part": Form(
            "this mail cannot be read: the description of a part has {size} characters; at most {limit} are read"
        ),
        "entries": Form(
            "this mail cannot be read: the description of a part has more than {limit} entries or {quotes} quotes"
        ),
        "parts": Form("this mail cannot be read: it has {size} parts; at most {limit} are read"),
        "boxes": Form(
            "this mail cannot be read: it has {size} parts that hold other parts; at most {limit} are read"
        ),
        "mail-lines": Form("this mail cannot be read: it has {size} lines; at most {limit} are read"),
        "text": Form("this mail cannot be read: its text has {size} characters; at most {limit} are read"),
        "lines": Form("this mail cannot be read: its text has {size} lines; at most {limit} are read"),
    },
    about="The mail is damaged, or its parts are packed in a way that cannot be undone, for example"
    " `Content-Transfer-Encoding: base64` over something that is not base64. Or it has more headers, parts or"
    " lines than any mail program writes. The sheet itself may be well.",
)  # fmt: skip
NOT_TEXT = Code(
    "PB126", "not-text",
    message="the file is not text",
    hint="Send the sheet as a plain text file, not as a document of a word processor or an archive.",
    about="The file has bytes that no text has. A sheet is written with a plain text editor and saved as"
    " `orders.toml`; not `orders.docx`, not `orders.zip`.",
)  # fmt: skip
HTML_ONLY = Code(
    "PB127", "html-only",
    message="the HTML of this mail has {size} characters; at most {limit} can be read",
    hint="Send it as plain text, or attach the sheet as orders.toml.",
    about="A mail that has its text as HTML only is read from that, up to a length no letter has. Most likely"
    " the whole exchange of letters hangs below it. An attached `orders.toml` always works.",
)  # fmt: skip
UNTOUCHED = Code(
    "PB128", "untouched-sheet",
    message="the only sheet in this mail is the one that was sent to you, with nothing filled in",
    hint='Fill it in and send it again. If you mean it as it stands, add the line status = "final" to its heading.',
    forms={
        "remarks": Form(
            message="nothing in this sheet counts: what is filled in still stands behind #, as in {lines}",
            hint="Take away the # before each order that is meant, and before the line in square brackets above it if"
            " that has one. Then send the sheet again.",
        ),
        "file": Form(
            message="the attached file {file} was not read, and the only other sheet in this mail is the one that was"
            " sent to you, with nothing filled in",
            hint="Save the sheet as plain text and attach it as orders.toml, or put it into the text of the mail.",
        ),
        "headless": Form(
            message="what you typed has no heading (game, step, role, key), so nobody knows what it is for: {line}",
            hint="Write your orders into the sheet at the end of the report, or copy its lines from game to key above"
            " what you typed. Then send it again.",
        ),
    },
    about="A reply often carries the report below it, and so the sheet at its end. That is no order: orders that"
    " came before would be replaced by none. Whoever wants no moves says so, with `status = \"final\"` in the"
    " heading or with a sheet typed by hand.",
)  # fmt: skip
SHEETS_DIFFER = Code(
    "PB129", "sheets-differ",
    message="two different sheets are in this mail: line {line} begins one that says {one},"
    " and line {below} in the quoted mail begins one that says {other}",
    hint="Send the one that is meant in a new mail, without the mail it answers.",
    forms={
        "file": Form(
            message="line {line} of this mail begins a sheet that says {one};"
            " the attached file {file} says {other} instead",
            hint="Send the one that is meant, in the text or as a file.",
        ),
        "files": Form(
            message="the attached file {file} says {one}; the attached file {second} says {other} instead",
            hint="Attach the one that is meant.",
        ),
        "html": Form(
            message="the plain text of this mail and its HTML hold different sheets",
            hint="Send the sheet as an attached file orders.toml.",
        ),
    },
    about="What is typed goes before what was quoted, and the sheet of the report as it was sent never stands in"
    " the way. But where two sheets for the same step are filled in differently, it is not for the moderator to"
    " guess which is meant. One mail with one sheet, from `game = \"winter-1756\"` to its end, is always enough: it"
    " replaces the one before it whole.",
)  # fmt: skip
BY_MACHINE = Code(
    "PB130", "mail-by-machine",
    message="this mail is an automatic answer, not the letter of a player",
    hint="Nothing was read from it. If a player wrote it, let them send the sheet in a mail of its own.",
    forms={
        "failed": Form(message="this mail is a notice about a mail that was sent, not the letter of a player"),
        "own": Form(message="this mail was sent by the game itself, not by a player"),
    },
    about="Answers of absence, notices of failed delivery, receipts of ticket systems and our own reports often"
    " carry the sheet as it was sent. They are known by their headers, such as `Auto-Submitted` and an empty"
    " `Return-Path`, and no sheet is looked for in them.",
)  # fmt: skip
ORDERS_BESIDE = Code(
    "PB131", "orders-beside-the-sheet",
    message="outside the sheet stands a line that looks like an order: {line}",
    hint="Put it into the sheet, above its closing line, or leave it out. Then send the whole sheet again.",
    about="Words around a sheet are left out: greetings, signatures, footers. What looks like an order is never"
    " left out in silence. Most likely a bracket or a quote is broken just above it, for example `[[bid]`, or it"
    " was written below the line that closes the sheet.",
)  # fmt: skip
BEHIND_SIGN = Code(
    "PB132", "order-behind-sign",
    message="this line is filled in but still stands behind #, so it does not count: {line}",
    hint="Take away the # if the order is meant.",
    forms={"table": Form(hint="Take away the # if the order is meant, here and before {table} above it.")},
    severity="warning",
    about="The sheet of a report has its orders as remarks to fill in. Wrong: `# \"Keith > Glogau\",`. Right:"
    " `\"Keith > Glogau\",`.",
)  # fmt: skip

WORDS_BESIDE = Code(
    "PB133", "words-beside-the-sheet",
    message="these words of your mail were not read as orders: {words}",
    hint="Only what stands in the sheet counts. If an order is to be another, change it there and send it again.",
    severity="warning",
    about="Words around a sheet are left out. Where they speak of a piece of their writer they may be a second thought"
    " that the sheet does not know of: `please let Daun go to Glatz instead` above a sheet that says"
    " `\"Daun > Olmütz\"`. The sheet counts as it stands.",
)  # fmt: skip

TAKEN_BACK = Code(
    "PB136", "orders-taken-back",
    message="these words of your mail may take orders back, and the sheet below them is a quoted one: {words}",
    hint="Nothing was changed by this mail. To have other orders, fill in the sheet of your report once more and send"
    " it: it replaces the one before it whole. If the quoted sheet is meant, send it again without these words.",
    about="A quoted sheet counts if it is filled in. But whoever writes `Please ignore my last mail` above a quotation"
    " of it hardly means it. Orders are taken back by other ones: every sheet replaces the one before it, and a sheet"
    " without orders counts too if it says `status = \"final\"`.",
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
DUPLICATE = Code(
    "PB210", "duplicate",
    message="this sheet has been received already as version {version}",
    hint="Nothing was changed.",
    severity="note",
    about="The same sheet came twice; the first one counts and stays as it is. Remarks, `step = 12 # again`, make no"
    " difference where the orders are the same.",
)  # fmt: skip
OLDER_AGAIN = Code(
    "PB213", "older-sheet-again",
    message="this sheet has been received already as version {version}, and version {newest} has taken its place",
    hint="Nothing was changed. If you want these orders after all, write the line # instead of version {newest} into"
    " the sheet and send it again.",
    forms={
        "envelope": Form(
            message="this envelope has been received already as version {version}, and version {newest} has taken its"
            " place",
            hint="Nothing was changed. If you want these orders after all, seal the sheet once more and send the new"
            " envelope.",
        ),
    },
    about="A machine may send an older sheet back, and a mail may come days late: neither must take the place of newer"
    " orders. So a sheet that says what one before the newest said is refused, unless it has a remark of its own that"
    " the older one had not, such as `# instead of version 2`.",
)  # fmt: skip
TOO_MANY_VERSIONS = Code(
    "PB214", "too-many-versions",
    message="this is version {version} of your sheet for this step, and no more than {most} are taken in",
    hint="Version {last} stands. Write to the moderator if it must be another one.",
    about="Every version of a sheet is kept and has its line in the ledger for ever, so there is an end to them."
    " `pbem check SHEET --view VIEW` tells as often as you like what a sheet means, and sends nothing.",
)  # fmt: skip
WORD_NOT_HELD = Code(
    "PB211", "word-not-held",
    message="in this game a word for the seed travels in a held envelope, for the moderator plays too",
    hint="Seal the sheet with `pbem seal SHEET --to VIEW --hold`, or leave out the line word = ...",
    about="A moderator who plays could read the words of the others and choose his own to suit him. So words are"
    " bound in"
    " held envelopes before any of them is opened. Wrong in an open sheet: `word = \"sour cherries\"`.",
)  # fmt: skip
ONLY_A_WORD = Code(
    "PB212", "only-a-word",
    message="nothing but a word for the seed is taken before the deal, so {key} cannot be used",
    hint='Write word = "..." with any words of yours in it, or nothing but the heading.',
    about="In this game the cards are dealt when the words of all players, and the public number if one was named, are"
    " in. Orders are asked for after the deal. Wrong: `do = [\"BIRDS 6\"]`.",
)  # fmt: skip

CODES = table(
    NOT_TOML, TOO_DEEP, EMPTY_SHEET, UNKNOWN_KEY, WRONG_TYPE, MISSING_KEY, UNKNOWN_STATUS, HUGE_NUMBER,
    LINE_TOO_LONG, TOO_MUCH,
    SHEET_TOO_LARGE, NOT_UTF8, NO_SHEET, SEVERAL_SHEETS, BROKEN_MAIL, NOT_TEXT, HTML_ONLY,
    UNTOUCHED, SHEETS_DIFFER, BY_MACHINE, ORDERS_BESIDE, BEHIND_SIGN, WORDS_BESIDE, TAKEN_BACK,
    WRONG_GAME, TOO_LATE, TOO_EARLY, UNKNOWN_ROLE, WRONG_KEY, NOTHING_OWED,
    WORD_NOT_NOW, WORD_TOO_LONG, WORD_NOT_PLAIN, DUPLICATE, OLDER_AGAIN, WORD_NOT_HELD, ONLY_A_WORD,
    TOO_MANY_VERSIONS,
)  # fmt: skip
