#!/usr/bin/env python3
"""The page docs/statistics.md and its figure docs/statistics.svg, made from a file of simulated games.

usage: page_of_games.py FILE

FILE is what `pbem simulate --out FILE` wrote.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pbem.rulesets import ruleset_of
from pbem.workflow.plotting import plot_of_results
from pbem.workflow.results import read_games
from pbem.workflow.statistics import as_text, statistics

DOCS = Path(__file__).resolve().parents[1] / "docs"
TEXT = """# Many games of bots

{games} games of {title}, {mode}, played by the bots of the program in memory.
Every role has a temperament that was drawn by lot. All invariants of the rules were looked at after every one of the
{steps} steps, and {faults}. The figures say how the bots play, not how people do.

![Winners, length, troops, objectives and cards of these games](statistics.svg)

Lines are means over the games that were still running in that turn, and of nations that were still in the game: to the
right there are fewer and fewer, and those in which nobody had won yet.

```
{table}
```

## How this page is made

```sh
{command}
python benchmarks/page_of_games.py games.jsonl
```

The first command plays what is missing in the file and can be interrupted at any time; seed and number make a game, so
the same table comes out whoever plays them. The second writes this page and its figure.
`pbem plot games.jsonl -o games.svg` draws the figure alone.
"""


def page(file: str) -> tuple[str, str]:
    """The page and its figure."""
    book = read_games(file)
    ruleset, mode = ruleset_of(book.head["ruleset"]), book.head["mode"]
    found = statistics(ruleset, mode, book.games)
    command = f"pbem simulate {ruleset.name} --mode {mode} --games {found.games} --seed {book.head['seed']} --jobs 0"
    faults = f"{len(found.faults)} of them were broken" if found.faults else "none was ever broken"
    text = TEXT.format(
        games=found.games, title=ruleset.title, mode=ruleset.mode(mode).title, table=as_text(found), faults=faults,
        steps=sum(game.steps for game in book.games), command=f"{command} --out games.jsonl",
    )  # fmt: skip
    return text, plot_of_results(file)


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    text, svg = page(sys.argv[1])
    (DOCS / "statistics.md").write_text(text, encoding="utf-8")
    (DOCS / "statistics.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
