/** A worker for somebody's Python, in a frame without any way out (`frame.ts`): for its owner, a worker like the others. */

import { count, fits, oneOf, type Shape, text } from '../../lib/shape.ts';

const OPEN_MS = 15_000; // a frame that has not begun after this time will not: the browser does not let it

/** The longest reply. A game of some hundred moves has a twentieth of that. */
const MAX_REPLY_CHARS = 4_000_000;

/** What may come from the frame: a stranger's program may send anything. */
const MESSAGE: Shape = {
  'replies?': [(reply: unknown) => text(reply) && reply.length <= MAX_REPLY_CHARS],
  'pong?': oneOf(['idle', 'busy', 'held']),
  'ready?': oneOf([true]),
  'failed?': text,
  'fallen?': text,
  'loaded?': count,
};

export class Sandbox {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;
  private frame = document.createElement('iframe');
  private channel = new MessageChannel(); // what is sent before the frame has its end waits there
  private late = setTimeout(() => this.fall(''), OPEN_MS);

  /** `address` is that of `frame.html`, `code` the worker's module. */
  constructor(address: string, code: ArrayBuffer) {
    const { frame, channel } = this;
    channel.port1.onmessage = ({ data }) => this.hear(data);
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.referrerPolicy = 'no-referrer';
    frame.hidden = true;
    frame.src = address;
    frame.addEventListener('load', () => frame.contentWindow?.postMessage(code, '*', [channel.port2]), {
      once: true,
    });
    document.body.append(frame);
  }

  postMessage(message: unknown) {
    this.channel.port1.postMessage(message);
  }

  terminate() {
    clearTimeout(this.late);
    this.channel.port1.close();
    this.frame.remove();
  }

  private hear(data: unknown) {
    if (data === 'open') return clearTimeout(this.late);
    if (!fits<Record<string, any>>(data, MESSAGE)) return;
    const { fallen, replies, pong, ready, failed, loaded } = data;
    if (fallen !== undefined) return this.fall(fallen);
    // Nothing else of it goes on, such as a part of the runtime that another worker would start with.
    this.onmessage?.({ data: { replies, pong, ready, failed, loaded } });
  }

  private fall(message: string) {
    this.onerror?.({ message, preventDefault() {} });
  }
}
