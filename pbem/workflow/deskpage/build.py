"""`pbem desk build`: the page as one file, which holds Python, the program and the page's own scripts."""

from __future__ import annotations

import gzip
import html
import os
import shutil
import tempfile
from base64 import b64encode
from hashlib import sha256

from pbem.core import VERSION
from pbem.report.forms import view_in_page
from pbem.store import read_bytes
from pbem.store.disk import PUBLIC
from pbem.store.writing import write_named
from pbem.workflow.deskpage.kit import HERE, Kit, kit, run
from pbem.workflow.deskpage.library import ours, packed, standard, translated, zipped

PAGE = os.path.join(HERE, "page")
# No connection is allowed, to nowhere; scripts are those of the page, which starts one of them as a worker.
POLICY = (
    "default-src 'none'; script-src '{script}' 'wasm-unsafe-eval' blob:; worker-src blob:; style-src '{style}';"
    " img-src data: blob:; connect-src 'none'; base-uri 'none'; form-action 'none'"
)


def build(output: str, pyodide: str = "", view: bytes = b"") -> str:
    """Write the page; its path."""
    write_named(output, page(kit(pyodide), view), mode=PUBLIC, sync=False)
    return output


def page(kit: Kit, view: bytes = b"") -> bytes:
    """The page, with a public view inside if there is one. The same parts give the same bytes."""
    return filled(parts_of(kit), view)


def parts_of(kit: Kit) -> dict[str, bytes]:
    """What every page holds: its scripts, and Python."""
    with tempfile.TemporaryDirectory() as folder:
        script, worker = (bundled(kit, folder, name) for name in ("main.js", "worker.js"))
    library = translated(kit, {**{f"lib/{name}": data for name, data in standard(kit).items()}, **ours()})
    lib = [(name.removeprefix("lib/"), data) for name, data in library.items() if name.startswith("lib/")]
    own = {name: data for name, data in library.items() if not name.startswith("lib/")}
    return {
        "script": script,
        "worker": worker,
        "wasm": read_bytes(os.path.join(kit.pyodide, "pyodide.asm.wasm"), 50_000_000),
        "stdlib": zipped(lib),
        "pbem": packed(own),
    }


def bundled(kit: Kit, folder: str, name: str) -> bytes:
    """A script of the page with all that it imports, as one."""
    source = os.path.join(folder, "page")
    if not os.path.isdir(source):
        shutil.copytree(PAGE, source)
        os.symlink(kit.modules, os.path.join(folder, "node_modules"))
    tool = os.path.join(kit.modules, "esbuild", "bin", "esbuild")
    wanted = [f"--alias:pyodide-folder={kit.pyodide}", "--bundle", "--minify", "--format=iife", "--target=es2022",
              "--charset=utf8", "--legal-comments=eof", "--log-level=error", f'--define:VERSION="{VERSION}"',
              "--define:import.meta.url=\"desk:worker\"", "--external:node:*", "--external:ws"]  # fmt: skip
    return run(["node", tool, os.path.join(source, name), *wanted], folder)


def filled(parts: dict[str, bytes], view: bytes) -> bytes:
    """The parts in their places."""
    style, script = read_bytes(os.path.join(PAGE, "page.css")).decode(), parts["script"].decode().replace("</", "<\\/")
    text = read_bytes(os.path.join(PAGE, "page.html")).decode()
    policy = POLICY.format(script=_named(script), style=_named(style))
    blocks = [
        f'<script type="application/octet-stream" id="{name}">{_embedded(parts[name])}</script>'
        for name in ("worker", "wasm", "stdlib", "pbem")
    ]
    given = f'<script type="application/toml" id="view">{view_in_page(view.decode())}</script>' if view else ""
    places = {"POLICY": html.escape(policy), "STYLE": style, "BLOCKS": "\n".join([given, *blocks]), "SCRIPT": script}
    for name, content in places.items():
        head, _, tail = text.partition(f"@{name}@")
        text = f"{head}{content}{tail}"
    return text.encode()


def _named(content: str) -> str:
    """What a policy calls a script or a style."""
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"


def _embedded(data: bytes) -> str:
    return b64encode(gzip.compress(data, 9, mtime=0)).decode()
