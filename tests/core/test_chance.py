"""Chance: fair, the same everywhere, and committed to before the game."""

from __future__ import annotations

import hashlib
import sys

import pytest

from pbem.core import hash_much
from pbem.core.chance import Chance, commitment, game_seed, sha256


def test_sha256_is_sha256() -> None:
    for data in (b"", b"abc", bytes(range(256)) * 9):
        assert hashlib.sha256(data).digest() == sha256(data)


def test_the_interpreters_own_hashes_are_those_of_openssl(monkeypatch: pytest.MonkeyPatch) -> None:
    for data in (b"", b"abc", bytes(range(256)) * 9):
        monkeypatch.delitem(sys.modules, "hashlib", raising=False)
        own = sha256(data)

        hash_much()
        assert "hashlib" in sys.modules
        assert own == sha256(data) == hashlib.sha256(data).digest()


def test_a_shuffle_is_the_same_on_every_machine() -> None:
    assert (10, 2, 1, 4, 7, 6, 8, 5, 9, 3) == Chance("seed").shuffled(range(1, 11), "deck")


def test_a_shuffle_loses_nothing_and_differs_by_label_and_seed() -> None:
    decks = [Chance(seed).shuffled(range(52), label) for seed in "ab" for label in "xy"]

    assert 4 == len(set(decks))
    assert all(sorted(deck) == list(range(52)) for deck in decks)


def test_every_card_is_as_likely_on_top() -> None:
    tops = [Chance("fair").pick("abcd", str(number)) for number in range(2000)]

    assert all(430 < tops.count(card) < 570 for card in "abcd")


def test_every_order_of_three_is_as_likely() -> None:
    seen = [Chance("fair").shuffled("abc", str(number)) for number in range(3000)]

    assert 6 == len(set(seen))
    assert all(430 < seen.count(order) < 570 for order in set(seen))


def test_the_seed_of_a_game_hangs_on_every_word() -> None:
    assert "s" == game_seed("s", {})
    seeds = {game_seed("s", words) for words in ({"a": "x"}, {"a": "y"}, {"b": "x"}, {"a": "x", "b": "x"})}
    assert 4 == len(seeds)
    assert game_seed("s", {"a": "1", "b": "2"}) == game_seed("s", {"b": "2", "a": "1"})


def test_a_commitment_is_not_the_seed_and_not_its_plain_hash() -> None:
    assert commitment("s") not in ("s", hashlib.sha256(b"s").hexdigest())
