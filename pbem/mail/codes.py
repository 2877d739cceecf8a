"""The faults of what a sheet arrived in: PB12x and PB13x, a mail or a file in which it cannot be found or trusted."""

from __future__ import annotations

from pbem.core import Code, Form, table

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
    forms={"file": Form("the attached file {file} is not text in {charset}: byte {place} makes no sense")},
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
    forms={"file": Form("the attached file {file} is not text")},
    about="The file has bytes that no text has. A sheet is written with a plain text editor and saved as"
    " `orders.toml`; not `orders.docx`, not `orders.zip`.",
)  # fmt: skip
HTML_ONLY = Code(
    "PB127", "html-only",
    message="the HTML of this mail has {size} characters; at most {limit} can be read",
    hint="Send it as plain text, or attach the sheet as orders.toml.",
    forms={"tags": Form("the HTML of this mail has {size} tags; at most {limit} can be read")},
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
        "ok": Form(
            message="OK stands above a sheet that asks for orders, and nothing is filled in in it",
            hint="Fill it in and send it again. If nothing is to be ordered, add the line ok = true to its heading.",
        ),
        "report": Form(
            hint="If you ask for the last report again: answer it with the word report, alone on a line. If these are"
            " orders, fill in the sheet."
        ),
        "away": Form(
            hint="If you will be away: say so with the word absent and two days, alone on a line, like this:"
            " absent 2026-12-01 2026-12-14. If these are orders, fill in the sheet."
        ),
        "ok-and-more": Form(
            message="OK stands above the sheet that was sent to you, but not OK alone",
            hint="If you mean the sheet as it stands, type OK above it and nothing else, or add the line ok = true to"
            " its heading.",
        ),
    },
    about="A reply often carries the report below it, and so the sheet at its end. That is no order: orders that"
    " came before would be replaced by none. Whoever wants no moves says so, with `ok = true` or"
    " `status = \"final\"` in the heading or with a sheet typed by hand. Where a sheet offers it, the word OK above it"
    " is enough.",
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
    forms={"words": Form(
        hint="Only what stands in the sheet counts. If it is an order, put it into the sheet, else leave it out. Then"
        " send the whole sheet again.",
    )},
    about="Words around a sheet are left out: greetings, signatures, footers. What looks like an order is never"
    " left out in silence. Most likely a bracket or a quote is broken just above it, for example `[[bid]`, or it"
    " was written below the line that closes the sheet.",
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
    message="these words of your mail may take orders back, correct them or put them off: {words}; the sheet that is"
    " quoted with them, from line {line} on, was not read",
    hint="Nothing was changed by this mail. If the quoted sheet is meant, send it again with These are my orders. above"
    " it instead of these words. To have other orders, fill in the sheet of your report once more and send it: it"
    " replaces the one before it whole.",
    about="A quoted sheet counts if it is filled in. But whoever writes `Please ignore my last mail`, `This is only a"
    " draft` or `Not these` above a quotation of it hardly means it. Greetings, thanks and talk of the game stand in"
    " nobody's way, as long as they deny nothing. Orders are taken back by other ones: every sheet replaces the one"
    " before it, and a sheet without orders counts too if it says `status = \"final\"`.",
)  # fmt: skip

VOTE_QUOTED = Code(
    "PB137", "vote-in-the-quotation",
    message="a vote stands in the mail that you quote, {vote}, and above it you typed other words: {words}",
    hint='Nothing was changed by this mail. Type vote = "yes" or vote = "no" on a line of its own above the quotation,'
    " and send it again.",
    about="A vote may end the game, so it must be certain that its writer means it. What is typed above the quotation"
    " goes before what stands in it; a vote that was filled in in the quotation counts where nothing but a greeting and"
    " a name stands above it.",
)  # fmt: skip

ARCHIVE = Code(
    "PB709", "archive-unreadable",
    message="the attached archive {file} cannot be opened",
    hint="Attach the sheet itself as orders.toml, or put it into the text of the mail.",
    forms={
        "many": Form("the attached archive {file} holds {size} files; at most {limit} are looked at"),
        "size": Form("a file in the attached archive {file} has more than {limit} bytes, and no sheet has"),
        "locked": Form("the attached archive {file} is locked with a password, or packed in a way that is not read"),
    },
    about="A sheet may come in a zip archive, which some programs make of every attachment. Of an archive a few small"
    " files are looked at, and nothing is ever unpacked onto the disk.",
)  # fmt: skip

CODES = table(
    SHEET_TOO_LARGE, NOT_UTF8, NO_SHEET, SEVERAL_SHEETS, BROKEN_MAIL, NOT_TEXT, HTML_ONLY,
    UNTOUCHED, SHEETS_DIFFER, BY_MACHINE, ORDERS_BESIDE, WORDS_BESIDE, TAKEN_BACK, VOTE_QUOTED, ARCHIVE,
)  # fmt: skip
