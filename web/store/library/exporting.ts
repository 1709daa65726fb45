/**
 * Writes games of the library to a file. A text that has the format already is written as it was read; the others are
 * converted in the library's worker.
 */

import type { Format } from '../../protocol.d.ts';
import type { LibraryGame } from '../../state/library.ts';
import { games } from './database.ts';
import { converted, exclusive } from './worker.ts';

/** The format of a text of the library. */
const formatOf = (text: string): Format =>
  /^[\ufeff\s]*\{/.test(text) ? 'json' : /^[\ufeff\s]*\(\s*;/.test(text) ? 'sgf' : 'pdn';

/** The games as one text; those that the format has no room for are left out. */
export async function textsOf(
  rules: object,
  chosen: LibraryGame[],
  format: Format,
  { onprogress, signal }: { onprogress: (share: number) => void; signal: AbortSignal },
) {
  const parts: string[] = [];
  let missing = 0;
  for (const game of chosen) {
    if (signal.aborted) break;
    const [source] = await games.texts(game.id);
    if (source && formatOf(source.text) === format) parts.push(source.text);
    else if (source) {
      const text = await exclusive(rules, (engine) => converted(engine, game, source, format)).catch(() => null);
      if (text === null) missing++;
      else parts.push(text.trim());
    }
    onprogress((parts.length + missing) / chosen.length);
  }
  return { parts: format === 'json' ? [`[${parts.join(',\n')}]\n`] : [parts.join('\n\n'), '\n'], missing };
}
