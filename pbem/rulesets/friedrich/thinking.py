"""A bid thought through: every course the battle can take against any enemy, counted without listing them (F7, D13).

A course is what the bidder lives through: the score each time the right to play comes, and the answer. The bid is
fixed, so only the enemy branches: he stops, or he plays until the right passes, which leaves the bidder at one of a
few scores. Situations that look alike are counted once. The enemy may hold any cards at all, as many as his hand
shows; that is the bound, and the summary states it. Where a bid is so wild that this takes too long, the count stops
and the summary says so.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pbem.core.diagnostics import LazyCodes, Where
from pbem.rulesets.friedrich.battle_fate import counted, is_bound, is_marked_card, may_double
from pbem.rulesets.friedrich.bids import Bid, answer
from pbem.rulesets.friedrich.board import suit_of
from pbem.rulesets.friedrich.cards import Card, without
from pbem.rulesets.friedrich.conditions import PLAYED, Sight, number_of
from pbem.rulesets.friedrich.orders import Say, face_text
from pbem.rulesets.friedrich.state import GENERALS, NATION_OF, Battle, State
from pbem.rulesets.friedrich.state import MOST as MOST_TROOPS

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
WORK = 10_000  # situations and turns of the enemy looked at, at the most, for each battle
Seat = tuple[tuple[int, int], int]


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

    @property
    def forced(self) -> int:
        return self.ends.courses - self.ends.unforced


class Spot(NamedTuple):
    """A situation in which the right to play is the bidder's."""

    hand: tuple[Card, ...]
    used: tuple[int, ...]
    spent: bool
    sight: Sight
    left: int  # cards the enemy still has


def think(state: State, nation: int, bid: Bid, seat: Seat, work: int = WORK) -> Thought:
    """Think a bid through for one side of a battle, from the score it has or from all scores it can begin with."""
    pair, side = seat
    enemy = NATION_OF[state.stack(pair[1 - side])[0]]
    mind = Mind(state, nation, enemy, bid, pair, side, work)
    count = Count()
    low, high = strengths(state, pair[1 - side], enemy)
    battle = state.task
    if isinstance(battle, Battle) and battle.pair == pair:
        low = high = battle.totals[1 - side]
        count = mind.from_battle(battle)
    else:
        for strength in range(low, high + 1):
            count = plus(count, mind.from_start(strength))
    return Thought(count, frozenset(mind.used), mind.work >= 0, (low, high), len(state.hands[enemy]))


def strengths(state: State, city: int, nation: int) -> tuple[int, int]:
    """How weak and how strong a stack can be, by what is public: the nation's total and where its generals are."""
    stack = state.stack(city)
    others = sum(state.place[p] >= 0 for p in GENERALS[nation]) - len(stack)
    return len(stack), max(len(stack), min(MOST_TROOPS * len(stack), state.totals[nation] - others))


class Mind:
    """One bid being thought through: what was found so far, and how much work is left."""

    def __init__(
        self, state: State, nation: int, enemy: int, bid: Bid, pair: tuple[int, int], side: int, work: int
    ) -> None:
        self.nation, self.enemy, self.bid, self.side, self.work = nation, enemy, bid, side, work
        self.city, self.suit, self.enemy_city = pair[side], suit_of(pair[side]), pair[1 - side]
        self.total = state.strength(state.stack(pair[side]))
        self.state = state.pushed(Battle(pair, (0, 0), 0, side)) if not isinstance(state.task, Battle) else state
        self.mentioned = {c.fact for play in bid.plays for part in play.when for c in part}
        if bid.most_points is not None:
            self.mentioned.add("points")
        values = ("enemy_last", "enemy_highest", "enemy_lowest")
        self.minds_values = any(fact in values or fact.startswith(PLAYED) for fact in self.mentioned)
        self.most = self.highest_card()
        self.known: dict[tuple[object, ...], Count] = {}
        self.used: set[int] = set()

    def highest_card(self) -> int:
        """The most a single card of the enemy can count."""
        suit = suit_of(self.enemy_city)
        cards = [Card(value, suit, 1) for value in range(2, 14)]
        return max(counted(self.state, self.enemy, c.value, may_double(self.state, self.enemy, c)) for c in cards)

    def from_start(self, strength: int) -> Count:
        """All courses of a battle that has not begun, against an enemy of that strength."""
        hand, left = self.state.hands[self.nation], len(self.state.hands[self.enemy])
        score = self.total - strength
        sight = Sight(score, hand=len(hand), troops=self.total, enemy_hand=left, enemy_troops=strength)
        spot = Spot(hand, (), self.state.spent, sight, left)
        mine = score < 0 or (score == 0 and self.side == 0)
        return self.right_is_mine(spot) if mine else self.right_is_theirs(spot, score)

    def from_battle(self, battle: Battle) -> Count:
        """All courses of a battle as it stands; a bid given anew has used none of its plays."""
        self.total = battle.totals[self.side]
        score = battle.score if self.side == 0 else -battle.score
        own = [p.value for p in battle.played if p.side == self.side]
        their = [p for p in battle.played if p.side != self.side]
        values = [p.value for p in their]
        hand, left = self.state.hands[self.nation], len(self.state.hands[self.enemy])
        sight = Sight(
            score, len(own), sum(own), len(hand), battle.totals[self.side], len(values), sum(values),
            values[-1] if values else 0, max(values, default=0), min(values, default=0), left,
            battle.totals[1 - self.side], number_of(self.state), tuple(str(p.card) for p in their),
        )  # fmt: skip
        spot = Spot(hand, (), self.state.spent, sight, left)
        return self.right_is_mine(spot) if battle.holder == self.side else self.right_is_theirs(spot, score)

    def key(self, spot: Spot) -> tuple[object, ...]:
        """What of a situation can make a difference: the score, the cards, and the facts the bid speaks of."""
        seen = spot.sight
        facts = [getattr(seen, fact) for fact in self.mentioned if not fact.startswith(PLAYED)]
        faces = [seen.times(fact[len(PLAYED) :]) for fact in self.mentioned if fact.startswith(PLAYED)]
        return (seen.score, spot.hand, spot.used, spot.spent, spot.left, *facts, *faces)

    def right_is_mine(self, spot: Spot) -> Count:
        """The bid answers: the course ends, or a card is played."""
        key = self.key(spot)
        if key in self.known:
            return self.known[key]
        self.work -= 1
        if self.work < 0:
            return Count()
        self.known[key] = count = self.answered(spot)
        return count

    def answered(self, spot: Spot) -> Count:
        score = spot.sight.score
        state = self.put(spot)
        reply = answer(state, self.nation, self.city, self.bid, score, self.total, spot.used)
        if reply.kind == "ask":
            return Count(1, asked=1, unforced=1)
        if reply.kind == "stop":
            if score == 0:
                return Count(1, tied=1, unforced=1)
            return Count(1, conceded=1, unforced=1, worst=min(-score, self.total))
        assert reply.card is not None
        if reply.number >= 0:
            self.used.add(reply.number)
        bound = is_bound(state, self.nation, self.suit)
        after = self.played(
            spot, reply.card, reply.number, reply.counts, reply.doubled or is_marked_card(state, self.nation)
        )
        score = after.sight.score
        stays = score < 0 or (score == 0 and bound)
        count = self.right_is_mine(after) if stays else self.right_is_theirs(after, score)
        return count if reply.number >= 0 else count._replace(unforced=0)

    def put(self, spot: Spot) -> State:
        """The state in which the situation is the one under way."""
        battle = self.state.task
        assert isinstance(battle, Battle)
        hands = list(self.state.hands)
        hands[self.nation] = spot.hand
        agenda = (*self.state.agenda[:-1], battle._replace(played=spot.sight))  # type: ignore[arg-type]
        return self.state._replace(hands=tuple(hands), agenda=agenda, spent=spot.spent)

    def played(self, spot: Spot, card: Card, number: int, counts: int, spent: bool) -> Spot:
        seen = spot.sight
        sight = seen._replace(
            score=seen.score + counts, cards=seen.cards + 1, points=seen.points + counts, hand=seen.hand - 1
        )
        used = tuple(sorted((*spot.used, number))) if number >= 0 else spot.used
        return Spot(without(spot.hand, (card,)), used, spot.spent or spent, sight, spot.left)

    def right_is_theirs(self, spot: Spot, score: int) -> Count:
        """The enemy stops, or plays until the right is back; every way in which that can look is a course."""
        count = Count(1, won=1, unforced=1) if score > 0 else Count(1, tied=1, unforced=1)
        if self.work < 0:
            return count
        for sight, cards in self.turns(spot, score):
            count = plus(count, self.right_is_mine(spot._replace(sight=sight, left=spot.left - cards)))
        return count

    def turns(self, spot: Spot, score: int) -> Iterator[tuple[Sight, int]]:
        """What the enemy's turn can leave: the new score, and how many cards it takes, the fewest if none asks."""
        seen, most = spot.sight, self.most
        for result in range(1, most + 1) if score == 0 else range(most):
            gain = result + score
            for last, cards in self.cards_for(result, gain, score, spot.left):
                self.work -= 1
                if self.work < 0:
                    return
                base = seen._replace(
                    score=-result,
                    enemy_cards=seen.enemy_cards + cards,
                    enemy_points=seen.enemy_points + gain,
                    enemy_last=last,
                    enemy_hand=spot.left - cards,
                )
                for sight in self.with_values(base, seen, last, gain - last, cards):
                    yield sight, cards

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
                for fact in sorted(self.mentioned):
                    if fact.startswith(PLAYED):
                        card = fact[len(PLAYED) :]
                        yield seen._replace(faces=(*before.faces, card if card[-1].isalpha() else f"{card}?"))


def plus(a: Count, b: Count) -> Count:
    """Both together."""
    return Count(*(x + y for x, y in zip(a, b, strict=True)))._replace(worst=max(a.worst, b.worst))


# what is said of it


def think_through(state: State, nation: int, bid: Bid, where: Where, seats: list[Seat], say: Say) -> list[str]:
    """Warn of plays that can never come up, and sum up where the bid can lead."""
    if not seats:
        return []
    thoughts = [think(state, nation, bid, seat, WORK // len(seats)) for seat in seats]
    if all(thought.whole for thought in thoughts):
        warn(state, nation, bid, where, seats, frozenset().union(*(thought.used for thought in thoughts)), say)
    return [f"  {summary(thought)}" for thought in thoughts]


def warn(state: State, nation: int, bid: Bid, where: Where, seats: list[Seat], used: frozenset[int], say: Say) -> None:
    """FR751, FR752: plays that no course leads to, and whether it is accept that stands before them."""
    dead = [number for number in range(len(bid.plays)) if number not in used]
    if not dead:
        return
    freed: frozenset[int] = frozenset()
    if bid.accept:
        tries = [think(state, nation, bid._replace(accept=0), seat, WORK // len(seats)) for seat in seats]
        freed = frozenset().union(*(thought.used for thought in tries))
    ended = [number for number in dead if number in freed]
    if ended:
        cards = " ".join(face_text(bid.plays[number].card) for number in ended)
        say(fr.ACCEPT_ENDS_IT(Where((*where.path, "accept")), accept=bid.accept, cards=cards))
    for number in dead:
        if number not in ended:
            at = Where((*where.path, "plays", number))
            say(fr.PLAY_NEVER(at, card=face_text(bid.plays[number].card), form=reason(bid, number)))


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
