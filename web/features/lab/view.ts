/** The game lab: an editor with a game's rules in Python, and what the page finds out about them. */

import { again } from '../../game/challenge.ts';
import type { GameController } from '../../game/controller.ts';
import { affirm } from '../../game/messages.ts';
import { attempt } from '../../lib/attempt.ts';
import { copy, fileName, save } from '../../lib/files.ts';
import { button, checkbox, fileButton, fold, group, html, nothing, number, ref, select } from '../../lib/html.ts';
import { count, percent, speakOf, t, translated } from '../../lib/i18n.ts';
import { lazy } from '../../lib/lazy.ts';
import { pack, unpack } from '../../lib/link-to.ts';
import { once } from '../../lib/once.ts';
import { pending } from '../../lib/pending.ts';
import type { Side } from '../../protocol.d.ts';
import { missing, type Panel, type PanelContext } from '../../shell/panels.ts';
import { smallBoard } from '../../shell/thumbnail.ts';
import { look, other, type State } from '../../state/state.ts';
import { nth, type OwnGame } from '../../store/own-games.ts';
import { gamesOf, type Measured, type Tally } from './engine.ts';
import { GAMES, type GameLab, type Lab, labOf, labState, nameIn, originalOf, placed } from './session.ts';
import { changed, type Switch, switchesIn } from './switches.ts';

const BOARD_PX = 120;
const MAX_FILE_BYTES = 200_000;
const LISTED_OPENINGS = 12;
const SAMPLE = 10; // fewer games say nothing, nor how far off they may be
const VERDICT = 50; // nor do fewer say who has the better chances

/** Puts the editor into its place, once it has come, with the games to begin from. */
async function mount(host: HTMLElement, lab: GameLab) {
  const parts = Promise.all([lazy(() => import('./editor.ts'), 'mountEditor'), lab.prepare()]);
  const [mountEditor] = await parts.catch(() => [null]);
  if (!mountEditor) lab.lack(true);
  if (!mountEditor || !host.isConnected) return () => {};
  const phrases = {
    Completions: t('lab.editor.names'),
    'Control character': t('lab.editor.control'),
    'Selection deleted': t('lab.editor.deleted'),
  };
  const editor = mountEditor(host, {
    names: lab.now.names,
    label: t('lab.editor'),
    phrases,
    onchange: (typed) => lab.edit(typed),
    onplay: () => lab.play(),
  });
  const end = lab.page.effect(
    (state) => [labState.of(state).source, labState.of(state).fault],
    () => {
      editor.set(lab.now.source, originalOf(lab.now));
      editor.show(lab.now.fault);
    },
  );
  return () => {
    end();
    editor.destroy();
  };
}

/** What is told of the editor's place, and has the editor there as long as that is on the page. */
const placing = once((lab: GameLab) => {
  let mounted = Promise.resolve(() => {});
  return (host?: Element) => {
    mounted.then((end) => end());
    mounted = host ? mount(host as HTMLElement, lab) : Promise.resolve(() => {});
  };
});

function labelOf(game: OwnGame, games: OwnGame[]) {
  const n = nth(game, games);
  return t(n > 1 ? 'lab.yours.nth' : 'lab.yours', { name: game.name, n });
}

/** The games to begin from, and one's own. */
function beginnings({ beginnings: listed, games, id, source }: Lab, lab: GameLab) {
  const choices = [
    ...listed.map(({ key, name }) => ({ value: key, label: name })),
    ...games.map((game) => ({ value: game.id, label: labelOf(game, games) })),
  ];
  const chosen = id || (listed.find(({ text }) => text === source)?.key ?? '');
  return html`
    <label class="along"><span class="label">${t('lab.begin')}</span>
      ${select('beginning', t('lab.begin'), choices, chosen, (value) => lab.choose(value), 'line fill')}
    </label>`;
}

/** A control for each line of the text that is a switch. */
function switches({ source }: Lab, lab: GameLab) {
  const found = switchesIn(source);
  const turn = (one: Switch) => (value: string | boolean) => lab.edit(changed(source, one, value));
  const control = (one: Switch) => {
    const { name, value, label, bounds } = one;
    if (typeof value === 'boolean') return checkbox(`lab-${name}`, label, value, turn(one));
    const text = t('lab.range', { label, least: bounds[0], most: bounds[1] });
    return html`<label class="along">${number(`lab-${name}`, text, bounds, String(value), turn(one))}<span>${text}</span></label>`;
  };
  return found.length ? group(t('lab.switches'), 'columns close lab-switches', found.map(control)) : nothing;
}

/** What is known of the text, for the eye: `GameLab` says it once, and not how far it has come. */
function told({ fault, isStarting, examined, isOffered, source }: Lab) {
  if (fault) return html`<p class="fault">${placed(fault)}</p>`;
  if (isStarting) return html`<p class="note" role="status">${t('lab.starting')}</p>`;
  if (examined?.broken) return html`<p class="fault">${translated(examined.broken)}</p>`;
  if (examined) {
    const key = examined.broken === null ? 'lab.well' : 'lab.examining';
    return html`<p class="note">${t(key, { n: count(examined.checked) })}</p>`;
  }
  const about = switchesIn(source).length ? 'lab.about' : 'lab.about.text';
  return isOffered ? nothing : html`<p class="note">${t(about)}</p>`;
}

/** The position that shows what breaks the contract. */
function broken(state: State, { examined }: Lab) {
  const board = state.meta.own && examined?.broken?.board;
  const shown = { meta: state.meta, theme: look(state), isTurned: false, wide: BOARD_PX };
  return board ? smallBoard({ ...shown, rows: board.rows }) : nothing;
}

/** The points of the side that moves first, with what they lie between for all that these games tell. */
function points(tally: Tally) {
  const { share, margin } = tally;
  if (gamesOf(tally) < SAMPLE) return percent(share);
  return `${percent(share)} (${percent(Math.max(0, share - margin))} – ${percent(Math.min(1, share + margin))})`;
}

const COLOURS = { w: 'white', b: 'black' };

/** A bar of what this side, which moves first, has won, drawn and lost: each side's part in its colour. */
const bar = ({ wins, draws, losses }: Tally, first: Side) => html`
  <span class="book-bar of-side" aria-hidden="true">
    <span class=${COLOURS[first]} .style=${`flex-grow: ${wins}`}></span>
    <span class="drawn" .style=${`flex-grow: ${draws}`}></span>
    <span class=${COLOURS[other(first)]} .style=${`flex-grow: ${losses}`}></span>
  </span>`;

function measured(state: State, found: Measured) {
  const { results, length, choices, lead_changes: changes, openings } = found;
  const games = gamesOf(results);
  const { first } = state.meta;
  const second = other(first);
  const side = t(`side.${first}`);
  const better = results.share > 0.5 ? first : second;
  const isSure = Math.abs(results.share - 0.5) > results.margin;
  const verdict = isSure ? t('lab.better', { side: t(`side.${better}`) }) : t('lab.even');
  const drawn = 2 * results.draws > games ? t('lab.drawish') : '';
  const figure = (value: number) => count(Math.round(value * 10) / 10);
  const ranked = Object.entries(openings).sort(([, one], [, other]) => other.share - one.share);
  const row = ([move, tally]: [string, Tally]) =>
    html`<tr><th scope="row">${move}</th><td>${bar(tally, first)}</td><td>${points(tally)}</td></tr>`;
  return html`
    <div class="stack close" id="lab-measured">
      ${games < VERDICT ? nothing : html`<p><strong>${[verdict, drawn].filter(Boolean).join(' ')}</strong></p>`}
      <p class="note">${t('lab.points', { side, points: points(results), n: count(games) })}</p>
      ${bar(results, first)}
      <p class="note">${t('lab.results', { ...results, side, other: t(`side.${second}`) })}</p>
      <p class="note">${t('lab.shape', { length: figure(length), choices: figure(choices), changes: figure(changes) })}</p>
      <table class="lab-openings">
        <caption class="label">${t('lab.openings')}</caption>
        ${ranked.slice(0, LISTED_OPENINGS).map(row)}
      </table>
      <p class="note">${t('lab.how')}</p>
    </div>`;
}

/** How long it takes on. */
const left = (minutes: number) =>
  html`<p class="note">${minutes < 1 ? t('lab.left.soon') : t('lab.left', { n: Math.round(minutes) })}</p>`;

function measuring(state: State, now: Lab, lab: GameLab) {
  const { isStarting, measuring: isGoingOn, measured: found, examined } = now;
  if (isStarting || !state.meta.own) return nothing;
  const games = found ? gamesOf(found.results) : 0;
  const isOff = Boolean(examined?.broken);
  const press = isGoingOn
    ? button(t('lab.stop', { n: games, of: GAMES }), () => lab.stop(), { does: 'lab-stop' })
    : button(t('lab.measure', { n: GAMES }), () => lab.measure(), { does: 'lab-measure', isOff });
  if (!found || !games) return press;
  return html`
    ${press}
    ${isGoingOn ? left(found.minutes) : nothing}
    ${isGoingOn && games < SAMPLE ? nothing : measured(state, found)}`;
}

/** A game of somebody else's: what it is, before it runs. */
const offered = ({ source }: Lab) => html`
  <div class="stack close" role="alert">
    <p><strong>${t('lab.offered', { name: nameIn(source) })}</strong></p>
    <p class="note">${t('lab.offered.safe')}</p>
  </div>`;

async function takeFile(file: File, lab: GameLab) {
  if (file.size > MAX_FILE_BYTES) throw new Error(t('lab.large'));
  lab.offer(await pending('file', file.text()));
}

async function shareLink(controller: GameController, lab: GameLab) {
  const link = `${location.href.split('#')[0]}#lab=${await pack(lab.now.source)}`;
  if (await copy(link)) affirm(controller, t('share.copied'));
}

const deleted = (removed: OwnGame, lab: GameLab) => html`
  <div class="row" role="status">
    <span class="grow">${t('lab.deleted', { name: removed.name })}</span>
    ${button(t('library.undo'), () => lab.restore(removed), { does: 'lab-undo' })}
  </div>`;

function files(now: Lab, { controller }: PanelContext, lab: GameLab) {
  const isOwn = now.games.some(({ id }) => id === now.id);
  const export_ = () =>
    save(fileName(nameIn(now.source).toLowerCase().replace(/\W+/g, '-'), 'py'), new Blob([now.source]));
  return html`
    <div class="row wrap">
      ${button(t('lab.export'), export_, { does: 'lab-export', isOff: !now.source })}
      ${fileButton(t('lab.open'), ([file]) => attempt(controller, () => takeFile(file, lab)), { accept: '.py,text/x-python', does: 'lab-open' })}
      ${button(t('lab.share'), () => attempt(controller, () => shareLink(controller, lab)), { does: 'lab-share', isOff: !now.source })}
      ${isOwn ? button(t('lab.delete'), () => lab.remove(), { does: 'lab-delete' }) : nothing}
    </div>`;
}

/** What the text of a game may say: the names of the contract with a sentence each, which are in English as the text is. */
const guide = (now: Lab) => html`
  <p class="note">${t('lab.guide.note')}</p>
  <dl class="lab-guide" lang="en">${now.guide.map(({ name, about }) => html`<dt>${name}</dt><dd>${about}</dd>`)}</dl>`;

/** Puts the game on the board; one that is there can also begin again. */
function ways({ meta }: State, { isStarting, isOffered, source }: Lab, { controller }: PanelContext, lab: GameLab) {
  const isOff = isStarting || !source; // no text has come yet
  return html`
    <div class="along">
      ${meta.own && !isOffered ? button(t('new.title'), () => again(controller), { does: 'lab-again', isOff }) : nothing}
      ${button(t(isOffered ? 'lab.run' : 'lab.play'), () => lab.play(), { kind: 'button main fill', does: 'lab-play', isOff })}
    </div>`;
}

/** Shows the game of a link, which does not run before the person here says so. */
export async function followLab({ controller, panels }: PanelContext, packed: string) {
  panels.open('lab');
  const source = await unpack(packed).catch(() => {
    throw new Error(t('link.broken'));
  });
  labOf(controller).offer(source);
}

/** Puts a game that was written here on the board. */
export async function openOwn({ controller, panels }: PanelContext, id: string) {
  panels.open('lab');
  const lab = labOf(controller);
  await lab.prepare();
  if (lab.choose(id)) await lab.play();
}

/** Puts the game of an address on the board again; only what is wrong with it opens the panel. */
export async function returnToOwn({ controller, panels }: PanelContext, key: string) {
  await speakOf('lab');
  const lab = labOf(controller);
  await lab.prepare();
  if (lab.find(key)) await lab.play();
  if (!controller.page.state.meta.own) panels.open('lab');
}

/** Shows the game of a file, which does not run either. */
export async function offerGame({ controller, panels }: PanelContext, file: File) {
  panels.open('lab');
  await takeFile(file, labOf(controller));
}

/** The panel, once its texts are there. */
export async function labPanel() {
  await speakOf('lab');
  return lab;
}

const lab: Panel = {
  title: () => t('lab.title'),

  place: () => 'editor',

  opened({ controller }) {
    const own = labOf(controller);
    return [() => own.keep()];
  },

  view(state, context) {
    const own = labOf(context.controller);
    const now = labState.of(state);
    return html`
      <div class="form fill footed lab">
        <div class="form-rows">
          ${now.isOffered ? offered(now) : beginnings(now, own)}
          ${now.removed ? deleted(now.removed, own) : nothing}
          ${broken(state, now)}
          ${switches(now, own)}
          ${now.isAbsent ? missing(state, () => own.lack(false), t('lab.absent')) : html`<div class="lab-editor" ${ref(placing(own))}></div>`}
          ${measuring(state, now, own)}
          ${files(now, context, own)}
          ${now.guide.length ? fold('lab-guide', t('lab.guide'), '', html`<div class="stack">${guide(now)}</div>`) : nothing}
        </div>
        <div class="form-foot">
          ${told(now)}
          ${ways(state, now, context, own)}
        </div>
      </div>`;
  },
};
