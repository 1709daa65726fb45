import type { Sentence } from '../protocol.d.ts';

type Details = {
  code: string;
  message: string;
  said?: Sentence | null;
  rule?: string;
  squares?: string[];
  line?: number;
};

/** What a request fails with that the rules refuse, or that they did not get: what the bridge says of it. */
export class EngineError extends Error {
  code: string;
  details: Details;

  constructor(details: Details) {
    super(details.message);
    this.name = 'EngineError';
    this.code = details.code;
    this.details = details;
  }
}
