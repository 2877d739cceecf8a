"""A play-by-email adjudicator for board wargames. Here: the program, which knows where each of its commands is.

It stands above all else and nothing but its start asks it for anything, so that the modules of commands import
`pbem.cli` and are named by nothing they import. Whatever of `pbem` is loaded loads this page too: it imports nothing.
"""

from __future__ import annotations

# Those of a working day are in `pbem.cli` itself; these load when they are first looked at.
COMMANDS = {
    **dict.fromkeys(("new", "orders", "position", "undo"), "pbem.cli.hosting"),
    **dict.fromkeys(("report", "publish", "log", "why", "diff", "map", "plot", "site"), "pbem.cli.showing"),
    **dict.fromkeys(("simulate", "demo"), "pbem.cli.bots"),
    **dict.fromkeys(("rules", "explain"), "pbem.cli.reference"),
    **dict.fromkeys(("time", "holidays", "wait", "absent", "pause", "times", "calendar"), "pbem.cli.clock"),
    "board": "pbem.cli.boards",
    "mail": "pbem.cli.mail",
    **dict.fromkeys(
        ("rule", "resend", "replace", "proxy", "end", "vote", "press", "dispute", "handover"), "pbem.cli.people"
    ),
    "desk": "pbem.cli.desk",
    "reach": "pbem.cli.reaching",
    **dict.fromkeys(("keys", "seal", "gather", "open", "number", "verify", "reveal", "duel"), "pbem.cli.envelopes"),
}


def main() -> None:
    """The program `pbem`."""
    from pbem.cli import run_and_leave

    run_and_leave(COMMANDS)
