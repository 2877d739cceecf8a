// The worker: Python with the program in it. It is given the parts of the page, and then questions, one at a time.
import "./plain.js";
import { loadPyodide } from "pyodide-folder/pyodide.mjs";
import createPyodideModule from "pyodide-folder/pyodide.asm.mjs";

const NOWHERE = "https://desk.invalid/"; // Pyodide wants addresses; nothing is ever fetched from one

function bytesOf(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

function unzipped(text) {
  return new Response(new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("gzip")));
}

// What Pyodide would fetch is in the page already.
function serve(parts) {
  self.fetch = async (address) => {
    const name = String(address).slice(NOWHERE.length);
    if (name === "pyodide.asm.wasm") {
      return new Response(unzipped(parts.wasm).body, { headers: { "content-type": "application/wasm" } });
    }
    if (name === "python_stdlib.zip") return unzipped(parts.stdlib);
    throw new TypeError("nothing is fetched: " + name);
  };
}

// A pack is a line of JSON with names and sizes, and then all files.
function unpack(python, bytes, top) {
  const end = bytes.indexOf(10);
  const names = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  const made = new Set();
  let at = end + 1;
  for (const [name, size] of names) {
    const path = top + "/" + name;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) python.FS.mkdirTree(folder);
    made.add(folder);
    python.FS.writeFile(path, bytes.subarray(at, at + size));
    at += size;
  }
}

async function begin(parts) {
  serve(parts);
  const pack = unzipped(parts.pbem).arrayBuffer();
  const python = await loadPyodide({
    indexURL: NOWHERE,
    createPyodideModule,
    stdLibURL: NOWHERE + "python_stdlib.zip",
    lockFileContents: { info: { abi_version: "2026_0", arch: "wasm32" }, packages: {} },
    env: { HOME: "/home/desk", PYTHONHASHSEED: "0" },
    checkAPIVersion: false,
  });
  self.postMessage({ at: "python" });
  unpack(python, new Uint8Array(await pack), "/program");
  const desk = python.runPython("import sys\nsys.path.insert(0, '/program')\nimport pbem.workflow.deskpage.bridge\npbem.workflow.deskpage.bridge.begun('/home/desk/game')");
  return (question) => desk.answer(question);
}

let ready = null;

self.onmessage = async ({ data }) => {
  if (data.parts) {
    ready = begin(data.parts);
    try {
      await ready;
      self.postMessage({ at: "program" });
    } catch (fault) {
      self.postMessage({ at: "fault", text: String(fault) });
    }
    return;
  }
  const answer = await ready;
  try {
    self.postMessage({ id: data.id, answer: answer(data.question) });
  } catch (fault) {
    self.postMessage({ id: data.id, broken: String(fault).split("\n").slice(-2).join(" ").trim() });
  }
};
