/**
 * The small runtime and the whole one. Every visit loads the small one, in which the functions that no test has entered
 * are stubs: a stub traps before it does anything. Then the page starts the whole runtime instead (`client.ts`). It is
 * made of the small one and of what that lacks, which is fetched only then. The build makes both: `py/bundle/slim/stubs.py`.
 */

const TRAP = /\bunreachable\b/i; // how browsers call the trap of a stub; other traps and crashes are called otherwise

const UINT32_BYTES = 4;

/** Whether this is the trap of a stub. */
export const isStub = (error: unknown) =>
  'WebAssembly' in globalThis && error instanceof WebAssembly.RuntimeError && TRAP.test(error.message);

/**
 * The bytes of the whole runtime. `rest` is what the small one lacks: 32-bit numbers, the lowest byte first. The first
 * is the length of the whole; then, again and again, how many bytes to take from the small one, how many to leave out
 * there, and how many to add, which follow.
 */
export function whole(small: Uint8Array, rest: Uint8Array) {
  const view = new DataView(rest.buffer, rest.byteOffset, rest.byteLength);
  const number = (at: number) => view.getUint32(at, true);
  const made = new Uint8Array(number(0));
  let from = 0;
  let to = 0;
  for (let at = UINT32_BYTES; at < rest.length; ) {
    const [taken, left, added] = [0, 1, 2].map((nth) => number(at + nth * UINT32_BYTES));
    at += 3 * UINT32_BYTES;
    made.set(small.subarray(from, from + taken), to);
    made.set(rest.subarray(at, at + added), to + taken);
    from += taken + left;
    to += taken + added;
    at += added;
  }
  if (from !== small.length || to !== made.length) throw new Error('The parts of the runtime do not fit together.');
  return made;
}

/** The shortest WebAssembly module: its mark and its version. */
const EMPTY_MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/** Whether WebAssembly runs here. Lockdown Mode takes it away; a policy of a site or of an organisation forbids it. */
export function hasWebAssembly() {
  // The worker's file shares no module with the page's.
  try {
    return new WebAssembly.Module(EMPTY_MODULE) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}
