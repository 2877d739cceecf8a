"""The toy games these tests use."""

import shutil
from pathlib import Path

import pytest

from games import WINTER_STEPS, alone, game, pbem, play_steps, same_keys, toy
from pbem.workflow.new import Plan, new

__all__ = ["alone", "game", "pbem", "post", "same_keys", "toy"]


@pytest.fixture
def post(toy: None, tmp_path: Path) -> str:
    """A game with addresses, one step on."""
    place = str(tmp_path / "winter")
    new(Plan(place, "toy", seed="sesame"))  # letters that no digest has
    play_steps(place, 1)
    path = Path(place, "game.toml")
    text = path.read_text()
    text = text.replace('[moderator]  # whom the mails come from\nname = ""\naddress = ""',
                        '[moderator]\nname = "Zoë"\naddress = "zoe@example.org"')  # fmt: skip
    text = text.replace('player = ""\naddress = ""', 'player = "Jörg Müller"\naddress = "jm@example.org"', 1)
    path.write_text(text)
    return place


@pytest.fixture(scope="module")
def winter(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game of Friedrich after some steps, for all tests of a module."""
    game = str(tmp_path_factory.mktemp("winter") / "winter")
    new(Plan(game, "friedrich", seed="a seed of some length"))
    play_steps(game, WINTER_STEPS)
    return game


@pytest.fixture
def friedrich(winter: str, tmp_path: Path) -> str:
    """The same, to be played on."""
    return str(shutil.copytree(winter, tmp_path / "winter"))
