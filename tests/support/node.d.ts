/** What the tests (`*.test.ts`) use of Node: its own declarations would give the page globals that no browser has. */

declare module 'node:test' {
  export default function test(name: string, run: () => void | Promise<void>): void;
}

declare module 'node:fs' {
  export function readFileSync(path: URL, encoding: 'utf8'): string;
}

declare module 'node:process' {
  export const env: Record<string, string | undefined>;
}

declare module 'node:assert/strict' {
  export function ok(value: unknown, message?: string): asserts value;
  export function equal(actual: unknown, expected: unknown, message?: string): void;
  export function notEqual(actual: unknown, expected: unknown, message?: string): void;
  export function deepEqual(actual: unknown, expected: unknown, message?: string): void;
  export function match(text: string, pattern: RegExp, message?: string): void;
  export function throws(run: () => unknown, expected?: RegExp): void;
  export function rejects(promise: Promise<unknown>, expected?: RegExp | string): Promise<void>;
}
