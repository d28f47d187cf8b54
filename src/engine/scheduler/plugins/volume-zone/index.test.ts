/** Cases of upstream's plugins/volumezone/volume_zone_test.go (TestSingleZone, TestMultiZone) and volumerestrictions/volume_restrictions_test.go. */
import { expect, test } from 'vitest';
import type { KubeObject, PodInfo, PodSpec, SchedulerPlugin } from '../../../sdk/index.ts';
import { createFramework } from '../../framework.ts';
import { makeCache, makeInfo, makeTools, type NodeShape } from '../../testing/objects.ts';
import { volumeRestrictions } from '../volume-restrictions/index.ts';
import { volumeZone } from './index.ts';

type Volumes = NonNullable<PodSpec['volumes']>;

const stored = (kind: string, name: string, more: object): KubeObject =>
  ({
    apiVersion: 'v1',
    kind,
    ...more,
    metadata: {
      name,
      ...(kind === 'PersistentVolumeClaim' ? { namespace: 'default' } : {}),
      uid: name,
      resourceVersion: '1',
      creationTimestamp: '',
      ...('labels' in more ? { labels: more.labels } : {}),
    },
  }) as KubeObject;

const claim = (name: string, spec: object): KubeObject => stored('PersistentVolumeClaim', name, { spec });
const volume = (name: string, labels: object): KubeObject => stored('PersistentVolume', name, { labels, spec: {} });
const uses = (claimName: string): Volumes => [{ name: 'v', persistentVolumeClaim: { claimName } }];

interface Case {
  readonly plugin: SchedulerPlugin;
  readonly node?: NodeShape;
  readonly there?: Volumes;
  readonly volumes: Volumes;
  readonly objects?: readonly KubeObject[];
}

/** What is said of a Pod with these volumes on a node where another has those. */
function verdict({ plugin, node = {}, there, volumes, objects = [] }: Case): string {
  const cache = makeCache({ n: node });
  if (there !== undefined) cache.setPod(makeInfo('there', {}, { volumes: there }), 'n');
  const framework = createFramework([plugin], makeTools(cache, objects));
  const info: PodInfo = makeInfo('p', {}, { volumes });
  const prepared = framework.preFilter(info, cache.nodes());
  if ('rejection' in prepared) return `none: ${prepared.rejection.reasons.join()}`;
  if (prepared.filters.length === 0) return 'skips';
  const [only] = cache.nodes();
  return (only === undefined ? undefined : framework.filter(prepared.filters, info, only)?.rejection.reasons.join()) ?? 'ok';
}

const zone = 'topology.kubernetes.io/zone';
const region = 'topology.kubernetes.io/region';
const no = 'node(s) had no available volume zone';
const zoned = [
  claim('zonal', { volumeName: 'zonal' }),
  volume('zonal', { [zone]: 'us-west1-a' }),
  claim('regional', { volumeName: 'regional' }),
  volume('regional', { [region]: 'us-west1' }),
  claim('several', { volumeName: 'several' }),
  volume('several', { [zone]: 'us-west1-a__us-west1-b' }),
  claim('anywhere', { volumeName: 'anywhere' }),
  volume('anywhere', {}),
];

test.each([
  ['no volume', undefined, { [zone]: 'us-west1-a' }, 'skips'],
  ['a volume without labels', 'anywhere', { [zone]: 'us-west1-a' }, 'skips'],
  ['a node without labels', 'zonal', {}, 'ok'],
  ['the same zone', 'zonal', { [zone]: 'us-west1-a' }, 'ok'],
  ['another zone', 'zonal', { [zone]: 'us-west1-b' }, no],
  ['a node with a region only', 'zonal', { [region]: 'us-west1' }, no],
  ['the same region', 'regional', { [region]: 'us-west1', uselessLabel: 'none' }, 'ok'],
  ['another region', 'regional', { [region]: 'us-east1' }, no],
  ['one of several zones', 'several', { [zone]: 'us-west1-b' }, 'ok'],
  ['none of several zones', 'several', { [zone]: 'us-west1-c' }, no],
  ['the older label of nodes', 'zonal', { 'failure-domain.beta.kubernetes.io/zone': 'us-west1-a' }, 'ok'],
] as const)('VolumeZone: %s', (_name, claimName, labels, expected) => {
  const volumes = claimName === undefined ? [] : uses(claimName);
  expect(verdict({ plugin: volumeZone, node: { labels }, volumes, objects: zoned })).toBe(expected);
});

const gce = (pdName: string, readOnly = false): Volumes => [{ name: 'v', gcePersistentDisk: { pdName, readOnly } }];
const ebs = (volumeID: string): Volumes => [{ name: 'v', awsElasticBlockStore: { volumeID } }];
const alone = [claim('alone', { accessModes: ['ReadWriteOncePod'] }), claim('shared', { accessModes: ['ReadWriteOnce'] })];
const inUse = 'node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode';

test.each([
  ['nothing', [], gce('foo'), 'skips'],
  ['the same disk', gce('foo'), gce('foo'), 'node(s) had no available disk'],
  ['another disk', gce('bar'), gce('foo'), 'ok'],
  ['the same disk, both only read it', gce('foo', true), gce('foo', true), 'ok'],
  ['the same disk, one writes', gce('foo', true), gce('foo'), 'node(s) had no available disk'],
  ['the same EBS volume', ebs('foo'), ebs('foo'), 'node(s) had no available disk'],
  ['another EBS volume', ebs('bar'), ebs('foo'), 'ok'],
  ['a claim for one pod alone', uses('alone'), uses('alone'), inUse],
  ['the same claim, not in use', uses('alone'), uses('shared'), 'ok'],
  ['a claim that may be shared', uses('shared'), uses('shared'), 'skips'],
  ['a claim that isn’t there', uses('missing'), [], 'none: persistentvolumeclaim "missing" not found'],
] as const)('VolumeRestrictions: %s', (_name, volumes, there, expected) => {
  expect(verdict({ plugin: volumeRestrictions, there, volumes, objects: alone })).toBe(expected);
});
