/**
 * The frame of the game lab. Somebody's Python runs in a worker of it. The page gives the frame scripts and nothing else: it
 * has an origin of its own, so there is no storage, no cookie and no page to reach, and its policy lets nothing be fetched.
 * A worker cannot go to another address either, and this script never does. The build puts it into `frame.html`.
 *
 * The page sends it the worker's module, with a port. It answers there with `'open'`, and from then on passes on what the
 * page and the worker send each other.
 */

import { startWorker } from '../../engine/start-worker.ts';

self.onmessage = ({ data: code, source, ports: [port] }) => {
  if (source !== parent) return;
  self.onmessage = null;
  const worker = startWorker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  port.onmessage = ({ data }) => worker.postMessage(data);
  worker.onmessage = ({ data }) => port.postMessage(data);
  worker.onerror = (event) => {
    event.preventDefault();
    port.postMessage({ fallen: event.message });
  };
  port.postMessage('open');
};
