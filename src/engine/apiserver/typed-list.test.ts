import { expect, test } from 'vitest';
import { onWire } from './typed-list.ts';

const item = (apiVersion: string, kind: string) => ({ apiVersion, kind, metadata: { name: 'a' } });

test.each([
  ['v1', 'Pod', [{ metadata: { name: 'a' } }]],
  ['apps/v1', 'Deployment', [{ metadata: { name: 'a' } }]],
  ['example.com/v1', 'Test', [item('example.com/v1', 'Test')]],
  ['meta.k8s.io/v1', 'PartialObjectMetadata', [item('meta.k8s.io/v1', 'PartialObjectMetadata')]],
])('what goes over the wire of a list of %s %s', (apiVersion, kind, items) => {
  const list = { kind: `${kind}List`, apiVersion, metadata: {}, items: [item(apiVersion, kind)] };
  expect(onWire(list)).toEqual({ ...list, items });
});

test('anything else goes as it is', () => {
  for (const body of [item('v1', 'Pod'), 'text', null, { apiVersion: 'v1', kind: 'PodList' }]) expect(onWire(body)).toBe(body);
});
