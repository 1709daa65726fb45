/**
 * The rest of the runtime. Every visit loads a small module, which has the functions that the build has counted as entered.
 * Where one of them would call another function, a stub calls the host, which has the rest join, and goes on there: see
 * `py/bundle/slim/stubs.py`. The rest is an instance of its own that shares the memory, the tables and whatever else
 * changes with the small one. This file is used under Node, too (`py/bundle/run.mjs`).
 */

const SHARED = '~'; // how the names begin by which the small module exports what both share
const FUNCTIONS = '~1.0'; // the table of functions. Its last slot is the host's

/**
 * A module that exports the function that it imports. Only functions of WebAssembly can stand in a table.
 * `(module (import "a" "b" (func)) (export "c" (func 0)))`
 */
const EXPORTER = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 4, 1, 0x60, 0, 0], // a type: () -> ()
  ...[2, 7, 1, 1, 97, 1, 98, 0, 0],
  ...[7, 5, 1, 1, 99, 0, 0],
);

const inTable = (run: () => unknown) => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(EXPORTER), { a: { b: () => void run() } });
  return exports.c;
};

/**
 * Prepares an instance of the small module, and returns the exports that its script is to see. `rest` returns the module of
 * the rest, when the first stub is called; whatever it throws ends that call. With `now` the rest joins at once, and no
 * stub is ever called from outside. A module that was not split has no stubs: its exports are returned as they are.
 */
export function joinable(
  { exports }: WebAssembly.Instance,
  imports: WebAssembly.Imports,
  rest: () => WebAssembly.Module,
  now: boolean,
): WebAssembly.Exports {
  const table = exports[FUNCTIONS] as WebAssembly.Table | undefined;
  if (!table) return exports;
  let joined: WebAssembly.Instance | null = null;
  const join = () => {
    joined ??= new WebAssembly.Instance(rest(), { ...imports, '': exports });
    return joined.exports;
  };
  table.set(table.length - 1, inTable(join));
  const own = Object.entries(exports).filter(([name]) => !name.startsWith(SHARED));
  return { ...Object.fromEntries(own), ...(now && join()) };
}
