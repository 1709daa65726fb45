/** Which lines of a text are not those of another one. */

const MAX_CELLS = 4_000_000; // of the table of common lines: some 20 ms. Beyond it all lines between the common ends count

/** Lines by their index: `changed` ones are not in the original; before each of `cut`, at most the text's length, some of it are missing. */
interface Changes {
  changed: number[];
  cut: number[];
}

/** Compares by a longest common subsequence. Where a line was replaced, it is changed, and nothing is cut. */
export function changes(lines: readonly string[], original: readonly string[]): Changes {
  let start = 0;
  while (start < Math.min(lines.length, original.length) && lines[start] === original[start]) start++;
  let [end, originalEnd] = [lines.length, original.length];
  while (Math.min(end, originalEnd) > start && lines[end - 1] === original[originalEnd - 1]) {
    end--;
    originalEnd--;
  }
  const found: Changes = { changed: [], cut: [] };
  const common = commonLines(lines.slice(start, end), original.slice(start, originalEnd));
  let [next, from] = [start, start];
  for (const [line, same] of [...common, [end - start, originalEnd - start]]) {
    const [to, until] = [start + line, start + same];
    for (let at = next; at < to; at++) found.changed.push(at);
    if (next === to && from < until) found.cut.push(to);
    [next, from] = [to + 1, until + 1];
  }
  return found;
}

/** The pairs of equal lines of a longest common subsequence. */
function commonLines(lines: readonly string[], original: readonly string[]): [number, number][] {
  const width = original.length + 1;
  if (!lines.length || !original.length || lines.length * width > MAX_CELLS) return [];
  // How many lines each pair of ends has in common.
  const counts = new Uint32Array((lines.length + 1) * width);
  for (let line = lines.length - 1; line >= 0; line--) {
    for (let same = original.length - 1; same >= 0; same--) {
      const at = line * width + same;
      counts[at] =
        lines[line] === original[same] ? counts[at + width + 1] + 1 : Math.max(counts[at + width], counts[at + 1]);
    }
  }
  const pairs: [number, number][] = [];
  for (let line = 0, same = 0; line < lines.length && same < original.length; ) {
    const at = line * width + same;
    if (lines[line] === original[same]) pairs.push([line++, same++]);
    else if (counts[at + width] >= counts[at + 1]) line++;
    else same++;
  }
  return pairs;
}
