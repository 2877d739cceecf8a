"""How many rounds a turn takes by mail, with orders ahead and without: a round is one wait for somebody's mail.

usage: python benchmarks/rounds.py [--ruleset friedrich] [--games 200] [--seed S] [--jobs N]

Each game (of Friedrich half for four players, half for three; of Maria half advanced, half introductory) is played four
times by bots with the same temperaments: asked for every decision; with everything that saves mails, each bot ordering
ahead from the view it has when it writes, which it does with every report; the same by bots that write only when they
are asked; and once more the first of them, its very orders given ahead wherever that is possible, which must end in the
same state with the same story (not the advanced game of Maria, whose agreements are made when they are made). The last
line has the figures in short: the second is that of bots that write with every report.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from pbem.rulesets import ruleset_of
from pbem.workflow.rounds import Match, Paced, play_again, play_paced

MODES = {"friedrich": ("4p", "3p"), "maria": ("advanced", "intro")}
NOT_AGAIN = ("advanced",)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ruleset", choices=MODES, default="friedrich")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="rounds")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    words = parser.parse_args()
    seeds = [f"{words.seed}-{number}" for number in range(words.games)]
    with ProcessPoolExecutor(words.jobs) as pool:
        modes = [MODES[words.ruleset][number % 2] for number in range(words.games)]
        games = [*pool.map(played, [words.ruleset] * words.games, modes, seeds)]
    before, after, asked, again = zip(*games, strict=True)
    print(told("asked for everything", before))
    print(told("with orders ahead, standing bids and answers", after))
    print(told("the same, written only when something is asked", asked))
    print(told("the first games again, with their orders given ahead", [game for game in again if game is not None]))
    print(f"rounds a turn: {pace(before):.1f} before, {pace(after):.1f} after")


def played(title: str, mode: str, seed: str) -> tuple[Paced, Paced, Paced, Paced | None]:
    """One game, in four ways."""
    ruleset = ruleset_of(title)
    match = Match(ruleset, mode, {option.id: option.default for option in ruleset.options}, seed)
    first, ahead = play_paced(match), play_paced(match._replace(ahead=True))
    asked = play_paced(match._replace(ahead=True, eager=False))
    again = None if mode in NOT_AGAIN else play_again(match, first)
    for game in (first, ahead, asked, *([again] if again else [])):
        assert not game.broken, f"{mode} {seed}: {game.broken}"
    if again:
        assert (again.state, again.story) == (first.state, first.story), f"{mode} {seed}: another game"
    return counted(first), counted(ahead), counted(asked), counted(again) if again else None


def counted(game: Paced) -> Paced:
    """What is counted of a game, without the game itself: it comes out of another process."""
    return game._replace(state=None, story=(), said={})


def pace(games: Sequence[Paced]) -> float:
    """Rounds a turn."""
    return sum(len(game.waits) for game in games) / sum(game.turns for game in games)


def told(title: str, games: Sequence[Paced]) -> str:
    """The figures of some games."""
    turns = sum(game.turns for game in games)
    kinds = Counter(kind for game in games for wait in game.waits for kind in wait.kinds)
    became: Counter[str] = Counter()
    for game in games:
        became.update(game.became)
    winners = Counter(name for game in games if game.result for name in game.result.winners or ("nobody",))
    lines = [f"{title}: {len(games)} games, {turns} turns, {pace(games):.2f} rounds a turn"]
    lines += [f"  {kind:10} {number / turns:6.2f} a turn" for kind, number in kinds.most_common()]
    lines += [f"  orders ahead: {', '.join(f'{number} {word}' for word, number in sorted(became.items()))}"] * bool(
        became
    )
    lines += [f"  won: {', '.join(f'{name} {number}' for name, number in sorted(winners.items()))}", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
