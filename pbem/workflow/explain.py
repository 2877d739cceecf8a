"""The page of every code: what it means, an example, the rule."""

from __future__ import annotations

from contextlib import suppress
from difflib import get_close_matches
from string import Formatter
from textwrap import fill

from pbem import store, workflow
from pbem.boards import codes as of_boards
from pbem.core import Code
from pbem.core import codes as of_sheets
from pbem.mail import codes as of_letters
from pbem.rulesets import MODULES, ruleset_of
from pbem.rulesets.foreign import Misfit, names
from pbem.seal import codes as of_envelopes
from pbem.store import GameFault, handed, ledger, locking, post, reading, shadow, times, transaction, writing
from pbem.timing import codes as of_time
from pbem.workflow import (
    UNKNOWN_CHOICE,
    ahead_codes,
    board_codes,
    desk_codes,
    envelope_codes,
    offer_codes,
    page_codes,
    post_codes,
    server_codes,
    simulation_codes,
    time_codes,
    title_codes,
    verify_codes,
)
from pbem.workflow import codes as of_commands

# The modules in which codes stand, each in the package that raises them.
CHAPTERS = (
    of_sheets, of_letters, of_envelopes, store, reading, handed, ledger, locking, shadow, transaction, writing,
    workflow, of_commands, ahead_codes, desk_codes, envelope_codes, verify_codes, title_codes, simulation_codes,
    of_boards, board_codes, page_codes, times, of_time, time_codes, post, server_codes, post_codes, offer_codes,
)  # fmt: skip


def all_codes() -> dict[str, Code]:
    """Every code the program can say, by id."""
    codes = {code.id: code for chapter in CHAPTERS for code in vars(chapter).values() if isinstance(code, Code)}
    for name in MODULES:
        codes |= ruleset_of(name).rules.codes()
    return dict(sorted(codes.items()))


def _shown(text: str) -> str:
    """A message with its blanks in plain words: ``{piece}`` becomes PIECE."""
    parts = Formatter().parse(text)
    return "".join(literal + (_blank(name) if name else "") for literal, name, _, _ in parts)


def _blank(name: str) -> str:
    return name.partition(".")[0].partition("[")[0].upper()


def page(code: Code) -> str:
    """Everything about one code."""
    lines = [f"{code.id} {code.name} ({code.severity})", "", f"  {_shown(code.message)}"]
    lines += [f"  {_shown(form.message)}" for form in code.forms.values() if form.message]
    if code.about:
        lines += ["", _wrapped(code.about)]
    for hint in _hints(code):
        lines += ["", _wrapped(f"hint: {_shown(hint)}")]
    if rules := _rules(code):
        lines += ["", f"rule: {rules}"]
    return "\n".join(lines)


def _hints(code: Code) -> list[str]:
    """The hints of all forms, each once."""
    return [hint for hint in dict.fromkeys((code.hint, *(form.hint for form in code.forms.values()))) if hint]


def _rules(code: Code) -> str:
    """The rules of all forms: ``F4.7, F10.7``."""
    return ", ".join(rule for rule in dict.fromkeys((code.rule, *(f.rule for f in code.forms.values()))) if rule)


def _wrapped(text: str) -> str:
    return fill(text, 78, break_on_hyphens=False, break_long_words=False)


def explain(code: str) -> str:
    """The page of a code, given by id or by name; a name that two titles use has two pages."""
    codes = all_codes()
    found = _named(code, codes) or _named(code, _foreign_codes())
    if not found:
        raise GameFault(UNKNOWN_CHOICE, "explain", form="code", found=code[:80], known=_nearest(code, codes))
    return "\n\n".join(map(page, found))


def _named(code: str, codes: dict[str, Code]) -> list[Code]:
    return [row for row in codes.values() if code.upper() == row.id or code.lower() == row.name]


def _foreign_codes() -> dict[str, Code]:
    """The codes of the rulesets that live in packages of their own; one that cannot be loaded has none."""

    codes: dict[str, Code] = {}
    for name in names():
        with suppress(Misfit):
            codes |= ruleset_of(name).rules.codes()
    return codes


def _nearest(code: str, codes: dict[str, Code]) -> str:
    names = {row.name: row.id for row in codes.values()}
    near = get_close_matches(code[:80].upper(), list(codes), n=3, cutoff=0.4)
    near += [names[name] for name in get_close_matches(code[:80].lower(), list(names), n=3, cutoff=0.5)]
    return ", ".join(dict.fromkeys(near)) or "pbem explain lists them all"


def listing() -> str:
    """All codes, one a line."""
    return "\n".join(f"{code.id}  {code.name}: {_shown(code.message)}" for code in all_codes().values())


def codes_page() -> str:
    """The documentation of all codes in Markdown, as docs/codes.md holds it."""
    parts = [
        "# Codes",
        "",
        "Every complaint has a code. This page is made by `python -m pbem.workflow.explain`;"
        " `pbem explain CODE` tells the same.",
        "",
    ]
    for code in all_codes().values():
        parts += [f"## {code.id} {code.name}", "", f"*{code.severity}*: {_shown(code.message)}", ""]
        for form in code.forms.values():
            parts += [f"*{code.severity}*: {_shown(form.message)}", ""] if form.message else []
        parts += [code.about, ""] if code.about else []
        for hint in _hints(code):
            parts += [f"Hint: {_shown(hint)}", ""]
        parts += [f"Rule: {_rules(code)}", ""] if _rules(code) else []
    return "\n".join(parts).rstrip() + "\n"


if __name__ == "__main__":
    print(codes_page(), end="")
