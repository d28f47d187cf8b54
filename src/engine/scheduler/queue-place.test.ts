/** Where a pod goes in the scheduling queue, as a table: place, event -> next place. */
import { expect, test } from 'vitest';
import { type PlaceEvent, type PlaceFacts, placeAfter, type QueuePlace } from './queue-place.ts';

const places: readonly QueuePlace[] = [
  'active',
  'backoff',
  'error-backoff',
  'unschedulable',
  'gated',
  'in-flight',
  'gone',
];
const events: readonly PlaceEvent[] = [
  'added',
  'improved',
  'popped',
  'rejected',
  'rejected, helped',
  'failed',
  'woken',
  'ready',
  'removed',
];
const facts: Readonly<Record<string, PlaceFacts>> = {
  '': { gated: () => false, backoffOver: () => true },
  gated: { gated: () => true, backoffOver: () => true },
  'backing off': { gated: () => false, backoffOver: () => false },
};

/** Place, event, what holds of the pod, next place. What has no row stays where it is. */
const rows: readonly (readonly [QueuePlace, PlaceEvent, string, QueuePlace])[] = [
  ['gone', 'added', '', 'active'],
  ['gone', 'added', 'gated', 'gated'],
  ['gone', 'added', 'backing off', 'active'],

  ['active', 'popped', '', 'in-flight'],
  ['active', 'popped', 'gated', 'in-flight'],
  ['active', 'popped', 'backing off', 'in-flight'],
  ['backoff', 'popped', '', 'in-flight'],
  ['backoff', 'popped', 'gated', 'in-flight'],
  ['backoff', 'popped', 'backing off', 'in-flight'],

  ['in-flight', 'rejected', '', 'unschedulable'],
  ['in-flight', 'rejected', 'gated', 'unschedulable'],
  ['in-flight', 'rejected', 'backing off', 'unschedulable'],
  ['in-flight', 'rejected, helped', '', 'active'],
  ['in-flight', 'rejected, helped', 'gated', 'gated'],
  ['in-flight', 'rejected, helped', 'backing off', 'backoff'],
  ['in-flight', 'failed', '', 'error-backoff'],
  ['in-flight', 'failed', 'gated', 'error-backoff'],
  ['in-flight', 'failed', 'backing off', 'error-backoff'],

  ['unschedulable', 'woken', '', 'active'],
  ['unschedulable', 'woken', 'gated', 'gated'],
  ['unschedulable', 'woken', 'backing off', 'backoff'],
  ['unschedulable', 'improved', '', 'active'],
  ['unschedulable', 'improved', 'gated', 'gated'],
  ['unschedulable', 'improved', 'backing off', 'backoff'],

  ['error-backoff', 'ready', '', 'active'],
  ['error-backoff', 'ready', 'gated', 'gated'],
  ['error-backoff', 'ready', 'backing off', 'active'],

  ['gated', 'improved', '', 'active'],
  ['gated', 'improved', 'backing off', 'active'],
];

test.each(rows)('%s, %s (%s) -> %s', (place, event, holds, next) => {
  expect(placeAfter(place, event, factsNamed(holds))).toBe(next);
});

test('a removed pod is gone, but one in flight is landed by its own cycle', () => {
  const after = places.map((place) => placeAfter(place, 'removed', factsNamed('')));
  expect(after).toEqual(['gone', 'gone', 'gone', 'gone', 'gone', 'in-flight', 'gone']);
});

test('every other event leaves a pod where it is', () => {
  const named = new Set(rows.map((row) => row.slice(0, 3).join('/')));
  const moved: string[] = [];
  for (const place of places) {
    for (const event of events.filter((each) => each !== 'removed')) {
      for (const holds of Object.keys(facts)) {
        const to = placeAfter(place, event, factsNamed(holds));
        if (to !== place && !named.has([place, event, holds].join('/'))) moved.push(`${place}, ${event} -> ${to}`);
      }
    }
  }
  expect(moved).toEqual([]);
});

function factsNamed(name: string): PlaceFacts {
  const found = facts[name];
  if (found === undefined) throw new Error(`no facts ${name}`);
  return found;
}
