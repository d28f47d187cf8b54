/** Which volume a claim gets: the cases of upstream's pkg/controller/volume/persistentvolume/index_test.go. */
import { expect, test } from 'vitest';
import type { Node, PersistentVolume, PersistentVolumeClaim } from '../api/generated/types.ts';
import { volumeMatching } from './volume-matching.ts';

const created = { resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
const RWO = 'ReadWriteOnce';
const ROX = 'ReadOnlyMany';
const RWX = 'ReadWriteMany';
type Spec = Partial<PersistentVolume['spec']>;

function volume(name: string, storage: string, accessModes: readonly string[], spec: Spec = {}, labels = {}): PersistentVolume {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, uid: name, ...created, labels },
    spec: { capacity: { storage }, accessModes, ...spec },
    status: { phase: 'Available' },
  };
}

function claim(storage: string, accessModes: readonly string[] = [ROX, RWO], spec: Partial<PersistentVolumeClaim['spec']> = {}): PersistentVolumeClaim {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'claim01', namespace: 'myns', uid: 'claim-uid', ...created },
    spec: { accessModes, resources: { requests: { storage } }, ...spec },
    status: { phase: 'Pending' },
  };
}

const other = { claimRef: { uid: 'def456', name: 'other', namespace: 'myns' } };
const exists = { 'should-exist': 'true' };
const selector = { matchLabels: exists };
/** In no order. (upstream createTestVolumes) */
const volumes = [
  volume('gce003', '10G', [RWO, ROX]),
  volume('gce004', '20G', [RWO, ROX], other),
  volume('nfs002', '5G', [RWO, ROX, RWX]),
  volume('gce001', '1G', [RWO, ROX], other),
  volume('nfs003', '10G', [RWO, ROX, RWX]),
  volume('gce002', '5G', [RWO, ROX]),
  volume('nfs001', '1G', [RWO, ROX, RWX]),
  volume('gce0022', '20000G', [RWO, ROX]),
  volume('gce0023', '30000G', [RWO], {}, exists),
  volume('silver1', '1000G', [RWO], { storageClassName: 'silver' }, exists),
  volume('silver2', '100G', [RWO], { storageClassName: 'silver' }),
];

test.each([
  ['the smallest that holds it', claim('8G'), 'gce003'],
  ['one that has all access modes', claim('5G', [ROX, RWO, RWX]), 'nfs002'],
  ['not one that is bound', claim('1G'), 'gce002'],
  ['none is large enough', claim('40000G'), undefined],
  ['none has the label', claim('999G', undefined, { selector: { matchLabels: { 'should-not-exist': 'true' } } }), undefined],
  ['the one with the label has too few access modes', claim('20000G', [ROX, RWO], { selector }), undefined],
  ['the one with the label', claim('20000G', [RWO], { selector }), 'gce0023'],
  ['class and label', claim('1G', [RWO], { storageClassName: 'silver', selector }), 'silver1'],
  ['class', claim('1G', [RWO], { storageClassName: 'silver' }), 'silver2'],
])('TestMatchVolume: %s', (_, wanted, name) => {
  expect(volumeMatching.find(wanted, volumes, { waits: false })?.metadata.name).toBe(name);
});

test('TestMatchingWithBoundVolumes: of two alike the free one', () => {
  const pair = [volume('gce001', '1G', [RWO, ROX], { claimRef: { uid: 'abc123' } }), volume('gce002', '1G', [RWO, ROX])];
  expect(volumeMatching.find(claim('1G'), pair, { waits: false })?.metadata.name).toBe('gce002');
});

const bound = { claimRef: {} };
test.each<[modes: readonly string[], bound: readonly string[], name: string]>([
  [[RWO], [], 'ebs'],
  [[RWO, ROX], [], 'gce'],
  [[RWX, RWO, ROX], [], 'nfs'],
  [[RWX], [], 'nfs'],
  [[RWO], ['ebs'], 'gce'],
  [[RWO], ['ebs', 'gce'], 'nfs'],
  [[ROX], ['ebs'], 'gce'],
])('TestFindingVolumeWithDifferentAccessModes: %j while %j are bound', (modes, taken, name) => {
  const one = (of: string, accessModes: readonly string[]) => volume(of, '10G', accessModes, taken.includes(of) ? bound : {});
  const three = [one('gce', [RWO, ROX]), one('ebs', [RWO]), one('nfs', [RWO, ROX, RWX])];
  expect(volumeMatching.find(claim('1G', modes), three, { waits: false })?.metadata.name).toBe(name);
});

test('TestFindingPreboundVolumes: the one that names the claim, be it larger or of another class', () => {
  const mine = { claimRef: { name: 'claim01', namespace: 'myns' } };
  const all = [volume('gcd-pd-1', '1Gi', [RWO]), volume('gcd-pd-5', '5Gi', [RWO]), volume('gcd-pd-10', '10Gi', [RWO], mine)];
  expect(volumeMatching.find(claim('1Gi', [RWO]), all, { waits: false })?.metadata.name).toBe('gcd-pd-10');
  const notMine = all.map((each) => ({ ...each, spec: { ...each.spec, claimRef: { name: 'x', namespace: 'myns' } } }));
  expect(volumeMatching.find(claim('1Gi', [RWO]), notMine, { waits: false })).toBeUndefined();
});

test('the scheduler looks for one node, and the same Pod’s other volumes are taken', () => {
  const on = (name: string): Spec => ({ nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [name] }] }] } } });
  const node: Node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1', uid: 'n1', ...created, labels: { zone: 'a' } }, spec: {}, status: {} };
  const all = [volume('b1', '1Gi', [RWO], on('b')), volume('a2', '3Gi', [RWO, ROX], on('a')), volume('a1', '5Gi', [RWO], on('a'))];
  const found = (excluded: readonly string[]) => volumeMatching.find(claim('1Gi', [RWO]), all, { node, waits: true, excluded: new Set(excluded) })?.metadata.name;
  expect([found([]), found(['a2']), found(['a1', 'a2'])]).toEqual(['a2', 'a1', undefined]);
  expect(volumeMatching.find(claim('1Gi', [RWO]), all, { waits: true })).toBeUndefined();
});
