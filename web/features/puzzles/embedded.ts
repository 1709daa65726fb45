/**
 * A puzzle on a board that is embedded in another page: the board with the task, a hint, and the solution below it. What
 * happens is told to the outer page (`boot/embed.ts`).
 */

import type { Puzzles } from '../../boot/embed.ts';
import type { GameController } from '../../game/api.d.ts';
import { button, byId, make, setText } from '../../lib/dom.ts';
import { t } from '../../lib/i18n.ts';
import { useLaterStyles } from '../../shell/later-styles.ts';
import { asks, ended } from '../../state/describe.ts';
import { isAsked, puzzleOf } from '../../state/mode.ts';
import { follow } from '../../state/path.ts';
import type { State } from '../../state/state.ts';
import type { Trainer } from './session.ts';
import { trainerOf } from './session.ts';

useLaterStyles();

let trainer: Trainer | null = null;

/** Makes the caption below the board. */
function caption(controller: GameController, course: Trainer) {
  const task = make('strong', { class: 'embedded-task' });
  const text = make('span', { class: 'embedded-text' });
  const end = button(t('status.end'), () => controller.entry.end(), { class: 'button main', 'data-does': 'end' });
  const help = button('', () => course.hint(), { 'data-does': 'hint' });
  const solution = button('', () => course.give(), { 'data-does': 'give' });
  const row = make('div', { class: 'row' }, end, help, solution);
  byId('table').append(make('section', { class: 'embedded-puzzle' }, make('p', {}, task, ' ', text), row));
  const show = (state: State) => {
    const puzzle = puzzleOf(state);
    document.documentElement.toggleAttribute('data-puzzle', puzzle !== null);
    if (!puzzle) return;
    const { match, draft, notice } = state;
    const open = isAsked(puzzle);
    setText(task, open ? asks(puzzle) : ended(puzzle));
    const missed = puzzle.refuted || t('puzzle.missed', { move: puzzle.tried });
    const line = puzzle.line.slice(0, puzzle.asked).map((move) => move.text);
    setText(text, open ? (notice?.text ?? (puzzle.state === 'missed' ? missed : '')) : line.join(' '));
    end.hidden = !open || draft.length < 2 || !follow(match?.moves ?? [], draft).whole;
    setText(help, t(puzzle.hints ? 'puzzle.hint.more' : 'puzzle.hint'));
    setText(solution, t('puzzle.give'));
    help.hidden = solution.hidden = !open;
  };
  controller.page.show(show);
}

/** Puts a puzzle on the board: `puzzle` is its key, or `day` the number of the day whose puzzle it is. */
async function begin(controller: GameController, game: string, { puzzle, day }: Record<string, unknown>) {
  if (!trainer) {
    trainer = trainerOf(controller);
    caption(controller, trainer);
  }
  const list = await trainer.list(game);
  if (!list) throw new Error(t('puzzle.absent'));
  const isDay = Number.isInteger(day) && typeof puzzle !== 'string';
  const known = isDay || list.puzzles.some((one) => one.puzzle === puzzle);
  if (!known) throw new Error(t('puzzle.unknown'));
  await trainer.begin(game, isDay ? { day: Number(day) } : { puzzle: String(puzzle) });
}

export const puzzles: Puzzles = {
  begin,
  /** Ends the puzzle, because another position is to be shown. */
  leave: async () => trainer?.end(),
  hint: () => trainer?.hint(),
  give: () => trainer?.give(),
};
