/** Evictions that race with a pod becoming ready: one that its budget wasn't asked for goes only as it was read. */
import { expect, test } from 'vitest';
import { podNamed, podsPath, startServer } from '../../apiserver/testing/harness.ts';
import { isTrue } from '../../meta/index.ts';
import { featuresOf } from '../registry.ts';

const budget = {
  metadata: { name: 'web' },
  spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
};
const budgetsPath = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };

/** What became of the pod, whose status is written when the eviction has been under way for so many instants. */
async function race(instants: number, before: { phase: string }, healthy: number) {
  const { kernel, server, request, post, patch, watch } = startServer({ features: featuresOf('all') });
  await post(budgetsPath, budget);
  const status = { observedGeneration: 1, currentHealthy: healthy, desiredHealthy: 1, disruptionsAllowed: 0, expectedPods: 1 };
  await patch(`${budgetsPath}/web/status`, { status });
  await post(podsPath, podNamed('web', { labels: { app: 'web' }, spec: { nodeName: 'n' } }));
  await patch(`${podsPath}/web/status`, { status: before });
  const { seen } = watch(podsPath);
  let code: number | undefined;
  server.handle(request('POST', `${podsPath}/web/eviction`, { metadata: { name: 'web' } }), {
    respond: (answer) => {
      code = answer.code;
    },
    write: () => undefined,
    end: () => undefined,
  });
  await kernel.run({ instants });
  await patch(`${podsPath}/web/status`, { status: ready });
  await kernel.run({ until: kernel.clock.now() + 20_000 });
  const leaves = seen.some(({ object }) => object.metadata.deletionTimestamp !== undefined);
  const last = seen.filter(({ object }) => object.metadata.deletionTimestamp === undefined).at(-1)?.object;
  const wasReady = isTrue(last?.status.conditions, 'Ready');
  return { code, leaves, brokenBudget: leaves && wasReady };
}

test.each([
  ['a pending pod', { phase: 'Pending' }, 0, 429],
  ['a pod that isn’t ready, while enough others are', { phase: 'Running' }, 1, 429],
] as const)('%s that becomes ready meanwhile isn’t evicted past its budget', async (_, before, healthy, refused) => {
  const codes = new Set<number | undefined>();
  for (let instants = 0; instants < 12; instants += 1) {
    const { code, leaves, brokenBudget } = await race(instants, before, healthy);
    codes.add(code);
    expect({ instants, brokenBudget, leaves }).toEqual({ instants, brokenBudget: false, leaves: code === 201 });
  }
  expect([...codes].sort()).toEqual([201, refused]);
});
