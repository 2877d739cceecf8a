"""Complaints about what stands under ``unless`` in orders ahead."""

from __future__ import annotations

from pbem.core import Code, Form
from pbem.rulesets.common.brakes import brake_code

UNLESS_UNREADABLE = brake_code(
    "MA",
    "Under `unless` stand facts that everybody at the table sees; if one of them holds when orders ahead are about to"
    " be used, they are not used and you are asked. `attacked`, `Karl attacked`, `Karl beaten`,"
    " `enemy within 3 of Karl`, `Schwerin within 2 of Brünn`, `Neisse lost`, `T1 lost`, `Schwerin moved`,"
    " `Karl out of supply`, `peace`, `Saxony changed`. Wrong: `if Schwerin looks at me`. Right: `Schwerin within 4 of"
    " Karl`.",
)
UNKNOWN_NAME = Code(
    "MA208", "unknown-name",
    "there is no general, train or city {text!r}",
    "Did you mean {near}?",
    "M3.1",
    forms={"far": Form(hint="Write the name as on the map or on the piece.")},
)  # fmt: skip
UNLESS_IDLE = Code(
    "MA725", "unless-idle",
    "within {number} would nearly always hold",
    "Write a number of roads from 0 to {most}.",
    forms={
        "train": Form("{name} is a train, and that happens to generals only", "Name a general: {own}."),
        "city": Form("{name} is a city, and that happens to generals only", "Name a general: {own}."),
        "piece": Form("{name} is a city and does not move", "Name a general or a train: {own}."),
        "no-objective": Form(
            "{name} cannot be lost: it is no fortress", "A fortress can be lost, a general or a train.", "M3.5"
        ),
        "cities": Form(
            "{name} and {other} are both cities, and the way between them never changes", "Name a piece: {own}."
        ),
        "same": Form("{name} stands here twice", "Name another general, a train or a city."),
    },
    about="What always holds, or never can, is a slip. Wrong: `Wien within 3 of Prag`, `enemy within 99 of Karl`."
    " Right: `Schwerin within 3 of Prag`, `enemy within 3 of Karl`.",
)  # fmt: skip
ALL = (UNLESS_UNREADABLE, UNKNOWN_NAME, UNLESS_IDLE)
