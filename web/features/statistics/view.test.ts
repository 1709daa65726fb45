/** What the statistics show of the games that were played. */

import { deepEqual, match } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { take } from '../../lib/i18n.ts';
import { frozen, partsOf, rendered, textOf } from '../../lib/rendered.test.ts';
import type { PanelContext } from '../../shell/panels.ts';
import type { ArchivedGame } from '../../state/kept.ts';
import type { State } from '../../state/state.ts';
import { chosen, statistics } from './view.ts';

take('en', JSON.parse(readFileSync(new URL('../../strings/en.json', import.meta.url), 'utf8')));

const archived = (game: string, winner: ArchivedGame['winner'], when: number): ArchivedGame => ({
  id: `${game}${when}`,
  game,
  when,
  players: { w: 4, b: 0 },
  winner,
  reason: 'no-moves',
  plies: 40,
});

/** The statistics of these games, the last first, as they are shown where this one is chosen. */
function shown(games: ArchivedGame[], game: string) {
  const metas = ['english', 'gambit', 'rock'].map((key) => ({ key, bottom: 'b', levels: 10, ladder: [] }));
  const kept = {
    games,
    records: new Set(),
    ratings: { games: {}, puzzles: { count: 0 } },
    puzzles: { games: {}, streak: {} },
  };
  const state = { games: metas, meta: metas[1], slices: new Map([[chosen, { game, listed: 30 }]]), kept, boot: {} };
  const context = { controller: { page: { state } } };
  return rendered(statistics.view(frozen(state) as unknown as State, context as unknown as PanelContext));
}

const figures = (html: string) =>
  partsOf(html, 'stat-figures').flatMap((part) =>
    [...part.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value]) => [name, value]),
  );

test('every game that was played can be chosen, and one of them is shown closely', () => {
  const rock = [archived('rock', 'b', 10), archived('rock', 'w', 11), archived('rock', 'draw', 12)];
  const games = [archived('rock', 'b', 13), ...rock.reverse(), archived('gambit', 'b', 1)];
  const own = shown(games, '');
  deepEqual(
    [...own.matchAll(/class="stat-game-name">(.*?)</g)].map(([, name]) => name),
    ['Gambit', 'Rock'],
  );
  match(own, /value="gambit" checked/);
  deepEqual(figures(own), [['best streak', '1']]);
  const other = shown(games, 'rock');
  match(other, /value="rock" checked/);
  deepEqual(figures(other), [['best streak', '1']]);
  match(textOf(partsOf(other, 'outcome-figures')[0]), /^Won 2 Drawn 1 Lost 1\b/);
  const pasts = partsOf(other, 'pasts')[0];
  deepEqual(
    [...pasts.matchAll(/class="offscreen">(.*?)</g)].map(([, how]) => how),
    ['Won', 'Drawn', 'Lost', 'Won'],
  );
  match(partsOf(pasts, 'kept')[0], /20 moves/);
});
