/** The rules of the game, with diagrams from its book; without a book as Python describes them. */

import type { GameController } from '../../game/controller.ts';
import { islandPoints } from '../../game/islands.ts';
import { fetchBook, keepBook, rowsOf, rulebook } from '../../game/rulebook.ts';
import { byId } from '../../lib/dom.ts';
import { button, guard, html, nothing } from '../../lib/html.ts';
import { gameName, t } from '../../lib/i18n.ts';
import { demoCanvas, playDemos } from '../../shell/demo.ts';
import { missing, type Panel, type PanelContext } from '../../shell/panels.ts';
import { goal } from '../../shell/start-card.ts';
import type { Diagram, Known, Rulebook } from '../../state/book.d.ts';
import type { Meta } from '../../state/game.d.ts';
import { everything, look, type State } from '../../state/state.ts';
import { diagram } from './diagram.ts';

const DIAGRAM_WIDTH_PX = 252; // the width of a diagram, in CSS pixels
const FRAME_PX = 28; // of its frame on both sides

/** What everyone takes for granted is listed only for whoever asks why a move was refused. */
const TRUISMS = ['board', 'turn', 'empty', 'resignation', 'flag'];

/** Fetches the book of the game on the board, and what the rules say of the positions of its diagrams. */
async function read(controller: GameController) {
  const { page } = controller;
  const { meta } = page.state;
  const { found, known } = await fetchBook(controller);
  const { diagrams = {}, strategy = [] } = found?.book ?? {};
  for (const shown of [...Object.values(diagrams), ...strategy]) {
    const learn = (reply: Known) => page.change(() => known.set(shown, reply));
    knownOf(controller, meta, shown).then(learn, () => learn({}));
  }
}

async function knownOf({ rules }: GameController, meta: Meta, shown: Diagram): Promise<Known> {
  const position = { game: meta.key, rows: rowsOf(meta, shown), side: shown.side ?? meta.bottom };
  if (shown.from || shown.path) return { moves: (await rules.request('moves', position)).moves };
  if (!shown.end) return {};
  const outcome = await rules.request('outcome', position);
  return { outcome, ...(outcome.islands && { points: await islandPoints(rules, meta, outcome.islands) }) };
}

/** Scrolls the panel, but not the page, to a rule. */
function reveal(body: Element, rule: Element) {
  const { top, height } = rule.getBoundingClientRect();
  body.scrollTop += top - body.getBoundingClientRect().top - (body.clientHeight - height) / 2;
}

export const rules: Panel = {
  title: ({ meta }) => t('rules.title', { game: gameName(meta) }),

  opened({ controller }) {
    const { page } = controller;
    const body = byId('panel-body');
    let revealed: Element | null = null;
    const bringUp = ({ rule }: State) => {
      const here = rule ? body.querySelector(`#rule-${CSS.escape(rule)}`) : null;
      if (here && here !== revealed) reveal(body, here);
      revealed = here;
    };
    return [playDemos(page, body), keepBook(controller, read), page.view(everything, bringUp)];
  },

  view(state, context) {
    const { meta } = state;
    const opened = rulebook.of(state);
    const { board, pieces } = look(state, meta);
    return html`
      <div class="row about">
        <div class="demo-place">${guard([meta.key, board, pieces], () => demoCanvas(meta))}</div>
        <p class="words goal">${goal(meta)}</p>
      </div>
      <div class="rules">${opened?.game === meta.key ? content(state, opened, context) : nothing}</div>`;
  },
};

function content(state: State, opened: Rulebook, { controller, panels }: PanelContext) {
  const { meta } = state;
  const { found, isAbsent } = opened;
  const lacking = (reason: string) => missing(state, () => read(controller), reason);
  if (isAbsent) return lacking(t('panel.absent.text'));
  if (!found) return nothing;
  const { book, isWhole, text } = found;
  const sections = book?.sections ?? [{ key: 'all', rules: Object.keys(meta.rules) }];
  const [aim, notation, source] = ['aim', 'notation', 'source'].map((part) => text(`${meta.key}.${part}`));
  const isShown = (rule: string) => rule === state.rule || !TRUISMS.includes(rule);
  const section = ({ key, rules }: (typeof sections)[number]) => html`
    <h3>${text(`section.${key}`)}</h3>
    <ol>${rules.filter(isShown).map((rule) => ruleOf(state, opened, rule))}</ol>`;
  const advice = (shown: Diagram & { theme: string }, index: number) => html`
    <h4>${text(`strategy.${shown.theme}`)}</h4>
    ${figure(state, opened, shown, text(`${meta.key}.strategy.${index + 1}`))}`;
  return html`
    ${isWhole ? nothing : lacking(t('rules.no-diagrams'))}
    ${aim ? html`<p class="aim">${aim}</p>` : nothing}
    ${book?.lesson.length ? button(t('rules.lesson'), () => panels.open('lesson'), { picture: 'lesson', kind: 'button main wide' }) : nothing}
    ${sections.map(section)}
    ${book?.strategy ? html`<h3>${text('strategy.title')}</h3><div class="advice">${book.strategy.map(advice)}</div>` : nothing}
    ${notation ? html`<h3>${t('rules.notation')}</h3><p>${notation}</p>` : nothing}
    ${button(t('keys.title'), () => panels.open('keys'), { picture: 'type', kind: 'button wide' })}
    ${source ? html`<p class="note">${source}</p>` : nothing}`;
}

function ruleOf(state: State, opened: Rulebook, key: string) {
  const { meta, rule } = state;
  const { book, text } = opened.found as NonNullable<Rulebook['found']>;
  const sentence = text(`rule.${meta.key}.${key}`, `rule.${meta.style}.${key}`, `rule.${key}`) || meta.rules[key];
  const shown = book?.diagrams[key];
  return html`
    <li id=${`rule-${key}`} class=${key === rule ? 'here' : nothing}>
      <p>${sentence}</p>
      ${shown ? figure(state, opened, shown, text(`${meta.key}.${key}`)) : nothing}
    </li>`;
}

/** A diagram; an empty place of its size until the rules have told of its position. */
function figure(state: State, { known }: Rulebook, shown: Diagram, caption: string) {
  const { meta } = state;
  const { board, pieces } = look(state, meta);
  const position = known.get(shown);
  const height = ((DIAGRAM_WIDTH_PX - FRAME_PX) / meta.files) * meta.ranks + FRAME_PX;
  const draw = () =>
    position ? diagram(state, meta, rowsOf(meta, shown), shown, position, DIAGRAM_WIDTH_PX) : nothing;
  return html`
    <figure>
      <div class="diagram-place" .style=${`aspect-ratio: ${DIAGRAM_WIDTH_PX} / ${height}`}>
        ${guard([shown, position, board, pieces, state.settings.numbers], draw)}
      </div>
      <figcaption>${caption}</figcaption>
    </figure>`;
}
