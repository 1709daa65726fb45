/**
 * The analysis above the move list: the score in figures and words, the best lines or every legal move with its score, and
 * the bar in the frame of the board.
 *
 * Pointing at a move of a line, or focusing it, previews it; a click on a previewed move plays it. So on a touch screen
 * the first tap previews and the second plays. During a preview the lines do not move.
 *
 * @import { Move } from '../protocol.d.ts'
 * @import { Match } from '../types.d.ts'
 * @import { Analyst } from '../study/analysis.js'
 * @import { Analysis, State } from '../state/state.js'
 * @import { GameApi } from '../game/api.d.ts'
 */

import { byId, make, pick, setText } from '../lib/dom.js';
import { LANGUAGES, language, t } from '../lib/i18n.js';
import { forced } from '../lib/win-score.js';
import { ending, result } from '../state/describe.js';
import { ALL, linesOf } from '../state/settings.js';
import { chances, figure, words } from '../study/score.js';

/** @typedef {{ points: boolean, exact: boolean, scale: number }} Scoring how to write a score */

/**
 * @param {GameApi} controller
 * @param {Analyst} analyst
 */
export function analysis(controller, analyst) {
  const view = new AnalysisView(analyst);
  const gauge = new Gauge();
  controller.page.show((state) => {
    gauge.show(state);
    view.show(state);
  });
}

/** The box above the move list. */
class AnalysisView {
  /** @param {Analyst} analyst */
  constructor(analyst) {
    this.analyst = analyst;
    this.score = make('span', { class: 'engine-score' });
    this.verdict = make('strong', {});
    this.effort = make('span', {});
    const { element: picked, select, fit } = pick({ 'aria-label': t('analysis.lines') });
    this.choice = select;
    this.fitChoice = fit;
    this.lines = make('ol', { class: 'engine-lines', 'aria-label': t('analysis.lines') });
    this.all = make('ul', { class: 'engine-all', 'aria-label': t('analysis.all') });
    this.box = make(
      'section',
      { class: 'engine', id: 'engine', 'aria-label': t('navigation.analyse'), hidden: true },
      make(
        'div',
        { class: 'engine-head' },
        this.score,
        make('div', { class: 'engine-words' }, this.verdict, this.effort),
        picked,
      ),
      this.lines,
      this.all,
    );
    byId('study').prepend(this.box);
    /** The data that the lists were filled with, as a key. */
    this.listed = '';
    /** The lines that are listed. @type {Move[][]} */
    this.shown = [];
    /** The `data-at` of the previewed move when a press began. @type {string | null} */
    this.pressed = null;
    /** The `data-at` of the previewed move. @type {string | null} */
    this.previewed = null;
    select.addEventListener('change', () => analyst.setLines(Number(select.value)));
    this.listen();
  }

  /** Previews the move that is pointed at or focused; a click on a previewed move plays it. */
  listen() {
    const { box } = this;
    box.addEventListener('pointerdown', () => {
      this.pressed = this.previewed;
    });
    // `pointermove`, not `pointerover`: a line that appears under a resting mouse is not previewed.
    box.addEventListener('pointermove', (event) => {
      const at = placeOf(event.target);
      if (event.pointerType === 'mouse' && at !== this.previewed) this.preview(at);
    });
    box.addEventListener('pointerleave', (event) => {
      if (event.pointerType === 'mouse') this.preview(null);
    });
    box.addEventListener('focusin', (event) => {
      const at = placeOf(event.target);
      if (at && /** @type {Element} */ (event.target).matches(':focus-visible')) this.preview(at);
    });
    box.addEventListener('focusout', () => this.preview(null));
    box.addEventListener('click', (event) => {
      const at = placeOf(event.target);
      if (!at) return;
      if (event.detail > 0 && this.pressed !== at) {
        this.preview(at);
        return;
      }
      const chosen = this.movesTo(at);
      this.preview(null);
      if (chosen) this.analyst.follow(chosen);
    });
  }

  /** The moves of a line up to one of them. @param {string | null} at */
  movesTo(at) {
    const [line, index] = (at ?? '').split(' ').map(Number);
    return at ? (this.shown[line]?.slice(0, index + 1) ?? null) : null;
  }

  /** @param {string | null} at */
  preview(at) {
    this.previewed = at;
    for (const one of this.box.querySelectorAll('.shown')) one.classList.remove('shown');
    if (at) this.box.querySelector(`[data-at="${at}"]`)?.classList.add('shown');
    this.analyst.preview(this.movesTo(at));
  }

  /** @param {State} state */
  show(state) {
    const { analysis: now, match } = state;
    this.box.hidden = !now;
    document.documentElement.toggleAttribute('data-analysing', now !== null);
    if (!now) {
      this.previewed = null;
      this.listed = '';
      return;
    }
    if (!state.preview && this.previewed) this.preview(null);
    if (!match) return;
    choose(this.choice, linesOf(state));
    this.fitChoice();
    this.tell(state, now, match);
    this.list(state, now, match);
  }

  /** Shows the score, in figures and words, and the search's effort. @param {State} state @param {Analysis} now @param {Match} match */
  tell(state, now, match) {
    const best = now.node === match.node ? now.lines[0] : null;
    const how = scoring(state);
    const over = match.outcome;
    if (over) {
      setText(this.score, '');
      setText(this.verdict, result(match));
      setText(this.effort, '');
    } else if (best) {
      setText(this.score, figure(best.score, how));
      setText(this.verdict, words(best.score, how));
      const number = new Intl.NumberFormat(LANGUAGES[language()].tag, { notation: 'compact' });
      const each = { depth: now.depth, nodes: number.format(now.nodes), nps: number.format(now.nps) };
      const isOnly = match.moves.length === 1;
      const effort = isOnly ? 'analysis.only' : 'analysis.effort';
      const known = now.every ? 'analysis.table' : now.exact ? 'analysis.known' : effort;
      setText(this.effort, now.exact && now.scores ? t('analysis.ends', now.scores) : t(known, each));
    } else {
      setText(this.verdict, t(this.analyst.wants(state) ? 'analysis.begins' : 'analysis.waits'));
      setText(this.effort, '');
    }
  }

  /** Lists the best lines, or every legal move. @param {State} state @param {Analysis} now @param {Match} match */
  list(state, now, match) {
    const found = now.node === match.node ? now.lines : undefined;
    const isAll = linesOf(state) === ALL;
    const how = scoring(state);
    const key = JSON.stringify([match.node, found, how, isAll, language()]);
    if (key === this.listed) return;
    // During a preview only the scores change, so that the move under the pointer stays there.
    if (this.previewed && this.listed) {
      this.updateScores(found, isAll, how, match);
      return;
    }
    this.listed = key;
    const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.at;
    this.shown = (found ?? []).map((line) => line.moves);
    const count = isAll ? 0 : Math.min(linesOf(state), match.moves.length);
    this.lines.replaceChildren(
      ...Array.from({ length: count }, (_, at) => {
        const line = found?.[at];
        const row = make('li', { class: 'engine-line' });
        if (line)
          row.append(
            chip(line.score, how, match),
            make('span', { class: 'engine-moves' }, ...line.moves.map((move, on) => moveButton(move, `${at} ${on}`))),
          );
        return row;
      }),
    );
    this.all.replaceChildren(
      ...(isAll ? (found ?? []) : []).map((line, at) =>
        make('li', {}, moveButton(line.moves[0], `${at} 0`, chip(line.score, how, match))),
      ),
    );
    this.all.hidden = !isAll;
    this.lines.hidden = isAll;
    if (focus) /** @type {HTMLElement | null} */ (this.box.querySelector(`[data-at="${focus}"]`))?.focus();
  }

  /**
   * Updates the scores of the listed moves without moving them.
   *
   * @param {Analysis['lines'] | undefined} found
   * @param {boolean} isAll
   * @param {Scoring} how
   * @param {Match} match
   */
  updateScores(found, isAll, how, match) {
    for (const [row, [first]] of this.shown.entries()) {
      const line = found?.find(({ moves: [move] }) => move.path.join() === first.path.join());
      const place = isAll ? this.box.querySelector(`[data-at="${row} 0"]`) : this.lines.children[row];
      if (line) place?.querySelector('.chip')?.replaceWith(chip(line.score, how, match));
    }
  }
}

/** The bar in the frame of the board: White's share of it is White's chances. */
class Gauge {
  constructor() {
    this.element = byId('gauge');
    this.white = byId('gauge-white');
    this.element.setAttribute('role', 'meter');
    this.element.setAttribute('aria-valuemin', '0');
    this.element.setAttribute('aria-valuemax', '100');
  }

  /** @param {State} state */
  show(state) {
    const { analysis: now, match, meta } = state;
    this.element.hidden = !now;
    if (!now || !match) return;
    const best = now.node === match.node ? now.lines[0] : null;
    if (match.outcome) {
      const { winner } = match.outcome;
      this.set(state, winner ? (winner === 'w' ? 1 : 0) : 0.5, ending(match));
    } else if (best) this.set(state, chances(best.score, meta.scale), words(best.score, scoring(state)));
  }

  /** @param {State} state @param {number} part White's, 0 to 1 @param {string} text */
  set({ bottom }, part, text) {
    this.white.style.transform = `scaleY(${part.toFixed(3)})`;
    this.white.classList.toggle('turned', bottom !== 'w');
    this.element.setAttribute('aria-valuenow', String(Math.round(part * 100)));
    this.element.setAttribute('aria-valuetext', text);
    this.element.setAttribute('aria-label', t('analysis.gauge'));
  }
}

/** How to write the scores of the analysis. @param {State} state @returns {Scoring} */
const scoring = ({ meta, analysis: now }) => ({ points: meta.points, exact: Boolean(now?.exact), scale: meta.scale });

/** The `data-at` of an event's move: its line and its index in the line. @param {EventTarget | null} target */
const placeOf = (target) =>
  /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest('[data-at]'))?.dataset.at ?? null;

/** @param {Move} move @param {string} at @param {(Node | string)[]} more */
function moveButton(move, at, ...more) {
  const text = move.path.length ? move.text : t('moves.pass');
  return make('button', { type: 'button', class: 'move', 'data-at': at }, text, ...more);
}

/** A score, coloured if the winner is certain. @param {number} score @param {Scoring} how @param {Match} match */
function chip(score, how, { side }) {
  const own = side === 'w' ? score : -score;
  const tone = forced(score) !== null || how.exact ? (own > 0 ? ' good' : own < 0 ? ' bad' : '') : '';
  const text = make('span', { 'aria-hidden': 'true' }, figure(score, how));
  return make('span', { class: `chip${tone}` }, text, make('span', { class: 'offscreen' }, words(score, how)));
}

/** @param {HTMLSelectElement} select @param {number} chosen */
function choose(select, chosen) {
  const spoken = language();
  if (select.dataset.language !== spoken) {
    select.dataset.language = spoken;
    select.replaceChildren(
      ...[1, 2, 3].map((n) => make('option', { value: n }, t('analysis.count', { n }))),
      make('option', { value: ALL }, t('analysis.all')),
    );
  }
  if (select.value !== String(chosen)) select.value = String(chosen);
}
