"""What is said where the desk cannot be built, or cannot open what it is given."""

from pbem.core import Code, Form

NO_TOOL = Code(
    "PB830",
    "desk-tool-missing",
    "{tool} could not be started",
    hint="Install Node.js, which brings node and npm; only the building of the page needs them, never the page.",
    about="`pbem desk build` fetches Python for browsers with npm and bundles the page with esbuild on node.",
)
NOT_FETCHED = Code(
    "PB831",
    "desk-not-fetched",
    "npm could not fetch what the page is made of: {why}",
    hint="Try again with the network on, or give a folder with the files: --pyodide node_modules/pyodide.",
    about="The versions and check sums of all that goes into the page are fixed in a lock file that comes with pbem."
    " They are fetched once into the user's cache.",
)
OTHER_FILE = Code(
    "PB832",
    "desk-other-file",
    "this file of Pyodide is missing",
    hint="Give the folder of the npm package pyodide, version {version}.",
    about="The page holds exactly the Python that it was tried with: the check sum of each file is fixed.",
    forms={"sum": Form("this file is not that of Pyodide {version}")},
)
NOT_BUILT = Code(
    "PB833",
    "desk-not-built",
    "the page could not be made: {why}",
    hint="Try again; what is removed from the cache of pbem is fetched anew.",
    about="A tool that the page is built with has failed; what it said is shown.",
)
NOT_A_DESK = Code(
    "PB835",
    "not-a-desk",
    "this file is not the player's desk",
    hint="Name the file that `pbem desk build` wrote, or its address, as `desk` in game.toml.",
    about="Where `desk` in game.toml names a file, the first mail to each player carries it. Nothing else is sent"
    " under that name.",
)
NOTHING_TO_OPEN = Code(
    "PB834",
    "nothing-to-open",
    "there is no view in it",
    hint="Open the file that ends in .view.toml, the whole mail (.eml) it came with, or the HTML report.",
    about="The desk opens the view of a player: the file itself, the mail with it, or the HTML report, in which it"
    " stands too.",
    forms={
        "size": Form("it is too large to be opened", "A mail with its view is smaller than {limit} bytes."),
        "sheet": Form(
            "this is a sheet for step {step} of {game}, of {role}",
            "Here a sheet is taken in for step {here} of {now}, of {own}; for another, open its view first.",
        ),
        "board": Form(
            "there is no board in it", "A board is dropped in as all its tables at once, or as a ZIP file of them."
        ),
    },
)
