"""The Python of the page: its standard library without what no sheet needs, and our own package, translated."""

from __future__ import annotations

import ast
import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from fnmatch import fnmatchcase
from importlib import resources
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from pbem.core import sha256
from pbem.store import GameFault, read_bytes
from pbem.store.writing import make_folder, write_file
from pbem.workflow.deskpage.kit import HERE, LARGEST, NPM, Kit, cached, run

PACKAGE = os.path.dirname(os.path.dirname(HERE))
# Of the standard library: what needs a terminal, a network, processes or a compiler, and what nobody asks for here.
UNUSED = """
__hello__ __phello__ _pyrepl antigravity bdb cProfile cmd compileall concurrent/interpreters ctypes curses
doctest filecmp fileinput ftplib getpass idlelib imaplib mailbox modulefinder multiprocessing netrc pdb pickletools
plistlib poplib profile pstats pty pyclbr pydoc rlcompleter sched shelve smtplib socketserver sqlite3 tabnanny this
timeit trace turtle unittest wave webbrowser wsgiref xml xmlrpc zipapp _pydatetime _pyio optparse nturl2path tarfile
argparse configparser statistics ssl _ssl http uuid pyodide/http
""".split()
ROOTS = (
    "pbem.workflow.deskpage.bridge",
    "pbem.rulesets.",
)  # of our own: these, and whatever they import, wherever they do
LEFT_OUT = ("pbem.cli*", "pbem.testing*", "pbem.rulesets.*.bot*")  # which nobody asks for at a desk
Files = dict[str, bytes]


def standard(kit: Kit) -> Files:
    """The standard library by names, without what is not used."""
    with ZipFile(BytesIO(read_bytes(os.path.join(kit.pyodide, "python_stdlib.zip"), 10_000_000))) as packed:
        names = sorted(name for name in packed.namelist() if not name.endswith("/") and not _is_unused(name))
        return {name: packed.read(name) for name in names}


def _is_unused(name: str) -> bool:
    return any(name == f"{part}.py" or name.startswith(f"{part}/") for part in UNUSED)


def ours() -> Files:
    """Our own package with its tables, the references of its titles, and the one library it writes TOML with."""
    tree = _tree(PACKAGE)
    code = {_module(name): name for name in tree if name.endswith(".py")}
    wanted = {code[module] for module in reached({module: tree[name] for module, name in code.items()})}
    tables = {name for name in tree if not name.endswith(".py") and name.startswith(("boards/", "rulesets/"))}
    found = {f"pbem/{name}": tree[name] for name in (*wanted, *tables)}
    for folder in (os.path.join(PACKAGE, "rules"), os.path.join(os.path.dirname(PACKAGE), "docs", "rules")):
        if os.path.isdir(folder):
            found |= {f"pbem/rules/{name}": data for name, data in _tree(folder).items() if name.endswith(".md")}
            break
    found |= {f"tomli_w/{name}": data for name, data in _tree(str(resources.files("tomli_w"))).items()}
    return dict(sorted(found.items()))


def _module(name: str) -> str:
    return f"pbem.{name.removesuffix('.py').replace('/', '.')}".removesuffix(".__init__")


def reached(code: Mapping[str, bytes]) -> set[str]:
    """The modules of the page, from their sources by name: those it begins with, and all that they lead to."""
    found, to_look_at = {"pbem"}, [module for module in code if module.startswith(ROOTS)]
    while to_look_at:
        module = to_look_at.pop()
        if module in code and module not in found and not any(fnmatchcase(module, out) for out in LEFT_OUT):
            found.add(module)
            to_look_at += [module.rpartition(".")[0], *_named_in(code[module])]
    return found


def _named_in(source: bytes) -> Iterator[str]:
    """All modules that a source imports, and those of which it names functions to be imported later."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("pbem."):
            yield node.value.partition(":")[0]


def _tree(top: str) -> Files:
    """All files below a folder, by their names there."""
    found = {}
    for folder, folders, names in os.walk(top):
        folders[:] = sorted(name for name in folders if name not in ("__pycache__", "templates"))
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.endswith((".py", ".csv", ".toml", ".md")):
                found[os.path.relpath(path, top).replace(os.sep, "/")] = read_bytes(path)
    return found


def packed(files: Mapping[str, bytes]) -> bytes:
    """Files as one: a line with their names and sizes, and then all of them."""
    names = [[name, len(data)] for name, data in files.items()]
    return json.dumps(names).encode() + b"\n" + b"".join(files.values())


def unpacked(data: bytes) -> Files:
    """The files again."""
    head, _, rest = data.partition(b"\n")
    found, at = {}, 0
    for name, size in json.loads(head):
        found[name] = rest[at : at + size]
        at += size
    return found


def translated(kit: Kit, files: Mapping[str, bytes]) -> Files:
    """The files with all Python in them translated for the Python of the page: it starts in half the time.

    It takes a while, so the last that was made is kept in the cache.
    """
    given = packed(files)
    mark = sha256(given + read_bytes(os.path.join(NPM, "compile.mjs"))).hex()[:32]
    kept = os.path.join(cached(), f"python-{mark}.pack")
    if os.path.isfile(kept):
        return unpacked(read_bytes(kept, LARGEST))
    with tempfile.TemporaryDirectory() as folder:
        source, made = os.path.join(folder, "in"), os.path.join(folder, "out")
        with open(source, "wb") as file:
            file.write(given)
        run(["node", os.path.join(NPM, "compile.mjs"), kit.pyodide, source, made], folder)
        data = read_bytes(made, LARGEST)
    _keep(kept, data)
    return unpacked(data)


def _keep(path: str, data: bytes) -> None:
    """Keep what was translated in place of what was before; a cache that cannot be written is done without."""
    with suppress(GameFault, OSError):
        make_folder(os.path.dirname(path))
        for name in os.listdir(os.path.dirname(path)):
            if name.startswith("python-") and name.endswith(".pack"):
                os.remove(os.path.join(os.path.dirname(path), name))
        write_file(path, data, sync=False)


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Files as a ZIP, not made smaller: the page is, as a whole. Same files, same bytes."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_STORED) as packed:
        for name, data in files:
            packed.writestr(ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
    return out.getvalue()
