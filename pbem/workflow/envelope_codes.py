"""What can be wrong with envelopes at the desk, with phrases, words for the seed and the number of the world."""

from __future__ import annotations

from pbem.core import Code, Form

BROKEN_WORD = Code(
    "PB604",
    "commitment-broken",
    "what is inside is not what was promised: the commitment does not fit",
    hint="Compare the four words of the receipt with those that `pbem seal` printed; the player seals anew."
    " `pbem adjudicate --default ROLE` goes on without it.",
    forms={
        "step": Form(
            "{role} is wronged in step {step}: the orders in it are not those that were bound",
            hint="Ask the moderator; the receipts of all players tell what was bound when.",
        )
    },
    about="The commitment is the SHA-256 of the salt and the orders. It was published when the envelope came in, so"
    " orders that differ from it are not those that were sealed.",
)
MIXED_UP = Code(
    "PB605",
    "envelope-mixed-up",
    "the sheet inside is for {inside}, the envelope for {outside}",
    hint="The player seals the sheet of this step anew; the heading of envelope and sheet must agree."
    " `pbem adjudicate --default ROLE` goes on without it.",
    about="An envelope of another step, role or game was sent again with a new heading. The sheet inside counts for"
    " what it says itself, so it is not used here.",
)
SHEET_FAULTY = Code(
    "PB607",
    "sealed-sheet-faulty",
    "the sheet of {role} in it cannot be used: {fault}",
    hint="Nothing was adjudicated and nothing shown. Ask {role} for a new envelope, or take the default with"
    " --default {role}.",
    about="A sealed sheet is checked when it is opened. `pbem seal` with a view file checks before sealing, so this"
    " happens only to sheets sealed for a bare key, or with --faults-and-all.",
    forms={
        "draft": Form("the sheet of {role} in it is a draft, and drafts are not acted upon"),
        "no-sheet": Form("what {role} has sealed is not a sheet"),
    },
)
PHRASE_MISSING = Code(
    "PB608",
    "phrase-missing",
    "all envelopes are in; step {step} waits for the opening phrase of {roles}",
    hint="Ask for it, and take it in by {commands}. If the deadline has passed: pbem adjudicate {game} {defaults}",
    about="A held envelope opens only with the phrase its writer kept. Whoever never sends it gets the default of the"
    " decision, and everybody is told so; the envelope stays closed.",
)
PHRASE_EARLY = Code(
    "PB610",
    "phrase-too-early",
    "this phrase came before the envelopes of the step were gathered: it was not kept and nothing was opened, but"
    " whoever read this mail could open your envelope with it",
    hint="Seal your sheet anew with a new phrase (`pbem seal SHEET --to VIEW --hold`) and send that envelope now. Send"
    " its phrase only when you have the notice that all envelopes are gathered, and have checked it.",
    about="Envelopes first, phrases after: as long as somebody can still write, nobody's bid is opened. When all are in"
    " they are gathered, and every writer of a held envelope gets a notice with the head of the ledger, which can be"
    " checked at home; only then a phrase is safe to send. One that came before was in the moderator's hands while"
    " sheets could still be exchanged. The phrase of held orders ahead is sent when their decision is asked.",
    forms={
        "ahead": Form(
            "this phrase came before the decision of your held orders ahead: {decision}; it was not kept and nothing"
            " was opened, but whoever read this mail could open them with it",
            "Send it once more when you are asked. If they are to stay closed until then, close them anew with a new"
            " phrase (`pbem seal SHEET --to VIEW --ahead --hold`).",
        ),
    },
)
NOTHING_HELD = Code(
    "PB611",
    "nothing-held",
    "there is no held envelope of {role} for this step",
    hint="A phrase is for an envelope made with `pbem seal --hold`; the others open by themselves.",
    about="The newest sheet of this role is not a held envelope, so there is nothing to open with a phrase.",
)
NO_KEY = Code(
    "PB612",
    "no-seal-key",
    "this game has no key to seal for",
    hint="Make one with `pbem keys {game}` and send the new views.",
    about="`pbem new` makes a pair of keys: the public one stands in game.toml, the private one in secret.toml.",
)
NOTHING_AHEAD = Code(
    "PB639",
    "nothing-ahead",
    "there are no orders ahead in this sheet to be sealed",
    hint="Write them in tables [[ahead]]; without --ahead the whole sheet is sealed.",
    about="`pbem seal --ahead` leaves a sheet open and closes its orders for coming decisions, each in an envelope.",
)
DRAFT_SEALED = Code(
    "PB617",
    "draft-sealed",
    "this sheet is a draft",
    hint='Take away status = "draft" before sealing.',
    forms={
        "withdrawn": Form(
            "this sheet takes back one that was sent, and has nothing in it that could be closed",
            "Send it as it is.",
        )
    },
    about="Nobody can look into an envelope to see whether it is meant; so only final sheets are sealed.",
)
SEALED_TWICE = Code(
    "PB618",
    "sealed-already",
    "this file is an envelope already",
    hint="Send it as it is; to change the orders, seal the sheet anew.",
    about="`pbem seal` was given the envelope instead of the sheet. Wrong: `pbem seal orders.sealed.toml`.",
)
OPENING = Code(
    "PB619",
    "opening-has-begun",
    "the envelopes of this step are gathered: nothing can be exchanged any more",
    hint="The sheet that was received counts.",
    about="From the moment the envelopes are gathered phrases may come in, and others could know what is inside; so"
    " from"
    " then on all envelopes and sheets of the step stay as they are.",
)
NOTHING_TO_GATHER = Code(
    "PB626",
    "nothing-to-gather",
    "no held envelope is in, so there is nothing to gather",
    hint="Adjudicate the step when all sheets are in; only held envelopes are gathered first.",
    about="Where the moderator plays, envelopes are locked by phrases. They are gathered first, so that everybody can"
    " see that nothing is exchanged any more, and then the phrases are sent.",
)
NOT_BINDING = Code(
    "PB627",
    "not-binding",
    "in this game an envelope must be held, for the moderator plays and could open this one",
    hint="Seal the sheet anew with `pbem seal SHEET --to VIEW --hold`.",
    forms={
        "ahead": Form(hint="Close the orders ahead anew with `pbem seal SHEET --to VIEW --ahead --hold`."),
    },
    about="An envelope for the moderator's key can be opened by the moderator at any time. Where the moderator"
    " plays, only"
    " one that is locked by a phrase of its writer binds both.",
)
NUMBER_MISSING = Code(
    "PB628",
    "number-missing",
    "the deal waits for a number of the world: {beacon}",
    hint="When it is known: pbem number {game} NUMBER",
    about="When the game began it was laid down which number of the world is mixed into the seed, before anybody could"
    " know it. So nobody can have chosen the cards. The deal waits until it is typed in; anyone can look it up later.",
)
NUMBER_KNOWN = Code(
    "PB629",
    "number-known",
    "the number of this game is known already: {known}",
    hint="It stands in the ledger and cannot be changed; if it was mistyped, begin the game anew.",
    about="The number of the world is mixed into the seed once and for all.",
)
NUMBER_ODD = Code(
    "PB630",
    "number-odd",
    "this is not the one number that was named when the game began: {beacon}",
    hint="Type one whole number in digits, or one hexadecimal value such as a hash: pbem number GAME 4711",
    forms={
        "several": Form(
            "these are not the {count} numbers that were named when the game began: {beacon}",
            hint="Type {count} whole numbers in digits, in any order: pbem number GAME 7 12 23",
        ),
    },
    about="The number is mixed into the seed in one spelling, so that nobody can choose the cards by the way it is"
    " typed: whole numbers in digits, without zeros in front, from the lowest to the highest, a blank between two. How"
    " many they are stands in the first line of the ledger (`pbem new --beacon-numbers`).",
)
NO_BEACON = Code(
    "PB631",
    "no-beacon",
    "no number of the world was named when this game began",
    hint='A game with one begins so: pbem new DIRECTORY --beacon "the lottery of 28 November 2026".',
    about="A number counts only if it was named before anybody could know it.",
)
NOT_GATHERED = Code(
    "PB632",
    "not-gathered",
    "the held envelopes of step {step} are not gathered yet, so nobody can send a phrase",
    hint="They are gathered by themselves when all sheets are in. If the deadline has passed: pbem gather {game}",
    about="Where envelopes are locked by phrases they are gathered first: from then on nothing is exchanged, and"
    " everybody"
    " is told the head of the ledger. Then the phrases are sent, and the step is adjudicated.",
)
NUMBER_EARLY = Code(
    "PB633",
    "number-too-early",
    "the words for the seed are not gathered yet, and the number waits for them",
    hint="Gather them first, with the default for whoever sends none: pbem gather {game} --default ROLE",
    about="Where the moderator plays, all words are bound before the number of the world is typed in: else whoever"
    " knows the number could choose a word by it.",
)
REOPEN_REFUSED = Code(
    "PB634",
    "reopening-refused",
    "in this game opened envelopes cannot be exchanged, for the moderator plays",
    hint="Take the step back without --reopen: its envelopes and phrases stay bound, and it is adjudicated again.",
    about="Whoever has read the envelopes of the others could seal a better one. Where the moderator plays nobody may"
    " do that; where he does not he may allow it, and everybody is told.",
    forms={
        "none": Form(
            "the envelopes of step {step} were not gathered, so there are none to be exchanged",
            "Take the step back without --reopen: its sheets can be exchanged anyway.",
        ),
    },
)
PHRASE_LOST = Code(
    "PB635",
    "phrase-lost",
    "the phrase of {role} for step {step} was received, and its file is missing or changed",
    hint="Bring back the file, or take the phrase out of the mail it came with; nobody takes the default for it.",
    about="Every phrase has a line in the ledger. Whoever has sent it has done their part, so the envelope counts.",
)
WORD_BOUND = Code(
    "PB636",
    "words-are-bound",
    "the words for the seed were opened when this step was first played, and stay as they are",
    hint="Leave the word out, or send the one that was opened.",
    about="Step 1 was taken back. Whoever could choose another word now would choose the cards, for the other words and"
    " the seed may be known.",
)
WORD_LATE = Code(
    "PB637",
    "word-too-late",
    "the number of the world is known, and no word for the seed is taken any more",
    hint="Send the sheet without a word.",
    about="Whoever knows the number could choose a word by it, and with it the cards. So all words are bound before the"
    " number is typed in.",
)
WORD_SENT = Code(
    "PB638",
    "sheet-is-bound",
    "the number of the world is known, and the sheet you sent before it stays as it is",
    hint="The sheet that was received counts. If it must be changed, ask the moderator to take the step back later.",
    about="A sheet for step 1 may hold a word for the seed, and so may its envelope. Once the number of the world is"
    " known none of them can be exchanged: a word that is changed or left out would change the cards.",
)
HELD_UNASKED = Code(
    "PB661",
    "held-unasked",
    "nothing is awaited from you in this step, and the others would have to wait for the phrase of a held sheet",
    hint="Close its orders ahead alone with `pbem seal SHEET --to VIEW --ahead --hold`. What else is to stay closed,"
    " send it in a held sheet when you are asked.",
    about="A held sheet is opened by its writer's phrase, after all envelopes are gathered, and the game stands still"
    " until then. So nobody can send one who owes nothing. A sheet with nothing but orders ahead travels open,"
    " with these closed in it; in the first step a held sheet may bring a word for the seed.",
    forms={
        "rest": Form(
            "nothing is awaited from you in this step, the others would have to wait for the phrase of a held sheet,"
            " and this one has more than orders ahead: {keys}",
        ),
        "open": Form(
            "nothing is awaited from you in this step, and in this sheet there is nothing left to be closed",
            "Send it as it is: tables that are closed stay closed, and what it withdraws nobody else is told.",
        ),
    },
)
PHRASE_AND_MORE = Code(
    "PB662",
    "phrase-and-more",
    "this phrase opens no orders ahead, and nothing can be sent beside it: {keys}",
    hint="Send the phrase alone. What else you want to say, say it in the sheet of the next step.",
    about="The phrase of a held sheet comes when the envelopes are gathered and nothing is taken in any more. Beside"
    " that of held orders ahead, which is sent in place of orders, standing bids, answers and orders ahead may stand.",
)
TALK_SEALED = Code(
    "PB663",
    "talk-sealed",
    "this sheet has something in it that does not go into an envelope: {keys}",
    hint="Take it out, and send it as it is, in a sheet of its own without orders: that leaves your envelope alone.",
    about="Press and votes are taken in when they come, and orders in an envelope are read later. So `pbem seal` closes"
    " orders alone. With `--ahead` the sheet stays open, and they can stand in it.",
)
KEY_CHANGED = Code(
    "PB660",
    "seal-key-changed",
    "the key of this game is not the one you sealed for before: that was {before}, and the view has {now}",
    hint="Nothing was sealed. Ask the moderator by another way than the mail this view came with; if the key was really"
    " changed, seal with --accept-key.",
    about="Whoever can change a view on its way to you can put in a key of their own and read what you seal. So the key"
    " of each game is kept when it is first used, in seal-keys.toml among your settings, and another one is not taken"
    " without your word.",
    forms={
        "seed": Form(
            "the view has another seed than the game of this name that you sealed for before: that had the commitment"
            " {before}, and the view has {now}",
            hint="Nothing was sealed. If this is another game of the same name, seal with --accept-key; else ask the"
            " moderator by another way than the mail this view came with.",
        )
    },
)
