/** Cases of external-provisioner's pkg/controller/topology_test.go (TestTopologyAggregation, TestAllowedTopologies, TestPreferredTopologies, TestStatefulSetSpreading …). */
import type { CSINode, Node, PersistentVolumeClaim } from 'converge/sdk';
import { expect, test } from 'vitest';
import { type Places, zoneFor } from './topology.ts';

const key = 'topology.kubernetes.io/zone';
const metadata = { uid: '', resourceVersion: '1', creationTimestamp: '' };
const node = (name: string, zone?: string): Node =>
  ({ apiVersion: 'v1', kind: 'Node', metadata: { ...metadata, name, labels: { a: 'b', ...(zone !== undefined && { [key]: zone }) } }, spec: {}, status: {} }) as Node;
const csiNode = (name: string, topologyKeys: readonly string[] = [key]): CSINode =>
  ({ apiVersion: 'storage.k8s.io/v1', kind: 'CSINode', metadata: { ...metadata, name }, spec: { drivers: [{ name: 'disk.csi.converge.dev', nodeID: name, topologyKeys }] } }) as CSINode;
const claim = (name: string, selected?: string): PersistentVolumeClaim =>
  ({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', status: {}, metadata: { ...metadata, name, ...(selected !== undefined && { annotations: { 'volume.kubernetes.io/selected-node': selected } }) }, spec: {} }) as PersistentVolumeClaim;
const allow = (...values: readonly string[]): Places['allowed'] => [{ matchLabelExpressions: [{ key, values }] }];

const nodes = [node('n1', 'z1'), node('n2', 'z2'), node('n3', 'z3')];
const csiNodes = [csiNode('n1'), csiNode('n2'), csiNode('n3')];

function check({ name = 'data', selected, ...places }: Partial<Omit<Places, 'claim'>> & { readonly name?: string; readonly selected?: string }): string {
  const found = zoneFor({ claim: claim(name, selected), allowed: [], nodes, csiNodes, ...places });
  return 'zone' in found ? found.zone : found.error;
}

test.each([
  ['the zone of the selected node', { selected: 'n2' }, 'z2'],
  ['the selected node within what is allowed', { selected: 'n2', allowed: allow('z1', 'z2') }, 'z2'],
  ['the selected node outside of it', { selected: 'n3', allowed: allow('z1', 'z2') }, `topology [{${key} z3}] from selected node "n3" is not in requisite: [[{${key} z1}] [{${key} z2}]]`],
  ['a selected node whose driver isn’t registered', { selected: 'n2', csiNodes: [csiNode('n1')] }, 'no topology key found for node n2'],
  ['a selected node whose driver names no keys', { selected: 'n2', csiNodes: [csiNode('n2', [])] }, 'no topology key found for node n2'],
  ['a selected node without the label', { selected: 'n4', nodes: [node('n4')], csiNodes: [csiNode('n4')] }, `topology labels from selected node map[a:b] does not match topology keys from CSINode [${key}]`],
  ['one zone that is allowed', { allowed: allow('z3') }, 'z3'],
  ['no driver registered', { csiNodes: [] }, 'no available topology found'],
  ['no node with the label', { nodes: [node('n1')] }, 'no available topology found'],
])('%s', (_, places, expected) => {
  expect(check(places)).toBe(expected);
});

test('claims of a StatefulSet’s members take zones in turns; the template’s name doesn’t count', () => {
  const of = (prefix: string) => [0, 1, 2, 3].map((ordinal) => check({ name: `${prefix}-${ordinal}` }));
  const [first, second, third, fourth] = of('data-db');
  expect(new Set([first, second, third]).size).toBe(3);
  expect(fourth).toBe(first);
  expect(of('logs-db')).toEqual(of('data-db'));
});

test('the turn of a name is its FNV-1 hash of 32 bits', () => {
  // 0x050c5d7e and 0x050c5d7d: of "a" and "b".
  expect([check({ name: 'a' }), check({ name: 'b' })]).toEqual([0x050c5d7e, 0x050c5d7d].map((hash) => `z${(hash % 3) + 1}`));
});
