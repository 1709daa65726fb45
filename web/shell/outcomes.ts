/** How games against the computer went, in words. */

import { t } from '../lib/i18n.ts';
import type { ArchivedGame } from '../state/kept.ts';
import { countOf, kindOf, levelOf, score, type Tally } from '../store/archive.ts';
import { calledOpponent } from './opponent.ts';

const HELP = ['hint', 'analysis', 'undo', 'seat']; // why a win is one with help

export const isAidedWin = (game: ArchivedGame) => score(game) === 1 && HELP.includes(game.aid ?? '');

/** How a game against the computer went, in a sentence; a win with help is told as such. */
export function howItWent(game: ArchivedGame) {
  const name = calledOpponent(levelOf(game));
  return isAidedWin(game) ? t(`won.${game.aid}`, { name }) : t(`today.board.${kindOf(score(game) ?? 0)}`, { name });
}

/** The results against an opponent in words, those of unrated games apart. */
export function recordOf({ unrated, ...rated }: Tally) {
  const told = [countOf(rated) && t('opponents.record', rated), countOf(unrated) && t('opponents.unrated', unrated)];
  return told.filter(Boolean).join(' · ');
}
