/**
 * Installs a wheel in Pyodide as it comes, and runs a program that uses it:
 * `node micropip.mjs PYODIDE MICROPIP WHEEL PROGRAM`. PYODIDE is the folder of the npm package, MICROPIP the file of
 * micropip's own wheel, WHEEL an address, PROGRAM Python.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [pyodide, micropip, wheel, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, 'pyodide.mjs')).href);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(micropip)), 'wheel');
await python.pyimport('micropip').install(wheel);
await python.runPythonAsync(program);
