/**
 * Reads which functions a runtime with counters has entered (see counters.py): `globalThis.entered()` gives the numbers of
 * all, of every such runtime started after this script. It hides the counters from the runtime's own script, which would take
 * them for addresses. Under Node it also writes them into the file that `SALTUS_ENTERED` names, when the program ends.
 */

{
  const MARK = 'entered-';
  const MARK_BITS = 31;
  /** @type {WebAssembly.Exports[]} */
  const counted = [];

  /** @param {WebAssembly.Instance} instance */
  const hide = (instance) => {
    counted.push(instance.exports);
    const own = Object.entries(instance.exports).filter(([name]) => !name.startsWith(MARK));
    return { exports: Object.fromEntries(own) };
  };

  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...how) => {
    const made = await instantiate(...how);
    const { module, instance } = made;
    if (!(instance ?? made).exports[`${MARK}0`]) return made;
    return module ? { module, instance: hide(instance) } : hide(made);
  };

  globalThis.entered = () => {
    const found = new Set();
    for (const exports of counted) {
      for (let at = 0; exports[MARK + at]; at++) {
        const bits = exports[MARK + at].value;
        for (let bit = 0; bit < MARK_BITS; bit++) if (bits & (1 << bit)) found.add(at * MARK_BITS + bit);
      }
    }
    return [...found].sort((one, other) => one - other);
  };

  const target = globalThis.process?.env?.SALTUS_ENTERED;
  if (target) {
    process.on('exit', () => require('node:fs').writeFileSync(target, JSON.stringify(globalThis.entered())));
  }
}
