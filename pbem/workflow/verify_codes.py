"""What `pbem verify` finds: one row for each way in which a game is not what its ledger says."""

from __future__ import annotations

from pbem.core import Code, Form

_BACK = "Bring the file back from the archive or a backup."
_OTHER = "The program never writes such a receipt: ask the moderator, and show it to the others."

LEDGER_BROKEN = Code(
    "PB616",
    "ledger-changed",
    "line {number} of {of} in the ledger was changed, or one before it was taken out",
    hint="Bring the file back from the archive.",
    about="Each line of ledger.toml carries the SHA-256 of itself and of the line before it, so that no line can be"
    " changed later.",
)
REPLAY_DIFFERS = Code(
    "PB621",
    "replay-differs",
    "the orders of this step do not lead to what the file says: {places}",
    hint="Bring the file back from the archive.",
    about="`pbem verify` plays every step again from the orders and the seed. A position or an event that comes out"
    " otherwise was changed by hand.",
    forms={
        "more": Form("the orders of this step do not lead to what the file says: {places} and {more} more"),
        "stuck": Form("the orders of this step cannot be adjudicated: {fault}"),
    },
)
ORDERS_CHANGED = Code(
    "PB622",
    "orders-changed",
    "the orders in this step are not those that were adjudicated: their digest does not fit",
    hint="Bring the file back from the archive.",
    about="Each step carries the SHA-256 of its orders beside the orders themselves.",
)
CHAIN_BROKEN = Code(
    "PB623",
    "chain-broken",
    "this step does not continue the step before it",
    hint="One of the two was changed by hand; bring both back from the archive.",
    about="Each step carries the digest of the step before it.",
)
SHEET_LOST = Code(
    "PB624",
    "sheet-lost",
    "the sheet of {role} for step {step}, version {version}, is missing",
    hint="Bring it back from the mail it came with.",
    about="The ledger knows of a sheet that is neither in the inbox nor among the steps taken back.",
)
UNKNOWN_KIND = Code(
    "PB640",
    "unknown-kind-of-line",
    "line {number} of {of} in the ledger is of a kind this program does not know: {kind}",
    hint="Update pbem: a newer one wrote this line.",
    about="The ledger is open for new kinds of lines. A program that does not know one cannot say what it proves.",
)
SECRET_CHANGED = Code(
    "PB642",
    "secret-changed",
    "`{key}` is not what the game began with",
    hint=_BACK,
    about="The first line of the ledger holds commitments to the players' keys, and to the seed.",
)
STEP_UNKNOWN = Code(
    "PB643",
    "step-unknown",
    "this step is not the one that stands in the ledger",
    hint=_BACK,
    about="Each step has a line in the ledger with a commitment to its file.",
)
STEP_LOST = Code(
    "PB644",
    "step-lost",
    "step {step} stands in the ledger, and its file is missing",
    hint=_BACK,
    about="Every step that was adjudicated and not taken back has its file in steps/.",
)
FILE_UNKNOWN = Code(
    "PB645",
    "file-unknown",
    "nothing in the ledger stands for this file",
    hint="Remove it, if it is a copy; else find out where it comes from.",
    about="Every file in the folders of a game is written by the program, and the ledger stands for it.",
)
FILE_CHANGED = Code(
    "PB646",
    "file-changed",
    "the file is not as it was written",
    hint=_BACK,
    about="The ledger, or a manifest that the ledger stands for, holds the digest of this file, and it does not fit.",
)
FILE_LOST = Code(
    "PB647",
    "file-lost",
    "the file is missing",
    hint=_BACK,
    about="The ledger, or a manifest that the ledger stands for, names this file.",
)
EXCHANGED = Code(
    "PB648",
    "exchanged",
    "{role} is wronged in step {step}: the sheet that was used is not the last one that was bound",
    hint="Ask the moderator; the receipts of all players tell what was bound when.",
    about="What answers for a role is its last sheet before the envelopes were gathered, or a default that stands in"
    " the"
    " ledger. Here something else was used, or something was added after the gathering.",
)
ROLE_UNBOUND = Code(
    "PB649",
    "role-unbound",
    "the line of step {step} does not stand for the chain of {role}",
    hint=_BACK,
    about="The line of every step holds a commitment to the head of each role's chain.",
)
REVISION_UNFIT = Code(
    "PB650",
    "revision-unfit",
    "this step is of revision {found} of the rules, after revision {before}, and that does not fit",
    hint="Bring the file back from the archive.",
    about="Each step carries the revision of the rules that adjudicated it. The set-up has the revision of game.toml;"
    " revisions only rise, and the step in which one rises tells everybody.",
)
WORD_UNPROVED = Code(
    "PB651",
    "word-unproved",
    "the word of {role} for the seed is in no sheet that was bound",
    hint="Ask the moderator: cards dealt with such a word prove nothing.",
    about="A word counts only for a role of the game, from step 1 on and for ever, and only if the sheet it came"
    " with was"
    " bound in the ledger before the step was adjudicated.",
)
NUMBER_UNPROVED = Code(
    "PB652",
    "number-unproved",
    "the number of the world in this step is not the one in the ledger",
    hint="Look at the line of the kind number in the ledger.",
    about="The number of the world that is mixed into the seed is named when the game begins, and stands in the ledger"
    " before anything is dealt.",
)
RECEIPT_DIFFERS = Code(
    "PB653",
    "receipt-differs",
    "the ledger does not have line {line} of {of} as this file says it: {words}",
    hint="The ledger was written anew after this mail was sent: ask the moderator, and show the mail to the others.",
    about="Receipts and reports carry the heads of the ledger out of the moderator's reach. A ledger that was made anew"
    " from the beginning fits itself, but not what stands in the players' mailboxes. What a receipt says of its sheet"
    " is held against the line that it names, too: else the line could be that of another one.",
    forms={
        "step": Form("line {line} of {of} in the ledger is about step {there}, and this file says step {here}", _OTHER),
        "kind": Form("line {line} of {of} in the ledger is \"{there}\", version {other}, and this file says \"{here}\","
                     " version {version}", _OTHER),
        "accepted": Form("line {line} of {of} in the ledger is that of a draft, and this receipt says that the sheet"
                         " was accepted", _OTHER),
        "commitment": Form("line {line} of {of} in the ledger is not that of the envelope this receipt is for: its"
                           " commitment is {here}", _OTHER),
        "orders": Form("the orders of {of} in step {step} are not those this receipt is for: their fingerprint is"
                       " {here}", _OTHER),
    },
)  # fmt: skip
NO_ANCHOR = Code(
    "PB654",
    "no-anchor",
    "this file names no line of a ledger",
    hint="Give the receipt or the report as it came by mail: text, Markdown, HTML, JSON or the mail itself.",
    about="`pbem verify --receipt` and `--report` hold a saved mail against the ledger.",
)
MADE_OTHERWISE = Code(
    "PB655",
    "made-otherwise",
    "the program does not make this page from the steps of the archive",
    hint="Ask who published it: the steps tell something else.",
    about="A revealed archive holds everything its reports and maps were made from. Where the same version of the"
    " program made them, they are made again and must be the same.",
)
NOTICE_BROKEN = Code(
    "PB656",
    "notice-broken",
    "lines are missing in this notice, or there are too many",
    hint="Keep your phrase. Ask the moderator for the notice as the program wrote it, and show it to the others.",
    about="A notice of a gathering repeats the line of the table and the lines of its reader, from the envelope on."
    " Each"
    " hash must be that of its line, each line must continue the one before, and the line of the table must stand for"
    " the reader's last one.",
    forms={
        "hash": Form("the hash of line {number} of {of} in this notice is not that of what it says"),
        "chain": Form("line {number} of {of} in this notice does not continue the line before it"),
        "envelope": Form("line {number} of {of} in this notice does not gather the envelope of line {first}"),
        "commitment": Form("line {number} of {of} in this notice has no commitment"),
        "sheet": Form("line {number} of {of} in this notice is another sheet, after the envelope"),
        "step": Form("line {number} of {of} in this notice does not gather step {step}"),
        "role": Form("line {table} of the table in this notice does not stand for line {number} of {of}"),
    },
)
NOT_IN_GATHERING = Code(
    "PB657",
    "not-in-gathering",
    "the envelope that was gathered has the commitment {promised}, and here it is {here}",
    hint="Keep your phrase, and show both files to the others: your envelope is not bound as you sent it.",
    about="Your envelope has a commitment, and your receipt tells the line in which it stands. Both must be found in"
    " the notice before a phrase is safe to send.",
    forms={
        "table": Form("the line of the table is another one here than in {other}"),
        "role": Form("this is of {role}, and the notice is of {other}"),
        "line": Form("line {number} of {of} was {words} when you sent it, and is another one in the notice"),
        "after": Form("line {number} of {of}, which this names, came after the gathering"),
    },
)
NO_NOTICE = Code(
    "PB658",
    "no-notice",
    "there is nothing to hold the notice against",
    hint="At home: pbem verify --receipt RECEIPT --report NOTICE, with the notice of the gathering and the receipt for"
    " your envelope, or the envelope itself. Else name the game or its archive.",
    about="Without a game `pbem verify` holds a notice against a receipt or an envelope; other mails are held against"
    " the"
    " ledger of a game or an archive.",
    forms={"none": Form("none of the files is the notice of a gathering")},
)
LEDGER_CUT = Code(
    "PB659",
    "ledger-cut",
    "the ledger ends before line {line} of the table, which was written",
    hint=_BACK,
    about="Most lines of the ledger stand for a file of the game, which is left over when a line is cut off. Of the"
    " others, a publication and a number of the world, the last is kept in anchor.toml. Where that was cut off too, a"
    " saved receipt or report, or the archive, tells.",
)
FREED = Code(
    "PB670",
    "envelopes-freed",
    "step {step} was taken back, and its gathered envelopes were freed without a word, or"
    " against the rules of this game",
    hint="Ask the moderator: whoever sealed anew knew what the others had sealed.",
    about="Envelopes that were gathered stay bound when their step is taken back, unless the moderator frees them with"
    " --reopen; the ledger and the next report tell that to everybody. Where the moderator plays it cannot be.",
)
WORDS_EXCHANGED = Code(
    "PB671",
    "words-exchanged",
    "the words for the seed are not those that were opened when step 1 was first played",
    hint="Ask the moderator: cards dealt with such words prove nothing.",
    about="Words that were opened once are the words of the game for good, also if step 1 is taken back.",
)
WORD_AFTER_NUMBER = Code(
    "PB672",
    "word-after-number",
    "the sheet of {role} for step 1, with its word, came or was changed when the number of the world was known",
    hint="Ask the moderator: cards dealt with such a word prove nothing.",
    about="All words are bound before the number of the world is typed in, and the line of the number stands for the"
    " chains of all roles as they were then. Where the moderator plays, the envelopes are gathered before it.",
)
NUMBER_MISSPELT = Code(
    "PB673",
    "number-misspelt",
    "the number of the world is not written in the one way it can be",
    hint="Ask the moderator: whoever may choose how a number is written can choose the cards.",
    about="The number of the world is written in whole numbers without zeros in front, from the lowest to the highest,"
    " as many as the first line of the ledger says.",
)
LEFT_ASIDE = Code(
    "PB674",
    "envelope-left-aside",
    "{role} is wronged in step {step}: the default was taken although there was an"
    " envelope, and the ledger holds no true reason for it",
    hint="Ask the moderator; the receipts of the player tell what was bound.",
    about="An envelope is left aside only if its phrase never came, or if what is in it cannot be used. The line of the"
    " role holds a commitment to the reason. In the moderator's directory the envelope is opened again.",
)
OUT_OF_ORDER = Code(
    "PB680", "out-of-order", "line {number} of {of} in the ledger tells of step {step}, and the last step was {last}",
    hint="Ask the moderator, and look at the receipts of all players: the program never writes such a line.",
    about="A ledger tells a game in its order: it begins once, every step follows the one before it or one that was"
    " taken back, envelopes are gathered before their phrases come, and a number of the world is mixed in once, before"
    " the first step, if it was named at the beginning.",
    forms={
        "begun": Form("line {number} of {of} in the ledger begins the game a second time"),
        "step": Form("line {number} of {of} in the ledger is step {step}, and step {now} was under way: a step can be"
                     " played again only after it was taken back"),
        "undo": Form("line {number} of {of} in the ledger takes back step {step}, and the last step was {last}"),
        "gathered": Form("line {number} of {of} in the ledger gathers the envelopes of step {step}, and step {now} was"
                         " under way, or its envelopes were gathered before"),
        "number": Form("line {number} of {of} in the ledger mixes in a number of the world; this can be done once,"
                       " before the first step, and only with the number that was named at the beginning"),
        "revealed": Form("line {number} of {of} in the ledger goes on with a game that was revealed before"),
        "roles": Form("line {number} of {of} in the ledger stands for other roles than those of the game"),
        "sheet": Form("line {number} of {of} in the ledger is for step {step}, and step {now} was under way"),
        "phrase": Form("line {number} of {of} in the ledger is a phrase, and the envelopes were not gathered yet"),
        "held": Form("line {number} of {of} in the ledger uses a held envelope, and the envelopes were not gathered"),
        "keys": Form("line {number} of {of} in the ledger tells another key to seal for than the one before; a game"
                     " gets such a key once"),
        "stranger": Form("line {number} of {of} in the ledger is of a role that the game does not have"),
        "closed": Form("line {number} of {of} in the ledger stands behind the line that settles what answers for this"
                       " role in step {now}, and so would count for nothing"),
        "version": Form("line {number} of {of} in the ledger is version {version} of a sheet, and version {next} was"
                        " the next"),
        "draft": Form("line {number} of {of} in the ledger is an envelope that is called a draft; an envelope is none"),
        "opens": Form("line {number} of {of} in the ledger is a phrase for version {version}, which is not the envelope"
                      " that was gathered"),
    },
)  # fmt: skip
TOLD_OTHERWISE = Code(
    "PB681",
    "told-otherwise",
    "what this step tells of steps taken back, of new rules, or of an envelope left aside, is not what happened",
    hint="Ask the moderator: the ledger tells which steps were taken back.",
    about="The first step after an undo tells everybody of it, with its reason; the first under a newer revision of"
    " the rules tells that.",
)
AWAITED_OTHERWISE = Code(
    "PB682",
    "awaited-otherwise",
    "who was awaited in this step, and who took the default, is not what the ledger and the rules say",
    hint="Ask the moderator.",
    about="Every step tells who was awaited and whether a sheet or the default answered. The rules say who was awaited,"
    " the ledger what answered.",
)
AHEAD_OTHERWISE = Code(
    "PB687",
    "ahead-otherwise",
    "the orders ahead of this step, or what is told of them, are not what was sent and what the rules say",
    hint="Ask the moderator.",
    about="Orders for coming decisions are kept in every step until they are used, replaced or dropped. All of it"
    " follows from the sheets that were received and from the position.",
)
RECORDED_OTHERWISE = Code(
    "PB683",
    "recorded-otherwise",
    "{role} is wronged in step {step}: this sheet stands in the ledger as another one than it is",
    hint="Ask the moderator; the receipt tells whether the sheet was final.",
    about="The line of a sheet says whether it is a draft, and holds a commitment to its orders.",
)
PUBLISHED_OTHERWISE = Code(
    "PB684",
    "published-otherwise",
    "this is not what was published before: line {number} of the table in the ledger stands for something else",
    hint="Bring the file back from an older copy of the archive, and ask who published it.",
    about="Every publication leaves a line in the ledger that stands for the public steps and pages up to it. What was"
    " published once does not change, unless the step was taken back.",
)
LINE_ENDS = Code(
    "PB686",
    "line-ends-changed",
    "the ends of all lines were changed to those of Windows, as git does in a checkout",
    hint="Nothing else was looked at. Clone it anew with `git clone -c core.autocrlf=false`, or take the files as an"
    " archive that is not converted.",
    about="Every digest is that of the bytes as they were written, with a line feed at the end of each line. Archives"
    " hold a `.gitattributes` that tells git to leave them alone; one without it, or with other settings, may be"
    " converted.",
)
