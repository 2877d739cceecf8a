"""Write down the digests of the boards that come with the program: python -m pbem.boards.build after a change."""

from __future__ import annotations

import os

from pbem.boards import HERE, load, shipped


def digests_text() -> str:
    """The text of digests.py."""
    rows = "".join(f'    "{name}": "{load(name).digest}",\n' for name in shipped())
    about = "The digests of the boards that come with the program. Written by `python -m pbem.boards.build`."
    return f'"""{about}"""\n\nDIGESTS: dict[str, str] = {{\n{rows}}}\n'


if __name__ == "__main__":
    with open(os.path.join(HERE, "digests.py"), "w", encoding="utf-8", newline="\n") as file:
        file.write(digests_text())
