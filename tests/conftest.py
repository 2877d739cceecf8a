"""What all tests share: golden files, written anew with ``--update-golden``."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

# What players keep at home is kept apart in tests, never in the settings of whoever runs them.
os.environ["PBEM_CONFIG"] = tempfile.mkdtemp(prefix="pbem-config-")
atexit.register(shutil.rmtree, os.environ["PBEM_CONFIG"], ignore_errors=True)
os.environ["PBEM_CACHE"] = os.path.join(os.environ["PBEM_CONFIG"], "cache")
GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew")


def pytest_collection_finish() -> None:
    """What was collected stays to the end: the collector of garbage need not go through it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Hold a text against the golden file of that name, byte for byte."""

    def hold(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        assert path.read_bytes().decode() == text

    return hold


@pytest.fixture(autouse=True)
def settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test begins without settings: games of tests bear the same names and seeds."""
    monkeypatch.setenv("PBEM_CONFIG", str(tmp_path_factory.getbasetemp() / f"config-{os.urandom(6).hex()}"))
    monkeypatch.setenv("PBEM_CACHE", str(tmp_path_factory.getbasetemp() / f"cache-{os.urandom(6).hex()}"))
