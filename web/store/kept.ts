/** What this browser has kept of the games and puzzles that were played: in the state for views, until forgotten. */

import { once } from '../lib/once.ts';
import { unrated } from '../state/kept.ts';
import type { Page } from '../state/state.ts';
import { days } from './days.ts';
import { games as library } from './library/database.ts';
import { ratings } from './ratings.ts';
import { memory, runs } from './schedule.ts';
import {
  archivedGames,
  archivedRecords,
  asides,
  drop,
  loadCourse,
  loadEarlierGames,
  onWrite,
  write,
} from './store.ts';

const KEYS = /^(past|shelf|ratings|puzzles|runs|days|lesson|aside)\b/;

/** Keeps it in the state from now on, as it changes. Returns what reads it at once. */
export const keepRecords = once((page: Page) => {
  const read = () => {
    const rated = ratings(); // first: the archive says which games are counted
    const taught = page.state.games.map(({ key }) => [key, loadCourse(key, Number.POSITIVE_INFINITY).done.length]);
    const lessons = Object.fromEntries(taught);
    const played = { games: archivedGames(), records: archivedRecords(), earlier: loadEarlierGames() };
    const progress = { puzzles: memory(), runs: runs(), days: days(), lessons };
    page.set({ kept: { ...played, ...progress, ratings: rated, asides: asides() } });
  };
  // What is written in one task is read once.
  let isDue = false;
  onWrite((key) => {
    if (isDue || !KEYS.test(key)) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      read();
    });
  });
  return read;
});

export function forgetPuzzles() {
  for (const key of ['puzzles', 'runs'] as const) write(key, {});
  write('ratings', { ...ratings(), puzzles: unrated() });
  write('days', { ...days(), puzzles: {} });
}

/** Deletes the archive, and the ratings, days and puzzles with it. */
export async function forgetAll() {
  for (const { id } of archivedGames()) drop(`past.${id}`);
  write('past', []);
  for (const key of ['ratings', 'days', 'runs', 'aids'] as const) drop(key);
  write('puzzles', {});
  // The games are in the library, too. Without a database they are not.
  await library.removePlayed().catch(() => {});
}
