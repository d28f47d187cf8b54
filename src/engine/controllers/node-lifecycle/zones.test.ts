import type { Node } from 'converge/sdk';
import { expect, test } from 'vitest';
import { evictionIntervalMs, zonesOf } from './zones.ts';

function node(name: string, status: 'True' | 'Unknown', labels: Readonly<Record<string, string>> = {}): Node {
  const metadata = { name, uid: name, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z', labels };
  return { apiVersion: 'v1', kind: 'Node', metadata, spec: {}, status: { conditions: [{ type: 'Ready', status }] } };
}

const excluded = { 'node.kubernetes.io/exclude-disruption': '' };
const many = (count: number, status: 'True' | 'Unknown', labels = {}): readonly Node[] =>
  Array.from({ length: count }, (_, index) => node(`${status}-${index}-${Object.keys(labels).length}`, status, labels));

test.each([
  ['nodes without the label', [...many(3, 'Unknown'), ...many(2, 'True')], 5, 'PartialDisruption', Infinity],
  ['lost ones with it', [...many(3, 'Unknown', excluded), ...many(2, 'True')], 2, 'Normal', 10_000],
  ['ready ones with it', [...many(3, 'Unknown'), ...many(2, 'True', excluded)], 3, 'FullDisruption', 10_000],
  ['a large zone without them', [...many(33, 'Unknown'), ...many(27, 'True')], 60, 'PartialDisruption', 100_000],
  ['a small zone without them', [...many(30, 'Unknown'), ...many(20, 'True'), ...many(10, 'True', excluded)], 50, 'PartialDisruption', Infinity],
  ['none but those with it', many(3, 'Unknown', excluded), 0, 'Normal', 10_000],
])('of a zone count: %s', (_, nodes, counted, state, intervalMs) => {
  const [zone] = zonesOf(nodes);
  expect([zone?.nodes.length, zone?.counted, zone?.state, zone && evictionIntervalMs(zone)]).toEqual([nodes.length, counted, state, intervalMs]);
});
