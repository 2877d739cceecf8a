"""Reports and receipts as the text of a mail: plain data in, 72 columns out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from jinja2 import BytecodeCache, StrictUndefined, TemplateSyntaxError
from jinja2.bccache import Bucket

from pbem.core import listed
from pbem.report.layout import escaped, excerpted, md_table, tabled, wrapped
from pbem.report.sandbox import BUDGET, Folders, Sandbox, TemplateFault, plain


def render_receipt(model: Mapping[str, Any], overrides: str | None = None) -> str:
    """The answer to a sheet.

    The model has: game, step, role, accepted, status, understood, warnings, notes, fingerprint, replaces;
    and may have: commitment, empty, would (what the orders would do), counts (the version that does, where this is a
    draft).
    """
    return filled("txt/receipt.txt.j2", model, overrides)


def templates_directory() -> str:
    """The templates inside the installed package, or beside it in a checkout."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    inside = os.path.join(package, "templates")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(package), "templates")


def filled(name: str, model: Mapping[str, Any], overrides: str | None, **signs: str) -> str:
    """A template filled in with plain data, and signs of our own that no text of the model can hold."""
    data, made = {**plain(model), **signs}, environment(overrides)
    made.left = BUDGET
    try:
        text = made.get_template(name).render(data)
    except Exception as error:
        if overrides is None:  # a fault of the program
            raise
        raise fault_of(error, name, overrides) from error
    return text.strip("\n") + "\n"


def fault_of(error: Exception, name: str, overrides: str) -> TemplateFault:
    """What is wrong with a template: where, as far as it can be found, and in one line."""
    file, line = os.path.join(overrides, *name.split("/")), 0
    if isinstance(error, TemplateSyntaxError):
        file, line = error.filename or file, error.lineno
    trace = error.__traceback__
    while trace is not None and not isinstance(error, TemplateSyntaxError):
        if trace.tb_frame.f_code.co_filename.endswith(".j2"):
            file, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next
    said = " ".join((str(error) or type(error).__name__).split())[:200]
    return TemplateFault(file, line, "it calls itself without end" if isinstance(error, RecursionError) else said)


@cache
def environment(overrides: str | None = None) -> Sandbox:
    """The one environment for all readers; a template in the game's own directory comes first."""
    places = [overrides, templates_directory()] if overrides else [templates_directory()]
    return Sandbox(
        _filters(),
        loader=Folders(places),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        autoescape=_is_html,
        bytecode_cache=None if overrides else Compiled(),
    )


def _filters() -> dict[str, Callable[..., Any]]:
    """The filters of our own."""
    return {
        "wrap": wrapped, "excerpt": excerpted, "table": tabled, "listed": listed, "md": escaped, "md_table": md_table,
    }  # fmt: skip


_DELIVERED = _filters()


def knows_data_only(overrides: str | None = None) -> bool:
    """Whether templates have the filters and globals they are delivered with, which know nothing but what they are
    given: then the same data give the same text."""
    return environment(overrides).is_plain(_DELIVERED)


def _is_html(name: str | None) -> bool:
    """Whether a template makes HTML, where signs of its own are to be escaped."""
    return name is not None and name.endswith((".html.j2", ".html"))


class Compiled(BytecodeCache):
    """Our own templates, compiled, in a __pycache__ beside them as Python does with modules."""

    def _file(self, bucket: Bucket) -> str:
        name = f"{bucket.key}.guarded.{sys.implementation.cache_tag}"  # what was compiled without a guard is not used
        return os.path.join(templates_directory(), "__pycache__", name)

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            with open(self._file(bucket), "rb") as file:
                bucket.load_bytecode(file)
        except Exception:  # absent, or damaged in one of the many ways pickle and marshal know
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        if sys.dont_write_bytecode:
            return
        path = self._file(bucket)
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(f"{path}.{os.getpid()}", "wb") as file:
                bucket.write_bytecode(file)
            os.replace(file.name, path)
        except OSError:  # a place that cannot be written to costs time, nothing else
            return
