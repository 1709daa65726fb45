/** The words of a page that the rules write, to print or to save: in the language of this page. */

import { gameName, LANGUAGES, language, said, t } from '../lib/i18n.ts';
import type { PageWords, Puzzle } from '../protocol.d.ts';
import { asks } from '../state/describe.ts';
import type { Match, Meta } from '../state/game.d.ts';

/** The words of a page about a game, with the end of its main line if there is one. */
export function pageWords({ key, name }: Pick<Meta, 'key' | 'name'>, match?: Pick<Match, 'end'> | null): PageWords {
  const white = { side: t('side.w') };
  const black = { side: t('side.b') };
  return {
    language: LANGUAGES[language()].tag,
    game: gameName({ key, name }),
    casual: t('printed.casual'),
    rated: t('printed.rated'),
    ended: match?.end ? said(match.end) : '',
    white_wins: t('result.wins', white),
    black_wins: t('result.wins', black),
    draw: t('result.draw'),
    white_to_move: t('status.turn.side', white),
    black_to_move: t('status.turn.side', black),
    passes: t('moves.pass'),
    start: t('printed.start'),
    // The rules put the move in its place.
    after: t('printed.after', { move: '{move}' }),
    solutions: t('printed.solutions'),
    replay: t('printed.replay'),
    first: t('printed.first'),
    back: t('printed.back'),
    play: t('printed.play'),
    pause: t('printed.pause'),
    forward: t('printed.forward'),
    last: t('printed.last'),
    flip: t('keys.flip'),
    starting_position: t('printed.starting'),
    position_after: t('printed.position', { move: '{move}' }),
  };
}

/** What a printed puzzle asks, with the number of moves to find. */
export function printedTask(one: Pick<Puzzle, 'goal' | 'side' | 'by' | 'turns'>) {
  const task = asks(one);
  return one.turns > 1 ? t('printed.task', { task, n: one.turns }) : task;
}
