/**
 * Takes the place of `engine/worker.js` where the rules are in Python itself: see `native.py`, which sends
 * `engine/requests.js` and `bridged.mjs` before it, in one file. It begins once it has been sent a file that is called as
 * the runtime is, so that a test can hold back either.
 */

const socket = new WebSocket(new URL('/-/rules', import.meta.url).href.replace('http', 'ws'));
const opened = new Promise((resolve) => {
  socket.onopen = resolve;
});
const loaded = fetch('/-/rules.wasm');
const rules = new BridgedWorker(JOBS, {
  say: (data) => postMessage(data),
  ask: (line) => socket.send(line),
  hand: (table) => socket.send(JSON.stringify({ table })),
});
socket.onmessage = ({ data }) => rules.answer(data);
socket.onclose = () => {
  throw new Error('The rules have ended.');
};
self.onmessage = async ({ data }) => {
  await Promise.all([opened, loaded]);
  rules.hear(data);
};
