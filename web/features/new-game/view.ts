/** The form for a new game: players, level and clock; set-up, opening and optional rules are folded into a line each. */

import type { GameController } from '../../game/controller.ts';
import { today } from '../../lib/date.ts';
import { bounded, button, fold, html, keyed, nothing, number, optionBoxes, radios, select } from '../../lib/html.ts';
import { gameName, t, tOr } from '../../lib/i18n.ts';
import { draw } from '../../lib/random.ts';
import type { Side } from '../../protocol.d.ts';
import { levelName } from '../../shell/dialog.ts';
import { calledOpponent, character } from '../../shell/opponent.ts';
import type { Panel, PanelContext } from '../../shell/panels.ts';
import { face } from '../../shell/portrait.ts';
import type { Match, Meta } from '../../state/game.d.ts';
import { manner, opponentRating } from '../../state/rating.ts';
import { other, REMOTE, type State, seated as seats, players as usual } from '../../state/state.ts';
import { proposedOpponent } from '../../store/ratings.ts';
import { write } from '../../store/store.ts';
import { ballotField, chosenBallot, drawnBallot, namedBallot } from './ballots.ts';
import { form, keepWish } from './wish.ts';

const FACE_PX = 56;
const CONTROLS = ['3+2', '5+3', '10+5', '30+10']; // the usual clocks: minutes a side, seconds a move
const DAYS = [1, 3, 7]; // the usual times for a move on a server
const BOUNDS = { minutes: [1, 180], increment: [0, 180], seed: [0, 99999] } as const;

/** Who plays the match on the board, as the form puts it. */
function seated({ meta, players: { w, b }, online }: State) {
  if (online) return 'online';
  if (w < 0 || b < 0) return 'link';
  if (w && b) return 'none';
  if (!w && !b) return 'both';
  if (meta.lots) return 'lots';
  return w ? 'b' : 'w';
}

function clockOf(match: Match | null) {
  if (!match?.clock) return { clock: 'none', minutes: '15', increment: '0' };
  const { initial, increment } = match.clock;
  const minutes = Math.ceil(initial / 60);
  const usual = CONTROLS.find((control) => control === `${minutes}+${increment}`);
  return { clock: usual ?? 'other', minutes: String(minutes), increment: String(increment) };
}

function wished(state: State) {
  const { meta, match, players, kept } = state;
  const chosen = form.of(state);
  const { setups } = meta;
  const options = meta.options.map(({ key, default: own }) => [
    key,
    chosen.options[key] ?? match?.options[key] ?? own,
  ]);
  // The level of a game that goes on stays; else the next opponent is proposed.
  const proposed = (level: number) => (!match?.outcome && level) || proposedOpponent(meta, kept);
  const isItself = players.w > 0 && players.b > 0;
  const level = chosen.level ?? proposed(isItself ? players.w : Math.max(players.w, players.b, 0));
  const who = chosen.who ?? seated(state);
  const seat: Side | 'any' = who === 'link' ? meta.first : 'any';
  return {
    who,
    seat,
    // Links are sent and answered when there is time.
    ...clockOf(who === 'link' ? null : match),
    ...chosen,
    level,
    rival: chosen.rival ?? (isItself ? proposed(players.b) : level),
    setup: setups.find(({ key }) => key === (chosen.setup ?? match?.setup)) ?? setups[0],
    options: Object.fromEntries(options) as Record<string, boolean>,
  };
}

type Wished = ReturnType<typeof wished>;

/** Opens the form for a game with a friend on the server. */
export function proposeOnline({ controller, panels }: PanelContext) {
  form.amend(controller.page, { who: 'online' });
  panels.open('new');
}

export const newGame: Panel = {
  title: ({ meta }) => t('new.title', { game: gameName(meta) }),

  opened: ({ controller: { page } }) => [keepWish(page)],

  view(state, context) {
    const { controller } = context;
    const { meta } = state;
    const wish = wished(state);
    const submit = (event: Event) => {
      event.preventDefault();
      start(context);
    };
    const form = html`
      <form class="form fill footed" @submit=${submit}>
        <div class="form-rows">
          ${playersField(state, wish, controller)}
          ${['both', 'link', 'online'].includes(wish.who) ? nothing : levelFields(meta, wish, controller)}
          ${['link', 'online'].includes(wish.who) ? colourField(meta, wish, controller) : nothing}
          ${clockField(wish, controller)}
          ${folds(state, wish, controller)}
        </div>
        <div class="form-foot"><button type="submit" class="button main" id="start">${t('new.start')}</button></div>
      </form>`;
    return html`${keyed(meta.key, form)}`;
  },
};

function playersField({ meta, panels }: State, { who }: Wished, controller: GameController) {
  const sides: string[] = [meta.first, other(meta.first)];
  // With a server nobody needs to send links, but for a game by link that goes on.
  const friend = panels.includes('online') && who !== 'link' ? 'online' : 'link';
  const choices = [...sides, 'lots', 'both', friend, 'none'].map((value) => ({
    value,
    label: sides.includes(value) ? t('new.side', { side: t(`side.${value}`) }) : t(`new.${value}`),
  }));
  const choose = (who: string) => form.amend(controller.page, { who });
  return html`<div class="seated">${radios('who', t('new.who'), choices, who, choose)}</div>`;
}

/** The side in a game with a friend. */
function colourField(meta: Meta, { who, seat }: Wished, controller: GameController) {
  const called = (seat: Side | 'any') => t(seat === 'any' ? 'online.any' : `side.${seat}`);
  const choices = [meta.first, other(meta.first), 'any' as const].map((value) => ({ value, label: called(value) }));
  const choose = (seat: string) => form.amend(controller.page, { seat: seat as Side | 'any' });
  return html`
    ${radios('seat', t('online.seat'), choices, seat, choose)}
    <p class="note">${t(`new.${who}-note`)}</p>`;
}

function levelFields(meta: Meta, { who, level, rival }: Wished, controller: GameController) {
  const levels = meta.ladder.map((_, i) => ({ value: String(i + 1), label: levelName(i + 1) }));
  const choose = (value: string) => form.amend(controller.page, { level: Number(value) });
  const chooseRival = (value: string) => form.amend(controller.page, { rival: Number(value) });
  if (who === 'none') {
    const choice = (name: string, side: Side, now: number, choose: (value: string) => void) => {
      const label = t('new.level.side', { side: t(`side.${side}`) });
      return html`
        <div class="field">
          <span class="label" aria-hidden="true">${label}</span>${select(name, label, levels, String(now), choose)}
        </div>`;
    };
    return html`<div class="columns">${choice('level', 'w', level, choose)}${choice('rival', 'b', rival, chooseRival)}</div>`;
  }
  const name = [calledOpponent(level), opponentRating(meta.key, level)?.rating].filter(Boolean).join(' · ');
  return html`
    <div class="field strength">
      <span class="label" aria-hidden="true">${t('new.level')}</span>
      ${select('level', t('new.level'), levels, String(level), choose)}
      <div class="along loose opponent-choice">
        ${face(level, FACE_PX)}
        <span class="note"><strong>${name}</strong> ${character(level)} ${manner(meta, level)}</span>
      </div>
    </div>`;
}

function clockField(wish: Wished, controller: GameController) {
  const usual = CONTROLS.map((value) => ({ value, label: value }));
  const none = { value: 'none', label: t('new.no-clock') };
  const slow = wish.who === 'online' ? DAYS.map((n) => ({ value: `${n}d`, label: t('new.days', { n }) })) : [];
  const choices = [none, ...usual, ...slow, { value: 'other', label: t('new.other-clock') }];
  const typed = (what: 'minutes' | 'increment') => {
    const label = t(`new.${what}`);
    const field = number(what, label, BOUNDS[what], wish[what], (text) =>
      form.amend(controller.page, { [what]: text }),
    );
    return html`<label class="grow"><span class="note">${label}</span>${field}</label>`;
  };
  const more = html`
    ${wish.clock === 'other' ? html`<div class="row">${typed('minutes')}${typed('increment')}</div>` : nothing}
    ${wish.clock === 'none' || wish.who === 'online' ? nothing : html`<p class="note">${t(wish.who === 'link' ? 'new.clock-link' : 'new.clock-note')}</p>`}`;
  const choose = (clock: string) => form.amend(controller.page, { clock });
  return html`<div class="clocks">${radios('clock', t('new.clock'), choices, wish.clock, choose, more)}</div>`;
}

function folds(state: State, wish: Wished, controller: GameController) {
  const { meta } = state;
  const { setup, options } = wish;
  const parts = [];
  if (meta.setups.length > 1 || meta.setups[0].seeded) {
    const seed = setup.seeded ? bounded(wish.seed, BOUNDS.seed) : '';
    const chosen = [tOr(`setup.${meta.key}.${setup.key}`, setup.name), seed]
      .filter((part) => part !== '')
      .join(' · ');
    parts.push(fold('setup', t('new.setup'), chosen, setupFields(meta, wish, controller)));
  }
  if (meta.ballots) {
    parts.push(fold('begin', t('openings.begin'), namedBallot(chosenBallot(state)), ballotField(state, controller)));
  }
  if (meta.options.length) {
    const called = ({ key, name }: Meta['options'][number]) => tOr(`option.${meta.key}.${key}`, name);
    const on = meta.options.filter(({ key }) => options[key]).map(called);
    const boxes = optionBoxes('option', meta, options, (options) => form.amend(controller.page, { options }));
    parts.push(fold('options', t('new.options'), on.join(' · ') || t('new.options.none'), boxes));
  }
  return parts.length ? html`<div class="folds">${parts}</div>` : nothing;
}

function setupFields({ key: game, setups }: Meta, { setup, seed }: Wished, controller: GameController) {
  const choices = setups.map(({ key, name }) => ({ value: key, label: tOr(`setup.${game}.${key}`, name) }));
  const choose = (key: string) => form.amend(controller.page, { setup: key });
  const sow = (number: number | string) => form.amend(controller.page, { seed: String(number) });
  const seeds = () => html`
    <div class="field">
      <span class="label">${t('new.seed')}</span>
      <div class="row">
        <div class="grow">${number('seed', t('new.seed'), BOUNDS.seed, seed, sow)}</div>
        ${button(t('new.another'), () => sow(draw()))}
        ${button(t('new.daily'), () => sow(today()))}
      </div>
      <span class="note">${t('new.seed-note')}</span>
    </div>`;
  return html`
    ${setups.length > 1 ? radios('setup', t('new.setup'), choices, setup.key, choose) : nothing}
    ${setup.seeded ? seeds() : nothing}`;
}

async function start({ controller, panels }: PanelContext) {
  const { state } = controller.page;
  const { meta } = state;
  const { who, level, rival, setup, seed, clock, minutes, increment, options, seat } = wished(state);
  const drawn = usual({ ...meta, lots: true }).w ? 'b' : 'w';
  const person = who === 'lots' ? drawn : who;
  const levelOf = (side: Side) =>
    person === side || person === 'both' ? 0 : person === 'none' && side === 'b' ? rival : level;
  const typed = [bounded(minutes, BOUNDS.minutes), bounded(increment, BOUNDS.increment)];
  const [each, more] = clock === 'other' ? typed : clock.split('+').map(Number);
  const ballot = meta.ballots ? await drawnBallot(controller).catch(() => undefined) : undefined;
  // Do nothing if the player has closed the panel or changed the game meanwhile.
  if (state.panel !== 'new' || state.meta !== meta) return;
  panels.close();
  if (meta.options.length) write(`options.${meta.key}`, options);
  const chosen = { setup: setup.key, seed: setup.seeded ? bounded(seed, BOUNDS.seed) : undefined, ballot, options };
  const days = clock.endsWith('d') ? Number.parseInt(clock, 10) : undefined;
  const timed = clock === 'none' || days ? null : { initial: each * 60, increment: more };
  if (who === 'online')
    return panels.actions.playOnline({ game: meta.key, ...chosen, clock: timed ?? undefined, days, seat });
  controller.startMatch({
    ...chosen,
    clock: timed,
    players: who === 'link' ? seats(seat === 'any' ? drawn : seat, REMOTE) : { w: levelOf('w'), b: levelOf('b') },
  });
}
