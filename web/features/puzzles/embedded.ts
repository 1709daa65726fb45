/**
 * A puzzle on a board that is embedded in another page: the board with the task, a hint, and the solution below it. What
 * happens is told to the outer page (`boot/embed.ts`).
 */

import { html, nothing, render } from 'lit-html';
import type { Puzzles } from '../../boot/embed.ts';
import type { GameController } from '../../game/api.d.ts';
import { button } from '../../lib/controls.ts';
import { byId } from '../../lib/dom.ts';
import { t } from '../../lib/i18n.ts';
import { laterStyles } from '../../shell/later-styles.ts';
import { asks, ended } from '../../state/describe.ts';
import { isAsked, type Puzzle, puzzleOf } from '../../state/mode.ts';
import { follow } from '../../state/path.ts';
import type { State } from '../../state/state.ts';
import { type Trainer, trainerOf } from './session.ts';

laterStyles();

let trainer: Trainer | null = null;

/** The caption below the board. */
function caption({ match, draft, notice }: State, puzzle: Puzzle, { entry }: GameController, course: Trainer) {
  const open = isAsked(puzzle);
  const missed = puzzle.refuted || t('puzzle.missed', { move: puzzle.tried });
  const line = puzzle.line.slice(0, puzzle.asked).map((move) => move.text);
  const text = open ? (notice?.text ?? (puzzle.state === 'missed' ? missed : '')) : line.join(' ');
  const isHalf = draft.length > 1 && follow(match?.moves ?? [], draft).whole;
  const buttons = () => html`
    ${isHalf ? button(t('status.end'), () => entry.end(), { kind: 'button main', does: 'end' }) : nothing}
    ${button(t(puzzle.hints ? 'puzzle.hint.more' : 'puzzle.hint'), () => course.hint(), { does: 'hint' })}
    ${button(t('puzzle.give'), () => course.give(), { does: 'give' })}`;
  return html`
    <section class="embedded-puzzle stack">
      <p>
        <strong class="embedded-task">${open ? asks(puzzle) : ended(puzzle)}</strong>
        <span class="soft">${text}</span>
      </p>
      <div class="row">${open ? buttons() : nothing}</div>
    </section>`;
}

/** Puts a puzzle on the board: `puzzle` is its key, or `day` the number of the day whose puzzle it is. */
async function begin(controller: GameController, game: string, { puzzle, day }: Record<string, unknown>) {
  if (!trainer) {
    const course = trainerOf(controller);
    trainer = course;
    controller.page.show((state) => {
      const one = puzzleOf(state);
      render(one ? caption(state, one, controller, course) : nothing, byId('table'));
    });
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
