"""Complaints about what stands under ``unless`` in orders ahead (N2)."""

from __future__ import annotations

from pbem.core import Code, Form
from pbem.rulesets.common.brakes import brake_code

UNLESS_UNREADABLE = brake_code(
    "FR",
    "Under `unless` stand facts that everybody at the table sees; if one of them holds when orders ahead are about to"
    " be used, they are not used and you are asked. `attacked`, `Ferdinand attacked`, `Ferdinand beaten`,"
    " `enemy within 3 of Ferdinand`, `Daun within 2 of Dresden`, `Göttingen lost`, `T1 lost`, `Daun moved`,"
    " `Ferdinand out of supply`, `fate`. Wrong: `if Daun looks at me`. Right: `Daun within 4 of Ferdinand`.",
)
UNKNOWN_NAME = Code(
    "FR207", "unknown-name",
    "there is no general, train or city {text!r}",
    "Did you mean {near}?",
    "F1.1",
    forms={"far": Form(hint="Write the name as on the map or on the piece.")},
)  # fmt: skip
UNLESS_IDLE = Code(
    "FR725", "unless-idle",
    "within {number} would nearly always hold",
    "Write a number of roads from 0 to {most}.",
    forms={
        "train": Form("{name} is a train, and that happens to generals only", "Name a general: {own}."),
        "city": Form("{name} is a city, and that happens to generals only", "Name a general: {own}."),
        "piece": Form("{name} is a city and does not move", "Name a general or a train: {own}."),
        "no-objective": Form(
            "{name} cannot be lost: it is nobody's objective", "An objective can be lost, a general or a train.", "F5.1"
        ),
        "cities": Form(
            "{name} and {other} are both cities, and the way between them never changes", "Name a piece: {own}."
        ),
        "same": Form("{name} stands here twice", "Name another general, a train or a city."),
    },
    about="What always holds, or never can, is a slip. Wrong: `Berlin within 3 of Dresden`, `enemy within 99 of"
    " Keith`, `Celle lost`. Right: `Daun within 3 of Dresden`, `enemy within 3 of Keith`, `Hannover lost`.",
)  # fmt: skip
ALL = (UNLESS_UNREADABLE, UNKNOWN_NAME, UNLESS_IDLE)
