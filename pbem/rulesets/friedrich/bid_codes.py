"""Complaints about bids and standing bids: 71x and 72x errors, 75x warnings (F7, D13)."""

from __future__ import annotations

from pbem.core.diagnostics import Code, Form

KEPT_AND_FORCED = Code(
    "FR755",
    "kept-and-forced",
    "{card} is both to be kept and to be played if forced",
    "It is given if the rules demand a card at 0; take it out of one of the two to be clear.",
    "F7.8",
    "warning",
    about='A card under `keep` is not played in this battle, a card under `forced` is the one given where the rules'
    ' demand a card at 0. Wrong: `keep = ["13D"]` with `forced = ["13D"]`. A forced card of the suit is given even'
    " from `keep` when there is no other, so `keep` alone says enough.",
)  # fmt: skip
CONDITION_IMPOSSIBLE = Code(
    "FR713",
    "condition-impossible",
    "{text!r} can never hold",
    "When the right to play is yours your score is never above 0, and one number cannot be two things at once.",
    "F7.5",
    about='The parts of a condition contradict each other. Wrong: `when = "score < -5 and score > -3"` or'
    ' `when = "score > 0"`. Right: `when = "score < -5 or score > -3"`.',
)  # fmt: skip
BID_FOR_ENEMY = Code(
    "FR714",
    "bid-for-enemy",
    "{piece} is not yours but {nation}'s",
    "A bid is for a stack of your own: {own}.",
    "F7.6",
    about="`own` names a general of the stack you bid for, `enemy` the one he fights; most likely the two were"
    ' exchanged. Wrong for France: `own = "Heinrich"`, `enemy = "Richelieu"`. Right: `own = "Richelieu"`.',
)  # fmt: skip
STANDING_UNKNOWN = Code(
    "FR721",
    "standing-unknown",
    "there is no standing bid {name!r} to withdraw",
    "Yours are: {known}.",
    "F7.6",
    forms={"none": Form(hint="You have no standing bids.")},
    about='`withdraw = ["guard"]` takes back the standing bid of that name, `withdraw = ["*"]` all of them. The names'
    " stand in your report. One that has lapsed with its last turn is gone by itself.",
)  # fmt: skip
STANDING_SCOPE = Code(
    "FR722",
    "standing-scope",
    "{key} of a standing bid cannot be {value}",
    "It must be one of {choices}.",
    "F7.6",
    forms={
        "until": Form(hint="It must be a turn from 1 to {last}."),
        "name": Form(hint="It must be a name of 1 to 40 letters."),
        "suit": Form(hint="It must be S, C, H or D."),
        "own": Form(hint="You command {choices}."),
        "many": Form("these would be {number} standing bids", "At most {most} hold at a time; withdraw some of them."),
    },
    about="A standing bid says for which battles it answers: `own`, `nation`, `suit`, `enemy`, `against`, and how long:"
    ' `until`. Wrong: `suit = "clovers"`. Right: `suit = "C"`, or leave it out for any suit.',
)  # fmt: skip
STANDING_PAST = Code(
    "FR723",
    "standing-past",
    "this standing bid would have ended with turn {until}; it is turn {turn}",
    "Name a turn still to come, or leave until out.",
    "F2.1",
    about="`until` is the last turn in which a standing bid answers. Wrong in turn 9: `until = 8`. Right: `until = 12`,"
    " or no `until`: then it answers until it is withdrawn.",
)  # fmt: skip
STANDING_SUIT = Code(
    "FR724",
    "standing-suit",
    "{card} cannot be played in a city of {suit}",
    "Only cards of that suit and Reserves can: this standing bid answers in {suit} alone.",
    "F7.6",
    about='With `suit = "C"` a standing bid answers only for stacks in cities of clubs, where only clubs and Reserves'
    ' can be played. Wrong: `suit = "C"` with `plays = ["9D"]`. For several suits leave `suit` out.',
)  # fmt: skip
PLAY_NEVER = Code(
    "FR751",
    "play-never",
    "{card} can never come up here",
    "The battle is over, or another play comes first, in every course.",
    "F7.6",
    "warning",
    forms={
        "limit": Form(hint="The limit is reached before its turn comes."),
        "condition": Form(hint="Its condition holds at no score and in no course this battle can have."),
    },
    about="Whatever the enemy plays, the right to play never comes to you in a way that leads to this play: its"
    " condition never holds, a play before it always comes first, or the limit is reached. The sheet is taken; the"
    ' play does nothing. Example: `plays = ["9D", { card = "7D", when = "score <= -30" }]`.',
)  # fmt: skip
ACCEPT_ENDS_IT = Code(
    "FR752",
    "accept-ends-it",
    "with accept = {accept} these plays can never come up: {cards}",
    "A loss of {accept} or less ends the battle before any card is played; write a smaller accept if you want to play.",
    "F7.8",
    "warning",
    about="`accept` comes first: if your score is negative and the loss is within it, you concede. It counts troops"
    " lost, so a stack of 3 never loses more than 3: `accept = 3` then gives up every battle in which it is behind.",
)  # fmt: skip
SHARED_CARD = Code(
    "FR753",
    "shared-card",
    "{card} stands in the bids of more battles than it can serve",
    "The battle fought first may use it up; the others go on without it.",
    "F7.2",
    "warning",
    about="The battles of a stage share one hand, in the order in which they are fought. A card under a condition in"
    " two bids is played in the first battle in which its condition holds. Without conditions it is an error: FR704.",
)  # fmt: skip
NOT_HELD_NOW = Code(
    "FR754",
    "not-held-now",
    "{card} is not in your hand now",
    "A standing bid may name cards still to be drawn; until then the play is passed over.",
    "F7.6",
    "warning",
    about="When a standing bid answers, plays whose card is not held are passed over. That may be what you want, or a"
    ' slip: `plays = ["13C"]` where you hold the 13 of spades.',
)  # fmt: skip
COUNTS_DOUBLE = Code(
    "FR756", "counts-double",
    "{card} counts 22: this turn Prussia's first 11S is doubled unless you say otherwise",
    'Write {{ card = "11S", double = false }} among the plays to have it count 11.',
    "11S",
    "warning",
    forms={
        "first": Form(
            "{card} counts 22 if it is played before the other: this turn Prussia's first 11S is doubled unless you say"
            " otherwise",
            'Write {{ card = "11S", double = false }} here to have this one count 11 and the other 22.',
        ),
    },
    about="In the turn of the card of fate 11S the first 11S that Prussia plays in a battle counts twice. A plain"
    ' "11S" is doubled; `{ card = "11S", double = false }` is not, and leaves the doubling for another one.',
)  # fmt: skip
DOUBLED_TWICE = Code(
    "FR757", "doubled-twice",
    "{card} stands here once more, and only the first 11S that is played this turn is doubled: it counts 22, the other"
    " one 11",
    'Write {{ card = "11S", double = false }} for the one that is to count 11.',
    "11S",
    "warning",
    about="The card of fate 11S doubles one 11S in its turn: a plain one like one with `double = true`. Of several in a"
    " sheet the one that comes up first counts 22, and the others 11; `double = false` says which of them is not to be"
    " doubled.",
)  # fmt: skip
SUIT_SILENCED = Code(
    "FR758",
    "suit-silenced",
    "Soubise attacks from {city} without a card: Hildburghausen attacked with {suit} before him",
    "Card of fate 3H with the house rule same-suit = play: the plays of this bid are not used.",
    "3H",
    "warning",
    about='Under the house rule `same-suit = "play"` Soubise plays no card in a battle in which he attacks from the'
    " suit that Hildburghausen has used in this turn; a Reserve would take that suit too. He may still fight with his"
    " troops alone.",
)
ALL = (
    KEPT_AND_FORCED, CONDITION_IMPOSSIBLE, BID_FOR_ENEMY, STANDING_UNKNOWN, STANDING_SCOPE, STANDING_PAST,
    STANDING_SUIT, PLAY_NEVER, ACCEPT_ENDS_IT, SHARED_CARD, NOT_HELD_NOW, COUNTS_DOUBLE, DOUBLED_TWICE,
    SUIT_SILENCED,
)  # fmt: skip
