/** Kubelets run on `syncPod`: another one takes over what runs. */
import { expect, test } from 'vitest';
import { engineParts } from '../parts/registry.ts';
import { oneNode, script } from '../node/testing/one-node.ts';

test('kubelets that get another part find what runs, and don’t start it twice', async () => {
  const node = await oneNode();
  const asked: string[] = [];
  await node.create('web', { containers: [script('sleep 1000')] });
  await node.quiet();
  const before = node.pod('web').status.containerStatuses?.[0];
  node.cluster.useParts({
    syncPod(pod) {
      asked.push(...pod.containers.map(({ state }) => state));
      return engineParts.syncPod(pod);
    },
  });
  await node.waitMs(5_000);
  expect(asked).toEqual(['running']);
  expect(node.pod('web').status.containerStatuses?.[0]).toEqual(before);
});

test('where a part starts nothing, nothing runs until it goes', async () => {
  const node = await oneNode();
  node.cluster.useParts({ syncPod: () => ({ do: 'wait' }) });
  await node.create('web', { containers: [script('sleep 1000')] });
  await node.waitMs(10_000);
  expect(node.pod('web').status.phase).toBe('Pending');
  node.cluster.useParts({});
  await node.waitMs(10_000);
  expect(node.pod('web').status.phase).toBe('Running');
});
