/** The puzzle panel: the puzzles to choose from, or the one on the board. */

import type { GameController } from '../../game/api.d.ts';
import { gameName, t } from '../../lib/i18n.ts';
import type { Wanted } from '../../lib/link.ts';
import type { Side } from '../../protocol.d.ts';
import type { Panel, PanelContext, Panels } from '../../shell/panels.ts';
import type { Match } from '../../state/game.d.ts';
import { puzzleOf } from '../../state/mode.ts';
import type { State } from '../../state/state.ts';
import { home } from './home.ts';
import { LineTraining } from './line-training.ts';
import { choose, chosen, looked, trains } from './list.ts';
import { reviewsOf } from './mistake-reviews.ts';
import { mistakesView } from './mistakes.ts';
import { runView } from './run.ts';
import { trainerOf, type Which } from './session.ts';
import { solveView } from './solve.ts';

export async function beginPuzzle(controller: GameController, panels: Panels, key: string, which: Which) {
  const course = trainerOf(controller);
  if (!(await course.list(key))) return;
  panels.open('puzzles');
  choose(controller, { game: key });
  await course.begin(key, which);
}

export function trainLines({ controller, panels }: PanelContext, match: Pick<Match, 'game' | 'options'>, side: Side) {
  panels.open('puzzles');
  return new LineTraining(trainerOf(controller), { ...match, side }).start();
}

/** Opens the puzzle, or the set, that an address names for the game on the board. A wrong name is left out, and said. */
export async function follow(controller: GameController, panels: Panels, wanted: Wanted) {
  const { puzzle, theme, level } = wanted;
  const { meta } = controller.page.state;
  const list = trains(meta) ? await trainerOf(controller).list(meta.key) : null;
  const grade = /^[1-5]$/.test(level ?? '') ? Number(level) : 0;
  choose(controller, { game: meta.key, grade, theme: list?.themes.find((one) => one === theme) ?? '' });
  const one = list?.puzzles.find((known) => known.puzzle === puzzle);
  if (one) return beginPuzzle(controller, panels, meta.key, one);
  panels.open('puzzles');
  if (puzzle !== null && list) controller.tell('plain', t('puzzle.unknown'));
}

export const puzzles: Panel = {
  title: (state) => {
    const puzzle = puzzleOf(state);
    const key = puzzle?.game ?? looked(state);
    const game = gameName({ key });
    const { grade, theme } = chosen(state);
    if (puzzle?.goal === 'line') return t('lines.title');
    if (puzzle?.card || (!puzzle && state.puzzles.view === 'mistakes')) return t('mistakes.title');
    if (puzzle || (!grade && !theme)) return t('puzzle.title', { game });
    return `${game}: ${theme ? t(`puzzle.theme.${theme}`) : t('puzzle.graded', { grade })}`;
  },

  opened({ controller, panels }) {
    const course = trainerOf(controller);
    course.leave = () => panels.close();
    reviewsOf(controller);
    const fetch = (state: State) => {
      const key = looked(state);
      if (state.puzzles.view === 'sets' && !puzzleOf(state) && !(key in state.puzzles.lists)) course.list(key);
    };
    const reset = () => choose(controller, { view: 'sets', grade: 0, theme: '', told: '' });
    return [controller.page.show(fetch), reset, () => course.end()];
  },

  view(state, context) {
    const { controller } = context;
    const puzzle = puzzleOf(state);
    if (puzzle?.run) return runView(state, puzzle, puzzle.run, controller);
    if (puzzle) return solveView(state, puzzle, context);
    return state.puzzles.view === 'mistakes' ? mistakesView(state, controller) : home(state, context);
  },
};
