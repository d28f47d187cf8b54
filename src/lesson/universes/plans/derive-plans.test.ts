/** Each write, and each event that was acted on, makes plans. */
import { expect, test } from 'vitest';
import { createRandom } from '../../../engine/index.ts';
import { type CalmRun, derivePlans } from './derive-plans.ts';

const run: CalmRun = {
  writes: [{ t: 1010, verb: 'create', path: '/api/v1/namespaces/default/pods' }],
  events: [
    { t: 500, object: 'Pod default/early' },
    { t: 1000, object: 'ReplicaSet default/web' },
  ],
  verbs: ['create'],
};
const derive = (withLost?: boolean) => derivePlans(run, 'replicaset', createRandom(1), withLost).map(({ fault }) => fault);
const component = 'controller/replicaset';
const afterWrites = [
  { type: 'crash-after-write', component, write: 1, downMs: expect.any(Number) },
  { type: 'stale-after-write', component, write: 1, lagMs: expect.any(Number) },
  { type: 'stale-after-write', component, write: 1, lagMs: expect.any(Number), restart: true },
];
const withheld = { type: 'withhold', component, event: 2 };

test('a write makes a crash and two old caches, an event that was acted on comes late or never', () => {
  const plans = derive();
  expect(plans).toHaveLength(5);
  expect(plans).toEqual(expect.arrayContaining([...afterWrites, withheld, { ...withheld, lost: true }]));
});

test('whoever makes another fault of a withheld event gets none that is lost', () => {
  const plans = derive(false);
  expect(plans).toHaveLength(4);
  expect(plans).toEqual(expect.arrayContaining([...afterWrites, withheld]));
});
