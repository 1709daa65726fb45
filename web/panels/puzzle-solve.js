/**
 * The puzzle on the board: the task, what the last move did, and how it is solved.
 *
 * @import { Move } from '../protocol.d.ts'
 * @import { MistakeCard } from '../types.d.ts'
 * @import { Puzzle } from '../state/mode.js'
 * @import { GameController } from '../game/api.d.ts'
 * @import { Trainer } from '../study/puzzle.js'
 * @import { Panels } from './manager.js'
 */

import { attempt } from '../lib/attempt.js';
import { button, make } from '../lib/dom.js';
import { stars } from '../lib/glyphs.js';
import { said, t, tOr } from '../lib/i18n.js';
import { puzzleLink } from '../lib/link-to.js';
import { toast } from '../lib/toast.js';
import { asks, ended } from '../state/describe.js';
import { isAsked, puzzleOf } from '../state/mode.js';
import { follow } from '../state/path.js';
import { puzzleRating, ratings } from '../state/ratings.js';
import { resultText } from '../study/daily.js';
import { inOrder, memory } from '../study/schedule.js';
import { why } from '../study/why.js';
import { shareText } from '../view/share-text.js';
import { again, choice, wanted } from './puzzle-choice.js';
import { forgetMistake, nextMistake } from './puzzle-mistakes.js';

/**
 * @param {HTMLElement} body
 * @param {GameController} controller
 * @param {Trainer} course
 * @param {Puzzle} puzzle
 * @param {Panels} panels
 */
export function solve(body, controller, course, puzzle, panels) {
  const { draft, match, notice } = controller.page.state;
  const open = isAsked(puzzle);
  // A wrong move and an unanswered one have the number of the move that is looked for.
  const turn = Math.min(puzzle.turns, Math.floor((match?.ply ?? 0) / 2) + 1);
  const turns = puzzle.turns > 1 ? t('puzzle.turns', { turn, n: puzzle.turns }) : '';
  const page = make('div', { class: 'puzzle' });
  const { card } = puzzle;
  const isLine = puzzle.goal === 'line';
  const about = isLine
    ? [tOr(`game.${puzzle.game}`, puzzle.game)]
    : card
      ? [card.players, card.date]
      : [t('puzzle.rated', { rating: puzzleRating(puzzle.level) })];
  page.append(
    make(
      'p',
      { class: 'puzzle-grade' },
      ...(card || isLine ? [] : [make('span', { 'aria-hidden': 'true' }, stars(puzzle.grade))]),
      make('span', {}, [...about, open ? turns : ''].filter(Boolean).join(' · ')),
    ),
    make('p', { class: 'task' }, asks(puzzle)),
    make(
      'p',
      { class: `verdict ${puzzle.state === 'solved' ? 'done' : puzzle.state}` },
      verdict(puzzle, match?.ply ?? 0),
    ),
  );
  if (open && notice) page.append(make('p', { class: 'note' }, notice.text));
  const row = make('div', { class: 'row wrap' });
  const next = () => {
    if (isLine) course.training?.start(true);
    else if (card) nextMistake(controller, course);
    else another(controller, course, puzzle);
  };
  const back = async () => {
    await course.end();
    if (isLine) panels.open('openings');
  };
  if (open) {
    if (draft.length > 1 && follow(match?.moves ?? [], draft).whole) {
      row.append(button(t('status.end'), () => controller.entry.end(), { class: 'button main' }));
    }
    const hint = puzzle.hints ? 'puzzle.hint.more' : 'puzzle.hint';
    row.append(
      button(t(hint), () => course.hint(), { 'data-keep': 'hint', 'data-does': 'hint' }),
      button(t('puzzle.give'), () => course.give(), { 'data-keep': 'give', 'data-does': 'give' }),
    );
  } else {
    row.append(
      button(t(isLine ? 'lines.next' : 'puzzle.next'), next, {
        class: 'button main',
        'data-keep': 'next',
        'data-does': 'next',
      }),
      ...(isLine
        ? []
        : [button(t('puzzle.analyse'), () => course.analyse(), { 'data-keep': 'analyse', 'data-does': 'analyse' })]),
    );
  }
  if (puzzle.day !== null) row.append(...dailyButtons(controller, course, puzzle, panels));
  row.append(
    button(t(isLine ? 'lines.back' : card ? 'mistakes.back' : 'puzzle.back'), back, {
      'data-keep': 'back',
      'data-does': 'back',
    }),
    ...(isLine
      ? []
      : [
          card
            ? button(t('mistakes.drop'), () => attempt(controller, () => forgetMistake(card, controller, course)), {
                'data-does': 'forget',
              })
            : linkButton(controller, puzzle.game, { puzzle: puzzle.id }),
        ]),
  );
  page.append(row);
  // Below the buttons, which a phone then shows without scrolling.
  if (choice.confirmation)
    page.append(make('p', { class: 'note confirmation', role: 'status' }, choice.confirmation));
  if (!open && card) page.append(lesson(card));
  else if (!open) page.append(explained(puzzle));
  body.append(page);
}

/**
 * What one does with the puzzle of a day besides: tell others of it, and go back to where it came from.
 *
 * @param {GameController} controller
 * @param {Trainer} course
 * @param {Puzzle} puzzle
 * @param {Panels} panels
 */
function dailyButtons(controller, course, puzzle, panels) {
  const { day, game: key, grade: of, state } = puzzle;
  const meta = controller.page.state.games.find((one) => one.key === key);
  const back = button(t('today.back'), async () => {
    await course.end();
    panels.open('today');
  });
  if (state !== 'solved' || day === null || !meta) return [back];
  const share = async () => {
    const result = resultText(meta, of, day);
    const how = await shareText(result);
    choice.confirmation =
      how === 'copied' ? t('today.copied') : how === 'failed' ? `${t('today.uncopied')}\n${result}` : '';
    again(controller);
  };
  return [button(t('today.share'), share, { 'data-keep': 'share', 'data-does': 'share' }), back];
}

/**
 * The button that copies or sends the link to a puzzle or a set.
 *
 * @param {GameController} controller
 * @param {string} game
 * @param {Parameters<typeof puzzleLink>[1]} fields
 */
export function linkButton(controller, game, fields) {
  const share = async () => {
    const link = puzzleLink(game, fields);
    const how = await shareText(link);
    choice.confirmation = how === 'copied' ? t('puzzle.link.copied') : how === 'failed' ? link : '';
    if (how === 'copied') toast(choice.confirmation);
    again(controller);
  };
  return button(t('puzzle.link'), share, { 'data-keep': 'link', 'data-does': 'link' });
}

/** @param {Puzzle} puzzle @param {number} ply */
function verdict(puzzle, ply) {
  const { state, tried, refuted } = puzzle;
  if (state === 'missed') return refuted ? `${refuted} ${t('puzzle.again')}` : t('puzzle.missed', { move: tried });
  if (state === 'open') return ply ? t('puzzle.on') : '';
  return ended(puzzle);
}

/** What the mistake did, and the moves that show it. @param {MistakeCard} card */
function lesson({ line, reason, refutation, played, mark }) {
  const texts = (/** @type {Move[]} */ moves) => moves.map(({ text }) => text).join(' ');
  const rows = [
    make('dt', {}, t('mistakes.better')),
    make('dd', {}, texts(line)),
    make('dt', {}, t('mistakes.played', { move: `${played}${mark}` })),
    make(
      'dd',
      {},
      said(reason),
      ...(refutation.length ? [` ${t('mistakes.refuted', { line: texts(refutation) })}`] : []),
    ),
  ];
  return make('dl', { class: 'puzzle-themes mistake-lesson' }, ...rows);
}

/** The line and what it was about. @param {Puzzle} puzzle */
function explained(puzzle) {
  const { line, asked, side, themes } = puzzle;
  const reason = why(puzzle);
  const texts = line.map((move) => move.text);
  const list = make('dl', { class: 'puzzle-themes' });
  for (const one of themes) {
    list.append(make('dt', {}, t(`puzzle.theme.${one}`)), make('dd', {}, t(`puzzle.about.${one}`)));
  }
  return make(
    'div',
    {},
    make(
      'p',
      { class: 'puzzle-line' },
      make('strong', {}, texts.slice(0, asked).join(' ')),
      ` ${texts.slice(asked).join(' ')}`,
    ),
    ...(reason
      ? [
          make(
            'p',
            { class: 'puzzle-why' },
            make('strong', {}, `${t('puzzle.why')} `),
            t(reason.key, { line: reason.line, n: reason.n, side: t(`side.${side}`) }),
          ),
        ]
      : []),
    list,
  );
}

/**
 * @param {GameController} controller
 * @param {Trainer} course
 * @param {Puzzle} puzzle
 */
async function another(controller, course, puzzle) {
  const list = await course.list(puzzle.game);
  if (!list || puzzleOf(controller.page.state) !== puzzle) return;
  const kept = memory().games[puzzle.game] ?? {};
  const { rating } = ratings().puzzles;
  const [best = inOrder(list.puzzles, {}, { but: puzzle.id })[0]] = inOrder(wanted(list.puzzles), kept, {
    but: puzzle.id,
    rating,
  });
  if (best) course.begin(puzzle.game, best);
}
