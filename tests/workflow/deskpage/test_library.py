"""What goes into the page: our package as far as a desk needs it, which runs without the libraries of a host."""

from __future__ import annotations

import json
import subprocess
import sys
from base64 import b64encode
from pathlib import Path

import pytest

from games import play_steps
from pbem.workflow.deskpage.build import POLICY, filled
from pbem.workflow.deskpage.library import ours, packed, unpacked, zipped
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report

# In a Python of its own, without any library but those in the page: everything that a page asks, asked once.
SESSION = """
import json, sys
class Without:
    def find_spec(self, name, *_):
        if name.split(".")[0] in ("click", "jinja2", "markupsafe", "pyrage", "resvg_py"):
            raise ImportError(name)
sys.meta_path.insert(0, Without())
sys.path.insert(0, sys.argv[1])
from pbem.workflow.deskpage.bridge import ASKED, begun
desk = begun(sys.argv[2])
def ask(asked, **given):
    found = json.loads(desk.answer(json.dumps({"ask": asked, **given})))
    return found.get("value", found)
sheet = ask("open", name="view", data=sys.argv[3])["sheet"]
given = {
    "check": {"sheet": sheet}, "compare": {"text": "Receipt: x", "commitment": "", "words": ""},
    "edit": {"sheet": sheet, "edits": [[["do"], []]]}, "look up": {"word": "PB501"}, "map": {"sheet": sheet},
    "offers": {"sheet": sheet}, "rehearse": {"sheet": sheet, "strengths": [], "hand": "", "samples": 5},
    "seal": {"sheet": sheet, "hold": True, "ahead": False, "answers": []},
}
assert given.keys() == ASKED.keys()
print(json.dumps({name: sorted(ask(name, **row)) for name, row in given.items()}))
"""


@pytest.mark.parametrize("title", ["friedrich", "fredericus", "maria"])
def test_all_that_a_page_asks_is_answered_by_what_is_in_it(tmp_path: Path, title: str) -> None:
    for name, data in ours().items():
        path = tmp_path / "program" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    new(Plan(str(tmp_path / "game"), title, seed="a"))
    play_steps(str(tmp_path / "game"), 1)
    report(str(tmp_path / "game"))
    view = next((tmp_path / "game" / "reports").glob("*/*.view.toml")).read_bytes()
    words = ["-S", "-I", "-c", SESSION, str(tmp_path / "program"), str(tmp_path / "desk"), b64encode(view).decode()]
    ran = subprocess.run([sys.executable, *words], capture_output=True, check=False, text=True)

    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert ["fault"] == found["rehearse"] if title == "fredericus" else "battles" in found["rehearse"]
    assert "said" in found["check"]
    assert "svg" in found["map"]
    assert found["seal"] in (["ask"], ["fault"])


def test_no_secret_and_no_command_of_a_host_is_in_the_page() -> None:
    names = set(ours())

    assert not [name for name in names if name.startswith(("pbem/cli/", "pbem/testing/"))]
    assert not [name for name in names if name.startswith("pbem/workflow/verify.")]
    assert {"pbem/workflow/check.py", "pbem/rules/friedrich.md", "tomli_w/__init__.py"} <= names


def test_files_packed_are_the_same_again() -> None:
    files = {"a.py": b"x\n\n", "b/c": b"", "d": bytes(range(256))}

    assert files == unpacked(packed(files))
    assert zipped(files.items()) == zipped(files.items())


def test_the_page_allows_no_connection_and_only_its_own_scripts() -> None:
    parts = {"script": b"let a = '</script>';", **dict.fromkeys(("worker", "wasm", "stdlib", "pbem"), b"x")}
    page = filled(parts, b'game = "<b>"\n').decode()

    assert "connect-src 'none'" in POLICY
    assert "unsafe-inline" not in page
    assert "unsafe-eval" not in page.replace("wasm-unsafe-eval", "")
    assert page.count("<script") == page.count("</script>")
    assert "<b>" not in page.partition('id="view"')[2].partition("</script>")[0]
    assert filled(parts, b"") == filled(parts, b"")
    assert b'id="view"' not in filled(parts, b"")
