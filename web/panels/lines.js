/**
 * The player's lines in the opening explorer: what is meant to be played in the position on the board, the buttons that add
 * the line on the board, and the training. It follows the board.
 *
 * @import { LinePosition, Side } from '../protocol.d.ts'
 * @import { Lined, Match } from '../types.d.ts'
 * @import { GameController } from '../game/api.d.ts'
 * @import { State } from '../state/state.js'
 * @import { Panels } from './manager.js'
 */

import { button, icon, make, setText } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { watch } from '../library/database.js';
import { addLine, dropMove, dueLines, repertoire } from '../study/repertoire.js';
import { faultOf } from './library-faults.js';
import { trainLines } from './puzzles.js';

const SIDES = /** @type {Side[]} */ (['w', 'b']);

/** The part in the open panel. @type {LinesPart | null} */
let current = null;

class LinesPart {
  /** @param {GameController} controller @param {Panels} panels */
  constructor(controller, panels) {
    this.controller = controller;
    this.panels = panels;
    this.element = make('section', { class: 'part own-lines', 'aria-label': t('lines.title') });
    this.said = make('p', { class: 'note', role: 'status' });
    /** @type {Match | null} */
    this.asked = null;
    controller.page.show((state) => this.see(state));
    watch((change) => {
      if (change && change.store !== 'lines') return;
      this.asked = null;
      this.see(controller.page.state);
    });
  }

  /** @param {State} state */
  see({ panel, match }) {
    if (panel !== 'openings' || !match || !this.element.isConnected) this.asked = null;
    else if (match !== this.asked) this.ask(match);
  }

  /** @param {Match} match */
  async ask(match) {
    this.asked = match;
    const { game, options } = match;
    try {
      const { positions } = await this.controller.rules.request('line', {});
      const [white, black] = await Promise.all(SIDES.map((side) => repertoire(game, options, side)));
      if (this.asked === match) this.show(match, positions, { w: white, b: black });
    } catch (error) {
      if (this.asked !== match) return;
      this.element.replaceChildren(make('p', { class: 'note', role: 'alert' }, faultOf(error)));
    }
  }

  /**
   * @param {Match} match
   * @param {readonly LinePosition[]} positions
   * @param {Record<Side, Map<string, Lined>>} lines
   */
  show(match, positions, lines) {
    const held = this.element.contains(document.activeElement)
      ? document.activeElement?.getAttribute('data-does')
      : null;
    const here = positions.find(({ node }) => node === match.node);
    const known = here && lines[here.side].get(here.key);
    this.element.replaceChildren(
      make('h3', {}, t('lines.title')),
      ...(lines.w.size || lines.b.size ? [] : [make('p', { class: 'note' }, t('lines.how'))]),
      ...(known ? [this.meant(known)] : []),
      ...SIDES.map((side) => this.sideRow(side, match, positions, lines[side])),
      this.said,
    );
    if (held) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-does="${held}"]`))?.focus();
  }

  /** What is meant to be played here. @param {Lined} known */
  meant(known) {
    const list = make('ul', { class: 'meant', 'aria-label': t('lines.meant') });
    for (const move of known.moves) {
      const drop = button('', () => this.run(() => dropMove(known, move.path)), {
        class: 'tool',
        'aria-label': t('lines.drop', { move: move.text }),
        title: t('lines.drop', { move: move.text }),
        'data-does': `drop ${move.text}`,
      });
      drop.append(icon('prune'));
      list.append(make('li', { class: 'meant-move' }, make('span', {}, t('lines.here', { move: move.text })), drop));
    }
    return list;
  }

  /**
   * @param {Side} side
   * @param {Match} match
   * @param {readonly LinePosition[]} positions
   * @param {Map<string, Lined>} lines
   */
  sideRow(side, match, positions, lines) {
    const until = positions.findIndex(({ node }) => node === match.node);
    const own = positions.slice(0, until + 1).map((at, ply) => (ply === until ? { ...at, move: null } : at));
    const has = own.some((at) => at.side === side && at.move);
    const due = dueLines(lines.values()).length;
    const name = t(`side.${side}`);
    const row = make('div', { class: 'row wrap' });
    const add = async () => {
      const n = await addLine(match.game, match.options, own, side);
      setText(this.said, t('lines.added', { n }));
    };
    row.append(
      button(t('lines.add', { side: name }), () => this.run(add), { 'data-does': `add ${side}`, disabled: !has }),
    );
    if (lines.size) {
      const train = () => trainLines(this.controller, this.panels, match, side);
      const label = t(due ? 'lines.train' : 'lines.train.early', { n: due, side: name });
      row.append(button(label, train, { class: due ? 'button main' : 'button', 'data-does': `train ${side}` }));
    }
    const about = lines.size ? t('lines.count', { n: lines.size, side: name }) : '';
    return make('div', { class: 'lines-side' }, ...(about ? [make('p', { class: 'note' }, about)] : []), row);
  }

  /** @private @param {() => Promise<unknown>} act */
  run(act) {
    act().catch((error) => setText(this.said, faultOf(error)));
  }
}

/**
 * The part of the explorer with the player's lines.
 *
 * @param {GameController} controller
 * @param {Panels} panels
 */
export function linesPart(controller, panels) {
  current ??= new LinesPart(controller, panels);
  const part = current;
  part.asked = null;
  queueMicrotask(() => part.see(controller.page.state));
  return part.element;
}
