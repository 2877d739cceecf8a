"""What can be wrong with commands that set and tell the time of a game."""

from __future__ import annotations

from pbem.core import Code, Form

BY_AND_TIME = Code(
    "PB768",
    "by-and-time",
    "this game reckons its deadlines itself: there is a [time] in its game.toml",
    hint="Leave out --by. To change when decisions are due: pbem time {game} --help",
    about="`pbem report --by` tells a deadline in the moderator's words. With `[time]` there would be two, and nobody"
    " could say which holds.",
)
NO_HOLIDAYS = Code(
    "PB767",
    "no-holidays",
    'the package "holidays" knows no country "{found}"',
    hint="Write the two letters of the country, like DE, PT or US; or write the days into game.toml by hand.",
    about="`pbem holidays` writes the public holidays of a year into game.toml, where they stay as they are: a deadline"
    " does not move when a package is updated. The package is needed for this command alone.",
    forms={
        "missing": Form(
            'the package "holidays" is not installed',
            "Install it: pip install 'pbem[holidays]'; or write the days into game.toml by hand.",
        ),
        "region": Form('{country} has no region "{found}"', "Possible: {known}."),
        "none": Form("{country} has no holidays in {year}", "Look at the year."),
    },
)
TIME_BY_HAND = Code(
    "PB769",
    "time-by-hand",
    "`time` stands in this file in a way that the program cannot replace",
    hint="Take it out by hand, and run the command again; docs/time.md shows how it is written.",
    about="`pbem time` and `pbem holidays` replace the table `[time]` in game.toml and leave all else as it stands,"
    " with every remark. They do nothing where that is not certain.",
)
