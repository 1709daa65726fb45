/**
 * The commands of the page, a row each. The menus, the keys and the list of them, the buttons below the board and those of
 * the status line are views of this table, in its order: a new entry of a menu is a row here, and its strings.
 */

import { analyse } from '../game/analysis.ts';
import { again } from '../game/challenge.ts';
import type { GameController } from '../game/controller.ts';
import { refuses } from '../game/messages.ts';
import * as offers from '../game/offers.ts';
import { flip, pause, setPlayer } from '../game/seats.ts';
import { changeSettings } from '../game/settings.ts';
import { attempt } from '../lib/attempt.ts';
import { canFillScreen } from '../lib/capabilities.ts';
import { say } from '../lib/dom.ts';
import { t } from '../lib/i18n.ts';
import { lazy } from '../lib/lazy.ts';
import { pending } from '../lib/pending.ts';
import type { Side } from '../protocol.d.ts';
import { mayTakeBack } from '../state/result.ts';
import { isGameOnBoard, isOpen, type Rights, rights } from '../state/rights.ts';
import { other, type State } from '../state/state.ts';
import { isMain } from '../state/tree.ts';
import { dropEarlierGame, loadEarlierGames } from '../store/store.ts';
import { ask, levelName } from './dialog.ts';
import type { Panels } from './panels.ts';

/** The key of a text, or the text itself where it depends on the state. */
type Words = string | ((state: State) => string);

export type Group = NonNullable<State['menu']>;

export interface Command {
  id: string; // the `id` of its button in index.html, if it has one
  group?: Group; // the menu that lists it
  icon?: string; // in the menu, from the sprite in index.html; else that of its `id`
  label?: Words; // in the menu
  offer?: Words; // on its button in the status line
  key?: string; // as `KeyboardEvent.key` names it, after `Shift+` where it needs that
  help?: string; // its text in the list of keys; those with the same text share a line
  panel?: string; // the panel that it opens; its key closes that again
  isShown?: () => boolean; // whether this browser can do it at all
  // what its buttons and entries show. A key may come before the reply to the last one: `run` refuses by itself what
  // cannot be done
  isEnabled?: (state: State) => boolean;
  right?: keyof Rights['why']; // that it needs: where it is not given, its buttons say why
  run?: (game: GameController, context: Context) => unknown; // absent where the browser does it; false if there was nothing to do
}

/** What commands act on, and what they need of the page beside that. `shell.ts` makes it. */
export interface Context {
  controller: GameController;
  panels: Pick<Panels, 'open' | 'close' | 'toggle'>;
  retry(): void; // starts the rules again
  toBoard(): void; // moves the focus to the board
  jump(back: boolean): void; // moves the focus to the next or previous square that can be entered
  type(begun?: string): void; // shows the field for typed moves
  prune(): Promise<void>; // asks, and then deletes the move on the board with all moves after it
  // What follows is loaded when it is first asked for.
  picture(): Promise<void>; // copies or saves the board as a picture, and says which
  openText(): Promise<void>; // opens the panel that takes games in, with the cursor in its field
}

/** In the order in which they are shown. */
export const GROUPS: Group[] = ['game', 'study', 'share'];

const hasMatch = ({ match }: State) => match !== null;

/** Whether everybody has the game: the library, links and servers know no other. */
const isKnown = ({ meta }: State) => !meta.own;

/** Whether the game on the board has a lesson: one that was written here has none. */
export const hasLesson = ({ meta }: State) => meta.written === true;

const onVariation = ({ match }: State) => match !== null && !isMain(match);

/** Whether there is a game of which the engine or its book may speak. */
const isAdvised = (state: State) => hasMatch(state) && rights(state).engine !== null;

/** Whether the player's own game is on the board. */
const isOwn = (state: State) => hasMatch(state) && isGameOnBoard(state);

/** Whether Undo has something to take back: of a move being entered, of a person's moves, or the end of the game. */
function canUndo(state: State) {
  if (state.pending || state.draft.length > 1) return !state.pending;
  const { undo } = rights(state);
  return undo === 'asked' || (undo === true && Boolean(state.match?.can_undo) && mayTakeBack(state));
}

/** Escape: in a panel what is said of the last move does not keep the panel open. */
function cancel({ entry }: GameController, { panels }: Context) {
  if (document.activeElement?.closest('.panel')) entry.forget();
  if (!entry.cancel()) panels.close();
  return false; // the browser has a use for Escape, too
}

function undo(game: GameController) {
  const { state } = game.page;
  if (!canUndo(state)) return void (state.pending || refuses(game, 'undo'));
  if (state.draft.length > 1) game.entry.cancel();
  else if (game.session.ask) game.session.ask('takeback');
  else game.navigation.back();
}

const canRedo = (state: State) => Boolean(state.match?.can_redo) && !state.pending && rights(state).undo === true;

function redo({ page, navigation }: GameController) {
  if (canRedo(page.state)) navigation.forward();
}

const isBegun = ({ match }: State) => (match?.ply ?? 0) > 0;

const goesBack = ({ match }: State) => Boolean(match?.can_undo);

const goesOn = ({ match }: State) => Boolean(match?.can_redo);

const go = (op: 'undo' | 'redo') => (game: GameController) => void game.navigation.go(op);

const leap = (to: 'first' | 'last') => (game: GameController) => game.navigation.jumpTo(to);

/** Whether help may be given: in a rated game the player is asked, once. */
async function mayHelp({ page: { state }, autosave }: GameController, by: 'hint' | 'analysis', isHelp: boolean) {
  const isRated = isHelp && state.match && autosave.atStake(state.match);
  return !isRated || ask(t(`ask.${by}`), t(`ask.${by}.yes`), false);
}

function mayHint(game: GameController) {
  const { state } = game.page;
  return mayHelp(game, 'hint', !state.hint && !game.session.hint && canHint(state));
}

function mayAnalyse(game: GameController) {
  const { state } = game.page;
  return mayHelp(game, 'analysis', !state.analysis && !game.session.analyse && isAdvised(state) && isBegun(state));
}

const canHint = (state: State) => isOpen(state) && rights(state).hint !== null && state.thinking?.purpose !== 'offer';

const canReview = (state: State) => isOwn(state) && isAdvised(state) && Boolean(state.match?.history.length);

const canOffer = (state: State) =>
  (state.online ? state.online.seat !== null && !state.online.asked.draw : isOpen(state) && !state.match?.offer) &&
  rights(state).resign !== null;

/** Shows the page on the whole screen, or no longer: in the frame of another site that is the way to more room. */
async function fullScreen() {
  const isFull = document.fullscreenElement !== null;
  const changed = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  await pending('device', changed).catch(() => {});
}

async function resign(controller: GameController) {
  const side = t(`side.${offers.sideOf(controller.page.state)}`);
  if (await ask(t('ask.resign', { side }), t('ask.resign.yes'))) offers.resign(controller);
}

/** Gives a side to the computer, at the level of the other side or else its last one; or the computer's to a person. */
function seatComputer(controller: GameController, side: Side) {
  const { page } = controller;
  const { players } = page.state;
  if (refuses(controller, 'seats') || rights(page.state).seats !== true) return;
  if (players[side]) page.set({ lastLevel: players[side] });
  const level = players[side] ? 0 : players[other(side)] || page.state.lastLevel;
  setPlayer(controller, side, level);
  const who = level ? levelName(level) : t('player.person');
  say(t('say.seated', { side: t(`side.${side}`), who }));
}

function toggleSound(controller: GameController) {
  const sound = !controller.page.state.settings.sound;
  changeSettings(controller, { sound });
  say(t(sound ? 'say.sound' : 'say.silence'));
}

/** Selects the next speed of computer against computer; after the last comes the first. */
function cycleSpeed(controller: GameController) {
  const speeds = ['slow', 'normal', 'fast'] as const;
  const now = speeds.indexOf(controller.page.state.settings.speed);
  changeSettings(controller, { speed: speeds[(now + 1) % speeds.length] });
}

/** Puts the game that was replaced last back on the board. */
async function bringBack(controller: GameController) {
  const [left] = loadEarlierGames();
  if (left && (await controller.loadRecord(left.record, left, left.id, 'shelf'))) dropEarlierGame(left);
}

const opens = (panel: string, row: Partial<Command>): Command => {
  return { id: panel, panel, run: (_, { panels }) => panels.open(panel), ...row };
};

export const COMMANDS: Command[] = [
  // Through the game, and its variations.
  { id: 'to-before', key: 'ArrowLeft', help: 'keys.navigation', isEnabled: goesBack, run: go('undo') },
  { id: 'to-next', key: 'ArrowRight', help: 'keys.navigation', isEnabled: goesOn, run: go('redo') },
  { id: 'variation before', key: 'ArrowUp', help: 'keys.sides', run: (game) => game.navigation.toVariation(-1) },
  { id: 'next variation', key: 'ArrowDown', help: 'keys.sides', run: (game) => game.navigation.toVariation(1) },
  { id: 'to-first', key: 'Home', help: 'keys.ends', isEnabled: isBegun, run: leap('first') },
  { id: 'to-last', key: 'End', help: 'keys.ends', isEnabled: goesOn, run: leap('last') },
  {
    id: 'promote',
    isEnabled: onVariation,
    run: (game) => game.navigation.go('promote', { node: game.page.state.match?.node ?? 0 }),
  },
  { id: 'prune', isEnabled: onVariation, run: (_, { prune }) => prune() },

  // The board.
  { id: 'square', key: 'Enter', help: 'keys.enter' },
  { id: 'cancel', key: 'Escape', help: 'keys.escape', run: cancel },
  { id: 'next part', key: 'Tab', help: 'keys.tab' },
  { id: 'type', key: 'M', help: 'keys.type', run: (_, { type }) => type() },
  { id: 'to board', key: 'B', help: 'keys.board', run: (_, { toBoard }) => toBoard() },
  { id: 'jump', key: 'J', help: 'keys.jump', run: (_, { jump }) => jump(false) },
  { id: 'jump back', key: 'Shift+J', run: (_, { jump }) => jump(true) },
  { id: 'undo', key: 'U', help: 'keys.undo', isEnabled: canUndo, right: 'undo', run: undo },
  { id: 'redo', key: 'Shift+U', isEnabled: canRedo, right: 'undo', run: redo },
  { id: 'replay', key: 'R', help: 'keys.replay', offer: 'status.replay', run: (game) => void game.entry.replay() },
  {
    id: 'hint',
    key: 'H',
    help: 'keys.hint',
    isEnabled: canHint,
    right: 'hint',
    run: async (game) => (await mayHint(game)) && game.computer.hint(),
  },
  {
    id: 'hint always',
    key: 'Shift+H',
    run: async (game) => (await mayHint(game)) && game.computer.hintAlways(),
  },
  { id: 'hint move', offer: 'status.hint.move', run: (game) => game.computer.reveal() },
  { id: 'hint line', offer: 'status.hint.line', run: (game) => game.computer.showLine() },
  { id: 'end', offer: 'status.end', run: (game) => game.entry.end() },
  { id: 'pass', offer: 'status.pass.do', run: (game) => game.entry.pass() },

  // The computer.
  { id: 'pause', offer: ({ paused }) => t(paused ? 'status.resume' : 'status.pause'), run: pause },
  { id: 'speed', offer: ({ settings }) => t(`status.speed.${settings.speed}`), run: cycleSpeed },
  { id: 'to-game', offer: 'status.to-game', run: (game) => game.navigation.returnToGame() },
  { id: 'play-on', offer: 'status.play-on', run: (game) => game.navigation.playOn() },
  { id: 'retry', offer: 'status.retry', run: (_, { retry }) => retry() },

  // Study.
  opens('review', {
    group: 'study',
    label: 'more.review',
    offer: 'status.review',
    isEnabled: canReview,
    right: 'engine',
  }),
  {
    id: 'analyse',
    key: 'A',
    help: 'keys.analyse',
    group: 'study',
    icon: 'analysis',
    label: 'more.analyse',
    isEnabled: isAdvised,
    right: 'engine',
    run: async (game, { panels }) => {
      if (!(await mayAnalyse(game))) return;
      // A panel covers the lines: it gives way to them. That of a puzzle says when it can be analysed.
      const isCovered = game.page.state.panel !== null && game.page.state.session.kind !== 'puzzle';
      if (isCovered) panels.close();
      await game.leaving;
      if (!isCovered || !game.page.state.analysis) await analyse(game);
    },
  },
  {
    id: 'annotate',
    group: 'study',
    icon: 'note',
    label: 'more.comment',
    isEnabled: hasMatch,
    run: async (game) => (await lazy(() => import('./comment.ts'), 'note'))(game),
  },
  opens('puzzles', { group: 'study', label: 'more.puzzles' }),
  opens('openings', {
    group: 'study',
    label: ({ meta }) => t(meta.book ? 'more.openings' : 'more.lines'),
    isEnabled: (state) => isKnown(state) && isAdvised(state),
    right: 'engine',
  }),
  opens('library', { group: 'study', label: 'more.library' }),
  opens('lesson', {
    group: 'study',
    label: 'more.lesson',
    offer: 'lesson.offer',
    isEnabled: (state) => hasMatch(state) && hasLesson(state),
  }),
  opens('statistics', { group: 'study', label: 'more.statistics' }),
  opens('lab', { group: 'study', label: 'more.lab' }),

  // The game.
  { id: 'flip', key: 'F', help: 'keys.flip', run: flip },
  opens('new', { key: 'N', help: 'keys.new', group: 'game', label: 'more.new' }),
  {
    id: 'again',
    offer: 'status.again',
    isEnabled: (state) => isOwn(state) && (!state.online || (state.online.isOver && state.online.seat !== null)),
    run: (game) => again(game),
  },
  {
    id: 'next',
    offer: ({ next }) => t('status.next', { name: t(`opponent.${next}`) }),
    run: (game) => again(game, game.page.state.next ?? undefined),
  },
  {
    // A key is easily pressed by mistake.
    id: 'again or new',
    key: 'Shift+N',
    run: (game, { panels }) => (rights(game.page.state).seats === true ? void again(game) : panels.toggle('new')),
  },
  { id: 'offer', group: 'game', label: 'more.offer', isEnabled: canOffer, run: offers.offer },
  {
    id: 'resign',
    group: 'game',
    label: 'more.resign',
    isEnabled: (state) => rights(state).resign !== null,
    run: resign,
  },
  { id: 'anyway', offer: 'link.anyway', run: (game) => game.page.state.notice?.anyway?.() },
  { id: 'accept', offer: 'status.accept', run: (game) => offers.answer(game, true) },
  { id: 'decline', offer: 'status.decline', run: (game) => offers.answer(game, false) },
  { id: 'claim win', offer: 'status.claim.win', run: (game) => offers.claim(game, 'win') },
  { id: 'claim draw', offer: 'status.claim.draw', run: (game) => offers.claim(game, 'draw') },
  { id: 'seat w', key: 'W', help: 'keys.seats', run: (game) => seatComputer(game, 'w') },
  { id: 'seat b', key: 'K', help: 'keys.seats', run: (game) => seatComputer(game, 'b') },
  opens('online', { group: 'game', label: 'online.title', offer: 'online.invite', isEnabled: isKnown }),
  opens('opponents', { group: 'game', label: 'more.opponents' }),
  opens('edit', { group: 'game', label: 'more.edit', isEnabled: hasMatch }),
  { id: 'back', offer: 'earlier.back', run: bringBack },
  { id: 'aside', offer: 'aside.show', run: (_, { panels }) => panels.open('library') },
  opens('games', { key: 'G', help: 'keys.games' }),
  { id: 'sound', key: 'S', help: 'keys.sound', run: toggleSound },
  { id: 'full', group: 'game', label: 'more.full', isShown: canFillScreen, run: fullScreen },

  // Sharing.
  {
    id: 'share',
    group: 'share',
    icon: 'link',
    label: 'more.link',
    offer: 'link.send',
    isEnabled: (state) => isKnown(state) && hasMatch(state),
    run: async (game) => (await lazy(() => import('../game/correspondence.ts'), 'share'))(game),
  },
  { id: 'picture', group: 'share', label: 'more.picture', isEnabled: hasMatch, run: (_, { picture }) => picture() },
  opens('share', {
    id: 'save',
    group: 'share',
    label: ({ meta }) => t(meta.formats.includes('pdn') ? 'more.text.pdn' : 'more.text'),
    isEnabled: hasMatch,
  }),
  {
    id: 'open',
    group: 'share',
    label: 'more.open',
    panel: 'share',
    isEnabled: hasMatch,
    run: (_, { openText }) => openText(),
  },

  opens('keys', { key: '?', help: 'keys.help' }),
];

/** The commands that this page has: the panel that one opens is there, and the browser can do it. */
export const commandsOf = ({ panels }: Pick<State, 'panels'>) =>
  COMMANDS.filter(({ panel, isShown }) => (!panel || panels.includes(panel)) && (!isShown || isShown()));

export const entriesOf = (group: Group, state: Pick<State, 'panels'>) =>
  commandsOf(state).filter((command) => command.group === group);

export const named = (words: Words | undefined, state: State) =>
  typeof words === 'function' ? words(state) : t(words ?? '');

export function commandOf(id: string) {
  const command = COMMANDS.find((row) => row.id === id);
  if (!command) throw new Error(`there is no command ${id}`);
  return command;
}

/** Why a command is not allowed on the board as it is; empty where it is. */
export function reasonOf({ right }: Command, state: State) {
  const why = right && rights(state).why[right];
  return why ? t(why) : '';
}

/** Does what a command says, and shows what goes wrong. */
export const perform = (id: string, context: Context) =>
  attempt(context.controller, () => commandOf(id).run?.(context.controller, context));
