import { expect, test } from 'vitest';
import { conditionOf } from '../sdk/index.ts';
import { statusPatch } from './status-writer.ts';
import { oneNode } from './testing/one-node.ts';

test('the kubelet puts its conditions right when somebody else has overwritten them', async () => {
  const node = await oneNode();
  await node.create('p', { containers: [{ name: 'web', image: 'nginx:1.27' }] });
  await node.waitMs(5_000);
  await node.patch('p', { status: { conditions: [{ type: 'Ready', status: 'False' }] } }, 'status');
  await node.waitMs(1_000);
  expect(node.ready('p')).toBe(true);
});

test('so does a kubelet that has been started again', async () => {
  const node = await oneNode();
  await node.create('p', { containers: [{ name: 'web', image: 'nginx:1.27' }] });
  await node.waitMs(5_000);
  node.cluster.addFault({ type: 'crash', component: 'kubelet/node-1', downMs: 1_000 });
  await node.waitMs(5_000);
  await node.patch('p', { status: { conditions: [{ type: 'Ready', status: 'False' }] } }, 'status');
  await node.waitMs(1_000);
  expect(node.ready('p')).toBe(true);
});

test('a condition that is not the kubelet’s stays as others have written it', async () => {
  const node = await oneNode();
  const readinessGates = [{ conditionType: 'example.com/gate' }];
  await node.create('p', { readinessGates, containers: [{ name: 'web', image: 'nginx:1.27' }] });
  await node.waitMs(5_000);
  for (const value of ['True', 'False', 'True']) {
    await node.patch('p', { status: { conditions: [{ type: 'example.com/gate', status: value }] } }, 'status');
    await node.waitMs(1_000);
    expect(conditionOf(node.pod('p').status.conditions, 'example.com/gate')?.status).toBe(value);
    expect(node.ready('p')).toBe(value === 'True');
  }
});

test('an address that no longer holds is taken out', async () => {
  const node = await oneNode();
  await node.create('p', { containers: [{ name: 'web', image: 'nginx:1.27' }] });
  await node.waitMs(5_000);
  const pod = node.pod('p');
  const patch = statusPatch(pod, { ...pod.status, podIP: '10.9.9.9', podIPs: [{ ip: '10.9.9.9' }] }, pod.status);
  const { podIP } = pod.status;
  expect(patch).toMatchObject({
    status: { podIP, podIPs: [{ ip: podIP }, { $patch: 'delete', ip: '10.9.9.9' }], '$setElementOrder/podIPs': [{ ip: podIP }] },
  });
});
