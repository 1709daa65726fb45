/** What a request fails with that the rules refuse, or that they did not get. */

import type { Sentence } from '../protocol.d.ts';

/** A refusal or a failure, with the bridge's `code`, and `rule`, `squares`, `line` or `column` where it gives them. */
export class EngineError extends Error {
  code: string;
  details: { code: string; message: string; said?: Sentence | null; rule?: string; squares?: string[] };

  constructor(error: { code: string; message: string; said?: Sentence | null; rule?: string; squares?: string[] }) {
    super(error.message);
    this.name = 'EngineError';
    this.code = error.code;
    this.details = error;
  }
}
