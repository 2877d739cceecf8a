"""F7.17: bids fought out by the engine against a plain implementation of the step-by-step procedure."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.chance import Chance
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.state import Battle

FACES = [f"{value}{suit}" for suit in "SD" for value in range(2, 14)] + ["R", "R", "R"]


def plain_combat(totals, hands, suits, bids):
    """The procedure of F7.17 with the four rules of a bid, written without the engine."""
    score, holder = totals[0] - totals[1], 0
    holder = 0 if score <= 0 else 1
    log, used = [], [set(), set()]
    hands = [list(hand) for hand in hands]
    while True:
        mine = score if holder == 0 else -score
        choice = plain_choice(mine, totals[holder], hands[holder], suits[holder], bids[holder], used[holder])
        if choice is None:
            return log, holder, mine
        card, value = choice
        hands[holder].remove(card)
        mine += value
        log.append((holder, card, value, mine))
        score = mine if holder == 0 else -mine
        if mine >= 0:
            holder = 1 - holder


def plain_choice(mine, total, hand, suit, bid, used):
    if mine < 0 and min(-mine, total) <= bid["accept"]:
        return None
    for number, play in enumerate(bid["plays"]):
        card = play["card"]
        if number in used or card not in hand or not (card == "R" or card.endswith(suit)):
            continue
        if "below" in play and not mine <= play["below"]:
            continue
        value = 10 if card == "R" else int(card[:-1])
        if "to" in play:
            value = play["to"] - mine
            if not 1 <= value <= 10:
                continue
        value = play.get("value", value)
        used.add(number)
        return card, value
    if mine == 0:
        suited = sorted((card for card in hand if card.endswith(suit) and card != "R"), key=lambda c: int(c[:-1]))
        if suited:
            return suited[0], int(suited[0][:-1])
    return None


@st.composite
def sides(draw):
    hand = draw(st.lists(st.sampled_from(FACES[:-3]), unique=True, max_size=12))
    hand += ["R"] * draw(st.integers(0, 2))
    plays = []
    for card in draw(st.permutations(hand)):
        if draw(st.booleans()):
            play = {"card": card}
            if draw(st.booleans()):
                play["below"] = draw(st.integers(-12, 0))
            if card == "R":
                kind = draw(st.sampled_from(["plain", "to", "value"]))
                play |= {
                    "plain": {},
                    "to": {"to": draw(st.integers(-3, 8))},
                    "value": {"value": draw(st.integers(1, 10))},
                }[kind]
            plays.append(play)
    return {"hand": hand, "total": draw(st.integers(1, 8)), "bid": {"plays": plays, "accept": draw(st.integers(0, 3))}}


def as_sheet(own, enemy, suit, bid):
    plays = []
    for play in bid["plays"]:
        table = {key: value for key, value in play.items() if key != "below"}
        if "below" in play:
            table["when"] = f"score <= {play['below']}"
        if play["card"] == "R" or play["card"].endswith(suit):
            plays.append(table)
    return {"bid": [{"own": own, "enemy": enemy, "plays": plays, "accept": bid["accept"], "otherwise": "concede"}]}


@given(sides(), sides())
@settings(max_examples=300, deadline=None)
def test_the_engine_fights_as_the_plain_procedure_does(left, right):
    """Heinrich in Celle (diamonds) against Richelieu in Hannover (spades)."""
    for side, suit in ((left, "D"), (right, "S")):
        side["bid"]["plays"] = [p for p in side["bid"]["plays"] if p["card"] == "R" or p["card"].endswith(suit)]
        for play in side["bid"]["plays"]:  # plays under a condition are alternatives; the rest are promises
            assert side["hand"].count(play["card"])
    state = RULESET.position(
        {
            "stage": "prussia", "phase": "combat",
            "prussia": {"heinrich": f"Celle {left['total']}"}, "france": {"richelieu": f"Hannover {right['total']}"},
            "hands": {"prussia": " ".join(left["hand"]), "france": " ".join(right["hand"])},
        },
        "4p", {},
    )  # fmt: skip
    first = RULESET.resolve(state, {}, Chance("x"))
    state, events = first.state, list(first.events)
    bodies = {}
    for role, side, own, enemy, suit in (
        ("frederick", left, "Heinrich", "Richelieu", "D"), ("pompadour", right, "Richelieu", "Heinrich", "S"),
    ):  # fmt: skip
        if isinstance(state.task, Battle) and any(owed.role == role for owed in RULESET.awaiting(state)):
            bodies[role] = as_sheet(own, enemy, suit, side["bid"])
            taken = RULESET.take(RULESET.view(state, role), role, bodies[role])
            assert not taken.diagnostics, [d.message for d in taken.diagnostics]
    if isinstance(state.task, Battle):
        events += RULESET.resolve(state, bodies, Chance("x")).events

    log, holder, final = plain_combat(
        (left["total"], right["total"]), (left["hand"], right["hand"]), "DS", (left["bid"], right["bid"])
    )

    nations = ("prussia", "france")
    played = [
        (e.facts["nation"], e.facts["card"], e.facts["value"], e.facts["score"]) for e in events if e.kind == "played"
    ]
    assert [(nations[side], card, value, score) for side, card, value, score in log] == played
    end = next(e for e in events if e.kind in ("tied", "defeated"))
    assert end.facts["nation"] == nations[holder]
    assert (end.kind == "tied") is (final == 0)
    assert end.facts.get("score", 0) == final
