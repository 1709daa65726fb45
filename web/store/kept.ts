/** What this browser has kept of the games and puzzles that were played, for views: in the state. */

import { once } from '../lib/once.ts';
import type { Page } from '../state/state.ts';
import { archivedGames } from './archive.ts';
import { days } from './daily.ts';
import { ratings } from './ratings.ts';
import { runs } from './runs.ts';
import { memory } from './schedule.ts';
import { archivedRecords, loadCourse, loadEarlierGames, onWrite } from './store.ts';

/** The keys in the storage that it is read from. */
const KEYS = /^(past|shelf|ratings|puzzles|runs|days|lesson)\b/;

/** Keeps it in the state from now on, as it changes. Returns what reads it at once. */
export const keepRecords = once((page: Page) => {
  const read = () => {
    const rated = ratings(); // first: the archive says which games are counted
    const taught = page.state.games.map(({ key }) => [key, loadCourse(key, Number.POSITIVE_INFINITY).done.length]);
    page.set({
      kept: {
        games: archivedGames(),
        records: archivedRecords(),
        earlier: loadEarlierGames(),
        ratings: rated,
        puzzles: memory(),
        runs: runs(),
        days: days(),
        lessons: Object.fromEntries(taught),
      },
    });
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
