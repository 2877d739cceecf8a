"""What the reader of a view owes now: where at the desk it is said, and whether the sheet says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core import listed
from pbem.core.offers import Offers
from pbem.core.sheets import BESIDE, DRAFT, HEADING
from pbem.mail.blank import data_of
from pbem.workflow.deskpage.home import Home

BID = "bid"
BIDS = (BID, "bids")  # what is owed under these names is said under Battles, all else beside the map
SAID = ("status", "word", "ok")  # what of the heading answers by itself


def due(home: Home, sheet: str, found: Offers | None) -> dict[str, Any] | None:
    """What is owed in words, the tab where it is said, whether it is there, and the places of the map it is about.

    ``found`` is what is offered to the decision of now; None where the sheet cannot be read.
    """
    owed = home.shown["owed"]
    if not owed:
        return None
    data, sent = said_in(data_of(sheet)), said_in(data_of(home.shown["sheet"]))
    bids = [row for row in owed if row["kind"] in BIDS]
    done = data != sent and (_meant(data) or not bids or _are_written(data, sent, len(bids)))
    tab = "paper" if found is None else "battles" if bids else "board"
    places = [] if found is None else _places(found)
    return {"what": listed([row["what"] for row in owed]), "tab": tab, "done": done, "places": places}


def said_in(data: Mapping[str, Any]) -> dict[str, Any]:
    """What of a sheet can answer what is owed: neither press nor a vote, nor that it is a draft."""
    keys = [key for key in data if key not in BESIDE and (key not in HEADING or key in SAID)]
    return {key: data[key] for key in keys if (key, data[key]) != ("status", DRAFT)}


def _meant(data: Mapping[str, Any]) -> bool:
    return "status" in data or data.get("ok") is True


def _are_written(data: Mapping[str, Any], sent: Mapping[str, Any], number: int) -> bool:
    """Whether there are so many bids, and none of them is as it was sent."""
    rows, known = (table[BID] if isinstance(table.get(BID), list) else [] for table in (data, sent))
    return len(rows) >= number and not any(row in known for row in rows)


def _places(found: Offers) -> list[str]:
    """Of battles that a bid is owed for, and of the answers to what must be said."""
    fights = [place for fight in found.fights if fight.key == BID for place in fight.places]
    ways = [place for row in found.choices if row.needed for offer in row.offers for place in offer.way]
    return [*dict.fromkeys(filter(None, fights or ways))]
