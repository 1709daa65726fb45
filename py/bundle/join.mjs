/**
 * Joins modules with Rollup, and strips types and comments with esbuild: `node join.mjs PACKAGES KIND FROM OUT`, where
 * KIND is one of these.
 *
 * `page`: each request costs a start some 3 ms of processor time, so what the first board needs is one module,
 * `lib/page.js`; what then stands around it is another, `shell.js`; and the worker is one with Pyodide's loader. A module
 * that is imported as the page runs is a file with all that it alone needs; what several of them need is one file for
 * each folder, `shared.js`. What files name of each other keeps its name; all other names are short, and the source maps
 * have the sources, with their comments.
 *
 * `classic`: a module and what it imports as one script that is no module, for the page itself.
 *
 * `script`: a module without the functions and variables that nothing in it can reach.
 *
 * `minify`: a module with short names for what it keeps to itself.
 *
 * `widget`: a module and what it imports in one file, without what it never reaches.
 *
 * `each`: every module of the folder FROM by itself, without its types, where Node or a page without the rest imports it.
 *
 * `strip`: the style sheets of the folder FROM that follow it, without comments, and its scripts, as short as those of
 * `page`; they are replaced.
 *
 * PACKAGES is the folder `node_modules` that holds esbuild, Rollup, Pyodide and what the page imports by name.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [packages, kind, ...given] = process.argv.slice(2);
/** @type {typeof import('rollup')} */
const { rollup } = await import(pathToFileURL(join(packages, '@rollup/wasm-node/dist/es/rollup.js')).href);
/** @type {typeof import('esbuild')} */
const { default: esbuild } = await import(pathToFileURL(join(packages, 'esbuild/lib/main.js')).href);

/** @type {import('rollup').OutputOptions} */
const PLAIN = {
  format: 'es',
  importAttributesKey: 'with',
  minifyInternalExports: false,
  hoistTransitiveImports: false,
};

/**
 * In `lib/`, as are the modules in it that make addresses from their own (lazy, i18n): these addresses mean
 * the same joined and unjoined.
 */
const PAGE = 'lib/page';

/** What stands around the board, which is fetched once the first board is drawn, and what it imports beside. */
const SHELL = 'shell';

/** The name, in each folder, of what several of the modules that are fetched later need. */
const SHARED = 'shared';

/** Pyodide's loader, which asks for these only under Node. @param {string} id */
const external = (id) => id.startsWith('node:') || id === 'ws';

/** The packages that the page imports by name, and the main module of each. @type {Record<string, string>} */
const PACKAGES = {
  pyodide: 'pyodide/pyodide.mjs',
  idb: 'idb/build/index.js',
  'lit-html': 'lit-html/lit-html.js',
  uqr: 'uqr/dist/index.mjs',
};

/** @type {import('rollup').Plugin} */
const named = {
  name: 'named',
  resolveId: (id) =>
    Object.hasOwn(PACKAGES, id) || id.startsWith('lit-html/') ? resolve(packages, PACKAGES[id] ?? id) : null,
};

/**
 * The packages that are chunks of their own, as far as neither the board nor what stands around it needs them.
 *
 * @type {Record<string, string>}
 */
const CHUNKS = { idb: 'store/idb', 'lit-html': 'lib/lit-html', uqr: 'lib/uqr' };

/** The name of the package that a module belongs to; undefined for one of the page's own. @param {string} id */
const packageOf = (id) =>
  id.startsWith(resolve(packages)) ? relative(resolve(packages), id).split(/[\\/]/)[0] : undefined;

/** The licences that must come with each copy of a package, by its main module. */
const LICENCES = new Map(
  ['idb', 'lit-html', 'uqr'].map((name) => [resolve(packages, PACKAGES[name]), join(packages, name, 'LICENSE')]),
);

/** From what a chunk is made. @param {string} name */
function sourcesOf(name) {
  if (name === PAGE) return 'main.ts and what it imports';
  if (name === SHELL) return 'shell.ts and what it imports';
  return basename(name) === SHARED ? `${dirname(name)}/` : `${name}.ts`;
}

/** How a module is called once it has no types. @param {string} path */
const untyped = (path) => path.replace(/\.ts$/, '.js');

/** The first line of what is shipped. @param {string} source its path below web/ */
const origin = (source) => `Made from web/${source} of Saltus, where its comments are.`;

/** By the end of a file's name, what esbuild takes it for. @type {Record<string, import('esbuild').Loader>} */
const LOADERS = { '.css': 'css', '.ts': 'ts' };

/**
 * A script or a style sheet without comments and types, and its source map.
 *
 * @param {string} code
 * @param {string} path
 * @param {import('esbuild').TransformOptions} how
 */
const stripped = (code, path, how = {}) =>
  esbuild.transform(code, {
    ...how,
    loader: LOADERS[extname(path)] ?? 'js',
    // Types alone go: an import that brings a value stays, even where it is not used.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    target: 'esnext',
    charset: 'utf8',
    legalComments: 'inline',
    sourcemap: true,
    sourcefile: path,
  });

/**
 * A script with short names for what it keeps to itself, and its source map.
 *
 * @param {string} code
 * @param {import('esbuild').TransformOptions} how
 */
const shortened = (code, how = {}) =>
  esbuild.transform(code, {
    minify: true,
    charset: 'utf8',
    target: 'esnext',
    legalComments: 'inline',
    sourcemap: true,
    ...how,
  });

/** The line in which a script names its source map. */
const MAPPING = /\n\/\/# sourceMappingURL=.*/;

/** What each module of lit-html says of its licence. */
const NOTICE = /\/\*\*\n \* @license\n[\s\S]*?\*\//;

/** @type {import('rollup').Plugin} */
const withoutComments = {
  name: 'without-comments',
  async transform(code, id) {
    const file = LICENCES.get(id);
    const licence = file ? `/*!\n${readFileSync(file, 'utf8')}*/\n` : '';
    // It has no comments, and is shorter than this would print it.
    if (packageOf(id) === 'lit-html') {
      return { code: licence + code.replace(MAPPING, '').replace(NOTICE, ''), map: { mappings: '' } };
    }
    return stripped(licence + code.replace(MAPPING, ''), id);
  },
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
    const head = /^(?:\/\/.*\n)?(?:import\b[^;]*;\n)*/.exec(code)?.[0] ?? '';
    const before = head.split('\n').length - 1;
    const whole = `${head}{\n${code.slice(head.length)}}\n`;
    // Each line is the same line of the code, and the block's first line none. In source maps a line is `AACA`: the next.
    const lines = whole.split('\n').map((_, nth) => (nth === before ? '' : nth ? 'AACA' : 'AAAA'));
    return { code: whole, map: { mappings: lines.join(';') } };
  },
};

/** The folder of a package at the beginning of a path within PACKAGES; it may be in that of a scope. */
const FOLDER = /^(?:@[^\\/]+[\\/])?[^\\/]+/;

/** Finds the main module of a package where its own description has it. @type {import('rollup').Plugin} */
const described = {
  name: 'described',
  resolveId(id) {
    if (/^[./]/.test(id) || isAbsolute(id)) return null;
    const { exports } = JSON.parse(readFileSync(join(packages, id, 'package.json'), 'utf8'));
    return resolve(packages, id, exports.import);
  },
};

/** The licences of packages, each text once. @param {string[]} ids the files taken of them */
function licences(ids) {
  const folders = ids.map((id) => FOLDER.exec(relative(packages, id))?.[0] ?? '');
  const texts = new Set(folders.map((folder) => readFileSync(join(packages, folder, 'LICENSE'), 'utf8')));
  return `/*!\n${[...texts].join('\n')}*/`;
}

/**
 * Takes CodeMirror into the module that uses it, as far as it does: a tenth less. Everything else is kept whole.
 *
 * @type {(editor: string) => import('rollup').Plugin}
 */
const cut = (editor) => ({
  name: 'cut',
  async load(id) {
    if (id !== editor) return null;
    const own = (/** @type {string} */ one) => one.startsWith('.');
    const joined = await rollup({ input: id, external: own, plugins: [described, withoutComments] });
    const { output } = await joined.generate({
      ...PLAIN,
      file: untyped(id),
      sourcemap: true,
      banner: ({ moduleIds }) => licences(moduleIds.filter(packageOf)),
    });
    return { code: output[0].code, map: output[0].map };
  },
});

/**
 * Gives short names to what no other file names, and takes out all blanks. The source map has both. The first line stays:
 * it says of what the script is made.
 *
 * @type {(how?: import('esbuild').TransformOptions) => import('rollup').Plugin}
 */
const minified = (how = {}) => ({
  name: 'minified',
  async renderChunk(code) {
    const [head] = /^\/\/ Made .*\n|/.exec(code) ?? [''];
    // In its place an empty line, or the map's lines were others.
    const short = await shortened(head ? `\n${code.slice(head.length)}` : code, how);
    const { mappings, ...rest } = JSON.parse(short.map);
    return { code: head + short.code, map: { ...rest, mappings: head ? `;${mappings}` : mappings } };
  },
});

/**
 * Writes onto what `import()` returns which module it is: `lazy` asks for that one again if it fails.
 *
 * @type {(web: string) => import('rollup').Plugin}
 */
const addressed = (web) => ({
  name: 'addressed',
  renderDynamicImport({ targetModuleId }) {
    if (!targetModuleId?.startsWith(resolve(web))) return null;
    const path = untyped(relative(web, targetModuleId));
    return { left: 'Object.assign(import(', right: `), { path: '${path}' })` };
  },
});

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

/**
 * The modules that are imported as the page runs, and import this one, directly or not.
 *
 * @param {string} id
 * @param {import('rollup').GetModuleInfo} about
 * @param {Set<string>} seen
 * @returns {string[]}
 */
function starts(id, about, seen = new Set()) {
  if (seen.has(id)) return [];
  seen.add(id);
  const { importers = [], dynamicImporters = [] } = about(id) ?? {};
  return [...(dynamicImporters.length ? [id] : []), ...importers.flatMap((other) => starts(other, about, seen))];
}

/**
 * The folder that a module is in, whole: if its parts were files of their own, they could import each other in a circle.
 *
 * @param {string} path below web/
 */
function layer(path) {
  const [first, second] = path.split(/[\\/]/);
  return first === 'features' ? join(first, second) : first;
}

/** How the source map calls a module: as the repository or npm has it. @param {string} path @param {string} web */
const namedSource = (path, web) =>
  path.startsWith(resolve(web)) ? `web/${relative(web, path)}` : relative(resolve(packages), path);

/** @param {string} web @param {string} out */
async function page(web, out) {
  const [main, shell, worker, editor] = ['main.ts', 'shell.ts', 'engine/worker.ts', 'features/lab/editor.ts'].map(
    (name) => resolve(web, name),
  );
  const joined = await rollup({
    input: { main, 'engine/worker': worker },
    treeshake: false,
    external,
    plugins: [named, cut(editor), withoutComments, addressed(web), wholeMain, minified({ format: 'esm' })],
  });
  await joined.write({
    ...PLAIN,
    dir: out,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    banner: ({ name }) => `// ${origin(sourcesOf(name))}`,
    sourcemap: true,
    sourcemapPathTransform: (source, map) => namedSource(resolve(dirname(map), source), web),
    manualChunks: (id, { getModuleInfo }) => {
      if (id === main || imported(worker, getModuleInfo).has(id)) return null;
      if (imported(main, getModuleInfo).has(id)) return PAGE;
      if (imported(shell, getModuleInfo).has(id)) return SHELL;
      const chunk = CHUNKS[packageOf(id) ?? ''];
      if (chunk) return chunk;
      const wanted = getModuleInfo(id)?.dynamicImporters.length ? [id] : starts(id, getModuleInfo);
      const [first, ...more] = wanted.map((one) => relative(web, one).replace(/\.ts$/, ''));
      return more.length ? join(layer(relative(web, id)), SHARED) : first;
    },
  });
}

/** @param {string} web @param {string} name @param {string} out */
async function classic(web, name, out) {
  const whole = await rollup({ input: resolve(web, name), plugins: [named, withoutComments, minified()] });
  await whole.write({
    ...PLAIN,
    format: 'iife',
    file: out,
    sourcemap: true,
    sourcemapPathTransform: (source, map) => namedSource(resolve(dirname(map), source), web),
  });
}

/** @param {string} file @param {string} out */
async function script(file, out) {
  const whole = await rollup({ input: resolve(file), external: () => true });
  await whole.write({ ...PLAIN, file: out });
}

/** @param {string} file @param {string} out */
async function minify(file, out) {
  writeFileSync(out, (await shortened(readFileSync(file, 'utf8'))).code);
}

/** @param {string} file @param {string} out */
async function widget(file, out) {
  const whole = await rollup({ input: resolve(file), plugins: [named, withoutComments] });
  await whole.write({ ...PLAIN, file: out, inlineDynamicImports: true });
}

/** An import, as esbuild prints it. */
const IMPORT = /(\bfrom |\bimport |\bimport\()"(\.[^"]+\.ts)"/g;

/** @param {string} web @param {string} out */
async function each(web, out) {
  const names = readdirSync(web, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((one) => /(?<!\.d)\.ts$/.test(one) && !one.includes('node_modules'))) {
    const { code, map } = await stripped(readFileSync(join(web, name), 'utf8'), resolve(web, name));
    const path = join(out, untyped(name));
    mkdirSync(dirname(path), { recursive: true });
    const mapped = Buffer.from(map).toString('base64');
    const text = code.replace(IMPORT, (_, before, from) => `${before}"${untyped(from)}"`);
    writeFileSync(path, `${text}//# sourceMappingURL=data:application/json;base64,${mapped}\n`);
  }
}

/** @param {string} folder @param {string[]} names */
async function strip(folder, ...names) {
  for (const source of names) {
    const name = untyped(source);
    const path = join(folder, name);
    const [begin, end] = extname(name) === '.css' ? ['/* ', ' */'] : ['// ', ''];
    const how = extname(name) === '.css' ? {} : { minify: true };
    const { code, map } = await stripped(readFileSync(join(folder, source), 'utf8'), `web/${source}`, how);
    rmSync(join(folder, source));
    // The map counts lines from the first one: an empty line comes before its own.
    const { mappings, ...rest } = JSON.parse(map);
    writeFileSync(`${path}.map`, JSON.stringify({ ...rest, mappings: `;${mappings}` }));
    const mapped = `${begin.trim()}# sourceMappingURL=${basename(name)}.map${end}`;
    writeFileSync(path, `${begin}${origin(source)}${end}\n${code}${mapped}\n`);
  }
}

await { page, classic, script, minify, widget, each, strip }[kind]?.(...given);
