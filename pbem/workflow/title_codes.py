"""The codes for what a title has not."""

from __future__ import annotations

from pbem.core.diagnostics import Code, Form, table

NO_CITIES = Code(
    "PB548",
    "no-map-of-cities",
    "{title} has no map of cities and roads, so --{option} can show nothing",
    hint="Leave it out: the picture is drawn whole.",
    about="Parts and shades of a map are made from the cities and roads of a title. Some have another kind of picture.",
)
NO_BATTLES = Code(
    "PB549",
    "no-battles",
    "{title} has no battles that could be told in short",
    hint="Leave --battles out.",
    forms={"duel": Form("{title} has no battles that could be rehearsed", "Check the sheet: pbem check.")},
    about="Battles are told in short and rehearsed in titles that have bids for them.",
)
NO_REFERENCE = Code(
    "PB550",
    "no-reference",
    "the program has no rules reference of {title}",
    hint="Look into the documents of the package that the title came with.",
    about="The references of the titles that come with the program can be printed rule by rule; a title from a package"
    " of its own brings its rules its own way.",
)
CODES = table(NO_CITIES, NO_BATTLES, NO_REFERENCE)
