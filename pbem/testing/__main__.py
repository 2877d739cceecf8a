"""Run the contract suite on a ruleset: python -m pbem.testing NAME."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from pbem.store import GameFault
from pbem.testing import CHECKS, complaints, trials


def _asked(words: list[str] | None) -> Namespace:
    parser = ArgumentParser(prog="python -m pbem.testing", description="Hold a ruleset to the contract.")
    parser.add_argument("ruleset", help="the name of an installed ruleset, or MODULE:RULESET")
    parser.add_argument("--mode", default="", help="only this mode; all of them if left out")
    parser.add_argument("--games", type=int, default=1, help="how many games each check plays (default: 1)")
    parser.add_argument("--check", action="append", choices=CHECKS, help="only this check; can be repeated")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> int:
    """Run the checks, say what was tried and what failed: 0 if all is well, 1 if not, 2 if nothing could be tried."""
    asked = _asked(words)
    try:
        wanted = trials(asked.ruleset, asked.mode, asked.games)
    except GameFault as fault:
        print(f"{fault.message}\n   = hint: {fault.hint}", file=sys.stderr)
        return 2
    except Exception as error:
        print(f"{asked.ruleset} cannot be loaded: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    failed = 0
    for name in asked.check or CHECKS:
        print(f"{name}: {(CHECKS[name].__doc__ or '').strip()}")
        for trial in wanted:
            found = complaints(name, trial)
            failed += bool(found)
            print(f"  {'FAILED' if found else 'ok'}  {trial.mode}, game {trial.number + 1}", flush=True)
            print("".join(f"    {line}\n" for text in found for line in text.splitlines()), end="")
    print(f"{failed} of {len(wanted) * len(asked.check or CHECKS)} failed" if failed else "The contract is kept.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
