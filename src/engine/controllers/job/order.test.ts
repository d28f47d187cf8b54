import type { Pod } from 'converge/sdk';
import { expect, test } from 'vitest';
import { firstToGo } from './order.ts';

function pod(uid: string, containers: number, sidecars: number): Pod {
  const time = '2026-01-01T00:00:00Z';
  const status = (name: string, restartCount: number) => ({ name, image: '', imageID: '', ready: true, restartCount });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: uid, namespace: 'default', uid, resourceVersion: '1', creationTimestamp: time },
    spec: { nodeName: 'node-1', containers: [{ name: 'main' }], initContainers: [{ name: 'proxy', restartPolicy: 'Always' }] },
    status: {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: time }],
      containerStatuses: [status('main', containers)],
      initContainerStatuses: [status('proxy', sidecars)],
    },
  };
}

test('restarts decide: those of containers, then those of sidecars', () => {
  const pods = [pod('calm', 0, 0), pod('sidecar', 0, 2), pod('container', 1, 0)];
  expect(firstToGo(pods).map(({ metadata }) => metadata.uid)).toEqual(['container', 'sidecar', 'calm']);
});
