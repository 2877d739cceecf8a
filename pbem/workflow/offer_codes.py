"""The codes for what is asked about the moves that are open."""

from __future__ import annotations

from pbem.core import Code

NO_OFFERS = Code(
    "PB820",
    "no-offers",
    "{title} cannot be asked where a piece may go",
    hint="Write the orders and check them: pbem check.",
    about="A ruleset may say what can be done next, for `pbem reach` and for pages that show it. This one does not.",
)
