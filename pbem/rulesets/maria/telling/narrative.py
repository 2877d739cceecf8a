"""What happened, told in chapters: politics, a stage for each group of powers, winters; battles as blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, assert_never

from pbem.core import listed
from pbem.core.events import Event
from pbem.rulesets.common import BattleEvent
from pbem.rulesets.common.transcripts import Block, add_to_block, block_of, new_block, told_block
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import CITY
from pbem.rulesets.maria.events import read
from pbem.rulesets.maria.political_events import PoliticalEvent
from pbem.rulesets.maria.telling import words
from pbem.rulesets.maria.telling.words import capital, power

Tell = Callable[[Event], list[str]]
Chapter = dict[str, Any]
Gathered = tuple[str, str]  # the kind of events that make one sentence, and of whom


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
        self.gathered: tuple[Gathered, list[str]] | None = None
        self.open("")  # a game may begin anywhere

    def open(self, title: str) -> None:
        """Begin a chapter."""
        self.gathered, self.battle = None, None
        self.chapters.append({"title": title, "items": []})

    def forget(self) -> None:
        """Keep the heading and a battle under way; what happened so far was told before."""
        title, battle = self.chapters[-1]["title"], self.battle
        self.chapters = []
        self.open(title)
        self.battle = None if battle is None or battle["over"] else battle

    def add(self, item: str | Block) -> None:
        self.gathered = None
        self.chapters[-1]["items"].append(item)

    def hear(self, event: Event) -> None:
        """Find the place of one event."""
        what = read(event)
        if isinstance(what, PoliticalEvent):
            self.politics(event, what)
            return
        match what:
            case happened.Turn():
                self.open(f"Turn {what.turn}")
            case happened.Stage():
                self.open(f"Turn {what.turn}, {words.powers(what.powers)}")
            case happened.Winter():
                self.open(f"Winter after turn {what.turn}")
            case happened.Troops() | happened.Won():
                pass  # told by the tables and by the first lines of a report
            case happened.Battle():
                self.battle = new_battle(what)
                self.add(self.battle)
            case happened.Played() | happened.Asked() | happened.Tied() | happened.Defeated():
                self.fight(event, what)
            case happened.Retreated() | happened.CutOff() if self.battle is not None:
                self.fight(event, what)
            case happened.Conquered() if what.marker == what.power and what.taken is None:
                self.gather(("conquers", what.power), words.city(what.city))
            case (
                happened.Undone() | happened.Revised() | happened.OrdersAhead() | happened.EnvelopeLeft()
                | happened.AtTheDesk()
                | happened.CutOff() | happened.Retreated() | happened.Fought() | happened.Defaulted()
                | happened.Drew() | happened.Subsidy() | happened.CapitalLost() | happened.Opened()
                | happened.Reshuffled() | happened.SubsidyChanged() | happened.HussarPlaced() | happened.HussarSwept()
                | happened.SupplyPaid() | happened.HandShown() | happened.Resupplied() | happened.Unsupplied()
                | happened.Starved() | happened.TroopsLeft() | happened.Moved() | happened.Stacked()
                | happened.Captured() | happened.TrainOff() | happened.TrainBack() | happened.Conquered()
                | happened.ElectorTurned() | happened.Marked() | happened.Held() | happened.Consented()
                | happened.Disputed() | happened.Recruited() | happened.WinterScored() | happened.StoodIn()
                | happened.Lapsed() | happened.Answered() | happened.WishUnfit() | happened.Stopped()
                | happened.ScoresShown()
            ):  # fmt: skip
                self.plain(event)
            case _:
                assert_never(what)

    def politics(self, event: Event, what: PoliticalEvent) -> None:
        """M17, M18: what many do alike makes one sentence; all else is told as it is."""
        match what:
            case happened.Placed() if what.card is None:
                self.gather(("places", "a" if what.deck is not None else ""), what.power)
            case happened.Voted():
                self.gather(("votes", what.candidate), f"{words.city(what.city)} ({power(what.power)})")
            case _:
                self.plain(event)

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

    def gather(self, key: Gathered, what: str) -> None:
        """Events of one kind in a row make one sentence."""
        if self.gathered is None or self.gathered[0] != key:
            self.add("")
            self.gathered = (key, [])
        self.gathered[1].append(what)
        self.chapters[-1]["items"][-1] = gathered_sentence(key, self.gathered[1])


def gathered_sentence(key: Gathered, what: Sequence[str]) -> str:
    """Conquests of a power, cards placed, votes for a candidate."""
    kind, whose = key
    if kind == "conquers":
        return f"{capital(power(whose))} conquers {listed(what)}."
    if kind == "votes":
        return f"For {words.CANDIDATES[whose]}: {listed(what)}."
    verb = "places" if len(what) == 1 else "place"
    return f"{capital(words.powers(what))} {verb} {'a card face down' if whose else 'no card'}."


def new_battle(what: happened.Battle) -> Block:
    """A block with the two stacks in its title: ``Karl (5) in Prag ♠ against Friedrich (6) in Kolin ♦``."""
    active, other = (side(*row) for row in zip((what.active, what.other), what.troops, what.cities, strict=True))
    return new_block(active, other)


def side(pieces: Iterable[str], troops: int, city: str) -> str:
    return f"{words.pieces(tuple(pieces))} ({troops}) in {words.city_with_suit(CITY[city])}"
