"""Complaints about agreements and subsidy contracts (M20, M21)."""

from __future__ import annotations

from pbem.core import Code, Form

TREATY_UNREADABLE = Code(
    "MA581", "treaty-unreadable",
    "{text!r} is no entry of the register",
    'Write "offer Prussia and Austria, turns 5 to 6, strict: Prussia does not attack Austria", or "accept 3",'
    ' "refuse 3", "counter 3, turn 6: ...", "withdraw 3", "end 3".',
    "M21.3",
    forms={
        "clause": Form(
            "{text!r} is no clause that can be tested",
            'Clauses are "X does not attack Y", "X does not enter COUNTRY", "X stays farther than N from CITY",'
            ' "X votes for CHARLES or FRANCIS", "X subsidizes Y", "no hussars against X", "X leaves COUNTRY by turn N";'
            " anything else stands between quotation marks.",
        ),
        "power": Form("there is no power {text!r}", "The powers are {near}."),
        "place": Form("there is no country and no city {text!r}", "Write the name as on the map."),
        "place-unclear": Form("{text!r} is a country and a city", 'Write "the country {text}" or "the city {text}".'),
        "city": Form("there is no city {text!r} on the map", "Write the name as on the map."),
        "city-unclear": Form("{text!r} may be {near}", "Write the name in full."),
        "country": Form("there is no country {text!r}", "The countries are {near}."),
        "country-unclear": Form("{text!r} may be {near}", "Write the name in full."),
        "steps": Form("nobody can stay farther than {text} steps from a city for long", "Write a number from 1 to 8."),
        "turns": Form(
            "{text!r} are no turns of this game", "Turns go from the present one to 12, the first not after the last."
        ),
        "many": Form("{text} clauses are too many", "Write at most 8, and the others into another agreement."),
        "note": Form(
            "words between quotation marks have 1 to 240 characters, no further quotation mark and no semicolon",
            "Shorten them, or make two clauses of them.",
        ),
        "alone": Form("an agreement needs at least two powers", 'Write "offer Prussia and Austria, ...".'),
    },
)  # fmt: skip
TREATY_FORBIDDEN = Code(
    "MA582", "treaty-forbidden",
    "no agreement changes what a piece can do",
    "Leave {text!r} out: alliances, rules and abilities of pieces stay as they are.",
    "M21.2",
    forms={
        "cards": Form(
            "no agreement gives or trades cards", "Only a subsidy contract hands cards over: X subsidizes Y."
        ),
        "alliance": Form("no agreement changes an alliance", "Leave {text!r} out."),
        "vote": Form(
            "all votes of Austria and of the Pragmatic Army go to Francis Stephen",
            "Leave {text!r} out: no agreement changes that.", "M18.3",
        ),
        "peace": Form(
            "no agreement is a peace treaty", "Only Prussia and Austria can make one, when Silesia is annexed."
        ),
    },
)  # fmt: skip
TREATY_NOT_OPEN = Code(
    "MA583", "treaty-not-open",
    "there is no agreement {number}",
    "{open}",
    "M21.3",
    forms={
        "closed": Form("agreement {number} is {status}, so this cannot be said of it"),
        "stranger": Form("none of your powers is a party to agreement {number}"),
        "own": Form("agreement {number} is your own offer", 'Whoever made an offer can "withdraw {number}".'),
        "theirs": Form("agreement {number} is not your offer", 'Whoever got an offer can "refuse {number}".'),
        "signed": Form("you have signed agreement {number} already", "Leave this out."),
    },
)  # fmt: skip
TREATY_PARTIES = Code(
    "MA584", "treaty-parties",
    "none of your powers is a party to this agreement",
    "You speak for {own}.",
    "M21.1",
    forms={
        "bound": Form("this would bind {powers}, and they are no party to it", "Name all powers that are bound."),
        "past": Form("turn {turn} is over", "Begin with turn {now} or later.", "M21.3"),
        "intro": Form("the introductory game has no agreements", "Leave this out.", "M1.2"),
        "too-many": Form("the register is full of open offers", "Withdraw one of your own first."),
        "held": Form(
            "{limit} agreements that you offered are open or in force, and there is no room for more at once",
            "End one of them first, or say several things in one agreement.",
        ),
        "made": Form(
            "you have offered {limit} agreements, and a game has no room for more of one player",
            "Answer those that others offer.",
        ),
        "lines": Form(
            "a sheet says at most {limit} things of agreements", "Leave the rest to a later step."
        ),
    },
)  # fmt: skip
VOTE_IDLE = Code(
    "MA585", "vote-idle",
    "{power} has no vote now",
    "It promises those that it will have at the election: one for each elector that it controls then.",
    "M18.3",
    "warning",
    forms={
        "bound": Form(
            "{power} is neutral, and all its votes go to Francis Stephen",
            "What it promises counts if it is neutral no longer at the election.",
        ),
        "held": Form("the election is over", "Leave {clause!r} out: there is no other.", "M18.1"),
    },
)  # fmt: skip
NO_CONTRACT = Code(
    "MA571", "no-contract",
    "{giver} and {receiver} are not allied, so there is no subsidy between them",
    "A great power subsidizes an allied power: {allies}.",
    "M20.1",
    forms={
        "minor": Form("{giver} is no great power and gives no subsidy", "A great power subsidizes an allied power."),
        "same": Form("{giver} cannot subsidize itself", "A great power subsidizes an allied power."),
        "twice": Form(
            "there is a contract of {giver} and {receiver} for some of these turns already",
            "At most one at a time, in either direction: begin after turn {turn}.", "M20.2",
        ),
        "double": Form(
            "this makes more than one contract of {giver} and {receiver}",
            "At most one at a time, in either direction: leave the others out.", "M20.2",
        ),
        "two": Form("with two players subsidies go to minor powers only", "Leave this out.", "M24.2"),
    },
)  # fmt: skip
BREAKS_TREATY = Code(
    "MA591", "breaks-treaty",
    "this breaks agreement {number}: {clause}",
    "It binds until the end of turn {last}, unless its parties end it in an earlier step than this order; they chose "
    "that such orders are refused.",
    "M21.3",
)  # fmt: skip
BREAKS_LOOSE_TREATY = Code(
    "MA592", "breaks-loose-treaty",
    "this breaks agreement {number}: {clause}",
    "Agreements are binding (M21.1), and everybody will see it. It is in force until the end of turn {last}.",
    "M21.3",
    "warning",
    forms={
        "attack": Form(
            "{piece} stands beside {enemy} and must attack, against agreement {number}: {clause}",
            "What is left undone is never refused, by a strict agreement either; but if it stays so, all are told that "
            "the agreement is broken. It is in force until the end of turn {last}.",
        ),
        "inside": Form(
            "{piece} is still where agreement {number} does not want him: {clause}",
            "What is left undone is never refused, by a strict agreement either; but if it stays so, all are told that "
            "the agreement is broken, and again in each later turn. It is in force until the end of turn {last}.",
        ),
    },
)  # fmt: skip
ALL = (
    TREATY_UNREADABLE, TREATY_FORBIDDEN, TREATY_NOT_OPEN, TREATY_PARTIES, VOTE_IDLE, NO_CONTRACT,
    BREAKS_TREATY, BREAKS_LOOSE_TREATY,
)  # fmt: skip
