"""The rules by which an event was ruled, as the reference numbers them (docs/rules/maria.md)."""

from __future__ import annotations

from typing import assert_never

from pbem.core.events import Event
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.events import read
from pbem.rulesets.maria.political_events import PoliticalEvent

Numbers = tuple[str, ...]


def rules_behind(event: Event) -> Numbers:
    """The numbers of the rules behind an event, the most telling first."""
    what = read(event)
    if isinstance(what, PoliticalEvent):
        return political_rules(what)
    match what:
        case happened.Turn():
            return "M5.1", "M5.3"
        case happened.Stage():
            return "M5.1", "M5.2"
        case happened.Winter():
            return "M5.3", "M13.1"
        case happened.Defaulted():
            return ("M5.2",)
        case happened.Drew():
            return "M8.1", "M8.6", "M8.3", "M8.4", "M4.6"
        case happened.Subsidy():
            return "M8.2", "M20.3", "A31", "A43"
        case happened.CapitalLost():
            return ("M8.5",)
        case happened.Opened() | happened.Reshuffled():
            return "M8.9", "A7"
        case happened.SubsidyChanged():
            return "M8.2", "D10"
        case happened.HussarPlaced():
            return "M7.1", "M7.2", "D9", "A4"
        case happened.HussarSwept():
            return ("M7.3",)
        case happened.SupplyPaid():
            return "M9.6", "M9.7", "M8.10", "D12"
        case happened.HandShown():
            return "M9.8", "M9.6"
        case happened.Resupplied() | happened.Unsupplied():
            return "M9.5", "M9.2", "M9.3"
        case happened.Starved():
            return "M9.5", "M6.6", "M9.10"
        case happened.TroopsLeft():
            return "M9.5", "M6.8"
        case happened.Moved():
            return ("M10.7", "M10.8", "A12") if what.force else ("M10.1", "M10.2", "M10.3", "M10.9")
        case happened.Stacked():
            return "M6.1", "M6.2", "M10.4", "D14"
        case happened.Captured():
            return "M10.5", "M13.5"
        case happened.TrainOff() | happened.TrainBack():
            return "M10.20", "M10.21", "M10.22", "D15"
        case happened.Conquered():
            return "M10.35", "M10.30", "M10.31", "M12.1"
        case happened.ElectorTurned():
            return "M10.35", "M3.7", "M16.4", "A40"
        case happened.Marked():
            return "M10.34", "M10.31"
        case happened.Held():
            return "M12.1", "M10.31", "A55"
        case happened.Consented():
            return "M10.10", "D16"
        case happened.Disputed():
            return "M10.11", "D17"
        case happened.Troops():
            return "M6.5", "M6.4", "D29"
        case happened.Recruited():
            return "M13.2", "M13.3", "M13.4", "D26"
        case happened.WinterScored():
            return "M13.7", "A19"
        case happened.Battle():
            return "M11.1", "M11.5", "M11.2"
        case happened.Played():
            return "M11.6", "M11.7", "M8.8"
        case happened.Asked():
            return "D19", "M11.6"
        case happened.Tied():
            return "M11.9", "M11.10"
        case happened.Defeated():
            return "M11.8", "M11.12", "M11.13", "M6.6"
        case happened.Fought() | happened.Stopped():
            return "M11.8", "M11.6"
        case happened.CutOff():
            return "M11.25", "M11.22"
        case happened.Retreated():
            return "M11.20", "M11.21", "M11.26", "D20"
        case happened.WishUnfit():
            return "M11.21", "D20"
        case happened.StoodIn() | happened.Lapsed():
            return ("D19",)
        case happened.Answered():
            return "D2", "D4", "D12", "D18", "D20", "D22", "D23", "D27"
        case happened.ScoresShown():
            return "M23.3", "M13.7"
        case happened.Won():
            return "M23.1", "M23.2", "M23.3", "M14.2", "M24.1"
        case (
            happened.Undone()
            | happened.Revised()
            | happened.OrdersAhead()
            | happened.EnvelopeLeft()
            | happened.AtTheDesk()
        ):
            return ()  # of the program, not of the game
        case _:
            assert_never(what)


def political_rules(what: PoliticalEvent) -> Numbers:
    """The same of what happens in politics."""
    match what:
        case happened.PointsWon():
            return "M16.1", "M16.3", "A20"
        case happened.PointsLost():
            return ("M16.2", "M16.3") if what.why == "supply" else ("M16.1", "M16.3", "M19.33")
        case happened.BoxFilled() | happened.BoxEmptied():
            return BOX_RULES.get(what.box, ("M16.5",))
        case happened.CardsTurned() | happened.CardsDropped():
            return "M17.1", "M17.11"
        case happened.ElectionDue():
            return ("M18.1",)
        case happened.SuitNamed():
            return "M17.2", "D2"
        case happened.Placed():
            return "M17.3", "D3", "A24"
        case happened.Revealed():
            return "M17.4", "M17.6"
        case happened.Influence():
            return "M17.5", "M17.6"
        case happened.HeldCards():
            return ("M17.8", "M17.7") if what.forced else ("M17.7", "D4")
        case happened.Selected():
            return "M17.9", "M17.7", "M17.12", "D5"
        case happened.TakenBack():
            return ("M17.10",)
        case happened.MoveAnnounced():
            return "M17.13", "M17.12"
        case happened.TrackMoved():
            return ("M17.13", "M19.33", "M19.12", "M19.36") if what.track == "saxony" else ("M17.13", "A21")
        case happened.CorpsSent() | happened.CorpsReturned():
            return "M17.15", "M17.18", "D7"
        case happened.SteppedAside():
            return ASIDE_RULES.get(what.why, ("M17.15", "D8", "A22"))
        case happened.CrowdedOut():
            return "A22", "M11.25"
        case happened.LevyRaised():
            return "M17.17", "D6", "A23"
        case happened.Voted():
            return "M18.3", "M18.4", "D27"
        case happened.Elected():
            return "M18.5", "M18.2"
        case happened.PeaceOffered() | happened.PeaceRefused():
            return "M19.10", "D23"
        case happened.PeaceMade():
            return "M19.10", "M19.11", "M19.13", "M19.15", "M19.16"
        case happened.PeaceOver():
            return ("M19.16",)
        case happened.AimsLowered() | happened.AimsKept():
            return "M19.20", "D25", "A26"
        case happened.AsideReturned():
            return ("M19.17",) if what.power == "prussia" else ("M19.21",)
        case happened.SaxonyChanged():
            return {"neutral": ("M19.34",), "austria": ("M19.35",)}.get(what.standing, ("M19.36", "A29"))
        case happened.ChangedHands():
            return "M19.34", "M2.4"
        case happened.MarkersCleared():
            return "M19.34", "M19.13"
        case happened.ContractMade():
            return "M20.1", "M20.2", "M20.3", "D11"
        case happened.ContractEnded():
            reasons: dict[str, Numbers] = {"allies": ("A51", "M20.1"), "dissolved": ("A60", "M21.1")}
            return reasons.get(what.why, ("M20.4", "M20.3"))
        case happened.TreatyTold():
            if what.status == "dissolved":
                return ("A60", "M21.1") if what.by else ("A51", "M20.1")
            return "M21.1", "M21.2", "M21.3", "D28"
        case happened.TreatyBroken():
            return "M21.3", "A32"
        case _:
            assert_never(what)


BOX_RULES: dict[str, Numbers] = {
    "three-electors": ("M16.4",), "emperor": ("M18.5",), "italy": ("M17.16", "A42"), "silesia": ("M19.15",),
}  # fmt: skip
ASIDE_RULES: dict[str, Numbers] = {
    "aside": ("M17.15", "D8", "A22"), "peace": ("M19.14", "D24"), "home": ("M19.34", "A28"),
    "split": ("M19.35", "D30"), "train": ("M19.15", "D24"),
}  # fmt: skip
