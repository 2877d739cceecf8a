"""Whether the tests bite: faults are put into the program on purpose, one at a time, and the tests must see them.

usage: python benchmarks/faults record TABLE [TESTS ...] [--jobs 2]   run the tests once, note who runs which line
       python benchmarks/faults run TABLE RESULTS [-n 400] [--seed S] [--jobs 2] [--budget 30] [--only PATH]
       python benchmarks/faults run TABLE NEW --again RESULTS    once more what lived, after new tests
       python benchmarks/faults run TABLE NEW --harmless         the same sample without its faults: all must live
       python benchmarks/faults tell RESULTS                 the figure with its interval, and every fault that lived

A fault is one small change of a rules, store or seal module or of the leak gate: a comparison turned, a branch never
taken, a call left out (see making.KINDS). ``run`` draws a sample by seed from all there are and tries each in a
process of its own, on a copy of the tree, with the tests that run the changed line: the fastest first, up to
``--budget`` seconds of them, then those that run the same function or module; for a table made when its module is
loaded, those in files that import the module and those that run a line where its name is read. A fault that loops is
ended by its time limit and counts as seen. ``RESULTS`` has a line of JSON for each fault and may be gone on with.

``record`` needs the package ``coverage`` (pip install coverage, in the environment of the tests); the rest needs the
standard library and pytest. Left out are annotations, docstrings, wording (goldens hold it), tables that are made by
a program, and asserts. The weights of the bots are not left out: no number there is right, but games of bots
(tests/test_bots.py) and what their temperaments come to (test_bot_weights.py) are held as they are. Faults that
change nothing anybody could see stand in same.toml, each with its reason.

To repeat the figure:
  python benchmarks/faults record /tmp/table.json
  python benchmarks/faults run /tmp/table.json /tmp/results.jsonl -n 400
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from choosing import record
from telling import tell
from trying import run


def main(arguments: Iterable[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="command")
    notes = commands.add_parser("record")
    notes.add_argument("table")
    notes.add_argument("tests", nargs="*", help="only these, after a change of them")
    notes.add_argument("--jobs", type=int, default=2)
    trial = commands.add_parser("run")
    for name in ("table", "results"):
        trial.add_argument(name)
    trial.add_argument("-n", type=int, default=400)
    trial.add_argument("--seed", default="faults")
    trial.add_argument("--jobs", type=int, default=2)
    trial.add_argument("--budget", type=float, default=30.0)
    trial.add_argument("--only", default="", help="begin of the paths of modules")
    trial.add_argument("--harmless", action="store_true", help="the same without the faults: every one must live")
    trial.add_argument("--again", default="", help="instead of a sample: what lived by these results")
    commands.add_parser("tell").add_argument("results")
    words = parser.parse_args(None if arguments is None else list(arguments))
    if words.command == "record":
        record(words.table, words.tests, words.jobs)
    elif words.command == "run":
        run(words)
    else:
        tell(words.results)


if __name__ == "__main__":
    main()
