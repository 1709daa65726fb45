/**
 * What the engine thinks, above the list of moves: how the position stands, in a figure and in words, the best lines or
 * every legal move with what it is worth, and the bar in the frame of the board.
 *
 * A move of a line is looked at when it is pointed at or focused, and played when it is chosen while it is looked at:
 * so a finger taps once to look and once more to play. While someone looks, the lines stand still.
 *
 * @import { Match, Move } from '../types.d.ts'
 * @import { Analyst } from '../study/analysis.js'
 * @import { State } from '../state/state.js'
 * @import { GameApi } from '../game/api.d.ts'
 */

import { byId, make, pick, setText } from '../lib/dom.js';
import { LANGUAGES, language, t } from '../lib/i18n.js';
import { ending, result } from '../state/describe.js';
import { ALL, linesOf } from '../state/state.js';
import { chances, figure, forced, words } from '../study/score.js';

/**
 * @param {GameApi} controller
 * @param {Analyst} analyst
 */
export function analysis(controller, analyst) {
  const { page } = controller;
  const score = make('span', { class: 'engine-score' });
  const verdict = make('strong', {});
  const effort = make('span', {});
  const { element: picked, select: choice, fit } = pick({ 'aria-label': t('analysis.lines') });
  const lines = make('ol', { class: 'engine-lines', 'aria-label': t('analysis.lines') });
  const all = make('ul', { class: 'engine-all', 'aria-label': t('analysis.all') });
  const head = make(
    'div',
    { class: 'engine-head' },
    score,
    make('div', { class: 'engine-words' }, verdict, effort),
    picked,
  );
  const box = make(
    'section',
    { class: 'engine', id: 'engine', 'aria-label': t('walk.analyse'), hidden: true },
    head,
    lines,
    all,
  );
  byId('study').prepend(box);
  const gauge = byId('gauge');
  const white = byId('gauge-white');
  gauge.setAttribute('role', 'meter');
  gauge.setAttribute('aria-valuemin', '0');
  gauge.setAttribute('aria-valuemax', '100');

  let listed = '';
  /** @type {Move[][]} */
  let shown = [];
  /** The move that was looked at when a press began. @type {string | null} */
  let pressed = null;
  /** @type {string | null} */
  let looked = null;

  choice.addEventListener('change', () => analyst.tell(Number(choice.value)));

  /** @param {EventTarget | null} target */
  const item = (target) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest('[data-at]'));
  /** @param {string | null} at */
  const moves = (at) => {
    const [line, index] = (at ?? '').split(' ').map(Number);
    return at ? (shown[line]?.slice(0, index + 1) ?? null) : null;
  };
  /** @param {string | null} at */
  const look = (at) => {
    looked = at;
    for (const one of box.querySelectorAll('.shown')) one.classList.remove('shown');
    if (at) box.querySelector(`[data-at="${at}"]`)?.classList.add('shown');
    analyst.preview(moves(at));
  };
  box.addEventListener('pointerdown', () => {
    pressed = looked;
  });
  // A line that appears under a mouse at rest is not looked at.
  box.addEventListener('pointermove', (event) => {
    const at = item(event.target)?.dataset.at ?? null;
    if (event.pointerType === 'mouse' && at !== looked) look(at);
  });
  box.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') look(null);
  });
  box.addEventListener('focusin', (event) => {
    const at = item(event.target)?.dataset.at;
    if (at && /** @type {Element} */ (event.target).matches(':focus-visible')) look(at);
  });
  box.addEventListener('focusout', () => look(null));
  box.addEventListener('click', (event) => {
    const at = item(event.target)?.dataset.at;
    if (!at) return;
    const first = event.detail > 0 && pressed !== at;
    if (first) {
      look(at);
      return;
    }
    const chosen = moves(at);
    look(null);
    if (chosen) analyst.follow(chosen);
  });

  /** @param {Move} move @param {string} at @param {(Node | string)[]} more */
  const button = (move, at, ...more) => {
    const text = move.path.length ? move.text : t('moves.pass');
    return make('button', { type: 'button', class: 'move', 'data-at': at }, text, ...more);
  };

  /** @param {number} one @param {{ points: boolean, exact: boolean, scale: number }} how @param {Match} match */
  const chip = (one, how, { side }) => {
    const own = side === 'w' ? one : -one;
    const tone = forced(one) !== null || how.exact ? (own > 0 ? ' good' : own < 0 ? ' bad' : '') : '';
    const text = make('span', { 'aria-hidden': 'true' }, figure(one, how));
    return make('span', { class: `chip${tone}` }, text, make('span', { class: 'offscreen' }, words(one, how)));
  };

  /** @param {State} state @param {Match} match */
  const list = (state, match) => {
    const now = state.analysis;
    const fresh = now?.node === match.node ? now : null;
    const many = linesOf(state) === ALL;
    const how = { points: state.meta.points, exact: Boolean(now?.exact), scale: state.meta.scale };
    const key = JSON.stringify([match.node, fresh?.lines, how, many, language()]);
    if (key === listed) return;
    // Whoever looks at a move, or is about to press it, finds it where it was; what it is worth is told all the same.
    if (looked && listed) {
      for (const [row, [first]] of shown.entries()) {
        const line = fresh?.lines.find(({ moves: [move] }) => move.path.join() === first.path.join());
        const place = many ? box.querySelector(`[data-at="${row} 0"]`) : lines.children[row];
        if (line) place?.querySelector('.chip')?.replaceWith(chip(line.score, how, match));
      }
      return;
    }
    listed = key;
    const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.at;
    shown = (fresh?.lines ?? []).map((line) => line.moves);
    const count = many ? 0 : Math.min(linesOf(state), match.moves.length);
    lines.replaceChildren(
      ...Array.from({ length: count }, (_, at) => {
        const line = fresh?.lines[at];
        const row = make('li', { class: 'engine-line' });
        if (line)
          row.append(
            chip(line.score, how, match),
            make('span', { class: 'engine-moves' }, ...line.moves.map((move, on) => button(move, `${at} ${on}`))),
          );
        return row;
      }),
    );
    all.replaceChildren(
      ...(many ? (fresh?.lines ?? []) : []).map((line, at) =>
        make('li', {}, button(line.moves[0], `${at} 0`, chip(line.score, how, match))),
      ),
    );
    all.hidden = !many;
    lines.hidden = many;
    if (focus) /** @type {HTMLElement | null} */ (box.querySelector(`[data-at="${focus}"]`))?.focus();
  };

  page.show((state) => {
    const { analysis: now, match, meta } = state;
    box.hidden = !now;
    gauge.hidden = !now;
    document.documentElement.toggleAttribute('data-analysing', now !== null);
    if (!now) {
      looked = null;
      listed = '';
      return;
    }
    if (!state.preview && looked) look(null);
    if (!match) return;
    choose(choice, linesOf(state));
    fit();
    const best = now.node === match.node ? now.lines[0] : null;
    const how = { points: meta.points, exact: now.exact, scale: meta.scale };
    const over = match.outcome;
    if (over) {
      const sum = over.winner ? (over.winner === 'w' ? 1 : 0) : 0.5;
      meter(sum, ending(match));
      setText(score, over.winner === 'w' ? '1–0' : over.winner === 'b' ? '0–1' : '½–½');
      setText(verdict, result(match));
      setText(effort, '');
    } else if (best) {
      meter(chances(best.score, meta.scale), words(best.score, how));
      setText(score, figure(best.score, how));
      setText(verdict, words(best.score, how));
      const number = new Intl.NumberFormat(LANGUAGES[language()].tag, { notation: 'compact' });
      const each = { depth: now.depth, nodes: number.format(now.nodes), nps: number.format(now.nps) };
      const known = now.every ? 'analysis.table' : now.exact ? 'analysis.known' : 'analysis.effort';
      setText(effort, now.exact && now.scores ? t('analysis.ends', now.scores) : t(known, each));
    } else {
      setText(verdict, t(analyst.wants(state) ? 'analysis.begins' : 'analysis.waits'));
      setText(effort, '');
    }
    list(state, match);
  });

  /** @param {number} part White's @param {string} text */
  function meter(part, text) {
    white.style.transform = `scaleY(${part.toFixed(3)})`;
    white.classList.toggle('turned', page.state.bottom !== 'w');
    gauge.setAttribute('aria-valuenow', String(Math.round(part * 100)));
    gauge.setAttribute('aria-valuetext', text);
    gauge.setAttribute('aria-label', t('analysis.gauge'));
  }
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
