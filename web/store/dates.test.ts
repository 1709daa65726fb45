/** Dates in names and records are those of the player's own day. */

import { deepEqual } from 'node:assert/strict';
import { env } from 'node:process';
import test from 'node:test';
import { localDate } from '../lib/date.ts';
import { fileName } from '../lib/files.ts';
import { newGameTags } from './tags.ts';

test('near midnight, away from UTC, the file, its tags and the backup have the player’s date', () => {
  const before = env.TZ;
  const RealDate = Date;
  for (const [zone, moment, date] of [
    ['America/Los_Angeles', '2026-01-06T07:30:00Z', '2026-01-05'],
    ['Pacific/Kiritimati', '2026-12-31T10:30:00Z', '2027-01-01'],
    ['Asia/Kolkata', '2026-03-08T18:31:00Z', '2026-03-09'],
    ['UTC', '2026-03-08T23:59:59Z', '2026-03-08'],
  ]) {
    env.TZ = zone;
    globalThis.Date = class extends RealDate {
      constructor() {
        super(moment);
      }
    } as any;
    deepEqual(
      [localDate(), newGameTags().Date, fileName('rock', 'pdn')],
      [date, date.replaceAll('-', '.'), `saltus-rock-${date}.pdn`],
    );
  }
  globalThis.Date = RealDate;
  if (before === undefined) delete env.TZ;
  else env.TZ = before;
});
