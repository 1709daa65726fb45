/**
 * The status line: whose move it is, or what has happened, with the buttons that belong to it. Errors are told here (by
 * `GameController.fail`), a failed start as well; what a panel could not load is told in it (`missing` in `panels.ts`).
 */

import { toast } from '../game/messages.ts';
import { today } from '../lib/date.ts';
import { byId } from '../lib/dom.ts';
import { html, keyed, nothing, render } from '../lib/html.ts';
import { gameName, t, translated } from '../lib/i18n.ts';
import { onFrame } from '../lib/pending.ts';
import type { Move } from '../protocol.d.ts';
import { anyOf, asks, ended, headline, near, reason } from '../state/describe.ts';
import { isLookingBack } from '../state/online.ts';
import { follow, mayEnd, onlyPass } from '../state/path.ts';
import { isOthers, ownSide } from '../state/result.ts';
import { gameOf, isGameOnBoard, isOpen, isReopened, isWaiting, rights } from '../state/rights.ts';
import { askedFor, asksFor, calledOther, toMove } from '../state/seats.ts';
import { homeOf, isAsked, isUncovered, lessonOf, type Puzzle } from '../state/session.ts';
import { everything, glides, isComputer, isSent, other, type State } from '../state/state.ts';
import { isAtEnd, isMain } from '../state/tree.ts';
import { type Context, commandOf, hasLesson, named, perform } from './commands.ts';
import { toBoard } from './grid.ts';

/** The command that a button offers, and whether it is the main one. */
type Offer = [id: string, main?: boolean];

/** The content of the status line: a first line in bold, a second line, the tone, and buttons. */
interface Line {
  tone: string;
  head?: string;
  text?: string;
  rule?: string | null;
  does?: Offer[];
  result?: boolean; // whether the words open the result sheet
}

/** The status line now: the first of these functions that returns something. */
export function line(state: State): Line {
  const { match } = state;
  const early = unready(state);
  if (early || !match) return early ?? loading(state);
  if (state.session.kind === 'puzzle') return task(state.session.puzzle, state);
  const ended = over(state, match) ?? requested(state) ?? offered(state, match);
  return ended ?? noticed(state, match) ?? afar(state, match) ?? waiting(state, match) ?? turn(state, match);
}

type Match = NonNullable<State['match']>;

const RETRY: Offer[] = [['retry', true]];
const BACK: Offer[] = [['back']];
const ASIDE: Offer[] = [['aside', true]];

const loading = ({ boot }: State): Line => ({ tone: 'quiet', head: t('status.loading'), text: bytes(boot) });

/** While the rules are not loaded, or a position is edited. */
function unready(state: State): Line | null {
  const { boot, match, notice } = state;
  if (boot.phase === 'failed') {
    return { tone: 'error', head: t('status.failed'), text: boot.message, does: boot.isBlocked ? [] : RETRY };
  }
  if (state.arriving && !boot.late)
    return { tone: 'quiet', head: t('link.opening'), text: boot.phase === 'ready' ? '' : bytes(boot) };
  if (notice?.kind === 'error' && !match) return { tone: 'error', text: notice.text };
  if (state.session.kind === 'editor') return { tone: 'quiet', head: t('editor.title'), text: t('editor.how') };
  if (boot.late) return { tone: 'error', head: t('status.late'), text: bytes(boot), does: RETRY };
  return isWaiting(state) ? loading(state) : null;
}

function over(state: State, match: Match): Line | null {
  if (!match.outcome) return null;
  const { scores } = match.outcome;
  const points = scores ? `${t('result.scores', { w: scores.w, b: scores.b })} ` : '';
  const why = reason(match.outcome);
  const text = scores && /\d/.test(why) ? why : points + why;
  // The result sheet has these buttons itself.
  const isShown = !isGameOnBoard(state) || state.panel === 'result';
  const does: Offer[] = isShown ? [] : after(state, match);
  const hasSheet = isGameOnBoard(state) && homeOf(state) === null;
  return { tone: 'over', head: headline(state), text: wish(state) || text, does, result: hasSheet };
}

/** What is asked in a game with others, by either player. */
function wish({ online, match }: State) {
  const what = online && (askedFor(online) ?? asksFor(online));
  if (!online || !what || !match) return '';
  const how = askedFor(online) ? 'asked' : 'asks';
  return t(`online.${how}.${what}`, { side: calledOther(online) });
}

const ANSWERS: Offer[] = [['accept', true], ['decline']];

function again({ online, next }: State): Offer[] {
  if (online && askedFor(online)) return ANSWERS;
  if (next) return [['next', true]];
  return online && (!online.seat || asksFor(online)) ? [] : [['again', true]];
}

/** When the other player of a game with others asks for something. */
function requested(state: State): Line | null {
  return state.online && isGameOnBoard(state) && askedFor(state.online) ? request(state) : null;
}

/** A game with others, where this player is not to move, or must know something besides. */
function afar(state: State, match: Match): Line | null {
  const { online } = state;
  if (!online || !isGameOnBoard(state) || online.isOver) return null;
  const { seat, joined, present, isLost } = online;
  const side = toMove(state, match);
  const own = seat === side;
  const head = t(`status.turn.${own ? 'you' : 'side'}`, { side: t(`side.${side}`) });
  if (isLost) return { tone: 'error', head: t('online.lost'), text: seat ? t('online.lost.text') : '' };
  if (isLookingBack(state)) return { tone: 'quiet', head, text: t('online.back') };
  if (seat && !joined[other(seat)])
    return {
      tone: 'plain',
      head: own ? head : t('online.waiting'),
      text: t('online.waiting.text'),
      does: state.panel === 'online' ? [] : [['online', !own || undefined]],
    };
  if (own && !asksFor(online)) return null;
  const away = seat && online.side && !present[side] ? t('online.gone', { side: calledOther(online) }) : '';
  return { tone: 'plain', head, text: wish(state) || away || secondLine(state) };
}

/** When a person has to answer a draw offer. */
function offered({ players }: State, { offer }: Match): Line | null {
  if (!offer || players[other(offer)]) return null;
  const head = t('status.offer', { side: t(`side.${offer}`) });
  return { tone: 'plain', head, does: ANSWERS };
}

function noticed(state: State, match: Match): Line | null {
  const { notice, preview } = state;
  if (!notice) return null;
  if (notice.below) {
    const now = line({ ...state, notice: null });
    return { ...now, text: notice.text, does: [...(notice.back ? BACK : []), ...(now.does ?? [])] };
  }
  const now = [...half(state), ...post(state, match), ...(isOpen(state) ? claims(state) : [])];
  const does = notice.aside ? [...ASIDE, ...now] : [...more(state), ...now];
  // The words on the board say why; beside them stands whose turn it is.
  const head = state.refused?.piece && notice.kind === 'refusal' ? line({ ...state, notice: null }).head : '';
  const anyway: Offer[] = notice.anyway ? [['anyway']] : [];
  const text = (notice.kind === 'hint' && preview?.text) || notice.text;
  return { tone: notice.kind, head, text, rule: notice.rule, does: [...does, ...anyway] };
}

/** With the idea of a hint its move, and with the move what is expected after it. */
function more({ hint, preview }: State): Offer[] {
  if (hint?.isIdea) return [['hint move']];
  return hint?.line && hint.line.length > 1 && !preview ? [['hint line']] : [];
}

/** While it is not the turn of a person at this device. */
function waiting(state: State, match: Match): Line | null {
  const { thinking, players } = state;
  const { moves, why } = rights(state);
  const side = t(`side.${match.side}`);
  if (why.moves && lessonOf(state)) return { tone: 'plain', head: t(why.moves) };
  const does = post(state, match);
  if (does.length)
    return {
      tone: 'plain',
      head: t('status.remote', { side }),
      text: t(isSent(state) ? 'link.sent' : 'link.how'),
      does,
    };
  if (players[match.side] < 0) return { tone: 'quiet', head: t('status.turn.side', { side }) };
  if (state.paused && moves !== 'both')
    return { tone: 'plain', head: t('status.paused', { side }), does: [['pause', true]] };
  if (!thinking && (!isComputer(state) || moves === 'both')) return null;
  // The computer waits until the start card is gone.
  if (!thinking && state.introduced) return { tone: 'plain', head: t('status.turn.side', { side }) };
  const key = THOUGHTS[thinking?.purpose ?? 'move'];
  const both = players.w > 0 && players.b > 0;
  return { tone: 'quiet', head: t(key, { side }), text: secondLine(state), does: both ? [['speed'], ['pause']] : [] };
}

const THOUGHTS = { move: 'status.thinking', hint: 'status.looking', offer: 'status.weighing' };

/** When it is the turn of a person at this device. */
function turn(state: State, match: Match): Line {
  const side = t(`side.${match.side}`);
  if (state.draft.length > 1) {
    const { whole } = follow(match.moves, state.draft);
    return { tone: 'plain', head: t(whole ? 'status.may-end' : 'status.go-on', { side }), does: half(state) };
  }
  if (onlyPass(match.moves)) return { tone: 'plain', head: t('status.pass', { side }), does: [['pass', true]] };
  const isAnalysed = rights(state).moves === 'both';
  const who = !isAnalysed && ownSide(state) ? 'you' : 'side';
  const head = t(`status.${match.forced ? 'must' : 'turn'}.${who}`, { side });
  const text = targets(state, match) || (isAnalysed ? triesText(match) : claimReason(state) || secondLine(state));
  const own = [...claims(state), ...replay(state), ...offer(state)];
  const isOver = match.end && isUncovered(state) && !isReopened(state);
  return { tone: 'plain', head, text, does: isAnalysed || isOver ? away(state, match) : own };
}

/** The ways on from a position that is analysed, or of a game that is over; a review and the opening book have their own. */
const away = (state: State, match: Match): Offer[] => {
  const { panel } = state;
  const home = homeOf(state);
  if (panel === 'review' || panel === 'openings') return [];
  if (match.end && isMain(match)) return [...after(state, match), ['play-on']];
  return home === null && isAtEnd(match)
    ? [['play-on', true]]
    : [
        ['to-game', home !== null],
        ['play-on', home === null],
      ];
};

/** What it means that both sides are entered here; the board of another page is nobody's own game. */
function triesText({ end }: Match) {
  if ('embed' in document.documentElement.dataset) return '';
  return t(end ? 'status.free' : 'status.tries');
}

const MAX_NAMED_TARGETS = 3; // the most squares that are named where a selected piece may go

function targets({ draft, meta }: State, match: Match) {
  if (draft.length !== 1) return '';
  const { next } = follow(match.moves, draft);
  if (next.size > MAX_NAMED_TARGETS) return t('status.targets.many', { n: next.size });
  return t('status.targets', { squares: anyOf(meta, next) });
}

const replay = (state: State): Offer[] =>
  state.match?.before && (state.last?.path.length ?? 0) > 2 && glides(state) ? [['replay']] : [];

/** The button that sends the move to someone who plays by link. */
const post = ({ players, isOnline }: State, { side }: Match): Offer[] =>
  players[side] < 0 && !isOnline ? [['share', true]] : [];

/** The button that offers the lesson to a newcomer. Beside a button that claims a draw there is no room for it. */
const offer = (state: State): Offer[] => {
  const { newcomer, introduced, panel, match } = state;
  const isFit = newcomer && !introduced && hasLesson(state) && !lessonOf(state) && rights(state).engine;
  return isFit && !panel && !match?.claims.length ? [['lesson']] : [];
};

/** What a person may claim: between people on a server, what is known of a position decides nothing. */
function ownClaims(state: State) {
  const { match, players, online } = state;
  if (online || lessonOf(state) || !match) return [];
  return match.claims.filter((claim) => !players[claim.side]);
}

/** The buttons that claim it. Two persons may both be able to claim the same draw: one button is enough. */
const claims = (state: State): Offer[] =>
  [...new Set(ownClaims(state).map(({ kind }) => kind))].map((kind) => [`claim ${kind}`]);

/** Why it may be claimed: what is known of the position, or the rule with its count. */
const claimReason = (state: State) => [...new Set(ownClaims(state).map(translated))].join(' ');

function task(puzzle: Puzzle, state: State): Line {
  const { notice } = state;
  if (!isAsked(puzzle)) return { tone: 'over', head: ended(puzzle) };
  const text = notice?.text ?? (puzzle.state === 'missed' ? t('puzzle.missed', { move: puzzle.tried }) : '');
  return { tone: notice?.kind ?? 'plain', head: asks(puzzle), text, rule: notice?.rule, does: half(state) };
}

/** The button that ends a multi-jump, if it may end here. */
const half = (state: State): Offer[] => (mayEnd(state) ? [['end', true]] : []);

/** After a game: another one, unless it was one of others, and its review; after a line that was tried out, the game. */
const after = (state: State, { history }: Match): Offer[] => {
  if (homeOf(state) !== null) return [['to-game', true]];
  const isRead = isOthers(state);
  const review: Offer[] = history.length && state.panel !== 'review' ? [['review', isRead]] : [];
  return isRead ? review : [...again(state), ...review];
};

/** Whether a move is one square: where a piece is placed, or taken off. */
const isOfSquares = (moves: Move[]) => moves.every(({ path }) => path.length === 1);

/** During the game: the opening and the counters towards a draw; before the first moves, the seed and how to begin. */
function secondLine(state: State) {
  const { match, meta } = state;
  if (!match) return '';
  const called = state.opening ? [t('status.opening', { name: state.opening.name })] : [];
  const counted = near(match).map(translated).join(' ');
  if (counted || match.ply > 1) return [...called, counted].filter(Boolean).join(' · ');
  const seeded = meta.setups.find((setup) => setup.key === match.setup)?.seeded && match.seed !== null;
  const game = gameName(meta);
  const daily = match.seed === today() ? 'status.daily' : 'status.seed';
  const parts = seeded ? [t(daily, { game, seed: match.seed ?? 0 })] : [];
  if (gameOf(state) === 'by-link' && !rights(state).engine) parts.push(t('link.then'));
  else if (isOpen(state)) parts.push(t(isOfSquares(match.moves) ? 'status.place' : 'status.begin'));
  return parts.join(' ');
}

function bytes({ loaded, total }: State['boot']) {
  const mb = (n: number) => (n / 1e6).toFixed(1);
  return total ? t('status.bytes', { loaded: mb(loaded), total: mb(total) }) : '';
}

function words({ head, text, rule, result }: Line, { meta }: State, { panels }: Context) {
  const second = text && html`<span class=${head ? 'second' : ''}>${text}</span>`;
  // A line that lost its head would be seen to shift: it is another line.
  const content = keyed(Boolean(head), html`${head && html`<strong>${head}</strong>`}${second}`);
  const openRule = (event: Event) => {
    event.preventDefault();
    panels.open('rules', rule);
  };
  const link = html` <a href=${`#game=${meta.key}&rule=${rule}`} @click=${openRule}>${t('status.rule')}</a>`;
  const sheet = html`<button type="button" class="status-result" data-does="result" @click=${() => panels.toggle('result')}>${content}</button>`;
  return html`<p class="status-text grow" id="status-text">${result ? sheet : content}${rule ? link : nothing}</p>`;
}

function offers({ does = [] }: Line, state: State, context: Context) {
  // Other offers are other buttons: what is pressed as they change must not do what has come in its place.
  const ids = does.map(([id]) => id).join();
  return html`<div class="row status-actions" id="status-actions">${keyed(ids, buttons(does, state, context))}</div>`;
}

const buttons = (does: Offer[], state: State, context: Context) =>
  does.map(([id, main]) => {
    const kind = main ? 'button main' : 'button';
    return html`<button type="button" class=${kind} data-does=${id} @click=${() => perform(id, context)}>${named(commandOf(id).offer, state)}</button>`;
  });

/** What a person is asked, also of a game that is put aside. */
function request(state: State): Line | null {
  const { online, match } = state;
  if (online && askedFor(online)) return { tone: 'plain', head: wish(state), does: ANSWERS };
  return match && !match.outcome && isGameOnBoard(state) ? offered(state, match) : null;
}

/** The open panel has it, too, which may cover the status line. */
function askedOnPanel(state: State, context: Context) {
  const element = byId('panel-asked');
  const now = state.panel ? request(state) : null;
  element.hidden = !now;
  const content = (asked: Line) =>
    html`<strong class="grow">${asked.head}</strong>${buttons(ANSWERS, state, context)}`;
  render(now ? content(now) : nothing, element);
}

export function status(context: Context) {
  const { controller } = context;
  const { page } = controller;
  const element = byId('status');
  element.replaceChildren();
  const show = (state: State) => {
    const now = line(state);
    element.className = `status row ${now.tone}`;
    // Layouts give it room by these.
    element.dataset.offers = (now.does ?? []).map(([id]) => id).join(' ');
    const held = element.contains(document.activeElement) && document.activeElement?.getAttribute('data-does');
    render(html`${words(now, state, context)}${offers(now, state, context)}`, element);
    if (!held || element.contains(document.activeElement)) return;
    // Move the focus to the button with the same action, else to the board, so that a double press acts only once.
    const next = element.querySelector(`[data-does="${held}"]`) as HTMLElement | null;
    if (next) next.focus({ preventScroll: true });
    else toBoard();
  };

  page.view(everything, (state) => {
    element.dataset.phase = phase(state);
    askedOnPanel(state, context);
    // While a move is sent, keep the line as it is, so that nothing flickers.
    if (!state.pending || state.boot.phase !== 'ready') show(state);
  });
  page.effect('notice', (notice) => {
    if (notice?.kind !== 'error') return;
    // Where the status says something else, or a panel covers it, once both are drawn.
    return onFrame(() => isSeen(byId('status-text'), notice.text) || toast(controller, notice.text));
  });
}

/** Whether words are to be seen in an element, and not covered by a panel. */
function isSeen(element: Element, words: string) {
  if (!element.textContent?.includes(words)) return false;
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

/** The state of the page in one word, for tests and embedding pages. */
export function phase(state: State) {
  if (state.boot.phase !== 'ready') return state.boot.phase;
  if (!state.match || state.early || state.pending || state.arriving) return 'waiting';
  if (state.match.outcome) return 'over';
  const { moves, computer } = rights(state);
  if (state.paused && moves !== 'both') return 'paused';
  if (state.thinking || (computer && isComputer(state))) return 'thinking';
  return isOpen(state) ? 'open' : 'waiting';
}
