"""What docs/fairness.md shows by hand: a shuffle, the seed of a game and a commitment, with sha256sum alone."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from games import sheet_text
from pbem.core.chance import Chance, commitment, game_seed
from pbem.rulesets.friedrich.cards import deck
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.new import Plan, new
from pbem.workflow.numbers import spelled, take_number
from pbem.workflow.publish import reveal
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

PAGE = (Path(__file__).parents[1] / "docs" / "fairness.md").read_text(encoding="utf-8")
SEED = "0f6c5d5b7a1e4f0c9d2b3a4c5e6f7081"


def said(number: int, seed: str = SEED) -> str:
    """What one of the commands on the page prints."""
    blocks = [block.split("```")[0] for block in PAGE.split("```sh\n")[1:]]
    blocks = [block for block in blocks if "sha256sum" in block]
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
    assert commitment(SEED) == said(3)


def test_the_seed_of_a_game_with_a_number_is_the_one_of_the_page() -> None:
    words = {"frederick": "sour cherries", "elisabeth": "storks"}

    assert game_seed(SEED, words, spelled("44 07 12, 23 31 40", 6)) == said(2)


def played(folder: Path, **plan: Any) -> str:
    """A game of Friedrich with one word, dealt; the directory of its revealed archive."""
    desk, archive = str(folder / "winter"), str(folder / "archive")
    new(Plan(desk, **plan))
    sheet = folder / "orders.toml"
    sheet.write_text(sheet_text(desk, "frederick", {}, word="sour cherries"))
    assert not submit(str(sheet), desk).answer.is_refused
    if plan.get("beacon"):
        take_number(desk, "44 7 12")
    adjudicate(desk, ["all"])
    reveal(desk, archive, force=True)
    return archive


@pytest.mark.parametrize("plan", [{}, {"beacon": "the lottery of 28 November 2026", "beacon_numbers": 3}])
def test_the_deck_of_a_game_is_the_one_by_hand(tmp_path: Path, plan: dict[str, Any]) -> None:
    """From nothing but what stands in the archive: the opened seed, and the words and the number in step 1."""
    archive = Path(played(tmp_path, **plan))
    seed = tomllib.loads((archive / "revealed.toml").read_text())["seed"]
    first = tomllib.loads(next(archive.glob("steps/0001-*")).read_text())
    spoken = "".join(f"\\n{role}\\t{word}" for role, word in sorted(first["words"].items()))
    number = f"\\nbeacon {first['beacon']}" if first["beacon"] else ""
    command = f"printf 'pbem game\\n%s{spoken}{number}' {seed} | sha256sum"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=True, text=True)
    deck_ = by_hand(done.stdout.split()[0])
    table = open_game(str(tmp_path / "winter"))
    left = table.state.draw

    assert ("7 12 44" if plan else "") == first["beacon"]
    assert deck_[len(deck_) - len(left) :] == left, "what is left of the deck when the hands were drawn from its top"
    assert () == verify(str(archive)).findings
