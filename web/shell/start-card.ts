/**
 * The start card: what a game is about, shown the first time that the game is opened, beside the board or below it,
 * while the rules still load. Any touch, click or key ends it and does what it would do without the card; it never
 * returns by itself. The rules panel shows the same at its top.
 */

import type { GameController } from '../game/controller.ts';
import { showEarly } from '../game/instant.ts';
import { byId, say } from '../lib/dom.ts';
import { button, checkbox, guard, html, nothing, render } from '../lib/html.ts';
import { gameName, t, tOr } from '../lib/i18n.ts';
import { readdress, wanted } from '../lib/link.ts';
import { due } from '../state/describe.ts';
import type { Meta } from '../state/game.d.ts';
import { isUncovered } from '../state/session.ts';
import { everything, look, type State } from '../state/state.ts';
import { isMet, loadOptions, meet, write } from '../store/store.ts';
import { demoCanvas, playDemos } from './demo.ts';
import { toBoard } from './grid.ts';
import type { Panels } from './panels.ts';
import { smallBoard } from './thumbnail.ts';

/** How a game is won, in one sentence. */
export const goal = (meta: Meta) => tOr(`goal.${meta.key}`, meta.goal);

const SMALL_BOARD_PX = 48;

/** Keys that change nothing by themselves, or lead to the card's own buttons. */
const IDLE_KEYS = ['Tab', 'Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'];

/** Whether the game is opened for the first time, and the visitor came for no link, panel, puzzle or lesson. */
function isFirst(state: State) {
  const { meta, last, match, panel, draft, isOnline } = state;
  const wish = wanted(location.hash);
  const isElsewhere =
    !isUncovered(state) ||
    last ||
    match?.ply ||
    draft.length ||
    panel ||
    wish.record ||
    wish.panel ||
    wish.rule ||
    wish.online ||
    isOnline;
  return !isMet(meta.key) && !isElsewhere;
}

/** Whether an event is about a part of the card that fits a selector. */
const isOn = (part: string, { target }: Event) => target instanceof Element && target.closest(part) !== null;

export function startCard(controller: GameController, panels: Panels) {
  const element = byId('intro');
  const { page } = controller;
  let seen = ''; // the game that was looked at last: its card is shown once it is first opened, not in the middle of it
  let chosen: Record<string, boolean> = {}; // the rules of the game on the card that were chosen
  let end = () => {};

  const open = () => {
    const { meta } = page.state;
    meet(meta.key);
    chosen = { ...loadOptions(meta) };
    page.set({ introduced: true });
    const open = new AbortController();
    const how = { capture: true, signal: open.signal };
    const on = (kind: 'pointerdown' | 'click' | 'keydown', isOver: (event: Event) => boolean) =>
      document.addEventListener(kind, (event) => isOver(event) && close(), how);
    on('pointerdown', (event) => !isOn('#intro', event));
    // A screen reader clicks without a pointer. On the card itself only its controls go on.
    on('click', (event) => !isOn('#intro :is(button, label)', event));
    on('keydown', (event) => {
      const { key } = event as KeyboardEvent;
      return !IDLE_KEYS.includes(key) && (key === 'Escape' || !isOn('#intro', event));
    });
    const endDemo = playDemos(page, element);
    end = () => {
      open.abort();
      endDemo();
    };
    say(`${gameName(meta)}. ${goal(meta)}`);
  };

  /** From here on the computer moves, too. */
  const close = () => {
    if (!page.state.introduced) return;
    end();
    if (element.contains(document.activeElement)) toBoard();
    page.set({ introduced: false });
    const announcement = due(page.state).join(' ');
    if (announcement) say(announcement);
    controller.consider();
  };

  const learn = () => {
    close();
    panels.open('lesson');
  };

  /** Keeps what was chosen, and begins a new game with it. */
  const choose = (key: string, isChosen: boolean) => {
    const { meta, match, players, early, boot } = page.state;
    chosen[key] = isChosen;
    write(`options.${meta.key}`, chosen);
    // The rules that are not up yet will find it among what was kept.
    if (early && boot.phase !== 'ready') page.change(showEarly);
    if (match?.game !== meta.key || boot.phase !== 'ready') return;
    const { setup, seed, options } = match;
    const given = { setup: setup ?? undefined, seed: seed ?? undefined, players };
    controller.startMatch({ ...given, options: { ...options, ...chosen } });
  };

  /** The rules that are off unless wanted and that the card has a text for. The form for a new game has them all. */
  const options = ({ key: game, options: all }: Meta) =>
    all.filter(({ key, default: usual }) => !usual && tOr(`start.option.${game}.${key}`, ''));

  const choices = (meta: Meta) => {
    const { key: game } = meta;
    return options(meta).map(({ key, name }) => {
      const about = tOr(`start.option.${game}.${key}.note`, '');
      const label = html`
        <span>${tOr(`start.option.${game}.${key}`, name)}</span>${about && html`<span class="note">${about}</span>`}`;
      return checkbox(`start-${key}`, label, chosen[key] === true, (isOn) => choose(key, isOn), 'intro-choice');
    });
  };

  /** All games, so that a newcomer sees what there is. */
  const games = (state: State) => {
    const game = (meta: Meta) => {
      const go = () => {
        readdress(`#game=${meta.key}`);
        controller.open(meta.key);
      };
      const small = { rows: meta.start.rows, theme: look(state, meta), isTurned: meta.first !== meta.bottom };
      return html`
        <button type="button" class="intro-game" aria-current=${meta === state.meta ? 'true' : nothing} @click=${go}>
          ${smallBoard({ meta, ...small, wide: SMALL_BOARD_PX })}<span>${gameName(meta)}</span>
        </button>`;
    };
    return html`<nav class="intro-games" aria-label=${t('games.title')}>${state.games.map(game)}</nav>`;
  };

  const card = (state: State) => {
    const { meta } = state;
    const { board, pieces } = look(state);
    return html`
      <div class="demo-place">${guard([meta.key, board, pieces], () => demoCanvas(meta))}</div>
      <div class="words">
        <h2 id="intro-title">${gameName(meta)}</h2>
        <p class="goal">${goal(meta)}</p>
      </div>
      ${choices(meta)} ${games(state)}
      <div class="intro-actions steps-on row">
        ${button(t('start.play'), close, { kind: 'button main', does: 'play' })}
        ${meta.written ? button(t('lesson.offer'), learn, { does: 'learn' }) : nothing}
      </div>`;
  };

  page.effect(everything, (state) => {
    const { meta, boot, panel, notice, arriving } = state;
    // The game of a link is not introduced.
    if (arriving) seen = meta.key;
    // What went wrong is said where the card would cover it.
    const isWrong = boot.phase === 'failed' || boot.late || notice?.kind === 'error';
    const isOver = panel || !isUncovered(state) || meta.key !== seen || isWrong;
    if (state.introduced && isOver) close();
    if (meta.key === seen || arriving) return;
    seen = meta.key;
    if (!isWrong && isFirst(state)) open();
  });
  page.view(everything, (state) => {
    const { meta } = state;
    element.hidden = !state.introduced;
    element.classList.toggle('choosing', state.introduced && options(meta).length > 0);
    render(state.introduced ? card(state) : nothing, element);
  });
}
