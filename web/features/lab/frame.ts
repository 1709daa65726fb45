/**
 * The frame of the game lab. Somebody's Python runs in a worker of it. The page gives the frame scripts and nothing else: it
 * has an origin of its own, so there is no storage, no cookie and no page to reach, and its policy lets nothing be fetched.
 * A worker cannot go to another address either, and this script never does. The build puts it into `frame.html`.
 *
 * It tells the page `'open'`. Then the page sends `{ code }`, the worker's module, and from then on what is for the worker.
 */

import { startWorker } from '../../engine/start-worker.ts';

// The frame does not know the page's origin, which may be none, as for a page from a disk.
const tell = (message: unknown) => parent.postMessage(message, '*');

let worker: Worker | null = null;

addEventListener('message', ({ data, source }) => {
  if (source !== parent) return;
  if (worker) return worker.postMessage(data);
  worker = startWorker(URL.createObjectURL(new Blob([data.code], { type: 'text/javascript' })));
  worker.onmessage = (event) => tell(event.data);
  worker.onerror = (event) => {
    event.preventDefault();
    tell({ fallen: event.message });
  };
});

tell('open');
