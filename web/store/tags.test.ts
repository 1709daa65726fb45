/** The tags of a record that the page knows: the player's own date, and who played. */

import { deepEqual } from 'node:assert/strict';
import test from 'node:test';
import { newGameTags, playerTags, ratedTags } from './tags.ts';

test('a new game has the date of the player’s own day', () => {
  deepEqual(newGameTags(new Date(2026, 0, 5, 23, 59)).Date, '2026.01.05');
});

test('a new game leaves none of the required tags unknown', () => {
  deepEqual(Object.keys({ ...newGameTags(), ...playerTags({ players: { w: 0, b: 4 } }) }).sort(), [
    'Black',
    'Date',
    'Event',
    'Round',
    'Site',
    'White',
  ]);
});

test('players are named unless both sit at this device', () => {
  deepEqual(playerTags({ players: { w: 0, b: 0 } }), {});
  // Without a language the keys of the texts stand for them.
  deepEqual(playerTags({ players: { w: 0, b: 4 } }), { White: 'record.you', Black: 'record.computer' });
  deepEqual(playerTags({ players: { w: -1, b: 0 } }), { White: 'record.friend', Black: 'record.you' });
  deepEqual(playerTags({ players: { w: 3, b: 4 } }), { White: 'record.computer', Black: 'record.computer' });
});

test('a game is called rated once it has been', () => {
  deepEqual(ratedTags({ rated: { rating: 1510, change: 10 } }), { Event: 'Rated game' });
  deepEqual(ratedTags({}), {});
  deepEqual(ratedTags(undefined), {});
});
