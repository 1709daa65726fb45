/**
 * Python as the browser has it, under Node: `node run.mjs CONFIG [-m MODULE | -c CODE | FILE] [ARGUMENT…]`.
 *
 * CONFIG is JSON: `runtime`, the folder that holds `pyodide.mjs`; `joinable`, the page's module that lets a split runtime
 * have its rest, and `whole`, whether the rest joins at once; `library`, the standard library to start with
 * (the runtime's own where it is left out); `mounts`, folders of this machine by the place where Python sees them;
 * `path`, what to put on `sys.path`, first things first; `after`, what to append to it; `env`, the environment.
 * Exits as the program does.
 */

import { readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { pathToFileURL } from 'node:url';

/**
 * @typedef {object} Config
 * @property {string} runtime
 * @property {string} [joinable]
 * @property {boolean} [whole]
 * @property {string} [library]
 * @property {Record<string, string>} [mounts]
 * @property {string[]} [path]
 * @property {string[]} [after]
 * @property {Record<string, string>} [env]
 */

/** Runs a program as `python` would and returns its exit status. */
const LAUNCH = `
def launch(path, after, arguments):
    import sys
    sys.path[:0] = path
    sys.path += after
    kind, *rest = arguments
    try:
        if kind == "-m":
            import runpy
            sys.argv = rest
            runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
        elif kind == "-c":
            sys.argv = ["-c", *rest[1:]]
            exec(compile(rest[0], "<string>", "exec"), {"__name__": "__main__"})
        else:
            sys.argv = arguments
            with open(kind) as file:
                exec(compile(file.read(), kind, "exec"), {"__name__": "__main__", "__file__": kind})
    except SystemExit as exit:
        if exit.code is None or isinstance(exit.code, int):
            return exit.code or 0
        print(exit.code, file=sys.stderr)
        return 1
    except BaseException:
        import traceback
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0
launch
`;

const STDIN = 0;
const LONGEST_PAUSE_MS = 8;

/**
 * Reads standard input, and waits in the system where it is empty. The runtime's own way asks for `process.stdin`, by
 * which Node has a pipe answer at once instead of wait; then it sleeps 100 ms whenever the pipe is empty. A pipe that is
 * like that already is asked again after 1, 2, 4, 8, 8 … ms.
 *
 * @param {Uint8Array} buffer
 * @returns {number} how many bytes were read, 0 at the end
 */
function read(buffer) {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (let pause = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return readSync(STDIN, buffer);
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === 'EOF') return 0; // how Windows says it
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(clock, 0, 0, pause);
    }
  }
}

/**
 * Lets the instances of a split runtime have its rest, as `web/engine/worker.ts` does.
 *
 * @param {string} runtime
 * @param {string} module
 * @param {boolean} whole
 */
async function splitRuntime(runtime, module, whole) {
  const { joinable } = await import(pathToFileURL(module).href);
  const rest = () => {
    if (process.env.SALTUS_JOINS) console.error('The rest of the runtime joins.');
    return new WebAssembly.Module(readFileSync(join(runtime, 'rest.wasm')));
  };
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = /** @type {any} */ (
    async (/** @type {BufferSource} */ source, /** @type {WebAssembly.Imports} */ imports) => {
      const { module, instance } = await instantiate(source, imports);
      return { module, instance: { exports: joinable(instance, imports, rest, whole) } };
    }
  );
}

/**
 * @param {Config} config
 * @param {string[]} program
 * @returns {Promise<number>} the exit status
 */
async function main(
  { runtime, joinable, whole = false, library, mounts = {}, path = [], after = [], env = {} },
  program,
) {
  if (joinable) await splitRuntime(runtime, joinable, whole);
  const { loadPyodide } = await import(pathToFileURL(join(runtime, 'pyodide.mjs')).href);
  const lock = JSON.parse(readFileSync(join(runtime, 'pyodide-lock.json'), 'utf8'));
  const python = await loadPyodide({
    indexURL: runtime,
    ...(library && { stdLibURL: library }),
    lockFileContents: { info: lock.info, packages: {} },
    env: { PYTHONDONTWRITEBYTECODE: '1', PYTHONINSPECT: '', ...env },
    stdin: () => null, // until it is set below: else the runtime asks for `process.stdin`
  });
  python.setStdin({ read, isatty: isatty(STDIN) });
  for (const [guest, host] of Object.entries(mounts)) python.mountNodeFS(guest, host);
  const launch = python.runPython(LAUNCH);
  return launch(python.toPy(path), python.toPy(after), python.toPy(program));
}

const [config, ...program] = process.argv.slice(2);
try {
  process.exitCode = await main(JSON.parse(config), program);
} catch (error) {
  console.error(error); // left to itself, Node would quote the runtime's one line of a megabyte
  process.exitCode = 1;
}
