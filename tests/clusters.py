"""A cluster that is none: in place of the library for it, and with whatever goes wrong on it."""

from __future__ import annotations

from types import ModuleType
from unittest import mock


class Future:
    """What comes back from a worker."""

    def __init__(self, found: object) -> None:
        self.found = found

    def result(self) -> object:
        if isinstance(self.found, Exception):
            raise self.found
        return self.found

    def release(self) -> None:
        pass


def library(found: object) -> ModuleType:
    """In place of the library: a cluster of one worker that sends this back, or nobody who answers."""
    module = ModuleType("distributed")
    client = mock.MagicMock()
    client.return_value.nthreads.return_value = {"a": 1}
    client.return_value.map.side_effect = lambda work, parts, **_: [Future(found or work(part)) for part in parts]
    client.side_effect = found if isinstance(found, OSError) else None
    module.Client, module.as_completed = client, lambda futures: futures  # type: ignore[attr-defined]
    return module
