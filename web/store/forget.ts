/** Forgets what this browser has kept of the games and puzzles that were played. */

import { forget } from './archive.ts';
import { forgetDays } from './daily.ts';
import { games as library } from './library/database.ts';
import { forgetRating } from './ratings.ts';
import { forgetRuns } from './runs.ts';
import { forgetResults } from './schedule.ts';

/** Forgets what the player did with puzzles. */
export function forgetPuzzles() {
  forgetResults();
  forgetRating();
  forgetRuns();
  forgetDays();
}

/** Forgets everything that was played. */
export async function forgetAll() {
  forget();
  forgetResults();
  // The games are in the library, too. Without a database they are not.
  await library.removePlayed().catch(() => {});
}
