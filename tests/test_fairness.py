"""What docs/fairness.md shows by hand: a shuffle, the seed of a game and a commitment, with sha256sum alone."""

from __future__ import annotations

import subprocess
from pathlib import Path

from pbem.core.chance import Chance, commitment, game_seed
from pbem.rulesets.friedrich.cards import deck

PAGE = (Path(__file__).parents[1] / "docs" / "fairness.md").read_text(encoding="utf-8")
SEED = "0f6c5d5b7a1e4f0c9d2b3a4c5e6f7081"


def said(number: int, seed: str = SEED) -> str:
    """What one of the commands on the page prints."""
    blocks = [block.split("```")[0] for block in PAGE.split("```sh\n")[1:]]
    command = f"SEED={seed}\n{blocks[number]}"
    return subprocess.run(["sh", "-c", command], capture_output=True, check=True, text=True).stdout.split()[0]


def by_hand(seed: str) -> tuple[object, ...]:
    """The first deck, shuffled as the page tells it."""
    cards = list(deck(1))
    numbers: list[int] = []
    counter = 0
    for last in range(49, 0, -1):
        while True:
            if not numbers:
                command = f"printf '%s\\n%s\\n%s' {seed} 'deck 1' {counter} | sha256sum"
                done = subprocess.run(["sh", "-c", command], capture_output=True, check=True, text=True)
                digest = done.stdout.split()[0]
                numbers = [int(digest[at : at + 8], 16) for at in range(0, 64, 8)]
                counter += 1
            number = numbers.pop(0)
            if number < 2**32 // (last + 1) * (last + 1):
                break
        at = number % (last + 1)
        cards[last], cards[at] = cards[at], cards[last]
    return tuple(cards)


def test_a_shuffle_by_hand_is_the_program_s() -> None:
    assert Chance(SEED).shuffled(deck(1), "deck 1") == by_hand(SEED)
    assert "deck 1" in PAGE and "spades from 2 to 13, then clubs, hearts and diamonds" in PAGE


def test_the_first_numbers_are_those_of_the_page() -> None:
    first = Chance(SEED).below(2**32, "deck 1")

    assert first == int(said(0)[:8], 16)


def test_the_seed_of_a_game_with_words_is_the_one_of_the_page() -> None:
    assert game_seed(SEED, {"frederick": "sour cherries", "elisabeth": "storks"}) == said(1)


def test_the_commitment_is_the_one_of_the_page() -> None:
    assert commitment(SEED) == said(2)
