/** The cluster under random faults: it converges, keeps its invariants, and repeats itself exactly. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../src/cli/sim/simulate.ts';
import * as sdk from '../src/engine/sdk/index.ts';
import { sampleSeeds, triesAll } from './scope.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A ReplicaSet loop that trusts its cache: it forgets what it has just done. The bug upstream's expectations are there for. */
const forgetful = sdk.defineController<sdk.ReplicaSet>({
  name: 'replicaset',
  for: sdk.ReplicaSet,
  owns: [sdk.Pod],
  async reconcile(key, { lister, client }) {
    const replicaSet = lister(sdk.ReplicaSet).get(key);
    if (replicaSet === undefined) return;
    const pods = lister(sdk.Pod).controlledBy(replicaSet).filter(sdk.isActive);
    const gap = (replicaSet.spec.replicas ?? 1) - pods.length;
    if (gap > 0) await client.createMany(sdk.Pod, sdk.podFromTemplate(replicaSet, replicaSet.spec.template), gap);
    if (gap < 0) await client.deleteMany(sdk.Pod, pods.slice(gap));
    const ready = pods.filter(sdk.isReady).length;
    await client.updateStatus(sdk.ReplicaSet, {
      ...replicaSet,
      status: { replicas: pods.length, readyReplicas: ready, availableReplicas: ready },
    });
  },
});

const seeds = sampleSeeds(5, 100);
/** Every other seed is run twice; with `--all` every one. */
const isRepeated = (index: number): boolean => triesAll || index % 2 === 0;

describe(`${seeds.length} seeds`, () => {
  test('converge without breaking an invariant, and have the same history when run again', {
    timeout: 300_000,
  }, async () => {
    const failures: string[] = [];
    for (const [index, seed] of seeds.entries()) {
      const first = await simulate({ seed, settle });
      if (first.violation !== undefined) failures.push(`seed ${seed}: ${first.violation.what}`);
      if (first.notConverged !== undefined) failures.push(`seed ${seed}: ${first.notConverged}`);
      if (!isRepeated(index)) continue;
      const again = await simulate({ seed, settle });
      if (again.hash !== first.hash) failures.push(`seed ${seed}: history ${first.hash}, then ${again.hash}`);
    }
    expect(failures).toEqual([]);
  });
});

test('a planted bug is found, and its seed replays it', { timeout: 120_000 }, async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const found = await simulate({ seed, settle, controllers: [forgetful] });
    if (found.violation === undefined) continue;
    expect(found.violation.what).toMatch(/is Pod \d+ of ReplicaSet .*, which wants \d+ at most/);
    const replayed = await simulate({ seed, settle, controllers: [forgetful] });
    expect(replayed.violation).toEqual(found.violation);
    expect(replayed.hash).toBe(found.hash);
    return;
  }
  expect.fail('no seed of 20 found the planted bug');
});
