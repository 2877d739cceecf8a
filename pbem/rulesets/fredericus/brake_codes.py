"""The complaint about what stands under ``unless`` in orders ahead."""

from __future__ import annotations

from pbem.rulesets.common.brakes import brake_code

UNLESS_UNREADABLE = brake_code(
    "FD",
    "Under `unless` stand facts that everybody at the table sees; if one of them holds when orders ahead are about to"
    " be used, they are not used and you are asked. `last round`: it has begun. `A hooded`: a bird of falconer A is"
    " hooded. `B captured`: falconer B has captured a creature since you sent them. `row 3 changed`: a card came to the"
    " row or left it since, or it was turned over. Wrong: `something happens`.",
    "R15",
)
