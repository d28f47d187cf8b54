import { expect, test } from 'vitest';
import type { JsonObject } from '../../../meta/index.ts';
import { PersistentVolume, PersistentVolumeClaim } from '../../index.ts';
import { cells, errorsOf, META, make } from './testing/make.ts';

const volume = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } };

test('a volume keeps its data unless told, and is a file system', () => {
  expect(make(PersistentVolume, { spec: volume }).spec).toEqual({
    ...volume,
    hostPath: { path: '/data', type: '' },
    persistentVolumeReclaimPolicy: 'Retain',
    volumeMode: 'Filesystem',
  });
  const claimRef = { namespace: 'default', name: 'c' };
  const spec = { ...volume, storageClassName: 'fast', claimRef, accessModes: ['ReadWriteMany', 'ReadWriteOnce'] };
  expect(cells(PersistentVolume, { spec, status: { phase: 'Bound' } })).toEqual({
    Name: 'a',
    Capacity: '1Gi',
    'Access Modes': 'RWO,RWX',
    'Reclaim Policy': 'Retain',
    Status: 'Bound',
    Claim: 'default/c',
    StorageClass: 'fast',
    VolumeAttributesClass: '<unset>',
    Reason: '',
    Age: '60s',
    VolumeMode: 'Filesystem',
  });
});

test.each<[JsonObject, readonly string[]]>([
  [volume, []],
  [
    {},
    [
      'spec.accessModes: Required value',
      'spec.capacity: Required value',
      'spec.capacity: Unsupported value: core.ResourceList(nil): supported values: "storage"',
    ],
  ],
  [
    { ...volume, accessModes: ['ReadWriteOncePod', 'ReadWriteMany', 'X'] },
    [
      'spec.accessModes: Unsupported value: "X": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
      'spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes',
    ],
  ],
  [
    { ...volume, capacity: { storage: '0' } },
    ['spec.capacity[storage]: Invalid value: "0": must be greater than zero'],
  ],
  [
    { ...volume, persistentVolumeReclaimPolicy: 'X', volumeMode: 'X', storageClassName: 'A' },
    [
      'spec.persistentVolumeReclaimPolicy: Unsupported value: "X": supported values: "Delete", "Recycle", "Retain"',
      expect.stringContaining('spec.storageClassName: Invalid value: "A": a lowercase RFC 1123 subdomain'),
      'spec.volumeMode: Unsupported value: "X": supported values: "Block", "Filesystem"',
    ],
  ],
  [
    { ...volume, hostPath: { path: '/' }, persistentVolumeReclaimPolicy: 'Recycle' },
    [
      "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'",
    ],
  ],
])('a volume %#', (spec, expected) => {
  expect(errorsOf(PersistentVolume, { spec })).toEqual(expected);
});

test('what may change in a volume', () => {
  const change = (spec: JsonObject) => errorsOf(PersistentVolume, { spec }, { spec: volume });
  expect(change({ ...volume, persistentVolumeReclaimPolicy: 'Delete', storageClassName: 'x' })).toEqual([]);
  expect(change({ ...volume, volumeMode: 'Block' })).toEqual([
    'volumeMode: Invalid value: "Block": field is immutable',
  ]);
});

const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

test.each<[JsonObject, readonly string[]]>([
  [claim, []],
  [
    {},
    ['spec.accessModes: Required value: at least 1 access mode is required', 'spec.resources[storage]: Required value'],
  ],
  [
    { ...claim, resources: { requests: { storage: '-1' } } },
    ['spec.resources[storage]: Invalid value: "-1": must be greater than zero'],
  ],
  [
    { ...claim, dataSource: { kind: 'X', name: '' } },
    [
      'spec.dataSource.name: Required value',
      'spec.dataSource: Invalid value: "X": must be \'PersistentVolumeClaim\' when referencing the default apiGroup',
    ],
  ],
])('a claim %#', (spec, expected) => {
  expect(errorsOf(PersistentVolumeClaim, { spec })).toEqual(expected);
});

test('what may change in a claim', () => {
  const fixed =
    'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
  const change = (spec: JsonObject, status: JsonObject = {}, more: JsonObject = {}) =>
    errorsOf(PersistentVolumeClaim, { spec, status }, { spec: { ...claim, ...more }, status });
  const larger = { ...claim, resources: { requests: { storage: '2Gi' } } };
  const bound = { phase: 'Bound', capacity: { storage: '1Gi' } };
  expect(change({ ...claim, volumeName: 'v' })).toEqual([]);
  expect(change({ ...claim, volumeName: 'w' }, {}, { volumeName: 'v' })).toEqual([fixed]);
  expect(change({ ...claim, accessModes: ['ReadWriteMany'] })).toEqual([fixed]);
  expect(change(larger)).toEqual([fixed]);
  expect(change(larger, bound)).toEqual([]);
  const smaller = { ...claim, resources: { requests: { storage: '1Mi' } } };
  expect(change(smaller, bound)).toEqual([
    'spec.resources.requests.storage: Forbidden: field can not be less than status.capacity',
  ]);
});

test('cells of claims', () => {
  const row = (parts: JsonObject, meta: JsonObject = {}) => {
    const all = cells(PersistentVolumeClaim, parts, meta);
    return ['Status', 'Volume', 'Capacity', 'Access Modes', 'StorageClass'].map((name) => all[name]);
  };
  expect(row({ spec: claim })).toEqual(['Pending', '', '', '', '']);
  const status = { phase: 'Bound', capacity: { storage: '2Gi' }, accessModes: ['ReadWriteOnce'] };
  expect(row({ spec: { ...claim, volumeName: 'v', storageClassName: 's' }, status })).toEqual([
    'Bound',
    'v',
    '2Gi',
    'RWO',
    's',
  ]);
  expect(row({ spec: claim }, { deletionTimestamp: META.creationTimestamp })[0]).toBe('Terminating');
});

test('a volume begins pending, and a claim says its source twice', () => {
  const created = PersistentVolume.rules.prepareForCreate?.(make(PersistentVolume, { spec: volume }));
  expect(created?.status).toEqual({ phase: 'Pending', lastPhaseTransitionTime: META.creationTimestamp });
  const dataSource = { kind: 'PersistentVolumeClaim', name: 'other' };
  const both = (given: JsonObject) =>
    PersistentVolumeClaim.rules.prepareForCreate?.(make(PersistentVolumeClaim, { spec: { ...claim, ...given } }))?.spec;
  expect(both({ dataSource })?.dataSourceRef).toEqual(dataSource);
  expect(both({ dataSourceRef: dataSource })?.dataSource).toEqual(dataSource);
  expect(
    both({ dataSourceRef: { ...dataSource, kind: 'Other', apiGroup: 'example.com' } })?.dataSource,
  ).toBeUndefined();
});
