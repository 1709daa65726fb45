/**
 * The start card: what a game is about, shown the first time that the game is opened, beside the board or below it,
 * while the rules still load. Any touch, click or key ends it and does what it would do without the card; it never
 * returns by itself. The rules panel shows the same at its top.
 */

import type { GameController } from '../game/api.d.ts';
import { button, byId, make } from '../lib/dom.ts';
import { language, t, tOr } from '../lib/i18n.ts';
import { wanted } from '../lib/link.ts';
import { due } from '../state/describe.ts';
import { look, type State } from '../state/state.ts';
import { isMet, loadOptions, meet, saveOptions } from '../store/store.ts';
import type { Meta, PanelOpener } from '../types.d.ts';
import { demoCanvas, playDemos } from './demo.ts';

/** How a game is won, in one sentence. */
export const goal = (meta: Meta) => tOr(`goal.${meta.key}`, meta.goal);

/** Keys that change nothing by themselves, or lead to the card's own buttons. */
const IDLE_KEYS = ['Tab', 'Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'];

/**
 * Whether the game on the board is opened for the first time, and is what the visitor came for: no link to a game or a
 * panel, no game that goes on, no puzzle, no lesson.
 */
function isFirst({ meta, mode, last, match, panel }: State) {
  const wish = wanted(location.hash);
  return (
    !isMet(meta.key) &&
    mode.kind === 'play' &&
    !last &&
    !match?.ply &&
    !panel &&
    !wish.record &&
    !wish.panel &&
    !wish.rule
  );
}

export function startCard(controller: GameController, panels: PanelOpener) {
  const element = byId('intro');
  const { page } = controller;
  /** The game that was looked at last: its card is shown once it is first opened, and not in the middle of it. */
  let seen = '';
  let filled = '';
  let endDemo = () => {};

  const touched = (event: Event) => {
    if (!(event.target instanceof Element && event.target.closest('#intro'))) close();
  };
  /** @param event on the card itself, where only its controls go on */
  const clicked = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest('button, label'))) close();
  };
  const pressed = ({ key, target }: KeyboardEvent) => {
    if (IDLE_KEYS.includes(key)) return;
    const isInside = target instanceof Element && target.closest('#intro');
    if (key === 'Escape' || !isInside) close();
  };
  element.addEventListener('click', clicked);

  const open = () => {
    const { meta } = page.state;
    meet(meta.key);
    page.change((s) => {
      s.introduced = true;
    });
    document.addEventListener('pointerdown', touched, true);
    // A screen reader clicks without a pointer.
    document.addEventListener('click', touched, true);
    document.addEventListener('keydown', pressed, true);
    endDemo = playDemos(page, element);
    controller.say(`${tOr(`game.${meta.key}`, meta.name)}. ${goal(meta)}`);
  };

  /** From here on the computer moves, too. */
  const close = () => {
    if (!page.state.introduced) return;
    document.removeEventListener('pointerdown', touched, true);
    document.removeEventListener('click', touched, true);
    document.removeEventListener('keydown', pressed, true);
    endDemo();
    const isFocused = element.contains(document.activeElement);
    page.change((s) => {
      s.introduced = false;
    });
    element.hidden = true;
    if (isFocused) (byId('grid').querySelector('[tabindex="0"]') as HTMLElement | null)?.focus();
    const told = due(page.state).join(' ');
    if (told) controller.say(told);
    controller.computer.consider();
  };

  const learn = () => {
    close();
    panels.open('lesson');
  };

  const fill = (state: State) => {
    const { meta } = state;
    const worn = look(state);
    const key = [meta.key, language(), worn.board, worn.pieces].join(' ');
    if (key === filled) return;
    filled = key;
    const play = button(t('start.play'), close, { class: 'button main', 'data-does': 'play' });
    const actions = make('div', { class: 'intro-actions' }, play);
    if (meta.written) {
      actions.append(button(t('lesson.offer'), learn, { 'data-does': 'learn' }));
    }
    element.replaceChildren(
      make('div', { class: 'demo-place' }, demoCanvas(meta)),
      make(
        'div',
        { class: 'intro-text' },
        make('h2', { id: 'intro-title' }, tOr(`game.${meta.key}`, meta.name)),
        make('p', { class: 'goal' }, goal(meta)),
      ),
      ...choices(controller, meta),
      actions,
    );
  };

  page.show((state) => {
    const { meta, boot, mode, panel } = state;
    // What went wrong is said where the card would cover it.
    const isOver = panel || mode.kind !== 'play' || meta.key !== seen || boot.phase === 'failed' || boot.late;
    if (state.introduced && isOver) close();
    if (meta.key !== seen) {
      seen = meta.key;
      if (isFirst(state)) open();
    }
    if (state.introduced) fill(state);
    else filled = '';
    element.hidden = !state.introduced;
    if (!state.introduced && element.firstChild) element.replaceChildren();
  });
}

/**
 * The rules of a game that are off unless someone wants them and that the card has a text for, each with one line on what
 * it changes. The form for a new game has them all.
 */
function choices(controller: GameController, meta: Meta) {
  const { page } = controller;
  const chosen = { ...loadOptions(meta) };
  return meta.options
    .filter((option) => !option.default && tOr(`start.option.${meta.key}.${option.key}`, ''))
    .map(({ key, name }) => {
      const input = make('input', { type: 'checkbox', name: `start-${key}`, checked: chosen[key] === true });
      input.addEventListener('change', () => {
        chosen[key] = input.checked;
        saveOptions(meta.key, chosen);
        const { match, players } = page.state;
        // The rules that are not up yet will find it among what was kept.
        if (match?.game !== meta.key) return;
        const { setup, seed } = match;
        const options = { ...match.options, ...chosen };
        controller.fresh({ setup: setup ?? undefined, seed: seed ?? undefined, options, players });
      });
      const label = make('span', {}, tOr(`start.option.${meta.key}.${key}`, name));
      const about = tOr(`start.option.${meta.key}.${key}.note`, '');
      const text = make('span', {}, label, about && make('span', { class: 'note' }, about));
      return make('label', { class: 'check intro-choice' }, input, text);
    });
}
