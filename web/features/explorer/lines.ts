/**
 * The player's lines in the opening explorer: what is meant to be played in the position on the board, the buttons that add
 * the line on the board, and the training. It follows the board.
 */

import { html, nothing } from 'lit-html';
import type { GameApi } from '../../game/api.d.ts';
import { button, icon } from '../../lib/controls.ts';
import { t } from '../../lib/i18n.ts';
import type { LinePosition, Side } from '../../protocol.d.ts';
import type { PanelContext } from '../../shell/panels.ts';
import type { State } from '../../state/state.ts';
import { faultOf } from '../../store/library/words.ts';
import { addLine, dropMove, dueLines, repertoire } from '../../store/repertoire.ts';
import type { Lined, Match } from '../../types.d.ts';

const SIDES = ['w', 'b'] as Side[];

/** Asks for the lines of both sides, and for the positions of the line on the board. */
export async function askLines({ page, rules }: GameApi, match: Match) {
  const { game, options } = match;
  const asked = { ...page.state.explorer.lines, asked: match };
  page.change((s) => {
    s.explorer.lines = asked;
  });
  const read = async () => {
    const { positions } = await rules.request('line', {});
    const [w, b] = await Promise.all(SIDES.map((side) => repertoire(game, options, side)));
    return { match, positions, known: { w, b }, fault: '' };
  };
  const told = await read().catch((error) => ({ fault: faultOf(error) }));
  if (page.state.explorer.lines === asked) page.change(() => Object.assign(asked, told));
}

/** Changes the lines, and says what that did or what went wrong. */
async function change({ page }: GameApi, act: () => Promise<string>) {
  const said = await act().catch(faultOf);
  page.change((s) => {
    s.explorer.said = said;
  });
}

/** The part of the explorer with the player's lines. */
export function linesPart({ explorer }: State, context: PanelContext) {
  const { match, positions, known, fault } = explorer.lines;
  const here = positions.find(({ node }) => node === match?.node);
  const meant = here && known[here.side].get(here.key);
  const parts = () => html`
    <h3>${t('lines.title')}</h3>
    ${known.w.size || known.b.size ? nothing : html`<p class="note">${t('lines.how')}</p>`}
    ${meant ? meantMoves(meant, context) : nothing}
    ${match ? SIDES.map((side) => sideRow(side, match, positions, known[side], context)) : nothing}
    <p class="note" role="status">${explorer.said}</p>`;
  return html`
    <section class="part own-lines" aria-label=${t('lines.title')}>
      ${fault ? html`<p class="note" role="alert">${fault}</p>` : match ? parts() : nothing}
    </section>`;
}

/** What is meant to be played here. */
function meantMoves(known: Lined, { controller }: PanelContext) {
  const row = ({ path, text }: Lined['moves'][number]) => {
    const label = t('lines.drop', { move: text });
    const drop = () => change(controller, () => dropMove(known, path).then(() => ''));
    return html`
      <li class="meant-move">
        <span>${t('lines.here', { move: text })}</span>
        <button type="button" class="tool" aria-label=${label} title=${label} data-does=${`drop ${text}`} @click=${drop}>
          ${icon('prune')}
        </button>
      </li>`;
  };
  return html`<ul class="meant" aria-label=${t('lines.meant')}>${known.moves.map(row)}</ul>`;
}

/** What can be done for a side: add the line on the board, and train. */
function sideRow(
  side: Side,
  match: Match,
  positions: readonly LinePosition[],
  known: Map<string, Lined>,
  { controller, panels }: PanelContext,
) {
  const until = positions.findIndex(({ node }) => node === match.node);
  const own = positions.slice(0, until + 1).map((at, ply) => (ply === until ? { ...at, move: null } : at));
  const has = own.some((at) => at.side === side && at.move);
  const due = dueLines(known.values()).length;
  const name = t(`side.${side}`);
  const add = () =>
    change(controller, async () => t('lines.added', { n: await addLine(match.game, match.options, own, side) }));
  const train = () => panels.errands.trainLines(match, side);
  const trainLabel = t(due ? 'lines.train' : 'lines.train.early', { n: due, side: name });
  return html`
    <div class="lines-side">
      ${known.size ? html`<p class="note">${t('lines.count', { n: known.size, side: name })}</p>` : nothing}
      <div class="row wrap">
        ${button(t('lines.add', { side: name }), add, { does: `add ${side}`, isOff: !has })}
        ${known.size ? button(trainLabel, train, { kind: due ? 'button main' : 'button', does: `train ${side}` }) : nothing}
      </div>
    </div>`;
}
