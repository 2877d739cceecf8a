"""One Chromium for all tests of pages, and one desk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import faults, requests, started
from desk_browser import OFF, READY, emptied, until
from desk_pages import built

from games import play_steps
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    yield from started(tmp_path_factory.mktemp("profile"))


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("desk"))


@pytest.fixture(scope="module")
def desk(browser: Any, page: Path) -> Iterator[Any]:
    """The page, open from a disk, with the network off."""
    faults(browser), requests(browser)
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", OFF)
    browser.set_script_timeout(3600)
    emptied(browser, page.with_name("empty.html"))
    browser.get(page.as_uri())
    until(browser, READY)
    yield browser
    asked = {address for address in requests(browser) if not address.startswith(("chrome:", "data:", "blob:null/"))}
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", {**OFF, "offline": False})

    assert {page.as_uri()} >= asked
    assert [] == faults(browser)


@pytest.fixture(scope="session")
def winter(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game in which Prussia is to move, with its reports."""
    game = str(tmp_path_factory.mktemp("winter") / "winter")
    new(Plan(game, "friedrich", seed="a"))
    play_steps(game, 1)
    report(game)
    return game
