"""What is costly to load is loaded only where it is used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FAULTY = "from pbem.core.sheets import read; from pbem.report.complaints import render; "


@pytest.mark.parametrize(
    ("program", "absent"),
    [
        ("import pbem.core.sheets", "dataclasses pathlib difflib inspect logging"),
        ("from pbem.mail.intake import taken_from; taken_from(b'step = 12')", "email difflib pathlib"),
        (FAULTY + "render(read('a', ()).diagnostics, 'a', 'f')", "pbem.report.places json difflib"),
        (FAULTY + "render(read('step = 0', ()).diagnostics, 'step = 0', 'f')", "json tree_sitter"),
        ("from pbem.core.sheets import read; read('step = 0', ())", "pbem.core.scan pbem.core.faults"),
    ],
)
def test_costly_modules_stay_out(program: str, absent: str) -> None:
    script = f"import sys; {program}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-S", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)

    assert set(absent.split()) & set(done.stdout.split()) == set()
