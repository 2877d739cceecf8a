"""So that `python -m pbem` works too."""

from pbem.cli import main

main()
