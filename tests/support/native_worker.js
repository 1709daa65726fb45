/**
 * Takes the place of `engine/worker.js` where the rules are in Python itself: see `native.py`, which sends
 * `engine/requests.js` and `bridged.mjs` before it, in one file.
 */

const socket = new WebSocket(new URL('/-/rules', import.meta.url).href.replace('http', 'ws'));
const opened = new Promise((resolve) => {
  socket.onopen = resolve;
});
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
  await opened;
  rules.hear(data);
};
