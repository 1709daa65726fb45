/**
 * Joins JavaScript modules, with Rollup: `node join.mjs PACKAGES page WEB OUT` or `node join.mjs PACKAGES script FILE OUT`.
 *
 * `page`: each request costs a start some 3 ms of processor time, so what the first board needs is one module,
 * `lib/page.js`, and the worker one with Pyodide's loader. The other modules stay as they are, each in a
 * file of its own that is fetched when it is asked for. Names, layout and comments stay: what is shipped can be read.
 *
 * `script`: a module without the functions and variables that nothing in it can reach.
 *
 * PACKAGES is the folder `node_modules` that holds Rollup, Pyodide and idb.
 */

import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [packages, kind, from, to] = process.argv.slice(2);
/** @type {typeof import('rollup')} */
const { rollup } = await import(pathToFileURL(join(packages, '@rollup/wasm-node/dist/es/rollup.js')).href);

/** @type {import('rollup').OutputOptions} */
const PLAIN = {
  format: 'es',
  importAttributesKey: 'with',
  minifyInternalExports: false,
  hoistTransitiveImports: false,
};

/**
 * In `lib/`, as are the modules in it that make addresses from their own (lazy.js, i18n.js, refetch.js): these addresses
 * mean the same joined and unjoined.
 */
const PAGE = 'lib/page';

/** Pyodide's loader, which asks for these only under Node. @param {string} id */
const external = (id) => id.startsWith('node:') || id === 'ws';

/** The packages that the page imports by name: their modules, and the chunk of each that is not a part of another. */
const PACKAGES = { pyodide: 'pyodide/pyodide.mjs', idb: 'idb/build/index.js' };
const IDB = resolve(packages, PACKAGES.idb);

/** @type {import('rollup').Plugin} */
const named = {
  name: 'named',
  resolveId: (id) => (Object.hasOwn(PACKAGES, id) ? resolve(packages, PACKAGES[/** @type {'idb'} */ (id)]) : null),
  // Its licence must come with each copy of it.
  transform: (code, id) =>
    (id === IDB ? `/*\n${readFileSync(resolve(packages, 'idb/LICENSE'), 'utf8')}*/\n` : '') +
    code.replace(/\n\/\/# sourceMappingURL=.*/, ''),
};

/**
 * Puts the statements of `main.js` into a block. Otherwise a `main.js` that was cut off between two statements would be
 * valid: half of it would run, and nobody would be told. Modules with exports need no block: their exports stand last.
 *
 * @type {import('rollup').Plugin}
 */
const wholeMain = {
  name: 'whole-main',
  renderChunk(code, { fileName }) {
    if (fileName !== 'main.js') return null;
    const imports = /^(?:import\b[^;]*;\n)*/.exec(code)?.[0] ?? '';
    return { code: `${imports}{\n${code.slice(imports.length)}}\n`, map: null };
  },
};

/**
 * A module and all that it imports, directly or not, but not what it imports once it runs.
 *
 * @param {string} id
 * @param {import('rollup').GetModuleInfo} about
 * @param {Set<string>} found
 */
function imported(id, about, found = new Set()) {
  if (found.has(id)) return found;
  found.add(id);
  for (const other of about(id)?.importedIds ?? []) imported(other, about, found);
  return found;
}

/** @param {string} web @param {string} out */
async function page(web, out) {
  const [main, worker] = ['main.js', 'engine/worker.js'].map((name) => resolve(web, name));
  const joined = await rollup({
    input: { main, 'engine/worker': worker },
    treeshake: false,
    external,
    plugins: [named, wholeMain],
  });
  await joined.write({
    ...PLAIN,
    dir: out,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    manualChunks: (id, { getModuleInfo }) => {
      if (id === main || imported(worker, getModuleInfo).has(id)) return null;
      if (id === IDB) return 'library/idb';
      return imported(main, getModuleInfo).has(id) ? PAGE : relative(web, id).replace(/\.js$/, '');
    },
  });
}

/** @param {string} file @param {string} out */
async function script(file, out) {
  const whole = await rollup({ input: resolve(file), external: () => true });
  await whole.write({ ...PLAIN, file: out });
}

await { page, script }[kind]?.(from, to);
