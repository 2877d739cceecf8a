"""What a political event speaks of, and what changed in politics between two views (M15 to M21)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from pbem.core.changes import Change
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import IDS, name_of
from pbem.rulesets.maria.political_events import PoliticalEvent
from pbem.rulesets.maria.powers import GREAT, POWER_NAMES, POWERS
from pbem.rulesets.maria.state import TRACKS, State
from pbem.rulesets.maria.telling import politics_words, words
from pbem.rulesets.maria.telling.victory_summary import boxes

Spoken = tuple[Iterable[str], Iterable[str], Iterable[str]]  # powers, pieces, cities


def about_politics(what: PoliticalEvent) -> Spoken:
    """The powers, pieces and cities that a political event speaks of."""
    match what:
        case (
            happened.PointsWon() | happened.PointsLost() | happened.BoxFilled() | happened.BoxEmptied()
            | happened.Placed() | happened.Revealed() | happened.HeldCards() | happened.Selected()
            | happened.TakenBack() | happened.MoveAnnounced() | happened.AsideReturned() | happened.ChangedHands()
            | happened.TreatyBroken() | happened.Elected()
        ):  # fmt: skip
            return [what.power], [], []
        case happened.Influence() | happened.TreatyTold():
            return what.powers, [], []
        case happened.CorpsSent():
            return [what.power], [what.general], [what.city] if what.city else []
        case happened.CorpsReturned():
            return [what.power], [what.general], [what.city]
        case happened.SteppedAside():
            return [what.power], what.pieces, [city for city in (what.from_, what.to) if city]
        case happened.CrowdedOut():
            return [what.power], what.pieces, [what.city]
        case happened.LevyRaised():
            return [what.power], what.generals, what.cities
        case happened.Voted():
            return [what.power], [], [what.city]
        case happened.PeaceOffered() | happened.PeaceRefused() | happened.PeaceMade() | happened.PeaceOver():
            return ["prussia", "austria"], [], []
        case happened.AimsLowered() | happened.AimsKept():
            return ["france"], [], []
        case happened.SaxonyChanged():
            return ["saxony"], [], []
        case happened.MarkersCleared():
            return [what.power], [], what.cities
        case happened.ContractMade() | happened.ContractEnded():
            return [what.giver, what.taker], [], []
        case happened.TrackMoved():
            return ["saxony"] if what.track == "saxony" else [], [], []
        case happened.CardsTurned() | happened.ElectionDue() | happened.SuitNamed() | happened.CardsDropped():
            return [], [], []
        case _:
            assert_never(what)


def political_changes(before: State, after: State) -> Iterator[Change]:
    """Markers, tracks, Saxony, hussars: all that is public and not on a fortress."""
    yield from markers(before, after)
    for track, was, now in zip(TRACKS, before.tracks, after.tracks, strict=True):
        if was != now:
            text = f"The marker of {politics_words.TRACK_TITLES[track]}: space {was} to {now}."
            yield Change("Politics", "track", text, {"track": track, "from": was, "to": now})
    if before.saxony != after.saxony:
        text = f"Saxony was {words.STANDINGS[before.saxony]} and is {words.STANDINGS[after.saxony]} now."
        yield Change("Politics", "saxony", text, {"from": before.saxony, "to": after.saxony})
    if before.truce != after.truce:
        text = f"Prussia is {'neutral' if after.truce else 'no longer neutral'}."
        yield Change("Politics", "peace", text, {"neutral": after.truce})
    for number, (was, now) in enumerate(zip(before.hussars, after.hussars, strict=True), 1):
        if was != now:
            where = f"in {name_of(now)}" if now >= 0 else "beside the board"
            facts = {"hussar": number, "city": IDS[now] if now >= 0 else ""}
            yield Change("Hussars", "hussar", f"A hussar is {where} now.", facts)


def markers(before: State, after: State) -> Iterator[Change]:
    """M15, M16: pools and boxes."""
    for power in GREAT:
        name, pool = words.capital(POWER_NAMES[power]), (before.pools[power], after.pools[power])
        if pool[0] != pool[1]:
            text = f"{name}: {pool[0]} to {words.count(pool[1], 'marker')} in the pool."
            yield Change("Victory markers", "pool", text, {"nation": POWERS[power], "from": pool[0], "to": pool[1]})
        won = [box for box in boxes(after, power) if box not in boxes(before, power)]
        for box in won:
            facts = {"nation": POWERS[power], "box": box}
            yield Change("Victory markers", "box", f"{name} has a marker in the box {box}.", facts)
