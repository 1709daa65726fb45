/**
 * Writes games of the library to a file. A text that has the format already is written as it was read; the others are
 * converted in the library's worker.
 */

import type { Format } from '../../protocol.d.ts';
import type { GameText, LibraryGame } from '../../state/library.ts';
import { games } from './database.ts';
import { exclusive } from './worker.ts';

/** As many games are read from the database at a time. */
const BATCH = 200;

/** The format of a text of the library. */
export const formatOf = (text: string): Format =>
  /^[\ufeff\s]*\{/.test(text) ? 'json' : /^[\ufeff\s]*\(\s*;/.test(text) ? 'sgf' : 'pdn';

/** The games as one text; those that the format has no room for are left out. */
export async function textsOf(
  rules: object,
  chosen: LibraryGame[],
  format: Format,
  { onprogress, signal }: { onprogress: (share: number) => void; signal: AbortSignal },
): Promise<{ parts: string[]; missing: number }> {
  const parts: string[] = [];
  let missing = 0;
  for (let at = 0; at < chosen.length && !signal.aborted; at += BATCH) {
    for (const game of chosen.slice(at, at + BATCH)) {
      if (signal.aborted) break;
      const [source] = await games.texts(game.id);
      if (source && formatOf(source.text) === format) parts.push(source.text);
      else if (source) {
        const text = await converted(rules, game, source, format).catch(() => null);
        if (text === null) missing++;
        else parts.push(text.trim());
      }
      onprogress((parts.length + missing) / chosen.length);
    }
  }
  return { parts: format === 'json' ? [`[${parts.join(',\n')}]\n`] : [parts.join('\n\n'), '\n'], missing };
}

const converted = (rules: object, game: LibraryGame, source: GameText, format: Format) =>
  exclusive(rules, async (engine) => {
    await engine.request('load', {
      text: source.text,
      game: game.game,
      ...(source.options && { options: source.options }),
    });
    return (await engine.request('record', { format })).text;
  });
