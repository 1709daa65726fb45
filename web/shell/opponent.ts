/** What is said of the computer's opponents and of games against them, and who is suggested next. */

import { again, challenge } from '../game/challenge.ts';
import { share } from '../game/correspondence.ts';
import { button } from '../lib/html.ts';
import { t } from '../lib/i18n.ts';
import { isolated } from '../lib/isolated.ts';
import type { Side } from '../protocol.d.ts';
import type { Ended, Meta } from '../state/game.d.ts';
import type { ArchivedGame } from '../state/kept.ts';
import { opponentRating } from '../state/rating.ts';
import { nextStep, ownSide } from '../state/result.ts';
import { seatedName } from '../state/seats.ts';
import { REMOTE, recordedName, type State } from '../state/state.ts';
import { countOf, kindOf, levelOf, score, type Tally } from '../store/archive.ts';
import { proposedOpponent } from '../store/ratings.ts';
import type { PanelContext } from './panels.ts';

export const calledOpponent = (level: number) => t(`opponent.${level}`);

/** What a side is called: you, a level of the computer, a friend; of two people the name in the record, else empty. */
export function whoPlays(state: State, side: Side) {
  const { players } = state;
  const level = players[side];
  if (level > 0) return calledOpponent(level);
  if (state.online) return seatedName(state.online, side);
  if (level === REMOTE) return t('player.remote');
  return ownSide({ players }) === side ? t('player.you') : isolated(recordedName(state, side));
}

/** The level and the rating of an opponent, as far as that was measured. */
export const strengthOf = ({ key }: Meta, level: number) =>
  [t('opponents.level', { level }), opponentRating(key, level)?.rating].filter(Boolean).join(' · ');

export const character = (level: number) => t(`opponent.character.${level}`);

const HELP = ['hint', 'analysis', 'undo', 'seat']; // why a win is one with help

export const isAidedWin = (game: ArchivedGame) => score(game) === 1 && HELP.includes(game.aid ?? '');

/** How a game against the computer went, in a sentence; a win with help is told as such. */
export function howItWent(game: ArchivedGame) {
  const name = calledOpponent(levelOf(game));
  return isAidedWin(game) ? t(`won.${game.aid}`, { name }) : t(`today.board.${kindOf(score(game) ?? 0)}`, { name });
}

/** The results against an opponent in words, those of unrated games apart. */
export function recordOf({ unrated, ...rated }: Tally) {
  const records = [
    countOf(rated) && t('opponents.record', rated),
    countOf(unrated) && t('opponents.unrated', unrated),
  ];
  return records.filter(Boolean).join(' · ');
}

export const tried = (level: number) => t('opponents.try', { level, name: calledOpponent(level) });

export const stepAfter = (ended: Ended, { kept, online }: State) =>
  nextStep({ ...ended, online }, proposedOpponent(ended.meta, kept));

/** The step after a game that has ended, as the label of a button and what it does. */
export function suggestion(ended: Ended, { controller, panels }: PanelContext): [string, () => void] | [] {
  const step = stepAfter(ended, controller.page.state);
  if (step.kind === 'none') return [];
  if (step.kind === 'send') return [t('link.send'), () => share(controller)];
  if (step.kind === 'review') return [t('status.review'), () => panels.open('review')];
  const go = () => {
    panels.close();
    again(controller, step.level);
  };
  return [step.level === undefined ? t('status.again') : tried(step.level), go];
}

/** A button that begins a game against the next opponent; `before` stands before its label. */
export function nextButton(meta: Meta, { controller, panels }: PanelContext, before: string = '') {
  const { boot, kept } = controller.page.state;
  const level = proposedOpponent(meta, kept);
  const play = () => panels.leave(`#game=${meta.key}`, () => challenge(controller, meta, level));
  return button(before + tried(level), play, { does: 'next', isOff: boot.phase !== 'ready' });
}
