"""So that `python -m pbem` works too."""

from pbem import main

main()
