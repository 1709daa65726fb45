/** Tests how the whole runtime is made, and that the trap of a stub is told apart from other errors. */

import { deepEqual, equal, rejects } from 'node:assert/strict';
import test from 'node:test';
import { isStub, whole } from './whole.ts';

const words = (...numbers: number[]) => [...new Uint8Array(new Uint32Array(numbers).buffer)];

test('The whole runtime has what is taken from the small one and what is added', () => {
  const small = Uint8Array.of(1, 2, 3, 4, 5, 6);
  const rest = Uint8Array.from([...words(8), ...words(2, 1, 3), 7, 8, 9, ...words(0, 1, 1), 10, ...words(2, 0, 0)]);
  deepEqual([...whole(small, rest)], [1, 2, 7, 8, 9, 10, 5, 6]);
});

test('Parts that do not belong together are refused', async () => {
  const rest = Uint8Array.from([...words(4), ...words(2, 0, 0)]);
  for (const small of [Uint8Array.of(1, 2), Uint8Array.of(1, 2, 3, 4)]) {
    await rejects(
      Promise.resolve().then(() => whole(small, rest)),
      /do not fit/,
    );
  }
});

/**
 * What a function with this body throws. The module has a memory of one page and a table of one element, which is empty.
 *
 * @param body its instructions
 */
function thrown(body: number[]) {
  const code = [0, ...body, 0x0b];
  const bytes = [
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    [1, 4, 1, 0x60, 0, 0],
    [3, 2, 1, 0],
    [4, 4, 1, 0x70, 0, 1],
    [5, 3, 1, 0, 1],
    [7, 5, 1, 1, 0x66, 0, 0],
    [10, code.length + 2, 1, code.length, ...code],
  ].flat();
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bytes)));
  try {
    (exports.f as () => void)();
  } catch (error) {
    return error;
  }
  return null;
}

test('The trap of a stub is known', () => {
  equal(isStub(thrown([0x00])), true);
});

test('Other traps and errors are none of a stub', () => {
  const others = {
    'outside of memory': thrown([0x41, 0x7f, 0x28, 0, 0, 0x1a]),
    'division by zero': thrown([0x41, 1, 0x41, 0, 0x6d, 0x1a]),
    'call of nothing': thrown([0x41, 0, 0x11, 0, 0]),
    'endless recursion': thrown([0x10, 0]),
    'out of memory': new RangeError('WebAssembly.Memory(): could not allocate memory'),
    'ended by the program': new WebAssembly.RuntimeError('Aborted(OOM)'),
    'a network that is unreachable': new TypeError('The network is unreachable'),
    nothing: undefined,
  };
  for (const [name, error] of Object.entries(others)) {
    if (name !== 'nothing') equal(error instanceof Error, true, name);
    equal(isStub(error), false, name);
  }
});
