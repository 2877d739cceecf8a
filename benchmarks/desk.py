"""The player's desk, measured in Chromium beside a bare Pyodide in the same browser, in one run, turn by turn.

usage: .venv/bin/python benchmarks/desk.py [ROUNDS]

- from opening the file to the map, against the start of Pyodide alone from a file made alike: at most 3 times;
- from a tap on the map to the sheet, the map and the complaints after it, in the window of a phone and of a desk: at
  most a tenth of that start;
- Pyodide as it comes has its library as sources, which it must translate first at every start; the desk has them
  translated. So it is held against a bare Pyodide with the desk's own library, and that as it comes stands beside it;
- the size of the file: at most 10 MB; memory of the page and its worker after all that: at most 400 MB.
"""

from __future__ import annotations

import gzip
import os
import statistics
import sys
import tempfile
import time
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

TOP = Path(__file__).parents[1]
sys.path[:0] = [str(TOP), str(TOP / "tests")]

from chromium import resized, started  # noqa: E402

from pbem.workflow.deskpage.build import bundled, filled, parts_of  # noqa: E402
from pbem.workflow.deskpage.kit import kit  # noqa: E402
from pbem.workflow.new import Plan, new  # noqa: E402
from pbem.workflow.reporting import report  # noqa: E402

from games import play_steps  # noqa: E402  # isort: skip

BARE = """
import "./plain.js";
import { loadPyodide } from "pyodide-folder/pyodide.mjs";
import createPyodideModule from "pyodide-folder/pyodide.asm.mjs";
const bytesOf = (text) => {
  const binary = atob(text), bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
};
const unzipped = (text) => new Response(new Blob([bytesOf(text)]).stream()
  .pipeThrough(new DecompressionStream("gzip")));
self.onmessage = async ({ data }) => {
  const kind = { headers: { "content-type": "application/wasm" } };
  const wasm = () => new Response(unzipped(data.wasm).body, kind);
  self.fetch = async (at) => String(at).endsWith("wasm") ? wasm() : unzipped(data.lib);
  const python = await loadPyodide({ indexURL: "https://desk.invalid/", createPyodideModule,
    stdLibURL: "https://desk.invalid/lib",
    lockFileContents: { info: { abi_version: "2026_0", arch: "wasm32" }, packages: {} } });
  self.postMessage(python.runPython("1 + 1"));
};
"""
BARE_PAGE = """<!DOCTYPE html><meta charset="utf-8"><title>bare</title>
<script type="x" id="w">{worker}</script>
<script type="x" id="wasm">{wasm}</script><script type="x" id="lib">{lib}</script>
<script>
const text = (id) => document.getElementById(id).textContent;
(async () => {{
  const bytes = Uint8Array.from(atob(text("w")), (s) => s.charCodeAt(0));
  const code = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).blob();
  const worker = new Worker(URL.createObjectURL(new Blob([code], {{ type: "text/javascript" }})));
  worker.onmessage = () => {{ document.title = "ready"; }};
  worker.postMessage({{ wasm: text("wasm"), lib: text("lib") }});
}})();
</script>"""


def bare_page(path: Path, lib: bytes) -> Path:
    """A page that does no more than start Pyodide, with a standard library."""
    found, zipped = kit(), lambda data: b64encode(gzip.compress(data, 9)).decode()
    with tempfile.TemporaryDirectory() as work:
        bundled(found, work, "worker.js")
        Path(work, "page", "bare.js").write_text(BARE)
        worker = bundled(found, work, "bare.js")
    wasm = Path(found.pyodide, "pyodide.asm.wasm").read_bytes()
    path.write_text(BARE_PAGE.format(worker=zipped(worker), wasm=zipped(wasm), lib=zipped(lib)))
    return path


def waited(browser: Any, script: str) -> float:
    """When a script says yes, by a clock of our own."""
    while not browser.execute_script(f"return Boolean({script})"):
        time.sleep(0.01)
    return time.perf_counter()


class Round(NamedTuple):
    """Seconds of one round."""

    alone: float  # to a bare Python with the library of the desk
    untranslated: float  # to a bare Python as it comes
    to_map: float  # with the view inside the page
    taps: dict[str, list[float]]  # in the window of a device


def measured(browser: Any, bare: Path, untranslated: Path, desk: Path) -> Round:
    """The three pages, one after the other, and some taps in the last."""
    ready = "document.title === 'ready'"
    alone, as_it_comes = opened(browser, bare, ready), opened(browser, untranslated, ready)
    to_map = opened(browser, desk, "window.desk && desk.map && document.querySelector('#map svg')")
    return Round(alone, as_it_comes, to_map, {device: taps_on(browser, device) for device in DEVICES})


def taps_on(browser: Any, device: str) -> list[float]:
    """Some taps in the window of a device, when all is at rest there; then they are taken back."""
    resized(browser, device)
    waited(browser, AT_REST)
    time.sleep(1)
    taps = [tapped(browser) for _ in range(5)]
    browser.execute_script("while (desk.before.length) desk.undo()")
    waited(browser, AT_REST)
    return taps


def opened(browser: Any, page: Path, ready: str) -> float:
    """Seconds from opening a page until a script says yes."""
    browser.get("about:blank")
    begin = time.perf_counter()
    browser.get(page.as_uri())
    return waited(browser, ready) - begin


DEVICES = ("phone", "desktop")
AT_REST = "desk.offers && desk.checked && !desk.pending && !desk.engine.busy"


def tapped(browser: Any) -> float:
    """An offer taken up by a click; until map, complaints and offers have followed."""
    begin = time.perf_counter()
    take = "const row = desk.offers.groups.find(row => row.goals.length); desk.take(row.goals[0].ways[0].edits)"
    browser.execute_script(f"window.was = desk.sheet; {take}")
    return waited(browser, f"desk.sheet !== window.was && {AT_REST}") - begin


def memory(browser: Any) -> float:
    """Megabytes of the largest process with a page in this browser, shared ones left out."""
    browser.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    found = 0.0
    for process in Path("/proc").iterdir():
        try:
            is_page = process.name.isdigit() and b"--type=renderer" in (process / "cmdline").read_bytes()
            if is_page and browser.service.process.pid in ancestors(int(process.name)):
                found = max(found, int(status_of(int(process.name))["RssAnon"].split()[0]) / 1000)
        except OSError:
            continue
    return found


def status_of(process: int) -> dict[str, str]:
    """What the system says of a process."""
    rows = Path("/proc", str(process), "status").read_text().splitlines()
    return dict(row.split(":", 1) for row in rows if ":" in row)


def ancestors(process: int) -> Iterator[int]:
    """Who has started a process, and who that."""
    while process > 1:
        process = int(status_of(process)["PPid"])
        yield process


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        new(Plan(str(folder / "winter"), "friedrich", seed="a"))
        play_steps(str(folder / "winter"), 1)
        report(str(folder / "winter"))
        view = next((folder / "winter" / "reports").glob("*/frederick.view.toml")).read_bytes()
        desk, parts = folder / "desk.html", parts_of(kit())
        desk.write_bytes(filled(parts, view))
        bare = bare_page(folder / "bare.html", parts["stdlib"])
        as_it_comes = Path(kit().pyodide, "python_stdlib.zip").read_bytes()
        untranslated = bare_page(folder / "untranslated.html", as_it_comes)
        runner = started(folder / "profile")
        browser = next(runner)
        rows = [measured(browser, bare, untranslated, desk) for _ in range(rounds)]
        used, size = memory(browser), os.path.getsize(desk) / 1e6
        runner.close()
    told(rows, used, size)


def told(rows: list[Round], used: float, size: float) -> None:
    print(f"Pyodide alone        {statistics.median(row.alone for row in rows):6.2f} s, with the library of the desk")
    print(f"                     {statistics.median(row.untranslated for row in rows):6.2f} s, as it comes")
    print(f"file to map          {statistics.median(row.to_map for row in rows):6.2f} s")
    for device in DEVICES:
        taps = statistics.median(tap for row in rows for tap in row.taps[device])
        print(f"{f'a tap on a {device}':20} {taps:6.2f} s")
    for name, alone in (("the first", lambda row: row.alone), ("the second", lambda row: row.untranslated)):
        opening = statistics.median(row.to_map / alone(row) for row in rows)
        print(f"file to map          {opening:6.2f} times {name} (at most 3)")
        for device in DEVICES:
            tap = statistics.median(tap / alone(row) for row in rows for tap in row.taps[device])
            print(f"{f'a tap on a {device}':20} {tap:6.2f} times {name} (at most 0.1)")
    print(f"the file             {size:6.2f} MB (at most 10)")
    print(f"memory of the page   {used:6.0f} MB (at most 400)")


if __name__ == "__main__":
    main()
