/** In the explorer: what the player means to play on the board, what adds the line there, and the training. */

import { html, nothing } from 'lit-html';
import type { GameController } from '../../game/api.d.ts';
import { button, tool } from '../../lib/controls.ts';
import { t } from '../../lib/i18n.ts';
import type { Side } from '../../protocol.d.ts';
import type { PanelContext } from '../../shell/panels.ts';
import type { Match } from '../../state/game.d.ts';
import type { Lined } from '../../state/kept.ts';
import { SIDES, type State } from '../../state/state.ts';
import { faultOf } from '../../store/library/words.ts';
import { addLine, dropMove, dueLines } from '../../store/repertoire.ts';

type Lines = State['explorer']['lines'];

/** Changes the lines, and says what that did or what went wrong. */
async function change({ page }: GameController, act: () => Promise<string>) {
  page.amend('explorer', { said: await act().catch(faultOf) });
}

export function linesPart({ explorer }: State, context: PanelContext) {
  const { match, positions, known, fault } = explorer.lines;
  const here = positions.find(({ node }) => node === match?.node);
  const meant = here && known[here.side].get(here.key);
  const parts = () => html`
    <h3>${t('lines.title')}</h3>
    ${known.w.size || known.b.size ? nothing : html`<p class="note">${t('lines.how')}</p>`}
    ${meant ? meantMoves(meant, context) : nothing}
    ${match ? SIDES.map((side) => sideRow(side, match, explorer.lines, context)) : nothing}
    <p class="note" role="status">${explorer.said}</p>`;
  return html`
    <section class="part loose own-lines below-board" aria-label=${t('lines.title')}>
      ${fault ? html`<p class="note" role="alert">${fault}</p>` : match ? parts() : nothing}
    </section>`;
}

function meantMoves(known: Lined, { controller }: PanelContext) {
  const row = ({ path, text }: Lined['moves'][number]) => {
    const drop = () => change(controller, () => dropMove(known, path).then(() => ''));
    return html`
      <li class="along">
        <strong class="fill">${t('lines.here', { move: text })}</strong>
        ${tool('prune', t('lines.drop', { move: text }), drop, { does: `drop ${text}` })}
      </li>`;
  };
  return html`<ul class="meant" aria-label=${t('lines.meant')}>${known.moves.map(row)}</ul>`;
}

function sideRow(side: Side, match: Match, { positions, known: all }: Lines, { controller, panels }: PanelContext) {
  const known = all[side];
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
