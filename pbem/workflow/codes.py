"""What the commands refuse, and what they find on their way: steps, archives, sites, maps and mails."""

from __future__ import annotations

from pbem.core import Code, Form

_BACK = "Bring the file back from the archive or a backup."
BEHIND_SIGN = Code(
    "PB132", "order-behind-sign",
    message="this line is filled in but still stands behind #, so it does not count: {line}",
    hint="Take away the # if the order is meant.",
    forms={
        "table": Form(hint="Take away the # if the order is meant, here and before {table} above it."),
        "words": Form(
            message="this remark looks like an order, but whatever stands behind # does not count: {line}",
            hint='If the order is meant, write it on a line of its own, without the #, in quotes and with a comma at'
            " its end.",
        ),
    },
    severity="warning",
    about="The sheet of a report has its orders as remarks to fill in. Wrong: `# \"Keith > Glogau\",`. Right:"
    " `\"Keith > Glogau\",`.",
)  # fmt: skip
DUPLICATE = Code(
    "PB210", "duplicate",
    message="this sheet has been received already as version {version}",
    hint="Nothing was changed.",
    severity="note",
    about="The same sheet came twice; the first one counts and stays as it is. Remarks, `step = 12 # again`, make no"
    " difference where the orders are the same.",
)  # fmt: skip
ONLY_A_WORD = Code(
    "PB212", "only-a-word",
    message="nothing but a word for the seed is taken before the deal, so {key} cannot be used",
    hint='Write word = "..." with any words of yours in it, or nothing but the heading.',
    about="In this game the cards are dealt when the words of all players, and the public number if one was named, are"
    " in. Orders are asked for after the deal. Wrong: `do = [\"BIRDS 6\"]`.",
)  # fmt: skip
OLDER_AGAIN = Code(
    "PB213", "older-sheet-again",
    message="this sheet has been received already as version {version}, and version {newest} has taken its place",
    hint="Nothing was changed. If you want these orders after all, write the line # instead of version {newest} into"
    " the sheet and send it again.",
    forms={
        "envelope": Form(
            message="this envelope has been received already as version {version}, and version {newest} has taken its"
            " place",
            hint="Nothing was changed. If you want these orders after all, seal the sheet once more and send the new"
            " envelope.",
        ),
    },
    about="A machine may send an older sheet back, and a mail may come days late: neither must take the place of newer"
    " orders. So a sheet that says what one before the newest said is refused, unless it has a remark of its own that"
    " the older one had not, such as `# instead of version 2`.",
)  # fmt: skip
TOO_MANY_VERSIONS = Code(
    "PB214", "too-many-versions",
    message="this is version {version} of your sheet for this step, and no more than {most} are taken in",
    hint="Version {last} stands. Write to the moderator if it must be another one.",
    about="Every version of a sheet is kept and has its line in the ledger for ever, so there is an end to them."
    " `pbem check SHEET --view VIEW` tells as often as you like what a sheet means, and sends nothing.",
)  # fmt: skip
OK_TO_NOTHING = Code(
    "PB223", "ok-to-nothing",
    message="there is nothing to say ok to: nothing is asked of you now",
    hint="Leave out the line ok = true.",
    about="`ok = true` means the sheet as it was sent, with the answer that stands in it. Whoever owes no decision was"
    " sent none.",
)  # fmt: skip
SHEET_SPOILT = Code(
    "PB515",
    "sheet-spoilt",
    "the sheet was accepted once and is faulty now: {why}",
    hint="Submit the player's sheet again.",
    about="Sheets are checked again before they are used; this one was changed in the inbox.",
)
EXISTS = Code(
    "PB518",
    "exists-already",
    "there is something of this name already",
    hint="Give the new game another directory.",
    forms={
        "board": Form(hint="Give the new board another folder."),
        "file": Form(hint="Name another file, or write over it with --force."),
        "envelope": Form(hint="Name another file with -o, or write over it with --force."),
        "demo": Form(hint="Name another directory, or use --force on an old demonstration."),
    },
    about="The program does not write over a game or a file it did not make for this purpose.",
)
SHEETS_MISSING = Code(
    "PB520",
    "sheets-missing",
    "step {step} still waits for {roles}",
    hint="Wait, or take the default for them: pbem adjudicate {game} {defaults}",
    about="A step is adjudicated when every role that owes a decision has sent a sheet.",
)
OTHER_STEP = Code(
    "PB521",
    "other-step",
    "step {step} is under way, not {number}",
    hint="Look at `pbem next {game}`; nothing was adjudicated.",
    about="`--expect` makes sure that a command run twice does not adjudicate two steps.",
)
GAME_OVER = Code(
    "PB522",
    "game-over",
    "the game is over: {reason}",
    hint="Read the reports; `pbem undo` takes back a last step adjudicated by mistake.",
    about="Nothing is awaited from anybody any more.",
)
NOTHING_TO_UNDO = Code(
    "PB523",
    "nothing-to-undo",
    "only the set-up is there, and it cannot be undone",
    hint="To begin anew, make a new game.",
    about="Undo takes back the last adjudicated step; step 0 is not one.",
)
LEAK = Code(
    "PB530",
    "leak",
    "{reader} would learn what is hidden from them: {place}",
    hint="Nothing was written. Look at templates of your own first; if there are none, this is a fault of the program.",
    about="Before anything is sent, the secrets its reader may not know are exchanged for others and it is made once"
    " more. The two must agree in every byte; here they did not, so a secret would have gone out.",
)
NOT_AN_ARCHIVE = Code(
    "PB531",
    "not-an-archive",
    "this is not an archive of the game {game}: there are files in it, but no {mark}",
    hint="Name a new directory, an empty one, or the archive of this game.",
    forms={
        "file": Form("this is not an archive of the game {game}: it is not a directory"),
        "other": Form("this is not an archive of the game {game}: it holds the game {found}"),
    },
    about="`pbem publish` writes into a directory that holds the archive.toml of the same game, and into no other.",
)
NOT_OVER = Code(
    "PB532",
    "not-over",
    "the game is not over, and its secrets are still worth something",
    hint="Wait for its end, or use --force for a game that is given up.",
    about="`pbem reveal` opens the seed and every step for ever. While the game runs, that would end it.",
)
GIT_FAILED = Code(
    "PB533",
    "git-failed",
    "git {command} failed: {why}",
    hint="The archive itself is written; mend the repository and publish again.",
    forms={"silent": Form("git {command} failed and did not say why (exit code {exit})")},
    about="`pbem publish --git` runs git in the directory of the archive.",
)
NO_MAP = Code(
    "PB540",
    "no-map",
    "there is no map of {title}",
    hint="Read `pbem report` instead.",
    about="Not every title is played on a map.",
)
NO_PAINTER = Code(
    "PB541",
    "no-painter",
    "a {form} cannot be painted here: {why}",
    hint="Install the extra with `pip install 'pbem[{extra}]'`, or write an .svg file.",
    about="The map is SVG; PNG needs the library resvg-py, and PDF cairosvg and the system's cairo library. Both are"
    " optional extras of pbem.",
)
NOT_A_SITE = Code(
    "PB542",
    "not-a-site",
    "this directory has files in it that are not a site of pbem",
    hint="Name a new or empty directory, or one that `pbem site` wrote.",
    about="`pbem site` writes many files and removes old ones, so it works only in a directory of its own.",
)
UNKNOWN_PICTURE = Code(
    "PB543",
    "unknown-picture",
    "the map cannot be written to a file that ends in {end}",
    hint="Let its name end in .svg, or with the extra pbem[png] in .png, with pbem[pdf] in .pdf.",
    forms={"plot": Form("the plot cannot be written to a file that ends in {end}")},
    about="What `pbem map -o` and `pbem plot -o` write is chosen by the end of the file's name.",
)
TEMPLATE_FAULT = Code(
    "PB544",
    "template-fault",
    "the template cannot be used: {why}",
    hint="Mend it, or remove it from templates/ in the game directory; nothing was written.",
    forms={"link": Form("the template cannot be used: it is a link that leads out of the folder of templates")},
    about="A template of the game's own is given the same plain data as the program's, and can lay them out and nothing"
    " else: it reads no files outside the folders of templates, and it must come to an end.",
)
BAD_ADDRESS = Code(
    "PB545",
    "bad-address",
    '`{key}` is not an address that a mail can be sent to: "{found}"',
    hint="Mend it in game.toml, like anna@example.org, and write this mail again; those of the others are written.",
    about="An address is one word in plain letters, with one @ in it; a domain with accents is written in its form that"
    " begins with xn--. A player without an address gets a mail that can be read and forwarded, not sent by mistake.",
)
REPLACED = Code(
    "PB606",
    "envelope-replaced",
    "this sheet is not the one that was received: its digest is not in the ledger",
    hint="Bring back the file that came by mail. Its words were: {words}.",
    about="The ledger keeps the SHA-256 of every sheet and envelope as it came in. The file in the inbox was changed"
    " or exchanged"
    " after its receipt; nothing was opened.",
)
NOT_IN_LEDGER = Code(
    "PB615",
    "not-in-ledger",
    "this sheet was never received: the ledger does not know it",
    hint="Take it in with `pbem submit`.",
    about="Every sheet and every envelope gets a line in ledger.toml when it comes in. One that was put into the"
    " inbox by"
    " hand is not used.",
)
NOT_AS_BEGUN = Code(
    "PB641",
    "not-as-begun",
    "`{key}` is not what the first line of the ledger says",
    hint=_BACK,
    about="What is fixed when a game begins stands in the first line of its ledger. Names, addresses and remarks in"
    " game.toml may be changed at any time, the rest may not.",
)
LEDGER_ELSEWHERE = Code(
    "PB685",
    "ledger-elsewhere",
    "the last step here is {last}, and the ledger stands at step {ledger}",
    hint="Bring the missing file back from the archive or a backup; a step is taken back by pbem undo.",
    about="Every step has its line in the ledger. Where a step file was taken away or laid in by hand nothing goes on.",
)
