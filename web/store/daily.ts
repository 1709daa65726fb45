/** What was done about the puzzles and the board of a day, kept in this browser, and what is told of it to others. */

import type { Rules } from '../engine/client.ts';
import { stars } from '../lib/glyphs.ts';
import { dateLocale, gameName, t } from '../lib/i18n.ts';
import { dateOf, today } from '../lib/seed.ts';
import type { PuzzleReply } from '../protocol.d.ts';
import type { Meta } from '../state/game.d.ts';
import type { Day, Days, Kept } from '../state/kept.ts';
import type { Page } from '../state/state.ts';
import { streak, wholeDays, withBoard, withPuzzle } from './days.ts';
import * as store from './store.ts';

/** The day after is looked for so often, in ms: a page may be left open over midnight. */
const LOOK_MS = 20_000;

/**
 * Keeps the day and its puzzles in the state. A puzzle is asked for once the rules are ready, and again when it has been
 * taken out. Returns what ends this.
 *
 * @param games those with puzzles
 */
export function keepToday(page: Page, games: string[], ask: (game: string, day: number) => Promise<PuzzleReply>) {
  const look = () => {
    const day = today();
    if (page.state.today.day !== day) {
      page.set({ today: { day, puzzles: {}, told: '' } });
    }
    if (page.state.boot.phase !== 'ready') return;
    const { puzzles } = page.state.today;
    for (const game of games.filter((one) => !(one in puzzles))) {
      puzzles[game] = undefined;
      const take = (found: PuzzleReply | null) =>
        page.change(() => {
          puzzles[game] = found;
        });
      ask(game, day).then(take, () => take(null));
    }
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  const end = page.show(look);
  return () => {
    clearInterval(timer);
    end();
    page.amend('today', { told: '' });
  };
}

export const days = (): Days => wholeDays(store.loadDays());

/** Notes something about the puzzle of a day. */
export const notePuzzle = (day: number, game: string, change: Partial<Day[string]>) =>
  store.saveDays(withPuzzle(days(), day, game, change));

/** Notes which game was begun from the board of a day. */
export const noteBoard = (day: number, id: string) => store.saveDays(withBoard(days(), day, id));

/** How the board of a day ended, once it has. */
export const boardResult = ({ days: { boards }, games }: Kept, day: number) =>
  games.find(({ id }) => id === boards[day]);

/** How a puzzle of the day stands, as a key of a text and its number. */
export function standing(done: Day[string] | undefined) {
  if (!done) return { key: 'today.mark.new', n: 0 };
  if (!done.solved) return { key: 'today.mark.open', n: 0 };
  if (done.helped) return { key: 'today.mark.helped', n: 0 };
  return done.faults ? { key: 'today.mark.tries', n: done.faults + 1 } : { key: 'today.mark.first', n: 1 };
}

/** A day as people write it. */
export const written = (day: number, style: 'medium' | 'full' = 'medium') =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: style }).format(dateOf(day));

/** How many wrong tries are drawn one by one. */
const MAX_SQUARES = 8;

/**
 * What is told of a solved puzzle: when, which game, how hard, how many tries, and the streak; nothing of the position.
 */
export function resultText(meta: { key: string; name: string }, grade: number, day: number) {
  const all = days();
  const done = all.puzzles[day]?.[meta.key];
  const { key, n } = standing(done);
  const squares =
    '🟥'.repeat(Math.min(MAX_SQUARES, done?.faults ?? 0)) + (done?.solved ? (done.helped ? '🟨' : '🟩') : '⬜');
  const { now } = streak(all, Math.max(day, today()));
  const lines = [
    t('today.text', { date: written(day) }),
    t('today.text.puzzle', { game: gameName(meta), stars: stars(grade) }),
    `${squares} ${t(key, { n })}`,
  ];
  if (now > 1) lines.push(t('today.streak', { n: now }));
  if (location.protocol.startsWith('http')) lines.push(`${location.origin}${location.pathname}#panel=today`);
  return lines.join('\n');
}

/** The number of the three-move opening of a day. */
export async function ballotOfDay(rules: Rules, meta: Meta, day: number) {
  if (!meta.ballots) return undefined;
  const { ballots } = await rules.request('ballots', { game: meta.key });
  const deck = ballots.filter(({ deck }: { deck: boolean }) => deck);
  return deck.length ? deck[day % deck.length].number : undefined;
}

/** Forgets the puzzles of the days; the boards stay. */
export const forgetDays = () => store.saveDays({ ...days(), puzzles: {} });
