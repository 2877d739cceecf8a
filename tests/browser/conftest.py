"""One Chromium for all tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from chromium import started


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    yield from started(tmp_path_factory.mktemp("profile"))
