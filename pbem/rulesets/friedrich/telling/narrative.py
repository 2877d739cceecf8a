"""Events as a story: a chapter for each stage, a block for each battle, conquests drawn together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, assert_never

from pbem.core import listed
from pbem.core.events import Event
from pbem.rulesets.common import BattleEvent
from pbem.rulesets.common.transcripts import Block, add_to_block, block_of, new_block, told_block
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import CITY
from pbem.rulesets.friedrich.events import read
from pbem.rulesets.friedrich.telling import words
from pbem.rulesets.friedrich.telling.words import capital, nation

Tell = Callable[[Event], list[str]]
Chapter = dict[str, Any]

GATHERED = {"conquered": "conquers", "reconquered": "reconquers"}


def narrate(earlier: Sequence[Event], events: Sequence[Event], tell: Tell) -> list[Chapter]:
    """The chapters of what happened; ``earlier`` events only set the scene."""
    story = Story(tell)
    for event in earlier:
        story.hear(event)
    story.forget()
    for event in events:
        story.hear(event)
    return [
        {**chapter, "items": [item if isinstance(item, str) else told_block(item) for item in chapter["items"]]}
        for chapter in story.chapters
        if chapter["items"]
    ]


class Story:
    """A story as it grows: the chapter and the battle that are open."""

    def __init__(self, tell: Tell) -> None:
        self.tell = tell
        self.chapters: list[Chapter] = []
        self.battle: Block | None = None  # the battle that goes on
        self.gathered: tuple[str, str, list[str]] | None = None  # kind, nation, cities
        self.open("")  # a game may begin anywhere

    def open(self, title: str) -> None:
        """Begin a chapter."""
        self.gathered = None
        self.chapters.append({"title": title, "items": []})

    def forget(self) -> None:
        """Keep the heading and a battle under way; what happened so far was told before."""
        title = self.chapters[-1]["title"]
        over = self.battle is None or self.battle["over"]
        self.chapters, self.battle = [], None if over else self.battle
        self.open(title)

    def add(self, item: str | Block) -> None:
        self.gathered = None
        self.chapters[-1]["items"].append(item)

    def hear(self, event: Event) -> None:
        """Find the place of one event."""
        what = read(event)
        match what:
            case happened.Stage():
                self.battle = None
                self.open(f"Turn {what.turn}, {nation(what.nation)}")
            case happened.Fate():
                self.battle = None
                self.open(f"End of turn {what.turn}")
                self.plain(event)
            case happened.Turn() | happened.Troops() | happened.Won():
                pass  # told by the headings, by the tables and by the first lines of a report
            case happened.Battle():
                self.battle = new_battle(what)
                self.add(self.battle)
            case happened.Played() | happened.Asked() | happened.Tied() | happened.Defeated():
                self.fight(event, what)
            case happened.Retreated() | happened.CutOff() if self.battle is not None:
                self.fight(event, what)
            case happened.Conquered() | happened.Reconquered():
                self.gather(what.kind, what.nation, words.city(what.city))
            case (
                happened.Undone() | happened.Revised() | happened.OrdersAhead() | happened.EnvelopeLeft()
                | happened.AtTheDesk()
                | happened.CutOff() | happened.Retreated() | happened.Fought()
                | happened.Defaulted() | happened.Drew() | happened.Opened() | happened.Reshuffled()
                | happened.Discarded() | happened.Moved() | happened.Stepped() | happened.SteppedAside()
                | happened.Captured() | happened.OnAlliedObjective() | happened.Marked() | happened.Held()
                | happened.Recruited() | happened.Mustered() | happened.StoodIn() | happened.Lapsed()
                | happened.Answered() | happened.WishUnfit() | happened.Stopped() | happened.Resupplied()
                | happened.Unsupplied() | happened.Starved() | happened.TroopsLost() | happened.DrawsChanged()
                | happened.Left() | happened.Departed() | happened.Retired() | happened.ChangedHands()
                | happened.Eased() | happened.FreeTroop() | happened.LostTroop() | happened.Declined()
                | happened.Exchanged() | happened.NotExchanged() | happened.ChangedCard() | happened.TurnedDown()
                | happened.SameSuit() | happened.OffensiveTaken() | happened.OffensiveDeclined()
                | happened.OffensiveCardLost() | happened.OffensiveFailed()
            ):  # fmt: skip
                self.plain(event)
            case _:
                assert_never(what)

    def plain(self, event: Event) -> None:
        """An event that is told as it is."""
        for line in self.tell(event):
            self.add(line)

    def fight(self, event: Event, what: BattleEvent) -> None:
        """A card, the end of a battle or what came of it, told inside its block."""
        if self.battle is None:
            self.battle = block_of("The battle goes on")
        block = self.battle
        if not any(item is block for item in self.chapters[-1]["items"]):
            self.add(block)
        if add_to_block(block, what, self.tell(event)):
            self.battle = None

    def gather(self, kind: str, by: str, city: str) -> None:
        """Conquests of one nation in a row make one sentence."""
        if self.gathered is None or self.gathered[:2] != (kind, by):
            self.add("")
            self.gathered = (kind, by, [])
        cities = self.gathered[2]
        cities.append(city)
        self.chapters[-1]["items"][-1] = f"{capital(nation(by))} {GATHERED[kind]} {listed(cities)}."


def new_battle(what: happened.Battle) -> Block:
    """A block with the two stacks in its title: ``Heinrich (5) in Celle ♦ against Richelieu (6) in Uelzen ♦``."""
    active, other = (side(*row) for row in zip((what.active, what.other), what.troops, what.cities, strict=True))
    return new_block(active, other)


def side(pieces: Iterable[str], troops: int, city: str) -> str:
    return f"{words.pieces(tuple(pieces))} ({troops}) in {words.city_with_suit(CITY[city])}"
