"""The faults of letters that are not faults of the sheets in them: who wrote them, when, and what they ask for."""

from __future__ import annotations

from pbem.core import Code, Form, table

OLDER_LETTER = Code(
    "PB701", "older-letter",
    message="this letter was written on {date}, before the one that brought version {version}, written on {newer}",
    hint="Version {version} still counts. If this letter is meant, answer this mail with it: an answer is younger than"
    " what it answers, whatever the clock of your device says.",
    forms={
        "draft": Form(
            "this letter was written on {date}, before the one that brought your draft, version {version}, written on"
            " {newer}",
            "If this letter is meant, answer this mail with it: an answer is younger than what it answers, whatever the"
            " clock of your device says.",
        ),
        "withdrawn": Form(
            "this letter was written on {date}, before the one in which you withdrew your sheet, written on {newer}",
            "If this letter is meant, answer this mail with it: an answer is younger than what it answers, whatever the"
            " clock of your device says.",
        ),
    },
    about="Mails overtake each other. A sheet never takes the place of one that was written later, by the dates of the"
    " two letters; a date in the future counts as the time at which its letter came. A letter that answers a mail of"
    " the game was written after that mail: where its date says otherwise, the clock of the device is behind.",
)  # fmt: skip
UNPROVED = Code(
    "PB702", "unproved-letter",
    message="nothing in this letter can be used: game, role and key do not fit together, or not with the address that"
    " it came from",
    hint="If you play here, write from the address that the moderator knows, and copy the lines from game to key out of"
    " your last report.",
    about="Whoever writes to a game proves who they are by two things: the key of the role, and the address. A letter"
    " that lacks one of them is answered with these words and no others, whatever is wrong with it, at most three times"
    " a day; the moderator is told.",
)  # fmt: skip
UNCONFIRMED = Code(
    "PB703", "unconfirmed-letter",
    message="a letter with your key came from {sender}, an address that the moderator does not know; it is kept and not"
    " acted upon",
    hint="If you wrote it, answer this mail with nothing but this word: {code}. If you did not, tell the moderator:"
    " somebody knows your key.",
    forms={
        "forged": Form(
            "a letter with your key came under your address {sender}, but the mail server says that it was not sent"
            " from there; it is kept and not acted upon"
        ),
    },
    about="The right key from another address may be a player on holiday, or somebody who has seen the key. The word"
    " goes to the address that is known, and whoever sends it back from there lets the letter count.",
)  # fmt: skip
NOTHING_UNCONFIRMED = Code(
    "PB704", "nothing-to-confirm",
    message="no letter waits for this word",
    hint="Look whether it is the word of the last mail that asked you for one. A letter is confirmed once.",
)  # fmt: skip
NO_KEY = Code(
    "PB711", "letter-without-key",
    message="there is no key in this letter, nor in the mail that it answers, so nothing in it was used",
    hint='Your key stands in the sheet at the end of your reports. Answer the mail of {sent} with the subject'
    ' "{subject}", or a newer report, with what you have written here; or copy the lines from game to key out of it.',
    forms={
        "unsent": Form(
            hint="Your key stands in the sheet at the end of your reports. Answer the last of them with what you have"
            " written here; or copy the lines from game to key out of it."
        ),
    },
    about="Receipts and refusals hold no key, so that they can be shown to others. An answer to one of them that brings"
    " no key either is told so, at most three times a day; words of thanks are kept and not answered.",
)  # fmt: skip
KEY_RENEWED = Code(
    "PB712", "key-renewed",
    message="the key in this letter is an old one: it was renewed on {renewed}, and opens nothing any more",
    hint='The mail of {sent} with the subject "{subject}" has the new one, and so has every sheet after'
    " it. Answer that mail, and none from before.",
    forms={
        "unsent": Form(
            hint="Your next report has the new one; the moderator can tell it to you before. Answers to earlier mails"
            " bring the old one."
        ),
    },
    about="An answer to a report quotes the key that stood in it. A key that somebody else may know is renewed, and"
    " from then on the old one counts no more, neither in new letters nor in answers to old mails.",
)  # fmt: skip
WORD_AND_SHEET = Code(
    "PB713", "word-and-sheet",
    message="beside a sheet with orders, {orders}, your letter says {words} on a line of its own, and it is not certain"
    " what is meant",
    hint="Nothing was done. Send the sheet without the word, or the word above a report that you have not filled in;"
    " if both are meant, in two mails.",
    about="A word such as withdraw, status or wait is answered in place of a sheet. Above the report as it was sent, or"
    " above a sheet that is in already, the word is meant.",
)  # fmt: skip
CANNOT_WITHDRAW = Code(
    "PB705", "cannot-withdraw",
    message="there is no sheet of yours for step {step} that could be withdrawn",
    hint="Nothing was changed. What you owe stands in your last report; the word status tells it too.",
    forms={
        "gathered": Form(
            "the envelopes of step {step} are gathered, and nothing can be withdrawn any more",
            "Send your phrase, as the notice says.",
        ),
        "opening": Form(
            "before the cards are dealt nothing can be withdrawn, for what you sent is bound to the seed",
            "Send another sheet: it takes the place of the one before it.",
        ),
    },
    about="The word withdraw takes back the sheet that was sent for the step under way: from then on none counts, until"
    " another one comes. Every version is kept.",
)  # fmt: skip
GAME_CLOSED = Code(
    "PB706", "game-closed",
    message="this game is closed: its seed is open to all, and no sheet is taken in any more",
    hint="Nothing was changed.",
    forms={"over": Form("the game is over: {sentence}", "Nothing was changed; the last report tells how it ended.")},
)  # fmt: skip
NO_TIME_KEPT = Code(
    "PB707", "no-time-kept",
    message="no time is kept in this game, so `{word}` changes nothing",
    hint="Write to the moderator.",
)  # fmt: skip
BAD_ABSENCE = Code(
    "PB708", "absence-unclear",
    message="from when to when you are away is not clear",
    hint="Write the word with two days, the first and the last: absent 2027-08-01 2027-08-14.",
)  # fmt: skip
LETTER_BROKE = Code(
    "PB710", "letter-broke",
    message="a fault of the program: {kind} at {place}; nothing was changed",
    hint="Please report it. All other letters were taken in. This one lies where it was and is tried again; until it is"
    " taken or moved away, no default is taken.",
    about="A letter that the program cannot cope with keeps no other letter, and is never thrown away. Nobody knows"
    " what it says, so as long as it lies there nobody counts as silent.",
)  # fmt: skip

CODES = table(
    OLDER_LETTER, UNPROVED, UNCONFIRMED, NOTHING_UNCONFIRMED, CANNOT_WITHDRAW, GAME_CLOSED, NO_TIME_KEPT, BAD_ABSENCE,
    LETTER_BROKE, NO_KEY, KEY_RENEWED, WORD_AND_SHEET,
)  # fmt: skip
