/** A puzzle on a board that is embedded in another page, which is told what happens (`boot/embed.ts`). */

import type { Puzzles } from '../../boot/embed.ts';
import type { GameController } from '../../game/controller.ts';
import { byId, laterStyles } from '../../lib/dom.ts';
import { button, html, nothing, render } from '../../lib/html.ts';
import { t } from '../../lib/i18n.ts';
import { once } from '../../lib/once.ts';
import { asks, ended, missed } from '../../state/describe.ts';
import { mayEnd } from '../../state/path.ts';
import { isAsked, type Puzzle, puzzleOf } from '../../state/session.ts';
import { everything, type State } from '../../state/state.ts';
import { type Trainer, trainerOf } from './session.ts';

laterStyles();

function caption(state: State, puzzle: Puzzle, { entry }: GameController, course: Trainer) {
  const isOpen = isAsked(puzzle);
  const line = puzzle.line.slice(0, puzzle.asked).map((move) => move.text);
  const text = isOpen ? (state.notice?.text ?? (puzzle.state === 'missed' ? missed(puzzle) : '')) : line.join(' ');
  const buttons = () => html`
    ${mayEnd(state) ? button(t('status.end'), () => entry.end(), { kind: 'button main', does: 'end' }) : nothing}
    ${button(t(puzzle.hints ? 'puzzle.hint.more' : 'puzzle.hint'), () => course.hint(), { does: 'hint' })}
    ${button(t('puzzle.give'), () => course.give(), { does: 'give' })}`;
  return html`
    <section class="embedded-puzzle stack">
      <p>
        <strong class="embedded-task">${isOpen ? asks(puzzle) : ended(puzzle)}</strong>
        <span class="soft">${text}</span>
      </p>
      <div class="row">${isOpen ? buttons() : nothing}</div>
    </section>`;
}

export const puzzles = once((controller: GameController): Puzzles => {
  const course = trainerOf(controller);
  controller.page.view(everything, (state) => {
    const shown = puzzleOf(state);
    document.documentElement.toggleAttribute('data-puzzle', shown !== null);
    render(shown ? caption(state, shown, controller, course) : nothing, byId('table'));
  });
  const begin: Puzzles['begin'] = async (game, { puzzle, day }) => {
    const list = await course.list(game);
    if (!list) throw new Error(t('puzzle.absent'));
    const isDay = Number.isInteger(day) && typeof puzzle !== 'string';
    const isKnown = isDay || list.puzzles.some((known) => known.puzzle === puzzle);
    if (!isKnown) throw new Error(t('puzzle.unknown'));
    await course.begin(game, isDay ? { day: Number(day) } : { puzzle: String(puzzle) });
  };
  /** The last puzzle that was asked for is on the board, or cannot be put there. */
  let placed: Promise<unknown> = Promise.resolve();
  return {
    begin(...given) {
      const begun = begin(...given);
      placed = begun.catch(() => {});
      return begun;
    },
    // The outer page need not wait for the puzzle.
    hint: () => placed.then(() => course.hint()),
    give: () => placed.then(() => course.give()),
  };
});
