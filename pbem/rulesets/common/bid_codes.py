"""Complaints about bids and standing bids, for every title: made with its letters and the numbers of its rules.

The numbers are the same in all titles: 1xx unreadable, 70x to 72x errors, 75x and 76x warnings. In place of a rule's
number stands here what the rule says: RULES. An id keeps its meaning for ever.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.core import Code, Form
from pbem.rulesets.common import Deck

RULES = {
    "battles": "which stacks fight each other", "order": "in which order battles are fought",
    "right": "who has the right to play, and at what score", "play": "which cards may be played",
    "reserve": "what a Reserve counts", "zero": "what must be played at 0", "turns": "when a turn is over",
    "retreat": "where a beaten stack goes",
}  # fmt: skip


def bid_codes(letters: str, rules: Mapping[str, str], deck: Deck, exchanged: str) -> tuple[Code, ...]:
    """The codes of a title, in the order of ROWS.

    ``rules`` has a number for every one of RULES, the examples have cards of the ``deck``, ``exchanged`` an
    example with names of the title in which own and enemy are exchanged.
    """
    marks = {"<letters>": letters, "<highest>": str(deck.highest), "<exchanged>": exchanged}
    return tuple(made(row, letters, rules, marks) for row in ROWS)


def made(row: Code, letters: str, rules: Mapping[str, str], marks: Mapping[str, str]) -> Code:
    """One code with everything in its place."""
    about = row.about
    for mark, text in marks.items():
        about = about.replace(mark, text)
    forms = {name: form._replace(rule=rules[form.rule] if form.rule else "") for name, form in row.forms.items()}
    rule = rules[row.rule] if row.rule else ""
    return row._replace(id=f"{letters}{row.id}", rule=rule, about=about, forms=forms)


UNKNOWN_BID_KEY = Code(
    "104", "unknown-bid-key",
    "a bid has no key {key!r}",
    "A bid has {keys}.",
    forms={
        "play": Form("a play has no key {key!r}", "A play has {keys}."),
        "limit": Form("a limit has no key {key!r}", "A limit has {keys}."),
    },
)  # fmt: skip
CONDITION_UNREADABLE = Code(
    "105",
    "condition-unreadable",
    "{text!r} is not a condition",
    'Write for example "score <= -5", or two joined: "score < 0 and enemy_cards >= 2". It may speak of {facts}.',
    "play",
    forms={
        "long": Form(
            "this condition has {number} comparisons; at most {most} are allowed",
            "Name the same card in several plays, each with a part of the condition.",
        ),
    },
    about="A condition compares what a player at the table sees with a number; comparisons are joined by `and` and"
    ' `or`, and `enemy_played <highest>D` asks for a card. Wrong: `when = "his last card was high"`. Right:'
    ' `when = "enemy_last >= 10"`.',
)
WISH_UNREADABLE = Code(
    "107",
    "wish-unreadable",
    "{text!r} is not a wish for a retreat",
    'A wish is a city, or "towards PLACE", "away from PLACE" or "not beside PLACE" with a city or a general, or "out of'
    ' supply", "in spades", "in clubs", "in hearts", "in diamonds", or "anywhere".',
    "retreat",
    forms={
        "near": Form(hint='Did you mean "{near}"?'),
        "place": Form("{text!r} names no city and no general", "Name one behind it."),
        "suit": Form(
            "{text!r} names no suit", 'Write "in spades", "in clubs", "in hearts" or "in diamonds"; a city is named'
            ' without "in".',
        ),
        "many": Form(
            "these are {number} wishes for a retreat", "At most {most} can be given: the first ones decide."
        ),
    },
    about="Wishes narrow, one after the other, the cities to which a beaten stack may go: see docs/bids.md. Wrong:"
    ' `retreat = ["to the north"]`. Right: `retreat = ["out of supply", "in hearts"]`.',
)  # fmt: skip
NO_SUCH_BATTLE = Code(
    "701", "no-such-battle",
    "{own} and {enemy} do not fight each other",
    "The battles: {battles}.",
    "battles",
    forms={
        "nobody": Form(hint="There is no battle: no stacks stand next to each other."),
        "any": Form("there is no battle for {own}"),
        "any-nobody": Form("there is no battle for {own}", "No stacks stand next to each other."),
        "none": Form("there is no battle for this bid", "No stacks stand next to each other."),
    },
)  # fmt: skip
WRONG_SUIT = Code(
    "703", "wrong-suit",
    "{card} cannot be played in {city}, a city of {suit}",
    "There you may play {cards}.",
    "play",
    forms={
        "none": Form(hint="You hold nothing that can be played there."),
        "forced": Form(
            "a Reserve is never forced", "Of {suit} you hold {cards}; a Reserve goes into plays.", "zero"
        ),
        "forced-none": Form("a Reserve is never forced", "You hold no {suit}; a Reserve goes into plays.", "zero"),
    },
)  # fmt: skip
BID_MISSING = Code(
    "705",
    "bid-missing",
    "there is no bid for {own} against {enemy}",
    'Add a [[bid]] with own = "{own}", enemy = "{enemy}".',
    "play",
    forms={
        "withdrawn": Form(
            "there is no bid for {own} against {enemy}, and the standing bid that was to answer is withdrawn",
            'Add a [[bid]] with own = "{own}", enemy = "{enemy}", or leave the standing bid as it is.',
            "play",
        ),
    },
)
BID_TWICE = Code("706", "bid-twice", "there are two bids for the same battle", "Leave one of them out.", "play")
BID_VALUE = Code(
    "707", "bid-value",
    "{key} cannot be {value}",
    "It must be a number from {low} to {high}.",
    forms={
        "troops": Form(hint="It must be a number of troops from {low} to {high}."),
        "score": Form(hint="It must be a score from {low} to {high}."),
        "otherwise": Form(hint='It must be "ask" or "concede".'),
        "both": Form("{key} cannot be {value} where value is given", "Leave out one of the two."),
    },
)  # fmt: skip
RESERVE_VALUE = Code(
    "708",
    "reserve-value",
    "only a Reserve takes {key}, not {card}",
    'Leave {key} out, or write {{ card = "R", {key} = {number} }}.',
    "reserve",
)
KEPT_AND_PLAYED = Code(
    "709", "kept-and-played", "{card} is both to be kept and to be played", "Take it out of one of the two.", "play"
)
BATTLE_TWICE = Code("710", "battle-twice", "{battle} is named twice", "Name each battle once.", "order")
CONDITION_IMPOSSIBLE = Code(
    "713",
    "condition-impossible",
    "{text!r} can never hold",
    "When the right to play is yours your score is never above 0, and one number cannot be two things at once.",
    "right",
    about='The parts of a condition contradict each other. Wrong: `when = "score < -5 and score > -3"` or'
    ' `when = "score > 0"`. Right: `when = "score < -5 or score > -3"`.',
)  # fmt: skip
BID_FOR_ENEMY = Code(
    "714",
    "bid-for-enemy",
    "{piece} is not yours but {nation}'s",
    "A bid is for a stack of your own: {own}.",
    "play",
    about="`own` names a general of the stack you bid for, `enemy` the one he fights; most likely the two were"
    " exchanged. <exchanged>",
)  # fmt: skip
STANDING_UNKNOWN = Code(
    "721",
    "standing-unknown",
    "there is no standing bid {name!r} to withdraw",
    "Yours are: {known}.",
    "play",
    forms={"none": Form(hint="You have no standing bids.")},
    about='`withdraw = ["guard"]` takes back the standing bid of that name, `withdraw = ["*"]` all of them. The names'
    " stand in your report. One that has lapsed with its last turn is gone by itself.",
)  # fmt: skip
STANDING_SCOPE = Code(
    "722",
    "standing-scope",
    "{key} of a standing bid cannot be {value}",
    "It must be one of {choices}.",
    "play",
    forms={
        "until": Form(hint="It must be a turn from 1 to {last}."),
        "name": Form(hint="It must be a name of 1 to 40 letters."),
        "suit": Form(hint="It must be S, C, H or D."),
        "own": Form(hint="You command {choices}."),
        "many": Form("these would be {number} standing bids", "At most {most} hold at a time; withdraw some of them."),
        "plays": Form(
            "your standing bids would have {number} plays together",
            "At most {most} are kept; withdraw some of them, or name fewer cards.",
        ),
    },
    about="A standing bid says for which battles it answers: `own`, `nation`, `suit`, `enemy`, `against`, and how long:"
    ' `until`. Wrong: `suit = "clovers"`. Right: `suit = "C"`, or leave it out for any suit.',
)  # fmt: skip
STANDING_PAST = Code(
    "723",
    "standing-past",
    "this standing bid would have ended with turn {until}; it is turn {turn}",
    "Name a turn still to come, or leave until out.",
    "turns",
    about="`until` is the last turn in which a standing bid answers. Wrong in turn 9: `until = 8`. Right: `until = 12`,"
    " or no `until`: then it answers until it is withdrawn.",
)  # fmt: skip
STANDING_SUIT = Code(
    "724",
    "standing-suit",
    "{card} cannot be played in a city of {suit}",
    "Only cards of that suit and Reserves can: this standing bid answers in {suit} alone.",
    "play",
    about='With `suit = "C"` a standing bid answers only for stacks in cities of clubs, where only clubs and Reserves'
    ' can be played. Wrong: `suit = "C"` with `plays = ["9D"]`. For several suits leave `suit` out.',
)  # fmt: skip
PLAY_NEVER = Code(
    "751",
    "play-never",
    "{card} can never come up here",
    "The battle is over, or another play comes first, in every course.",
    "play",
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
    "752",
    "accept-ends-it",
    "with accept = {accept} these plays can never come up: {cards}",
    "A loss of {accept} or less ends the battle before any card is played; write a smaller accept if you want to play.",
    "zero",
    "warning",
    about="`accept` comes first: if your score is negative and the loss is within it, you concede. It counts troops"
    " lost, so a stack of 3 never loses more than 3: `accept = 3` then gives up every battle in which it is behind.",
)  # fmt: skip
SHARED_CARD = Code(
    "753",
    "shared-card",
    "{card} stands in the bids of more battles than it can serve",
    "The battle fought first may use it up; the others go on without it.",
    "order",
    "warning",
    about="The battles of a stage share one hand, in the order in which they are fought. A card under a condition in"
    " two bids is played in the first battle in which its condition holds. Without conditions it is an error:"
    " <letters>704.",
)  # fmt: skip
NOT_HELD_NOW = Code(
    "754",
    "not-held-now",
    "{card} is not in your hand now",
    "A standing bid may name cards still to be drawn; until then the play is passed over.",
    "play",
    "warning",
    about="When a standing bid answers, plays whose card is not held are passed over. That may be what you want, or a"
    ' slip: `plays = ["<highest>C"]` where you hold the <highest> of spades.',
)  # fmt: skip
KEPT_AND_FORCED = Code(
    "755",
    "kept-and-forced",
    "{card} is both to be kept and to be played if forced",
    "It is given if the rules demand a card at 0; take it out of one of the two to be clear.",
    "zero",
    "warning",
    about='A card under `keep` is not played in this battle, a card under `forced` is the one given where the rules'
    ' demand a card at 0. Wrong: `keep = ["<highest>D"]` with `forced = ["<highest>D"]`. A forced card of the suit is'
    " given even from `keep` when there is no other, so `keep` alone says enough.",
)  # fmt: skip
WISHES_IDLE = Code(
    "759",
    "wishes-idle",
    "no battle of this sheet is left for these wishes",
    "There is no battle, or every bid has a retreat of its own; they change nothing.",
    "retreat",
    "warning",
    about="A `retreat` of the sheet itself, above all tables, holds for its battles that have no wishes of their own."
    " If there are none, it has nothing to say. Below a `[[bid]]` the same line belongs to that bid.",
)  # fmt: skip
NOT_THOUGHT_THROUGH = Code(
    "761",
    "not-thought-through",
    "this bid has too many courses to think them all through",
    "It is taken as it stands, but you are not warned of plays that can never come up, and it may lead farther than"
    " what is told of it. All bids for a decision have {looks} looks together: fewer plays and shorter conditions need"
    " fewer.",
    "play",
    "note",
    about="The checker looks at every course a battle can take, as long as the looks of a decision last; each battle"
    " has its share, and what one does not need is left to the next. A bid with many plays or long conditions"
    " costs more at each look. Nothing is wrong with the bid.",
)
BID_OPEN = Code(
    "760",
    "bid-open",
    "these orders lead to a battle without a bid: {own} against {enemy}",
    "The game stops before this battle until your bid has come, and all wait for it; without one your side stops where"
    " it may, else the lowest card of the suit is played. Better add this to the end of the sheet, filled in:",
    "play",
    "warning",
    forms={
        "settled": Form(
            hint="You hold nothing that can be played there, but that is your secret, so you would be asked all the"
            " same. Better add this to the end of the sheet:",
        ),
        "at-table": Form(
            hint="You will be asked for it when the battle comes. To bid now, add this to the end of the sheet, filled"
            " in:",
        ),
        "settled-at-table": Form(
            hint="You hold nothing that can be played there. To say so now, add this to the end of the sheet:",
        ),
        "ahead": Form(
            hint="The game would stop before this battle until your bid has come, and all wait for it; without one your"
            " side stops where it may, else the lowest card of the suit is played. Better add this below the lines of"
            " this [[ahead]] table and above the next table, filled in:",
        ),
        "settled-ahead": Form(
            hint="You hold nothing that can be played there, but that is your secret, so you would be asked all the"
            " same. Better add this below the lines of this [[ahead]] table and above the next table:",
        ),
    },
    about="A sheet with moves can bring the bids for the battles they lead to: a `[[bid]]` for each. Without one the"
    " sheet is taken; the bid is asked for when the battle comes, which is one more mail to wait for, unless a standing"
    " bid with `attacking = true` answers.",
)
ORDER_OPEN = Code(
    "762",
    "order-open",
    "the order of these battles is open: {battles}",
    "The game stops until you have said which comes next, and all wait for it; without a word the best-ranked commander"
    " fights first. Better put this line into do, in the order you like, in place of any other that begins with"
    " battles:",
    "order",
    "warning",
    forms={
        "at-table": Form(
            hint="You will be asked which comes next. To say it now, put this line into do, in the order you like, in"
            " place of any other that begins with battles:",
        ),
        "ahead": Form(
            hint="The game would stop until you have said which comes next, and all wait for it. Better put this line"
            " into the do of this [[ahead]] table, in the order you like, in place of any other that begins with"
            " battles:",
        ),
    },
    about="Several battles are fought one after the other, in the order their attacker likes. A `battles` line names"
    " it, in the sheet with the moves or in any sheet about the next battle. Where two or more are left that it does"
    " not name, their order is asked for, which is one more mail to wait for. A battle that comes to nothing, since a"
    " stack has retreated, is passed over.",
)

ROWS = (
    UNKNOWN_BID_KEY, CONDITION_UNREADABLE, NO_SUCH_BATTLE, WRONG_SUIT, BID_MISSING, BID_TWICE, BID_VALUE, RESERVE_VALUE,
    KEPT_AND_PLAYED, BATTLE_TWICE, CONDITION_IMPOSSIBLE, BID_FOR_ENEMY, STANDING_UNKNOWN, STANDING_SCOPE, STANDING_PAST,
    STANDING_SUIT, PLAY_NEVER, ACCEPT_ENDS_IT, SHARED_CARD, NOT_HELD_NOW, KEPT_AND_FORCED, WISH_UNREADABLE, WISHES_IDLE,
    BID_OPEN, NOT_THOUGHT_THROUGH, ORDER_OPEN,
)  # fmt: skip
