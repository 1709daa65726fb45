/** A worker for somebody's Python, in a frame without any way out (`frame.ts`): for its owner, a worker like the others. */

import { count, fits, oneOf, type Shape, text } from '../../lib/shape.ts';

const OPEN_MS = 15_000; // a frame that has not begun after this time will not: the browser does not let it

/** The longest reply. A game of some hundred moves has a twentieth of that. */
const MAX_REPLY_CHARS = 4_000_000;

const isReply = (reply: unknown) => text(reply) && reply.length <= MAX_REPLY_CHARS;

/** What may come from the frame: a stranger's program may send anything. */
const MESSAGES: Shape[] = [
  { replies: [isReply] },
  { pong: oneOf(['idle', 'busy', 'held']) },
  { ready: oneOf([true]) },
  { failed: text },
  { fallen: text },
  { loaded: count },
];

export class Sandbox {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;
  private frame = document.createElement('iframe');
  private waiting: unknown[] | null; // what is for the worker, until the frame is open; then null
  private late: ReturnType<typeof setTimeout>;

  /** `address` is that of `frame.html`, `code` the worker's module. */
  constructor(address: string, code: string) {
    this.waiting = [{ code }];
    this.frame.setAttribute('sandbox', 'allow-scripts');
    this.frame.referrerPolicy = 'no-referrer';
    this.frame.hidden = true;
    this.frame.src = address;
    addEventListener('message', this.hear);
    document.body.append(this.frame);
    this.late = setTimeout(() => this.fall(''), OPEN_MS);
  }

  postMessage(message: unknown) {
    if (this.waiting) this.waiting.push(message);
    else this.frame.contentWindow?.postMessage(message, '*');
  }

  terminate() {
    clearTimeout(this.late);
    removeEventListener('message', this.hear);
    this.frame.remove();
  }

  private hear = ({ source, data }: MessageEvent) => {
    if (source !== this.frame.contentWindow || source === null) return;
    if (data === 'open' && this.waiting) {
      clearTimeout(this.late);
      const { waiting } = this;
      this.waiting = null;
      for (const message of waiting) this.postMessage(message);
    } else if (data?.fallen !== undefined) this.fall(String(data.fallen));
    else if (MESSAGES.some((shape) => fits(data, shape))) {
      const { replies, pong, ready, failed, loaded } = data;
      // Nothing else of it goes on, such as a part of the runtime that another worker would start with.
      this.onmessage?.({ data: { replies, pong, ready, failed, loaded } });
    }
  };

  private fall(message: string) {
    this.onerror?.({ message, preventDefault() {} });
  }
}
