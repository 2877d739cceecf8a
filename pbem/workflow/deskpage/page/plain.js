// Pyodide wants to be a module, and browsers start no worker that is one from a file on a disk. It takes a worker that
// cannot import scripts for one.
self.importScripts = undefined;
