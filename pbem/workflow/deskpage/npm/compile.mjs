// Translates Python into the bytes that Python in a browser runs, by that very Python: node compile.mjs PYODIDE IN OUT
// IN and OUT are packs: a line of JSON with names and sizes, then all contents, one after the other.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, from, to] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: pyodide, env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
python.FS.writeFile("/in", new Uint8Array(readFileSync(from)));
python.runPython(`
import ast
import json
from importlib._bootstrap_external import _code_to_timestamp_pyc

with open("/in", "rb") as file:
    names = json.loads(file.readline())
    parts = [(name, file.read(size)) for name, size in names]

def bare(data):
    """The tree of a module without what only people read."""
    tree = ast.parse(data)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            if isinstance(body[0].value.value, str):
                body[:1] = [] if len(body) > 1 else [ast.copy_location(ast.Pass(), body[0])]
    return tree


made = []
for name, data in parts:
    if name.endswith(".py"):
        code = compile(bare(data), name, "exec", dont_inherit=True, optimize=0)
        name, data = name + "c", bytes(_code_to_timestamp_pyc(code))
    made.append((name, data))

with open("/out", "wb") as file:
    file.write(json.dumps([[name, len(data)] for name, data in made]).encode() + b"\\n")
    for _, data in made:
        file.write(data)
`);
writeFileSync(to, python.FS.readFile("/out"));
