"""Complaints about troops, payments and recruiting: 6xx (M6, M8.10, M13)."""

from __future__ import annotations

from pbem.core import Code, Form

TROOPS_RANGE = Code(
    "MA601", "troops-range",
    "{piece} cannot have {number} troops",
    "A general has 1 to 8.",
    "M6.3",
    forms={"least": Form(hint="His army sheet says: {least} to 8.", rule="M4.7")},
)  # fmt: skip
TROOPS_OFF_MAP = Code(
    "MA602", "troops-off-map",
    "{piece} is not on the map and has no troops",
    "Leave this out.",
    "M6.3",
    forms={"train": Form("{piece} is a train and has no troops")},
)  # fmt: skip
TROOPS_SUM = Code(
    "MA603", "troops-sum",
    "{pieces} in {city} cannot have {number} troops",
    "Possible are {low} to {high}: troops pass only between stacked generals of one power.",
    "M6.5",
    forms={
        "exact": Form(hint="It must be {low}: troops pass only between stacked generals of one power."),
        "together": Form(hint="Not together with the other numbers given: the sum of the power's troops is fixed."),
    },
)  # fmt: skip
PRICE_NOT_MET = Code(
    "MA611", "price-not-met", "these cards are worth {points}, and {price} points are due", "Name more cards.", "M8.10"
)
OVERPAID = Code(
    "MA651", "overpaid",
    "{card} is not needed: {price} points are due, and these cards are worth {points}",
    "Nothing is given back for paying too much.",
    "M8.10",
    "warning",
)  # fmt: skip
NOTHING_BOUGHT = Code(
    "MA612", "nothing-bought",
    "this recruitment buys no troop",
    'Write "recruit 2 troops; pay CARDS"; a general comes back with at least one of the new troops.',
    "M13.2",
)  # fmt: skip
TROOP_EACH = Code(
    "MA613", "troop-each",
    "more generals come back ({number}) than troops are bought ({troops})",
    "Each who comes back needs at least one of the new troops.",
    "M13.2",
)  # fmt: skip
NO_ROOM = Code(
    "MA614", "no-room",
    "{troops} troops are bought, and there is room for {room}",
    "No general has more than 8.",
    "M13.3",
)  # fmt: skip
NOT_OFF_MAP = Code(
    "MA615", "not-off-map",
    "{piece} has not been removed from the map",
    "Leave him out: new troops go to generals on the map by themselves, or as [troops] says.",
    "M13.2",
    forms={"away": Form("{piece} is in the off-map box", "He comes back when the icon ends.", "M17.15"),
           "train": Form("{piece} is a train", "Trains come back in movement phases.", "M10.20")},
)  # fmt: skip
WHICH_POWER = Code(
    "MA616", "which-power",
    "it is not clear for which power this recruitment is",
    'Name it: "recruit {example}: 2 troops; pay CARDS".',
    "M13.1",
    forms={
        "not-now": Form("{power} does not recruit now", "Those who do: {powers}."),
        "two": Form("this recruitment names generals of two powers", "Each power recruits for itself."),
    },
)  # fmt: skip
RECRUITED_TWICE = Code(
    "MA617", "recruited-twice", "there are two recruitments for {power}", "Put them into one.", "M13.1"
)
ALL = (
    TROOPS_RANGE, TROOPS_OFF_MAP, TROOPS_SUM, PRICE_NOT_MET, OVERPAID, NOTHING_BOUGHT, TROOP_EACH, NO_ROOM,
    NOT_OFF_MAP, WHICH_POWER, RECRUITED_TWICE,
)  # fmt: skip
