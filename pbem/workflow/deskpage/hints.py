"""Faults as the page tells them: where nothing can be called, and no folder is at hand, other hints help."""

from __future__ import annotations

import os
import re

from pbem.core import harmless
from pbem.store import GameFault
from pbem.workflow.deskpage.home import SHEET, VIEW

# What only those have who call the program: commands, options, folders and files of a game.
_FOREIGN = re.compile(
    r"\bpbem\b|\bcommand|PBEM_|--[a-z]|\bfolder|\bdirector|\barchive\b|(?<!\.view)\.(?:toml|md)\b"
    r"|\bby hand\b|\bDIR\b|\bbytes\b",
    re.IGNORECASE,
)
OURS = (VIEW, SHEET, "desk", "rules", "explain")  # names that no player has given
AGAIN = (
    "Open the view again as it came, by mail or in the report. If that is the one, ask the moderator for another, and"
    " send this line."
)
OTHER_VERSION = (
    "The view and this page are of two versions of the program. Get the newer page where you got this one: from the"
    " site of the game, or from the moderator. If this page is the newer one, ask the moderator for a new view."
)
BOARD = "Drop in the board as it came: all its files at once, or a ZIP file of them."
SEAL = "The sheet was not sealed. Send it open, or ask the moderator, and send this line."
# By code, and by code and form.
HINTS = {
    "PB506": OTHER_VERSION,
    "PB508": OTHER_VERSION,
    "PB529": OTHER_VERSION,
    "PB507": "This page does not know the title: ask the moderator for the page that was made with it.",
    "PB519 hand": "Write the cards with blanks between them, like 10D 9S R, as many as the enemy can hold.",
    "PB549": "There is nothing to rehearse in this title.",
    "PB612": "Seal the sheet and keep a phrase, or send it open.",
    "PB614": "Seal the sheet and keep a phrase, or ask the moderator for a view with a key.",
    "PB617": "Say under Besides orders that the sheet is final, then seal it.",
    "PB617 withdrawn": "Send it as it is.",
    "PB618": "Send it as it is; to change the orders, go back to the open sheet.",
    "PB627": "Seal it and keep a phrase.",
    "PB639": "Give orders ahead on the map, beside Now, or seal the whole sheet.",
    "PB661": "Leave the sheet open and seal only its orders ahead, keeping a phrase. What else is to stay closed, send"
    " in a held sheet when you are asked.",
    "PB661 open": "Send it as it is: what is closed in it stays closed.",
    "PB834 size": "Open the mail itself, the view that is attached to it, or the HTML report.",
    "BD402": f"{BOARD} The view opens by itself then.",
}
# Of all other codes, where their own hint speaks of what a page has not.
USUAL = {
    "open": AGAIN,
    "open folder": BOARD,
    "look up": "",
    "rehearse": "Look at the bid, the strengths and the hand, and rehearse it again.",
    "seal": SEAL,
}


def hint_of(fault: GameFault, asked: str) -> str:
    """What can be done about a fault at the page, after such a question."""
    form = str(fault.facts.get("form", ""))
    found = HINTS.get(f"{fault.code.id} {form}") or HINTS.get(fault.code.id)
    if found:
        return found
    if fault.code.id.startswith("BD"):
        return BOARD
    return USUAL.get(asked, AGAIN) if _FOREIGN.search(fault.hint) else fault.hint


def message_of(fault: GameFault, folder: str) -> str:
    """The sentence of a fault, with the name of the file in front where there is one, and its code to look it up."""
    name = os.path.basename(fault.file)
    name = "" if fault.file.startswith("-") or name in OURS else name
    said = f"{fault.said} [{fault.code.id}].".replace(f"{folder}/", "")
    return harmless(f"{name}: {said}" if name else f"{said[:1].upper()}{said[1:]}")


def told(fault: GameFault, asked: str, folder: str) -> dict[str, str]:
    """All that the page shows of a fault."""
    return {"code": fault.code.id, "message": message_of(fault, folder), "hint": hint_of(fault, asked)}
