/** A link as a code to be scanned. */

import { encode } from 'uqr';
import type { Code } from './html.ts';

/** The dark squares of a code, as an SVG path; none where a link is longer than a code can be. */
export function codeOf(url: string): Code | null {
  try {
    const { data, size } = encode(url, { border: 4 });
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
    return { size, path: squares.join('') };
  } catch {
    return null;
  }
}
