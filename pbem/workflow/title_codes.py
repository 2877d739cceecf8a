"""The codes for what a title has not, and for titles that come in packages of their own."""

from __future__ import annotations

from pbem.core import Code, Form

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
    forms={
        "lost": Form(
            "the reference of {title} cannot be read; it should be {place}",
            "Tell whoever made the package of the title.",
        ),
    },
    about="The references of the titles that come with the program can be printed rule by rule, and those that a title"
    " from a package of its own has in it.",
)
FOREIGN_FAULT = Code(
    "PB551",
    "foreign-ruleset",
    "the ruleset {found} of the package {package} cannot be loaded: {fault}",
    hint="Tell whoever made the package; it may be meant for another version of this program.",
    forms={
        "kind": Form("what the package {package} gives as {found} is no ruleset"),
        "name": Form("the package {package} gives a ruleset {found}, but it is called {name}"),
        "contract": Form(
            "the ruleset {found} of the package {package} keeps version {theirs} of the contract, and this program"
            " version {ours}",
            "Install versions of the two that fit together.",
        ),
        "twice": Form("two packages give a ruleset {found}: {package}", "Uninstall one of them."),
    },
    about="A ruleset can live in a package of its own, which names it under the entry points pbem.rulesets. The program"
    " loads it when a game needs it.",
)
