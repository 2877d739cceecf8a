"""The codes of simulations: the file of games, who plays them, and what of it can be plotted."""

from __future__ import annotations

from pbem.core import Code, Form

OTHER_SIMULATION = Code(
    "PB560",
    "other-simulation",
    "the games in this file are of another simulation: its `{key}` is {found}, and {wanted} is asked for",
    hint="Name another file, or ask for what this one holds. Nothing was changed.",
    forms={
        "game": Form(
            "the games in this file were played by another program: its game {game} comes out otherwise now",
            "Begin a new file: games of two programs make no table. Nothing was changed.",
        ),
    },
    about="`pbem simulate --out` goes on with a file only if it is of the same title, mode, options, temperaments, seed"
    " and version, and if the first of its games that came to an end, played again, is the same.",
)
NOT_RESULTS = Code(
    "PB561",
    "not-results",
    "this is not a file of simulated games",
    hint="Name a file that `pbem simulate --out` wrote, or one that is not there yet. Nothing was changed.",
    forms={
        "line": Form(
            "line {line} of this file is not a simulated game",
            "Take the line out: its game is played again. Nothing was changed.",
        ),
        "twice": Form(
            "line {line} of this file tells game {game} otherwise than a line before it",
            "Take both lines out: the game is played again. Nothing was changed.",
        ),
    },
    about="The first line says what is simulated, and every other line is one game. A last line that was cut off is no"
    " fault: its game is played again.",
)
NO_WORKERS = Code(
    "PB562",
    "no-workers",
    "the cluster {address} cannot be reached: {why}",
    hint="Begin it with `dask scheduler` and `dask worker ADDRESS`, and name the address that the scheduler prints.",
    forms={
        "library": Form(
            "there is no cluster without the library distributed",
            "Install the extra with `pip install 'pbem[cluster]'`, here and on every machine of the cluster.",
        ),
        "version": Form(
            "a worker of the cluster has pbem {found}, and here is {known}",
            "Install the same version on every machine of the cluster.",
        ),
        "lost": Form(
            "the cluster {address} could not play the games: {why}",
            "Look at the workers. With --out FILE the same command goes on where it stopped.",
        ),
        "killed": Form(
            "the process that worked at this game was ended from outside, and again when it did so alone",
            "Look at the memory of the machine, and run the command once more for this game.",
        ),
        "died": Form(
            "a process that played games was ended from outside",
            "Look at the memory of the machine. With --out FILE the same command goes on where it stopped.",
        ),
    },
    about="`pbem simulate` plays games in processes of its own, and with --cluster on the workers of a Dask cluster. A"
    " worker that dies is replaced by the others. With --jobs other commands have processes of their own for several"
    " games, too: where one is ended from outside, the games that were not done yet are done again, one by one.",
)
NO_FIGURES = Code(
    "PB563",
    "no-figures",
    "there is nothing in {title} that is counted turn by turn",
    hint="Read `pbem log` instead.",
    about="Plots are made of what a title counts, such as troops and objectives. Not every title has such figures.",
)
