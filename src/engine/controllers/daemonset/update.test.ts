/** Rolling updates pass by pass: upstream's own tests of pkg/controller/daemon/update_test.go, named after its functions. */
import { isReady } from 'converge/sdk';
import { expect, test } from 'vitest';
import { limitsOf } from './limits.ts';
import { changeTemplate, type Counts, createPasses, nodeNamed, nodesNamed, setOf, surge, unavailable } from './testing/passes.ts';
import { targetNodeOf } from './node-fit.ts';

/** Nodes that have a ready Pod each, then another template. */
function afterChange(count: number, updateStrategy: ReturnType<typeof surge> | ReturnType<typeof unavailable>, ready = true) {
  const passes = createPasses(setOf(), nodesNamed(count));
  expect(passes.sync()).toEqual([count, 0]);
  if (ready) passes.mark(true);
  changeTemplate(passes, { updateStrategy });
  return passes;
}

test('TestDaemonSetUpdatesPods', () => {
  const passes = afterChange(5, unavailable(2));
  for (const [step, counts] of ([[0, 2], [2, 0], [0, 2], [2, 0], [0, 1], [1, 0], [0, 0]] satisfies Counts[]).entries()) {
    expect(passes.sync(), `pass ${step}`).toEqual(counts);
    if (counts[0] > 0) passes.mark(true);
  }
});

test('TestDaemonSetUpdatesPodsWithMaxSurge', () => {
  const passes = afterChange(5, surge(2));
  for (const counts of [[2, 0], [2, 2], [1, 2], [0, 1]] satisfies Counts[]) {
    expect(passes.sync()).toEqual(counts);
    expect(passes.sync()).toEqual([0, 0]);
    passes.mark(true);
  }
});

test('TestDaemonSetUpdatesPodsNotMatchTainstWithMaxSurge', () => {
  const key = 'node-role.kubernetes.io/control-plane';
  const nodes = [nodeNamed('node-0', { taints: [{ key, effect: 'NoSchedule' }] }), ...nodesNamed(5).slice(1)];
  const passes = createPasses(setOf({ updateStrategy: surge(1) }, { tolerations: [{ key, operator: 'Exists' }] }), nodes);
  expect(passes.sync()).toEqual([5, 0]);
  passes.mark(true);
  changeTemplate(passes, { template: setOf().spec.template });
  for (const counts of [[1, 1], [1, 1], [1, 1], [1, 1], [0, 1]] satisfies Counts[]) {
    expect(passes.sync()).toEqual(counts);
    expect(passes.sync()).toEqual([0, 0]);
    passes.mark(true);
  }
});

test('TestDaemonSetUpdatesWhenNewPodIsNotReady', () => {
  const passes = afterChange(5, unavailable(3));
  expect([passes.sync(), passes.sync(), passes.sync()]).toEqual([[0, 3], [3, 0], [0, 0]]);
});

test('TestDaemonSetUpdatesSomeOldPodsNotReady', () => {
  const passes = afterChange(5, unavailable(2));
  expect([passes.sync(), passes.sync(), passes.sync()]).toEqual([[0, 2], [2, 0], [0, 0]]);
  changeTemplate(passes);
  expect([passes.sync(), passes.sync(), passes.sync()]).toEqual([[0, 2], [2, 0], [0, 0]]);
  expect(passes.pods.filter(isReady)).toHaveLength(3);
});

test('TestDaemonSetUpdatesSaveOldHealthyPods', () => {
  const passes = afterChange(20, unavailable(10));
  expect([passes.sync(), passes.sync(), passes.sync()]).toEqual([[0, 10], [10, 0], [0, 0]]);
  const healthy = passes.pods.filter(isReady).map(({ metadata }) => metadata.name);
  for (const most of [0, 1, 4, 5, 9]) {
    changeTemplate(passes, { updateStrategy: unavailable(most) });
    expect([passes.sync(), passes.sync(), passes.sync()]).toEqual([[0, 10], [10, 0], [0, 0]]);
    expect(passes.pods.filter(isReady).map(({ metadata }) => metadata.name)).toEqual(healthy);
  }
  // One more than are broken: the eleventh is the only healthy one that goes.
  changeTemplate(passes, { updateStrategy: unavailable(11) });
  expect([passes.sync(), passes.sync(), passes.sync()]).toEqual([[0, 11], [11, 0], [0, 0]]);
  expect(passes.pods.filter(isReady)).toHaveLength(9);
});

test('TestDaemonSetUpdatesAllOldNotReadyPodsAndNewNotReadyPods', () => {
  const passes = afterChange(100, unavailable(10));
  for (let round = 0; round < 10; round += 1) {
    expect([passes.sync(), passes.sync()]).toEqual([[0, 10], [10, 0]]);
    passes.mark(true);
  }
  expect(passes.sync()).toEqual([0, 0]);
  const at = new Map(passes.pods.map((pod, index) => [pod.metadata.name, index]));
  passes.mark(false, Infinity, (pod) => (at.get(pod.metadata.name) ?? 0) >= 10);
  passes.pods = passes.pods.map((pod, index) => {
    const labels = { ...pod.metadata.labels, 'controller-revision-hash': '1' };
    return index < 12 ? { ...pod, metadata: { ...pod.metadata, labels } } : pod;
  });
  expect([passes.sync(), passes.sync(), passes.sync()]).toEqual([[0, 2], [2, 0], [0, 0]]);
});

test('TestDaemonSetUpdatesAllOldPodsNotReady', () => {
  const passes = afterChange(5, unavailable(3), false);
  expect([passes.sync(), passes.sync(), passes.sync()]).toEqual([[0, 5], [5, 0], [0, 0]]);
});

test('TestDaemonSetUpdatesAllOldPodsNotReadyMaxSurge', () => {
  const passes = afterChange(5, surge(3), false);
  const at = (second: number): Counts => {
    passes.nowMs = second * 1000;
    return passes.sync();
  };
  expect(at(100)).toEqual([5, 0]);
  expect(at(200)).toEqual([0, 5]);
  passes.mark(true);
  changeTemplate(passes, { minReadySeconds: 15 });
  expect(at(300)).toEqual([3, 0]);
  passes.mark(true, 2, passes.isNew);
  const renewed = new Set(passes.pods.filter(passes.isNew).map(targetNodeOf));
  passes.mark(false, 1, (pod) => !renewed.has(targetNodeOf(pod)));
  expect(at(310)).toEqual([1, 0]);
  expect(at(320)).toEqual([1, 3]);
  passes.mark(true, 3, passes.isNew);
  expect(at(340)).toEqual([0, 2]);
  expect(at(350)).toEqual([0, 0]);
});

test('TestDaemonSetUpdatesNoTemplateChanged', () => {
  const passes = createPasses(setOf(), nodesNamed(5));
  expect(passes.sync()).toEqual([5, 0]);
  passes.set = setOf({ updateStrategy: unavailable(3) });
  expect(passes.sync()).toEqual([0, 0]);
});

test('OnDelete: an old Pod stays until somebody deletes it', () => {
  const passes = createPasses(setOf({ updateStrategy: { type: 'OnDelete' } }), nodesNamed(2));
  passes.sync();
  passes.mark(true);
  changeTemplate(passes);
  expect(passes.sync()).toEqual([0, 0]);
  passes.pods.pop();
  expect(passes.sync()).toEqual([1, 0]);
  expect(passes.pods.map(passes.isNew)).toEqual([false, true]);
});

// TestGetUnavailableNumbers
test.each([
  ['no nodes', unavailable(0), 0, { surge: 0, unavailable: 0 }],
  ['two nodes with ready Pods', unavailable(1), 2, { surge: 0, unavailable: 1 }],
  ['neither may be 0', unavailable(0), 2, { surge: 0, unavailable: 1 }],
  ['neither may be 0, with a surge', surge(0), 2, { surge: 0, unavailable: 1 }],
  ['percent', unavailable('50%'), 2, { surge: 0, unavailable: 1 }],
  ['percent, with a surge', surge('50%'), 2, { surge: 1, unavailable: 0 }],
  ['all, with a surge', surge('100%'), 2, { surge: 2, unavailable: 0 }],
  ['percent are rounded up', unavailable('10%'), 3, { surge: 0, unavailable: 1 }],
])('limits: %s', (_, updateStrategy, desired, limits) => {
  expect(limitsOf(setOf({ updateStrategy }), desired)).toEqual(limits);
});
