// Questions to the program, which runs in a worker: the page never waits for it with its hands in its lap.

const embedded = (id) => document.getElementById(id).textContent;

async function workerAddress() {
  const binary = Uint8Array.from(atob(embedded("worker")), (sign) => sign.charCodeAt(0));
  const text = new Response(new Blob([binary]).stream().pipeThrough(new DecompressionStream("gzip")));
  return URL.createObjectURL(new Blob([await text.blob()], { type: "text/javascript" }));
}

export class Fault extends Error {
  constructor(said) {
    super(said.message);
    this.hint = said.hint || "";
    this.code = said.code || "";
  }
}

export class Engine {
  constructor(onState) {
    this.onState = onState;
    this.waiting = new Map();
    this.queue = [];
    this.busy = false;
    this.number = 0;
  }

  async start() {
    const worker = new Worker(await workerAddress());
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = (event) => this.onState("fault", event.message || "the worker could not be started");
    const parts = {};
    for (const name of ["wasm", "stdlib", "pbem"]) {
      parts[name] = embedded(name);
      document.getElementById(name).remove();
    }
    worker.postMessage({ parts });
    this.worker = worker;
    this.next();
  }

  hear(data) {
    if (data.at) {
      this.onState(data.at, data.text || "");
      return;
    }
    const { resolve, reject } = this.waiting.get(data.id);
    this.waiting.delete(data.id);
    this.busy = false;
    if (data.broken) reject(new Fault({ message: data.broken }));
    else {
      const found = JSON.parse(data.answer);
      if (found.fault) reject(new Fault(found.fault));
      else resolve(found.value);
    }
    this.next();
  }

  // Ask; a later question of the same kind takes the place of one that still waits, which is answered with null.
  ask(ask, given = {}, kind = "") {
    return new Promise((resolve, reject) => {
      if (kind) {
        const old = this.queue.findIndex((row) => row.kind === kind);
        if (old >= 0) this.queue.splice(old, 1)[0].resolve(null);
      }
      this.queue.push({ kind, question: JSON.stringify({ ask, ...given }), resolve, reject });
      this.next();
    });
  }

  next() {
    if (this.busy || !this.worker || !this.queue.length) return;
    const { question, resolve, reject } = this.queue.shift();
    const id = ++this.number;
    this.busy = true;
    this.waiting.set(id, { resolve, reject });
    this.worker.postMessage({ id, question });
  }
}
