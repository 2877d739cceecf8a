"""What is refused at the moderator's desk: rulings, changes of people, ends that are no victory, press."""

from __future__ import annotations

from pbem.core import Code, Form

NO_SUCH_FACT = Code(
    "PB780",
    "no-such-fact",
    "the position has no fact `{key}`",
    hint="`pbem position {game}` writes every fact of it; a key in a table is written like hands.north, an item of a"
    " list by its place, from 0. Nothing was changed.",
    forms={
        "near": Form(hint="Perhaps {near} is meant. `pbem position {game}` writes every fact. Nothing was changed."),
        "value": Form(
            "`{key}` cannot be set to a date or a number with a point",
            "A fact is a text, a whole number, true, false, a list or a table. Nothing was changed.",
        ),
    },
    about="`pbem rule --set KEY=VALUE` sets facts by the keys of position files: `points.north=7`, `phase=bid`.",
)
RULED_UNSOUND = Code(
    "PB781",
    "ruled-unsound",
    "with this ruling the position makes no sense: {why}",
    hint="Set all that belongs together in one ruling: a card that leaves a hand lies somewhere else. Nothing was"
    " changed.",
    about="Before a ruling is written the position is read again, held against what must always be true of it, and seen"
    " from every side. A ruling that would leave a game nobody can go on with is refused.",
    forms={
        "stuck": Form("with this ruling nobody would owe anything, and the game would not be over"),
        "same": Form(
            "with this ruling nothing would change", "Look at the values with `pbem position`; nothing was written."
        ),
    },
)
NOT_AT_THE_DESK = Code(
    "PB782",
    "not-now-at-the-desk",
    "this cannot be done before the first step is adjudicated, for the words of the players come with it",
    hint="Adjudicate step 1 first; or begin the game anew from a position: pbem new --position FILE.",
    forms={
        "gathered": Form(
            "this cannot be done while the envelopes of step {step} are gathered, for they are bound",
            "Adjudicate the step first: pbem adjudicate {game}. What it leads to can be mended after it.",
        ),
    },
    about="A ruling and the end of a game are steps of their own, and set aside what was sent for the step under way."
    " Words for the seed and gathered envelopes cannot be set aside: they are what makes the game fair.",
)
NOTHING_SENT = Code(
    "PB783",
    "nothing-sent",
    "nobody was sent a report of step {step}",
    hint="Write them first: pbem report GAME.",
    forms={"role": Form("{role} was sent no report of step {step}")},
    about="`pbem resend` sends again what was sent, byte by byte, and makes nothing new.",
)
NOT_AS_SENT = Code(
    "PB784",
    "not-as-sent",
    "the file is not as it was sent: somebody has changed it",
    hint="Bring it back from a backup, or write the reports anew: pbem report GAME.",
    about="The manifest beside the reports has the digest of each; the ledger stands for the manifest.",
)
SEAT_UNKNOWN = Code(
    "PB785",
    "seat-unknown",
    "the program finds no place in it for the people of [{section}]",
    hint="Write the name and the address there by hand, as `pbem new` does it, and run the command again.",
    about="`pbem replace` and `pbem handover` change names and addresses in game.toml line by line, so"
    " that your own remarks stay. A section that is written in another way is left to you.",
)
WITHDRAWN_AND_MORE = Code(
    "PB786",
    "withdrawn-and-more",
    "this sheet withdraws what was sent, so {key} cannot be used",
    hint='Leave out {key}; or write status = "final", if these orders are to count instead.',
    about='A sheet with `status = "withdrawn"` and nothing but its heading takes back the sheets that its writer sent'
    " for the step. Orders ahead and standing bids stay.",
)
PRESS_LEFT_OUT = Code(
    "PB787",
    "press-left-out",
    "this press cannot be understood, and is left out",
    hint='Write [[press]], below it to = "all" or a role, and text = "...". Your orders are not touched by it.',
    severity="warning",
    forms={
        "reader": Form('there is nobody "{to}" to whom you could write, so this press is left out'),
        "long": Form(
            "this press is empty or too long, and is left out",
            "At most {signs} signs in {lines} lines are taken. Your orders are not touched by it.",
        ),
        "many": Form(
            "there is more press in this sheet than {most} texts, and this one is left out",
            "Put it into one text, or send it with another sheet. Your orders are not touched by it.",
        ),
        "none": Form(
            "there is no press in this game, so it is left out", "Write to the others outside of the game, if you like."
        ),
        "private": Form(
            "in this game players write to all or to nobody, so this press is left out",
            'Write to = "all", or leave it out. Your orders are not touched by it.',
        ),
        "anonymous": Form(
            "in this game nobody writes without a name, so this press is left out",
            "Leave out the line anonymous. Your orders are not touched by it.",
        ),
        "key": Form(
            "your key stands in this press, so it is left out",
            "Who knows your key could write in your name: send it again without. Your orders are not touched by it.",
        ),
        "full": Form(
            "there is more press in this game than is kept, so it is left out", "Write to the others by mail."
        ),
        "draft": Form(
            "this sheet is a draft, so the press in it is not told",
            'It is told when it comes in a sheet that counts, without status = "draft".',
        ),
    },
    about="Press is what players say to each other: to all, to one, and without a name where the game allows it. It"
    " comes with the next report. Whatever is wrong with it, orders in the same sheet count.",
)
VOTE_LEFT_OUT = Code(
    "PB788",
    "vote-left-out",
    "this vote cannot be understood, and is left out",
    hint='Write vote = "yes" or vote = "no". Your orders are not touched by it.',
    severity="warning",
    forms={
        "none": Form(
            "nothing is put to the vote now, so this vote is left out", "Ask the moderator to put it to the vote."
        ),
        "draft": Form(
            "this sheet is a draft, so the vote in it is not counted",
            'It counts when it comes in a sheet that does, without status = "draft".',
        ),
        "since": Form(
            "you have voted since this envelope was closed, so the vote in it is left out",
            "The last vote that came open counts; send another if you have changed your mind.",
        ),
        "player": Form(
            "the player for whom you play has voted, so this vote is left out",
            "The vote of the player counts. If it is to be another, the player sends it.",
        ),
    },
    about="An end of the game that all must agree to is put to the vote by the moderator. A vote stands in a sheet,"
    " beside its orders or alone; a later one takes its place. A proxy votes for a player who does not.",
)
NO_OFFER = Code(
    "PB789",
    "no-offer",
    "nothing is put to the vote now",
    hint="Put it to the vote first: pbem vote {game} --offer draw.",
    forms={
        "open": Form(
            "something else is put to the vote already",
            "Count those votes first: pbem vote {game} --count.",
        ),
    },
    about="A draw, or that somebody has won, is put to the vote of all players; one offer at a time.",
)
NO_PROXY = Code(
    "PB791",
    "no-such-proxy",
    "nobody plays {role} for its player",
    hint="Name somebody first: pbem proxy {game} {role} --name NAME --address ADDRESS --until DAY.",
    forms={
        "two": Form(
            "{name} plays {role} for its player already",
            "One at a time: pbem proxy {game} {role} --end.",
        ),
        "unread": Form(
            "`{until}` is no day",
            "Write the last day of it like 2027-08-14; left out, it lasts until `pbem proxy {game} {role} --end`.",
        ),
        "past": Form(
            "{until} is over already",
            "Name the last day on which the proxy is to play: today, or one to come.",
        ),
    },
    about="A proxy plays a role for its player for a while, with a key of his own. All are told when that begins and"
    " when it ends.",
)
NO_MAIL = Code(
    "PB792",
    "no-mail-to-resend",
    "this game has sent no mail `{found}`",
    hint="Name it by its file in the folder sent or refused, by its number, or by its Message-ID.",
    forms={
        "waits": Form("{found} waits in the outbox already", "It goes out with the next `pbem mail send`."),
        "lost": Form(
            "the file of {found} is neither in the folder sent nor in refused",
            "Bring it back from a backup; or let the player ask with the word report.",
        ),
    },
    about="`pbem resend --mail` puts a mail that was handed over, or that no server took, into the outbox once more.",
)
VOTES_MISSING = Code(
    "PB790",
    "votes-missing",
    "{roles} still owe a vote",
    hint="Wait; or, if their time has passed: pbem vote {game} --count --late. Who has not voted is against it then.",
    about="Votes stay sealed until all are in, so that nobody votes after seeing how the others did.",
)
