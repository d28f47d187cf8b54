/** Rules that are strict where nothing goes wrong learn of what goes wrong on a scenario's way. */
import { ReplicaSet } from 'converge/sdk';
import { expect, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import type { Check, Scenario } from './types.ts';
import { runUniverse } from './universe.ts';

const parts = sessionParts(nodePlatform());
const files = { 'index.ts': `import { ReplicaSet } from 'converge/sdk';\nexport default { name: 'replicaset', for: ReplicaSet, async reconcile() {} };\n` };

const component = 'controller/replicaset';

/** What `world.calm` said before and after the scenario's own fault, in each life of the universe. */
async function calmIn(options: { readonly faults?: readonly []; readonly seed: number }, trouble?: Scenario['trouble']): Promise<readonly (readonly boolean[])[]> {
  const seen: boolean[][] = [];
  const scenario: Scenario = {
    name: 'a late watch',
    ...(trouble && { trouble }),
    async play(stage) {
      const said = [stage.world.calm];
      seen.push(said);
      await stage.fault({ type: 'link', from: 'apiserver', to: component, watchOnly: true, delayMs: 500 }, 1000, 'the watch ran behind');
      said.push(stage.world.calm);
    },
  };
  const check: Check = {
    controller: 'replicaset',
    entry: 'index.ts',
    cluster: { nodes: 0, profile: 'minimal' },
    subject: { kind: ReplicaSet, writes: [] },
    neighbours: [],
    faults: ['late'],
    scenarios: [scenario],
    always: [],
    settled: [],
  };
  await runUniverse({ ...options, files, check, parts });
  return seen;
}

/** Its universe is derived from a calm run. */
const derivedSeed = 3;

test('a scenario’s own fault ends the calm, unless the scenario is about it', async () => {
  expect(await calmIn({ seed: derivedSeed })).toContainEqual([true, false]);
  expect(await calmIn({ seed: derivedSeed }, 'late')).not.toContainEqual([true, false]);
});

test('in a calm universe nothing goes wrong on the way of a scenario that is about nothing else', async () => {
  expect(await calmIn({ seed: 1, faults: [] })).toEqual([[true, true]]);
});
