"""A stranger's program that has left Python: what it could do at most is to run as a script in its worker."""

from bundle import site

PROGRAM = """const tries = {
  fetch: () => fetch('ADDRESS'),
  request: () => new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.onload = done;
    request.onerror = fail;
    request.open('GET', 'ADDRESS');
    request.send();
  }),
  socket: () => new Promise((done, fail) => {
    const socket = new WebSocket('ADDRESS'.replace('http', 'ws'));
    socket.onopen = done;
    socket.onerror = fail;
  }),
  events: () => new Promise((done, fail) => {
    const source = new EventSource('ADDRESS');
    source.onopen = done;
    source.onerror = fail;
  }),
  script: () => importScripts('ADDRESS'),
  module: () => import('ADDRESS'),
  worker: () => new Promise((done, fail) => {
    const worker = new Worker('ADDRESS');
    worker.onmessage = done;
    worker.onerror = fail;
  }),
  database: () => new Promise((done, fail) => {
    const opened = indexedDB.open('x');
    opened.onsuccess = done;
    opened.onerror = fail;
  }),
  // WebKit gives such a worker caches of its own; those of the page it must not see.
  caches: async () => {
    if (!(await caches.keys()).length) throw new Error('none');
  },
  storage: () => navigator.storage.getDirectory(),
};
const came = [];
for (const [name, attempt] of Object.entries(tries)) {
  try {
    await attempt();
    came.push(name);
  } catch {}
}
postMessage({ failed: 'came through: ' + came.join() });
"""
"""Tries all ways to an address and to what a browser keeps, and tells which came through."""

ATTACK = """
const [frame, code] = arguments;
caches.open('of the page');
const made = document.createElement('iframe');
made.setAttribute('sandbox', 'allow-scripts');
made.src = frame;
const { port1, port2 } = new MessageChannel();
port1.onmessage = ({ data }) => {
  if (data.failed) document.documentElement.dataset.came = data.failed.split(': ')[1];
};
made.onload = () => made.contentWindow.postMessage(code, '*', [port2]);
document.body.append(made);
"""
"""The body of a function for the page: has the program run in the lab's frame, and writes down what came through."""


def attack(address: str) -> list[str]:
    """What `ATTACK` is called with: the lab's frame, and the program, which is after `address`."""
    (frame,) = (path.relative_to(site.DIST).as_posix() for path in site.DIST.glob("assets/lab-*/frame.html"))
    return [frame, PROGRAM.replace("ADDRESS", address)]
