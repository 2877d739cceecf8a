"""A bid thought through: every course the battle can take against any enemy, counted without listing them.

A course is what the bidder lives through: the score each time the right to play comes, and the answer. The bid is
fixed, so only the enemy branches: he stops, or he plays until the right passes, which leaves the bidder at one of a
few scores. Situations that look alike are counted once. The enemy may hold any cards at all, as many as his hand
shows; that is the bound, and the summary states it. What it costs is counted in looks, of which a decision has so
many for all its bids together: where they do not suffice, the count stops and the summary and a note say so.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pbem.core import Diagnostic, LazyCodes, Where
from pbem.rulesets.common import face_text
from pbem.rulesets.common.bids import Answer, Bid, answer
from pbem.rulesets.common.conditions import PLAYED, Sight
from pbem.rulesets.common.duel import first_holder
from pbem.rulesets.common.terms import Terms, after_card, keeps_right

WORK = 5_000  # looks, at the most, for all battles of a decision: at a situation, or at a turn of the enemy
PLAYS = 8  # of a bid, or comparisons of its conditions, that cost one look more whenever it answers
FACES = 4  # cards of which a bid asks whether the enemy has played them that cost one look more at each situation


class Outlook(NamedTuple):
    """A battle as the bidder foresees it."""

    terms: Terms  # his own
    begins: tuple[tuple[Sight, bool], ...]  # how it can begin, or stands: what he sees, and whether the right is his
    most: int  # what a single card of the enemy counts at the most


class Count(NamedTuple):
    """How many courses there are from a situation on, and how they end."""

    courses: int = 0
    asked: int = 0
    conceded: int = 0
    tied: int = 0
    won: int = 0  # the enemy gives up
    unforced: int = 0  # courses without a forced card
    worst: int = 0  # troops lost


class Thought(NamedTuple):
    """What came of thinking a bid through."""

    ends: Count
    used: frozenset[int]  # plays that come up in some course
    whole: bool  # whether all courses were looked at
    strengths: tuple[int, int]  # of the enemy, from and to
    hand: int  # cards of the enemy
    looks: int = 0  # what it cost

    @property
    def forced(self) -> int:
        return self.ends.courses - self.ends.unforced


class Spot(NamedTuple):
    """A situation in which the right to play is the bidder's."""

    terms: Terms
    used: tuple[int, ...]
    sight: Sight


def beginnings(
    terms: Terms, troops: int, enemies: Sequence[int], enemy_hand: int, active: bool
) -> tuple[tuple[Sight, bool], ...]:
    """How a battle that has not begun can begin: with each of these strengths of the enemy."""
    found = []
    for strength in enemies:
        score, side = troops - strength, 0 if active else 1
        sight = Sight(score, hand=len(terms.hand), troops=troops, enemy_hand=enemy_hand, enemy_troops=strength)
        found.append((sight, first_holder(-score if side else score) == side))
    return tuple(found)


@lru_cache(maxsize=512)  # a sheet is checked, held against exchanged secrets and told of: it is thought of once
def think(outlook: Outlook, bid: Bid, work: int = WORK) -> Thought:
    """Think a bid through, from all situations in which the battle can begin."""
    mind = Mind(bid, outlook.most, work)
    count = Count()
    for sight, mine in outlook.begins:
        spot = Spot(outlook.terms, (), sight)  # a bid given anew has used none of its plays
        count = plus(count, mind.right_is_mine(spot) if mine else mind.right_is_theirs(spot))
    troops = [sight.enemy_troops for sight, _ in outlook.begins]
    hand = outlook.begins[0][0].enemy_hand
    looks = work - max(mind.work, 0)
    return Thought(count, frozenset(mind.used), mind.work >= 0, (min(troops), max(troops)), hand, looks)


class Mind:
    """One bid being thought through: what was found so far, and how much work is left."""

    def __init__(self, bid: Bid, most: int, work: int) -> None:
        self.bid, self.most, self.work = bid, most, work
        self.mentioned = {c.fact for play in bid.plays for part in play.when for c in part}
        if bid.most_points is not None:
            self.mentioned.add("points")
        values = ("enemy_last", "enemy_highest", "enemy_lowest")
        self.facts = sorted(fact for fact in self.mentioned if not fact.startswith(PLAYED))
        self.faces = sorted(fact.removeprefix(PLAYED) for fact in self.mentioned if fact.startswith(PLAYED))
        self.minds_values = bool(self.faces) or any(fact in values for fact in self.facts)
        self.known: dict[tuple[object, ...], Count] = {}
        self.used: set[int] = set()
        self.price = 1 + sum(1 + sum(map(len, play.when)) for play in bid.plays) // PLAYS  # of an answer, in looks
        self.glance = 1 + len(self.faces) // FACES  # at a situation, known or not

    def key(self, spot: Spot) -> tuple[object, ...]:
        """What of a situation can make a difference: the score, the cards, and the facts the bid speaks of."""
        seen = spot.sight
        facts = [getattr(seen, fact) for fact in self.facts]
        faces = [seen.times(face) for face in self.faces]
        return (seen.score, spot.terms, spot.used, seen.enemy_hand, *facts, *faces)

    def right_is_mine(self, spot: Spot) -> Count:
        """The bid answers: the course ends, or a card is played."""
        key = self.key(spot)
        if key in self.known:
            return self.known[key]
        self.work -= self.price
        if self.work < 0:
            return Count()
        self.known[key] = count = self.answered(spot)
        return count

    def answered(self, spot: Spot) -> Count:
        score = spot.sight.score
        reply = answer(spot.terms, self.bid, spot.sight, spot.used)
        if reply.kind == "ask":
            return Count(1, asked=1, unforced=1)
        if reply.kind == "stop":
            if score == 0:
                return Count(1, tied=1, unforced=1)
            return Count(1, conceded=1, unforced=1, worst=min(-score, spot.sight.troops))
        if reply.number >= 0:
            self.used.add(reply.number)
        after = played(spot, reply)
        stays = keeps_right(after.terms, after.sight.score)
        count = self.right_is_mine(after) if stays else self.right_is_theirs(after)
        return count if reply.number >= 0 else count._replace(unforced=0)

    def right_is_theirs(self, spot: Spot) -> Count:
        """The enemy stops, or plays until the right is back; every way in which that can look is a course."""
        count = Count(1, won=1, unforced=1) if spot.sight.score > 0 else Count(1, tied=1, unforced=1)
        for sight in self.turns(spot.sight):
            self.work -= self.glance
            if self.work < 0:
                return count
            count = plus(count, self.right_is_mine(spot._replace(sight=sight)))
        return count

    def turns(self, seen: Sight) -> Iterator[Sight]:
        """What the enemy's turn can leave: the new score, and how many cards it takes, the fewest if none asks."""
        most, score = self.most, seen.score
        for result in range(1, most + 1) if score == 0 else range(most):
            gain = result + score
            for last, cards in self.cards_for(result, gain, score, seen.enemy_hand):
                base = seen._replace(
                    score=-result,
                    enemy_cards=seen.enemy_cards + cards,
                    enemy_points=seen.enemy_points + gain,
                    enemy_last=last,
                    enemy_hand=seen.enemy_hand - cards,
                )
                yield from self.with_values(base, seen, last, gain - last, cards)

    def cards_for(self, result: int, gain: int, score: int, left: int) -> Iterator[tuple[int, int]]:
        """The last card and the number of cards with which the enemy gains so much; one way if nobody asks."""
        most = self.most
        if not self.minds_values:
            fewest = 1 + max(0, -(-(gain - most) // most))
            highest = max(fewest, score) if self.minds("enemy_cards", "enemy_hand") else fewest
            yield from ((min(gain, most), cards) for cards in range(fewest, min(left, highest) + 1))
            return
        for last in (gain,) if score == 0 else range(result + 1, min(most, gain) + 1):
            rest = gain - last  # of the cards before it, each at least 1, which leave the score below 0
            fewest = 1 - (-rest // most)
            highest = 1 + rest if self.minds("enemy_cards", "enemy_hand") else fewest
            yield from ((last, cards) for cards in range(fewest, min(left, highest) + 1))

    def minds(self, *facts: str) -> bool:
        return any(fact in self.mentioned for fact in facts)

    def with_values(self, sight: Sight, before: Sight, last: int, rest: int, cards: int) -> Iterator[Sight]:
        """The same turn with what else can be seen of its cards: the highest, the lowest, and cards asked for."""
        others = range(1, min(self.most, rest) + 1) if cards > 1 else (last,)
        highs = {max(before.enemy_highest, last, other) for other in others} if self.minds("enemy_highest") else {0}
        start = before.enemy_lowest or self.most
        lows = {min(start, last, other) for other in others} if self.minds("enemy_lowest") else {0}
        for high in sorted(highs):
            for low in sorted(lows):
                seen = sight._replace(enemy_highest=high, enemy_lowest=low)
                yield seen
                for card in self.faces:
                    yield seen._replace(faces=(*before.faces, card if card[-1].isalpha() else f"{card}?"))


def played(spot: Spot, reply: Answer) -> Spot:
    """The situation after the bidder has played a card."""
    assert reply.card is not None
    sight = spot.sight.after_own(reply.counts)
    terms = after_card(spot.terms, reply.card, reply.doubled, sight.score)
    used = tuple(sorted((*spot.used, reply.number))) if reply.number >= 0 else spot.used
    return Spot(terms, used, sight)


def plus(a: Count, b: Count) -> Count:
    """Both together."""
    return Count(*(x + y for x, y in zip(a, b, strict=True)))._replace(worst=max(a.worst, b.worst))


# what is said of it


class Told(NamedTuple):
    """What is told of a bid that was thought through, and what that cost."""

    lines: list[str]
    looks: int


def think_through(
    codes: LazyCodes,
    bid: Bid,
    where: Where,
    outlooks: Sequence[Outlook],
    say: Callable[[Diagnostic], None],
    work: int = WORK,
) -> Told:
    """Warn of plays that can never come up in any of these battles, and sum up where the bid can lead in each."""
    if not outlooks:
        return Told([], 0)
    share = work // len(outlooks)
    thoughts = [think(outlook, bid, share) for outlook in outlooks]
    looks = sum(thought.looks for thought in thoughts)
    used = frozenset[int]().union(*(thought.used for thought in thoughts))
    dead = [number for number in range(len(bid.plays)) if number not in used]
    if not all(thought.whole for thought in thoughts):
        say(codes.NOT_THOUGHT_THROUGH(where, looks=f"{WORK:,}"))
    elif dead:
        tries = [think(outlook, bid._replace(accept=0), share) for outlook in outlooks] if bid.accept else []
        looks += sum(thought.looks for thought in tries)
        freed = frozenset[int]().union(*(thought.used for thought in tries))
        for diagnostic in warnings(codes, bid, where, dead, freed):
            say(diagnostic)
    return Told([f"  {summary(thought)}" for thought in thoughts], looks)


def warnings(codes: LazyCodes, bid: Bid, where: Where, dead: list[int], freed: frozenset[int]) -> Iterator[Diagnostic]:
    """Plays that no course leads to, and whether it is accept that stands before them."""
    ended = [number for number in dead if number in freed]
    if ended:
        cards = " ".join(face_text(bid.plays[number].card) for number in ended)
        yield codes.ACCEPT_ENDS_IT(Where((*where.path, "accept")), accept=bid.accept, cards=cards)
    for number in dead:
        if number not in ended:
            at = Where((*where.path, "plays", number))
            yield codes.PLAY_NEVER(at, card=face_text(bid.plays[number].card), form=reason(bid, number))


def reason(bid: Bid, number: int) -> str:
    """Why a play may be dead, as far as the bid itself shows it: the form of the warning."""
    play = bid.plays[number]
    if bid.most_cards is not None and bid.most_cards <= number and not play.when:
        return "limit"
    if play.when or play.to is not None:
        return "condition"
    return ""


# Whole sentences, by whether the enemy's strength is known and by how many cards he has: none, one, several.
AGAINST = {
    (True, 0): "Thought through against an enemy of strength {low} without cards.",
    (True, 1): "Thought through against an enemy of strength {low} with any one card.",
    (True, 2): "Thought through against an enemy of strength {low} with any {hand} cards.",
    (False, 0): "Thought through against an enemy of any strength from {low} to {high} without cards.",
    (False, 1): "Thought through against an enemy of any strength from {low} to {high} with any one card.",
    (False, 2): "Thought through against an enemy of any strength from {low} to {high} with any {hand} cards.",
}
CUT_SHORT = "There are too many courses to look at them all."
LOST = {0: "You lose no troop.", 1: "At the worst you lose 1 troop.", 2: "At the worst you lose {worst} troops."}
# What a question leads to is not known.
UNASKED = {
    0: "Where you are not asked, you lose no troop.",
    1: "Where you are not asked, you lose 1 troop at the worst.",
    2: "Where you are not asked, you lose {worst} troops at the worst.",
}
FOUND = {0: "No loss was found.", 1: "The worst loss found is 1 troop.", 2: "The worst loss found is {worst} troops."}


def summary(thought: Thought) -> str:
    """Where a bid can lead. How many courses lead there is not told: it would be read as odds."""
    (low, high), ends = thought.strengths, thought.ends
    loss = FOUND if not thought.whole else UNASKED if ends.asked else LOST
    said = [
        (True, AGAINST[low == high, min(thought.hand, 2)]), (not thought.whole, CUT_SHORT),
        (ends.asked, "You may be asked how to go on."), (ends.conceded, "You may concede."),
        (ends.tied, "It may be a tie."), (ends.won, "The enemy may give up."),
        (thought.forced, "A card of yours may be forced."),
        (True, loss[min(ends.worst, 2)]),
    ]  # fmt: skip
    text = " ".join(sentence for is_said, sentence in said if is_said)
    return text.format(low=low, high=high, hand=thought.hand, worst=ends.worst)
