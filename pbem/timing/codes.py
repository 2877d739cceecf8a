"""What can be wrong with the time of a game, each fault once."""

from __future__ import annotations

from pbem.core import Code, Form

TIME_SETTING = Code(
    "PB760",
    "time-setting",
    '`time.{key}`: "{found}" is no length of time',
    hint='Write days that count, like "3d", or hours, like "36h"; at most {most} days.',
    about="`[time]` in game.toml says when decisions are due. A slip there would move every deadline, so every value is"
    " looked at before anything is reckoned with it. docs/time.md tells what each means.",
    forms={
        "nothing": Form(
            '`time.{key}`: "{found}" would leave no time at all',
            'Write at least one day or hour, like "3d" or "36h".',
        ),
        "zone": Form(
            '`time.zone`: there is no time zone "{found}"',
            "Write the zone as continent and city, like Europe/Lisbon or America/New_York, or UTC.",
        ),
        "hour": Form('`time.at`: "{found}" is no time of the day', 'Write hours and minutes, like "20:00".'),
        "weekday": Form(
            '`time.weekdays`: "{found}" is no day of the week', "The days are mon, tue, wed, thu, fri, sat and sun."
        ),
        "no-weekday": Form("`time.weekdays`: no day of the week counts", 'Name at least one, like ["sat", "sun"].'),
        "date": Form('`time.holidays`: "{found}" is no date', 'Write year, month and day, like "2027-12-25".'),
        "days": Form(
            "`time.{key}`: {found} is no number of days that is possible here", "Write a number from 0 to {most}."
        ),
        "passed": Form(
            '`time.passed`: "{found}" is nothing that can happen when a deadline passes',
            "Write default, standing or ask.",
        ),
        "early": Form(
            "`time.early`: this is neither true nor false nor a length of time",
            'Write true, false, or how long a step lasts at least, like "12h".',
        ),
        "kind": Form(
            '`time.periods`: "{found}" cannot be the name of a kind of decision',
            "Write the kind in small letters, like movement or bid; `pbem time GAME` names those that are owed now.",
        ),
    },
)
NO_TIME = Code(
    "PB761",
    "no-time",
    "this game has no deadlines: there is no [time] in its game.toml",
    hint="Set them first: pbem time {game} --zone Europe/Lisbon --period 3d --at 20:00",
    about="A game without `[time]` is adjudicated when its moderator says so. What hangs on deadlines, like absences,"
    " pauses and the calendar, needs them.",
)

WAIT_REFUSED = Code(
    "PB763",
    "wait-refused",
    "step {step} has been given more time already",
    hint="Send your orders by {until}; what is sent can be replaced until then.",
    about="Whoever owes something may ask for more time with the word `wait`: once a step, and for as long as the game"
    " allows. It is told to everybody.",
    forms={
        "off": Form("this game gives no more time to a step", "Send your orders by {until}."),
        "nothing": Form("nothing is awaited from {role} now", "Ask when it is your turn."),
        "passed": Form("the deadline of step {step} has passed already, {until}", "Send your orders at once."),
    },
)
ABSENCE_REFUSED = Code(
    "PB764",
    "absence-refused",
    '"{found}" is no date',
    hint="Write both days as year, month and day: absent 2027-07-01 2027-07-14.",
    about="A player who will be away says so ahead, with the first and the last day: these days do not count for what"
    " is awaited from him. How many there may be in a game stands in its `[time]`. It is told to everybody.",
    forms={
        "order": Form("{until} comes before {since}", "Write the first day first: absent 2027-07-01 2027-07-14."),
        "past": Form(
            "{since} is not ahead: an absence begins tomorrow at the earliest",
            "Write {first} or a later day; for today there is the word wait.",
        ),
        "budget": Form(
            "with these days you would be away for {days} days in this game, and it grants {most}",
            "Name fewer days, or ask the moderator for a pause.",
        ),
    },
)
PAUSE_REFUSED = Code(
    "PB765",
    "pause-refused",
    "{until} is over already",
    hint="Name a moment to come.",
    about="A pause stops the deadlines of a game until a moment, for a reason that everybody is told. It is bounded, so"
    " that no game is put to sleep for good.",
    forms={
        "long": Form(
            "a pause until {until} would last more than {most} days",
            "Name an earlier day; a pause can be followed by another.",
        ),
        "paused": Form(
            "the game is paused already, until {until}", "To take it up again before: pbem pause {game} --resume"
        ),
        "running": Form("the game is not paused", "There is nothing to take up again."),
        "unread": Form(
            '"{found}" is neither a day nor a moment',
            'Write a day, like 2027-01-03, or a moment by the clocks of the zone, like "2027-01-03 18:00".',
        ),
        "reason": Form("no reason is given", 'Tell it to the players: --reason "Easter"'),
    },
)
TOO_LATE = Code(
    "PB766",
    "too-late",
    "this came at {received}; the deadline of step {step} was {until}",
    hint="The step goes on without it. If there was a reason, write to the moderator.",
    about="Whether a sheet is on time is judged by when the mail server received it, not by when the program looked. In"
    " a game that takes the default when a deadline passes, what comes later is not used, once the grace of its writer"
    " is used up.",
    forms={
        "there": Form(
            hint="What you had sent before it counts.",
        )
    },
)
