"""Every complaint about a sheet of Fredericus: one row a fault. An id keeps its meaning for ever.

1xx unreadable, 2xx names, 3xx what is asked and set-up, 4xx the turn, 5xx basic actions, 6xx special actions,
7xx bets, 8xx the end of a turn, 9xx options. The hundreds from 4 to 8 are the chapters of the rules.
"""

from __future__ import annotations

from pbem.core import Code, Form, table

ORDER_UNREADABLE = Code(
    "FD101", "order-unreadable",
    message="{text!r} is not an order",
    hint='Write for example "MOVE 3>4", "FLY F>8", "HOOD 4", "HUNT F", "TURN 6 DISCARD 5" or "BET 5".',
    rule="R15",
    about="An order begins with its verb: MOVE, FLY, HOOD, HUNT, TURN, SHIFT, DRAW, BET or BIRDS. Small letters,"
    ' blanks and words such as "to" or "row" do no harm: "MOVE 3>4" and "move row 3 to row 4" are the same.'
    ' Wrong: "3>4". Right: "MOVE 3>4".',
)  # fmt: skip
WRONG_TYPE = Code(
    "FD102", "wrong-type",
    message="do must be a list of orders",
    hint='Write do = ["MOVE 3>4", "HUNT F"].',
    rule="R15",
    forms={"order": Form("an order must be a text in quotes", 'Write "MOVE 3>4".')},
    about="The orders of a turn are one list of texts, each in quotes, with commas between them, in the order in"
    ' which they are done. Wrong: do = "MOVE 3>4". Right: do = ["MOVE 3>4", "HUNT F"].',
)  # fmt: skip

UNKNOWN_TOWER = Code(
    "FD201", "unknown-tower",
    message="there is no tower {text}",
    hint="Towers, rows and posts have the numbers 1 to 8, clockwise.",
    rule="R2.1",
    forms={"row": Form("there is no row {text}"), "post": Form("there is no post {text}")},
    about="Tower, row, guard post and sector of the courtyard share one number. 8 and 1 are neighbours, and the"
    ' number after 8 is 1. Wrong: "MOVE 8>9". Right: "MOVE 8>1".',
)  # fmt: skip
UNKNOWN_BIRD = Code(
    "FD202", "unknown-bird",
    message="there is no bird {text!r}",
    hint="The birds are F, the falcon, and G, the goshawk.",
    rule="R1.3",
    about='Each falconer has one of each. Wrong: "HUNT H". Right: "HUNT F" or "HUNT goshawk".',
)  # fmt: skip
UNKNOWN_KIND = Code(
    "FD203", "unknown-kind",
    message="there is no kind {text!r}",
    hint="The kinds are {kinds}.",
    rule="R1.4",
    about="The eight kinds of creatures are named by a letter from a to h or by their name."
    ' Wrong: "DRAW dragon". Right: "DRAW a e deck".',
)  # fmt: skip
UNKNOWN_FALCONER = Code(
    "FD204", "unknown-falconer",
    message="there is no falconer {text!r} in this game",
    hint="The falconers are {known}.",
    rule="R1.5",
    about='Falconers are called by their seat. Wrong with three players: "HOOD 4 D=G". Right: "HOOD 4 C=G".',
)  # fmt: skip
UNKNOWN_TOKEN = Code(
    "FD205", "unknown-token",
    message="you have no token {text}",
    hint="With two players your tokens are 1 and 2, with more you have one.",
    rule="R3.8",
    about="With two players each has the tokens 1 and 2, with more players each has one."
    ' Wrong: "BET 3:5". Right: "BET 1:5 2:6" with two players, "BET 5" with more.',
)  # fmt: skip
WHICH_TOKEN = Code(
    "FD206", "which-token",
    message="it is not said which of your two tokens goes to {place}",
    hint='Write "BET 1:{number}" or "BET 2:{number}"; a token that is not named stays.',
    rule="R8.2",
    about='With two players each has two tokens, and an order says which one it means. Wrong: "BET 5". Right:'
    ' "BET 1:5", "BET 1:5 2:6".',
)  # fmt: skip

NOT_ASKED = Code(
    "FD301", "not-asked",
    message="{order} is not asked for now",
    hint="What is asked now: actions and the bet.",
    rule="R15",
    forms={
        "birds": Form(hint="What is asked now: where your birds are placed."),
        "bets": Form(hint="What is asked now: where your tokens are placed."),
    },
    about="At set-up first the birds are placed, then the tokens; actions belong to a turn. Wrong at set-up:"
    ' "MOVE 3>4". Right: "BIRDS 6".',
)  # fmt: skip
NOT_YOUR_TURN = Code(
    "FD302", "not-your-turn",
    message="it is not your turn, so {order} cannot be used",
    hint="Wait for the report that asks for it.",
    rule="R4.1",
    about="Turns pass clockwise and nothing must be decided out of turn. With the open display a list for draws may"
    ' be sent at any time: do = ["DRAW a e deck"].',
)  # fmt: skip
SAID_TWICE = Code(
    "FD303", "said-twice",
    message="{order} is given twice",
    hint="Leave one of the two out.",
    rule="R15",
    about='There is one BET, which speaks of all tokens, and one choice for each falconer. Wrong: "BET 4", "BET 5".'
    ' Wrong: "HOOD 4 C=F C=G". Right: "BET 5".',
)  # fmt: skip
NOTHING_DECIDED = Code(
    "FD304", "nothing-decided",
    message="the sheet does not say where your birds are placed",
    hint='Write "BIRDS 6".',
    rule="R3.1",
    forms={
        "bets": Form("the sheet does not say where your token is placed", 'Write "BET 5".'),
        "two-bets": Form("the sheet does not say where your tokens are placed", 'Write "BET 1:5 2:6".'),
    },
    about='The set-up asks for one order. Right: do = ["BIRDS 6"] puts the falcon on post 6 and the goshawk on the'
    ' opposite post 2; do = ["BET 5"] puts the token on tower 5.',
)  # fmt: skip
COURT_AT_SET_UP = Code(
    "FD311", "courtyard-at-set-up",
    message="a token cannot be put into the courtyard at set-up",
    hint="Choose a tower from 1 to 8.",
    rule="R3.8",
    about='The courtyard opens at the end of the first turn. Wrong at set-up: "BET COURT". Right: "BET 5".',
)  # fmt: skip

NO_ACTION_LEFT = Code(
    "FD401", "no-action-left",
    message="no basic action is left: this turn has {number}",
    hint="Leave it out; two more are open only after a row has been turned over.",
    rule="R4.6",
    about="A turn has exactly 4 basic actions (MOVE, FLY, HOOD); in the first round the first player has 2 and the"
    " second 3. Turning over a row opens 2 more, but only after it. Special actions (HUNT, TURN, SHIFT) are not"
    ' counted. Wrong: five times "FLY ..." and then "TURN 6 DISCARD 5". Right: "TURN 6 DISCARD 5" before the fifth.',
)  # fmt: skip
ACTIONS_MISSING = Code(
    "FD402", "actions-missing",
    message="this turn must have {number} basic actions; the sheet has {found}",
    hint="Add {missing} of MOVE, FLY or HOOD; a bird may fly to and fro.",
    rule="R4.7",
    about="The number of basic actions is mandatory: exactly 4, in the first round 2 for the first player and 3 for"
    ' the second. Special actions do not count. Right, if nothing better comes to mind: "FLY F>2", "FLY F>1".',
)  # fmt: skip
ACTIONS_LEFT = Code(
    "FD403", "actions-left",
    message="{left} of the 2 basic actions won by turning over row {row} {verb} not used",
    hint="They are optional; add MOVE, FLY or HOOD if you want them.",
    rule="R4.6",
    severity="warning",
    about="Turning over a row adds 2 basic actions that may be used or not. Nothing is wrong with the sheet.",
)  # fmt: skip

ROWS_NOT_ADJACENT = Code(
    "FD501", "rows-not-adjacent",
    message="rows {source} and {target} are not adjacent",
    hint="From row {source} a card goes to row {before} or row {after}.",
    rule="R5.1",
    about="A card moves to one of the two rows next to its own; 8 and 1 are neighbours. Wrong:"
    ' "MOVE 1>3". Right: "MOVE 1>2" or "MOVE 1>8".',
)  # fmt: skip
ROW_EMPTY = Code(
    "FD502", "row-empty",
    message="row {row} has no card at this moment",
    hint="A card may be moved into an empty row, but none out of it.",
    rule="R5.1",
    about="Actions are done one after the other, and each looks at the rows as they then are."
    ' Wrong with an empty row 3: "MOVE 3>4". Right: "MOVE 2>3" first.',
)  # fmt: skip
POSTS_NOT_ADJACENT = Code(
    "FD503", "posts-not-adjacent",
    message="post {target} is not next to post {post}, where your {bird} is at this moment",
    hint="From post {post} it flies to post {before} or post {after}.",
    rule="R5.2",
    about='One action is one post. Wrong from post 5: "FLY G>7". Right: "FLY G>6", "FLY G>7".',
)  # fmt: skip
BIRD_HOODED = Code(
    "FD504", "bird-hooded",
    message="your {bird} is hooded and cannot {verb}",
    hint="It returns to post {post} at the end of this turn; your {other} is free.",
    rule="R5.3c",
    about="A hooded bird misses its owner's next turn: it does not fly, hunt or support the turning of a row."
    ' Wrong with the falcon hooded: "FLY F>2". Right: "FLY G>6".',
)  # fmt: skip
NO_TREES = Code(
    "FD505", "no-trees",
    message="rows {before} and {after} do not both end in trees: they end in {first} and {second}",
    hint="Move trees to the ends of both rows first.",
    rule="R5.3a",
    about="Hooding on a post needs a tree at the end of both neighbouring rows at that moment. An empty row ends in"
    ' nothing. Right: "MOVE 2>3", "HOOD 4" if a tree ends row 2 and another row 5.',
)  # fmt: skip
NOBODY_TO_HOOD = Code(
    "FD506", "nobody-to-hood",
    message="no bird on post {post} can be hooded",
    hint="It needs a free bird of another falconer who has no hooded bird.",
    rule="R5.3f",
    about="Your own birds are never hooded by you, and a falconer with a hooded bird is immune. An action that would"
    ' hood nobody is refused. Right: "HOOD 4" with a bird of another falconer on post 4 whose other bird is free.',
)  # fmt: skip
CHOICE_NOT_NEEDED = Code(
    "FD507", "choice-not-needed",
    message="the choice {text} is not needed and is ignored",
    hint="A choice counts only for a falconer with both birds on post {post}.",
    rule="M5",
    severity="note",
    about="Where a falconer has one bird on the post there is nothing to choose. The sheet is in order.",
)  # fmt: skip

NO_CREATURE = Code(
    "FD601", "no-creature",
    message="row {row} does not end in a creature but in {end}",
    hint="Only the card at the far end can be captured; your {bird} is on post {row}.",
    rule="R6.1",
    about="A bird hunts the card at the far end of the row of its post. A creature behind another card is safe."
    ' Right: first "MOVE 3>2" takes the tree away, then "HUNT F" the creature behind it.',
)  # fmt: skip
SECOND_HUNT = Code(
    "FD602", "second-hunt",
    message="the {bird} has already hunted this turn",
    hint="Each bird hunts once a turn; {other}.",
    rule="R6.1",
    about='Falcon and goshawk each hunt at most once in a turn. Wrong: "HUNT F", "HUNT F". Right: "HUNT F",'
    ' "HUNT G".',
)  # fmt: skip
NO_SKIES = Code(
    "FD603", "no-skies",
    message="the falcon hunts between two skies; rows {before} and {after} end in {first} and {second}",
    hint="Move skies to the ends of both rows, or use the goshawk where a sky and a tree stand.",
    rule="R6.1",
    about="The ends of both rows beside the falcon's post must be skies at that moment. An empty row ends in nothing."
    ' Right: "MOVE 1>2", "HUNT F" if a sky ends row 1 and another row 4.',
)  # fmt: skip
NO_SKY_AND_TREE = Code(
    "FD604", "no-sky-and-tree",
    message="the goshawk hunts between a sky and a tree; rows {before} and {after} end in {first} and {second}",
    hint="One of the two rows must end in a sky and the other in a tree, on either side.",
    rule="R6.2",
    about="Of the ends of the rows beside the goshawk's post one must be a sky and the other a tree at that moment."
    ' Two skies are the falcon\'s. Right: "MOVE 3>4", "HUNT G" if that puts a tree opposite a sky.',
)  # fmt: skip
SECOND_TURNING = Code(
    "FD605", "second-turning",
    message="a row has already been turned over this turn",
    hint="One row a turn.",
    rule="R6.3",
    about='A turn has at most one turning over. Wrong: "TURN 4 DISCARD 3", "TURN 6 DISCARD 7". Right: one of them.',
)  # fmt: skip
NO_BIRD_THERE = Code(
    "FD606", "no-bird-there",
    message="none of your birds is on post {post} and free",
    hint="Fly one of your birds there first.",
    rule="R6.3",
    about="Turning over a row, or shifting three cards of it, needs one of your birds on its post, not hooded."
    ' Right: "FLY G>6", "TURN 6 DISCARD 5".',
)  # fmt: skip
NO_SEALS = Code(
    "FD607", "no-seals",
    message="rows {before} and {after} do not both end in seals: they end in {first} and {second}",
    hint="Move seals to the ends of both rows first.",
    rule="R6.3",
    about="A row is turned over between two seals of the emperor, at the ends of both neighbouring rows at that"
    ' moment. Right: "MOVE 4>5", "TURN 6 DISCARD 5" if a seal ends row 4 and another row 7.',
)  # fmt: skip
NOTHING_TO_TURN = Code(
    "FD608", "nothing-to-turn",
    message="row {row} has no card to turn over",
    hint="A row of one card may be turned over, an empty one not.",
    rule="R6.3",
    about='The reward is for turning a row over, and nothing cannot be turned. Right: "MOVE 5>6", then'
    ' "TURN 6 DISCARD 7" if both neighbours still end in seals.',
)  # fmt: skip
WRONG_SEAL = Code(
    "FD609", "wrong-seal",
    message="the seal to be removed lies at the end of row {before} or row {after}, not of row {row}",
    hint='Write "TURN {post} DISCARD {before}" or "TURN {post} DISCARD {after}".',
    rule="R6.3",
    about='One of the two seals beside the row leaves the game. Wrong: "TURN 6 DISCARD 6". Right:'
    ' "TURN 6 DISCARD 5" or "TURN 6 DISCARD 7".',
)  # fmt: skip

NO_COURT = Code(
    "FD701", "no-courtyard",
    message="with two players the courtyard may not be bet on",
    hint="Choose a tower from 1 to 8.",
    rule="R7.5",
    about='The bet that nobody captures needs three players. Wrong with two: "BET 2:COURT". Right: "BET 2:6".',
)  # fmt: skip

TOKEN_IN_HAND = Code(
    "FD801", "token-in-hand",
    message="{token} is in your hand and must be placed",
    hint='Write "BET 5" for tower 5; with two players "BET 1:5".',
    rule="R8.2",
    about="A token that came back to your hand must be placed at the end of your turn: on a tower, or with three or"
    ' four players in the courtyard if it is free. Wrong: "BET STAY". Right: "BET 5" or "BET COURT".',
)  # fmt: skip
COURT_TAKEN = Code(
    "FD802", "courtyard-taken",
    message="the token of {holder} lies in the courtyard",
    hint="Choose a tower from 1 to 8; the courtyard holds one token.",
    rule="R2.8",
    about="Only one token may lie in the courtyard as a whole. It goes back to its owner with the next capture, also"
    ' with your own in this turn. Right: "HUNT F" before, or "BET 5".',
)  # fmt: skip
BET_NOT_LAST = Code(
    "FD803", "bet-not-last",
    message="{order} comes after the bet",
    hint="The bet belongs to the end of the turn: put BET last.",
    rule="R8.2",
    about='Tokens are placed after all actions. Wrong: "BET 5", "MOVE 3>4". Right: "MOVE 3>4", "BET 5".',
)  # fmt: skip

OPTION_OFF = Code(
    "FD901", "option-off",
    message="this game is played without {option}",
    hint="Leave {order} out.",
    rule="R12",
    about="SHIFT belongs to the option shift3, DRAW to the option display. Which options are in force stands in every"
    ' report. Without the display every draw is from the deck: leave "DRAW a deck" out.',
)  # fmt: skip
NOT_ALIKE = Code(
    "FD902", "not-alike",
    message="the last three cards of row {row} are not three trees or three skies: it ends in {cards}",
    hint="All three must be trees, or all three skies.",
    rule="O1",
    about="The last three cards of the row must be alike; a row of exactly three may be chosen, a shorter one not."
    ' Right: "SHIFT 1" on a row that ends in S S S.',
)  # fmt: skip
SECOND_SHIFT = Code(
    "FD903", "second-shift",
    message="three cards have already been shifted this turn",
    hint="Once a turn.",
    rule="O1",
    about='A turn has at most one SHIFT. Wrong: "SHIFT 1", "SHIFT 2". Right: one of them.',
)  # fmt: skip

_CODES = (
    ORDER_UNREADABLE, WRONG_TYPE,
    UNKNOWN_TOWER, UNKNOWN_BIRD, UNKNOWN_KIND, UNKNOWN_FALCONER, UNKNOWN_TOKEN, WHICH_TOKEN,
    NOT_ASKED, NOT_YOUR_TURN, SAID_TWICE, NOTHING_DECIDED, COURT_AT_SET_UP,
    NO_ACTION_LEFT, ACTIONS_MISSING, ACTIONS_LEFT,
    ROWS_NOT_ADJACENT, ROW_EMPTY, POSTS_NOT_ADJACENT, BIRD_HOODED, NO_TREES, NOBODY_TO_HOOD, CHOICE_NOT_NEEDED,
    NO_CREATURE, SECOND_HUNT, NO_SKIES, NO_SKY_AND_TREE, SECOND_TURNING, NO_BIRD_THERE, NO_SEALS, NOTHING_TO_TURN,
    WRONG_SEAL,
    NO_COURT,
    TOKEN_IN_HAND, COURT_TAKEN, BET_NOT_LAST,
    OPTION_OFF, NOT_ALIKE, SECOND_SHIFT,
)  # fmt: skip


def codes() -> dict[str, Code]:
    """All rows by id."""
    from pbem.rulesets.fredericus.brake_codes import UNLESS_UNREADABLE  # not for check: without orders ahead

    return table(*_CODES, UNLESS_UNREADABLE)
