/** Asks Python why a move is good. */

import { said } from '../lib/i18n.ts';
import type { Requests } from '../protocol.d.ts';
import type { GameController } from './api.d.ts';

/** Why the first line's move is good, in words, squares and an arrow; the second begins with the best other move. */
export async function explain(
  { rules }: GameController,
  { game, options, rows, side }: Omit<Requests['explain'], 'lines'>,
  lines: { pv: string[][]; score?: number }[],
) {
  const asked = lines.slice(0, 2).map(({ pv, score = 0 }) => ({ score, turns: pv.map((path) => path.join('-')) }));
  const reply = await rules.request('explain', { game, options, rows, side, lines: asked }).catch(() => null);
  return reply && { text: said(reply), squares: reply.squares, arrow: reply.arrow };
}
