/**
 * Who answers what while there is a game of the lab: its own rules what is about it or about its match, and the page's rules
 * all else. So what is stored of the five games never passes through somebody's program.
 */

import type { Engine, Rules } from '../../engine/client.ts';
import { BEGINNINGS } from '../../engine/requests.ts';
import { EngineError } from '../../lib/engine-error.ts';
import { t } from '../../lib/i18n.ts';
import { fields, parsed } from '../../lib/shape.ts';
import type { Op } from '../../protocol.d.ts';
import type { LabEngine } from './engine.ts';

/** What is about texts and collections, which are the page's. */
const OF_THE_PAGE: ReadonlySet<Op> = new Set<Op>([
  ...(['contents', 'encoding', 'index', 'query', 'fitting', 'explore', 'schedule'] as const),
  ...(['puzzles', 'puzzle', 'judge', 'sheet'] as const),
]);

export class LabRules implements Rules {
  private page: Rules;
  private own: { engine: LabEngine; key: string } | null = null; // the game of the lab, if one has been loaded
  private isOn = false; // whether its match is on the board

  constructor(page: Rules) {
    this.page = page;
  }

  /** Has this engine answer for the game with this key; null for none. */
  use(own: { engine: LabEngine; key: string } | null) {
    this.own = own;
    this.isOn &&= own !== null;
  }

  supply = (key: string) => this.page.supply(key);

  request: Engine['request'] = async (op, given, how) => {
    const { own } = this;
    if (!own || !this.isForLab(op, given)) return this.page.request(op, given, how);
    const reply = await own.engine.request(op, given, how).catch(refused);
    // It may answer anything: not that another game is on the board.
    const { game = own.key } = fields(reply);
    if (game !== own.key) throw new EngineError({ code: 'bad-record', message: 'The game answers for another one.' });
    return reply;
  };

  private isForLab(op: Op, given: object) {
    if (OF_THE_PAGE.has(op)) return false;
    // A record that is loaded says itself of which game it is.
    const { game: named, text } = given as { game?: string; text?: string };
    const game = op === 'load' ? fields(parsed(text)).game : named;
    if (BEGINNINGS.has(op)) this.isOn = game === this.own?.key;
    return game === undefined ? this.isOn : game === this.own?.key;
  }
}

/** A program that is lost is no loss of the page's rules, and its errors are told as they are. */
function refused(error: unknown): never {
  if (!(error instanceof EngineError)) throw error;
  const { code, details } = error;
  if (code === 'engine-lost') throw new EngineError({ code: 'lab-stopped', message: t('lab.stopped') });
  throw code === 'bad-record' ? new EngineError({ ...details, code: 'lab-fault' }) : error;
}
