/**
 * The games of a file or a text to choose from, while it is being read and afterwards.
 *
 * @import { Found } from '../game/import.js'
 * @import { ListedGame } from '../protocol.d.ts'
 */

import { count, inbox } from '../game/import.js';
import { make, setText } from '../lib/dom.js';
import { MAX_LISTED } from '../lib/game-file.js';
import { language, t } from '../lib/i18n.js';
import { MAX_TEXT_CHARS } from '../lib/limits.js';
import { tool } from '../view/controls.js';
import { known } from './library-game.js';

/** List entries made per frame: hundreds at once would block the page. */
const ENTRIES_PER_FRAME = 25;

/** The list of games to choose from, with the progress of reading the file. @param {Found} found */
export function foundGames(found) {
  if (found.list?.language !== language()) {
    found.list = {
      language: language(),
      element: make('ol', { class: 'found', 'aria-label': t('share.which') }),
      byNumber: numberField(found),
    };
  }
  const { element: list, byNumber } = found.list;
  const told = make('p', { class: 'note' });
  const draw = () => {
    const n = found.count;
    const here = list.children.length;
    const due = Math.min(found.listed.length, n);
    for (let at = here; at < Math.min(due, here + ENTRIES_PER_FRAME); at++) list.append(entry(found, at));
    if (list.children.length < due) requestAnimationFrame(draw);
    byNumber.hidden = n <= MAX_LISTED;
    const first = n > MAX_LISTED ? t('share.first', { first: MAX_LISTED }) : '';
    setText(told, [t('share.count', { n, count: count(n) }), first].filter(Boolean).join(' '));
  };
  draw();
  const now = inbox.reading;
  if (!now) return [...(found.count > MAX_LISTED ? [told] : [make('p', {}, t('share.which'))]), byNumber, list];
  const progress = make('progress', { max: 1, value: 0, 'aria-label': t('share.reading', { name: now.name }) });
  const tell = () => {
    progress.value = now.file.end / now.file.file.size;
    draw();
  };
  tell();
  now.draw = tell;
  const stop = tool('close', t('share.stop'), () => now.stop.abort());
  const head = make('div', { class: 'row wrap' }, make('span', { class: 'grow' }, progress.ariaLabel ?? ''), stop);
  return [make('div', { class: 'reading' }, head, progress, told), byNumber, list];
}

/** @param {Found} found @param {number} at */
function entry(found, at) {
  const { head, note } = title(found.listed[at], at);
  const element = make(
    'button',
    { type: 'button', class: 'kept', 'data-keep': `found-${at}` },
    make('span', {}, make('strong', { class: 'kept-line' }, head), make('span', { class: 'card-note' }, note)),
  );
  element.addEventListener('click', () => found.open(at));
  return make('li', {}, element);
}

/** Opens a game by its number: of many, only the first are listed. @param {Found} found */
function numberField(found) {
  const input = make('input', {
    type: 'number',
    min: 1,
    step: 1,
    required: true,
    inputmode: 'numeric',
    'data-keep': 'found-number',
  });
  const fault = make('p', { class: 'fault', role: 'alert' });
  const form = make(
    'form',
    { class: 'by-number', novalidate: true },
    make('label', { class: 'row wrap' }, make('span', {}, t('share.by-number')), input),
    make('button', { type: 'submit', class: 'button', 'data-keep': 'found-open' }, t('share.open-number')),
    fault,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const number = Number(input.value);
    const isThere = Number.isInteger(number) && number >= 1 && number <= found.count;
    setText(fault, isThere ? '' : t('share.no-number', { last: count(found.count) }));
    if (isThere) found.open(number - 1);
    else input.focus();
  });
  return form;
}

/** The list entry of one of several games. @param {ListedGame | null} one @param {number} at */
function title(one, at) {
  if (!one)
    return { head: t('share.number', { n: count(at + 1) }), note: t('share.long', { n: count(MAX_TEXT_CHARS) }) };
  const { tags, turns, winner } = one;
  const players = [known(tags.White), known(tags.Black)].filter(Boolean).join(' – ');
  const event = [known(tags.Event), known(tags.Date)].filter(Boolean).join(', ');
  // Results are written in words, because which side's score stands first differs between games.
  const result = winner ? resultOf(winner) : '';
  return {
    head: players || event || t('share.number', { n: count(at + 1) }),
    note: [players ? event : '', result, t('earlier.turns', { n: turns })].filter(Boolean).join(' · '),
  };
}

/** @param {NonNullable<ListedGame['winner']>} winner */
const resultOf = (winner) => (winner === 'draw' ? t('result.draw') : t('result.wins', { side: t(`side.${winner}`) }));
