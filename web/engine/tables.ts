/** The data tables that the page has fetched: tablebases, opening books and puzzles. */

import { pending } from '../lib/pending.ts';
import type { Assets } from './handle.ts';

const STALL_SECONDS = 20; // a table's download is aborted after this many seconds without a byte

export class Tables {
  assets: Assets;
  hand: (key: string, bytes: ArrayBuffer) => void; // gives the rules a table that has arrived
  bytes: Map<string, ArrayBuffer> = new Map(); // the bytes of each by its name
  downloads: Map<string, Promise<boolean>> = new Map(); // those that have not failed, by name: one of each table
  missed: Set<string> = new Set(); // those whose last download failed

  constructor(assets: Assets, hand: (key: string, bytes: ArrayBuffer) => void) {
    this.assets = assets;
    this.hand = hand;
  }

  /**
   * Fetches a table, if there is one of this name, or waits while another call does so. Resolves, once the rules have
   * it, to whether this call has fetched it. After a failure the rules work without it, and this may be called again.
   */
  async supply(key: string): Promise<boolean> {
    if (!this.assets.tables[key]) return false;
    const other = this.downloads.get(key);
    if (other) return other.then(() => false);
    const own = pending('file', this.fetch(key));
    this.downloads.set(key, own);
    return own;
  }

  /** Resolves to whether it has arrived. */
  private async fetch(key: string) {
    const address = this.assets.tables[key];
    try {
      // After a failure, bypass the browser's cache: it may hold a damaged file.
      const bytes = await download(address, this.missed.has(key) ? 'reload' : 'default');
      if (bytes.byteLength !== this.assets.bytes[key]) throw new Error(`${address} is not what it should be`);
      this.bytes.set(key, bytes);
      this.missed.delete(key);
      this.hand(key, bytes);
      return true;
    } catch {
      this.downloads.delete(key);
      this.missed.add(key);
      return false;
    }
  }

  /** Fetches the tables again and ignores the result: a new service worker stores what passes through it. */
  pass() {
    for (const key of this.downloads.keys()) fetch(this.assets.tables[key]).catch(() => {});
  }
}

/** The bytes at an address. Rejects if none arrive for `STALL_SECONDS`. */
async function download(address: string, cache: RequestCache) {
  const stalled = new AbortController();
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => stalled.abort(), STALL_SECONDS * 1000);
  };
  wait(); // in the end for nothing: a download that is over cannot be stopped any more
  const response = await fetch(address, { cache, signal: stalled.signal });
  if (!response.ok || !response.body) throw new Error(`${address} could not be loaded (${response.status})`);
  const transform = (part: unknown, next: TransformStreamDefaultController) => {
    wait();
    next.enqueue(part);
  };
  const watched = response.body.pipeThrough(new TransformStream({ transform }));
  return new Response(watched).arrayBuffer();
}
