/** Cases of upstream's plugins/nodevolumelimits/csi_test.go (TestCSILimits, TestCSILimitsQHint …) that are of CSI volumes, by their names. */
import { expect, test } from 'vitest';
import { CSINode, type KubeObject, PersistentVolumeClaim, type PodInfo, type PodSpec, VolumeAttachment } from '../../../sdk/index.ts';
import { createFramework } from '../../framework.ts';
import { makeCache, makeInfo, makeTools } from '../../testing/objects.ts';
import { nodeVolumeLimits } from './index.ts';

const ebs = 'ebs.csi.aws.com';
const pd = 'pd.csi.storage.gke.io';

function stored(kind: string, name: string, more: object): KubeObject {
  const namespace = kind === 'PersistentVolumeClaim' ? { namespace: 'default' } : {};
  return { apiVersion: kind.startsWith('Persistent') ? 'v1' : 'storage.k8s.io/v1', kind, metadata: { name, ...namespace, uid: name, resourceVersion: '1', creationTimestamp: '' }, ...more } as KubeObject;
}

/** A claim that is bound to a volume of its own. */
function bound(name: string, driver: string): readonly KubeObject[] {
  return [
    stored('PersistentVolumeClaim', name, { spec: { volumeName: `pv-${name}` } }),
    stored('PersistentVolume', `pv-${name}`, { spec: { csi: { driver, volumeHandle: name } } }),
  ];
}

const objects = [
  ...[0, 1, 2, 3].flatMap((number) => bound(`ebs-${number}`, ebs)),
  ...[1, 2].flatMap((number) => bound(`pd-${number}`, pd)),
  stored('StorageClass', 'csi-sc', { provisioner: ebs }),
  stored('PersistentVolumeClaim', 'pending', { spec: { storageClassName: 'csi-sc' } }),
  stored('PersistentVolumeClaim', 'no-class', { spec: { storageClassName: 'missing' } }),
  stored('PersistentVolumeClaim', 'no-volume', { spec: { storageClassName: 'csi-sc', volumeName: 'missing' } }),
  stored('PersistentVolume', 'host', { spec: { hostPath: { path: '/' } } }),
  stored('PersistentVolumeClaim', 'host', { spec: { volumeName: 'host' } }),
];

const uses = (...names: readonly string[]): NonNullable<PodSpec['volumes']> => names.map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } }));
const csiNode = (count: number | undefined): KubeObject =>
  stored('CSINode', 'n', { spec: { drivers: [ebs, pd].map((name) => ({ name, nodeID: 'n', ...(count !== undefined && { allocatable: { count } }) })) } });
const attached = (...claims: readonly string[]): readonly KubeObject[] =>
  claims.map((claim) => stored('VolumeAttachment', claim, { spec: { attacher: ebs, nodeName: 'n', source: { persistentVolumeName: `pv-${claim}` } } }));

interface Case {
  readonly wants: readonly string[];
  /** Claims of each Pod of the node. */
  readonly there?: readonly (readonly string[])[];
  readonly more?: readonly KubeObject[];
}

function verdict({ wants, there = [], more = [] }: Case): string {
  const cache = makeCache({ n: {} });
  for (const [index, claims] of there.entries()) cache.setPod(makeInfo(`there-${index}`, {}, { volumes: uses(...claims) }), 'n');
  const framework = createFramework([nodeVolumeLimits], makeTools(cache, [...objects, ...more]));
  const info: PodInfo = makeInfo('p', {}, { volumes: uses(...wants) });
  const prepared = framework.preFilter(info, cache.nodes());
  if ('rejection' in prepared) return 'none';
  if (prepared.filters.length === 0) return 'skips';
  const [node] = cache.nodes();
  return (node === undefined ? undefined : framework.filter(prepared.filters, info, node)?.rejection.reasons.join()) ?? 'ok';
}

const full = 'node(s) exceed max volume count';
const two = ['ebs-1', 'ebs-2'];

test.each<[string, Case, string]>([
  ['should count VolumeAttachments towards volume limit when no pods exist', { wants: ['ebs-0'], more: [csiNode(2), ...attached(...two)] }, full],
  ['should schedule pod when VolumeAttachments count does not exceed limit', { wants: ['ebs-0'], more: [csiNode(2), ...attached('ebs-1')] }, 'ok'],
  ['an attachment of a volume that a Pod of the node uses counts once', { wants: ['ebs-0'], there: [['ebs-1']], more: [csiNode(2), ...attached('ebs-1')] }, 'ok'],
  ['fits when node volume limit >= new pods CSI volume', { wants: ['ebs-0'], there: [['ebs-3'], two], more: [csiNode(4)] }, 'ok'],
  ["doesn't when node volume limit <= pods CSI volume", { wants: ['ebs-0'], there: [['ebs-3'], two], more: [csiNode(2)] }, full],
  ['should when driver does not support volume limits', { wants: ['ebs-0'], there: [['ebs-3'], two], more: [csiNode(undefined)] }, 'ok'],
  ['count pending PVCs towards volume limit <= pods CSI volume', { wants: ['ebs-0'], there: [['pending'], two], more: [csiNode(3)] }, full],
  ['count multiple pending pvcs towards volume limit >= pods CSI volume', { wants: ['ebs-0'], there: [['pending'], ['pending'], two], more: [csiNode(4)] }, 'ok'],
  ['should count PVCs with invalid PV name but valid SC', { wants: ['ebs-0'], there: [['no-volume'], two], more: [csiNode(3)] }, full],
  ["don't count pvcs with missing SC towards volume limit", { wants: ['ebs-0'], there: [['ebs-3'], ['no-class']], more: [csiNode(2)] }, 'ok'],
  ['count pvcs with the same type towards volume limit', { wants: ['ebs-0'], there: [['pd-1', 'pd-2'], two], more: [csiNode(2)] }, full],
  ["don't count pvcs with different type towards volume limit", { wants: ['pd-1', 'pd-2'], there: [two, ['ebs-3']], more: [csiNode(2)] }, 'ok'],
  ['should not count non-migratable in-tree volumes', { wants: ['host'], there: [two], more: [csiNode(2)] }, 'skips'],
  ['nil csi node', { wants: ['ebs-0'], there: [two] }, 'ok'],
  ['a volume that is there already needs no further place', { wants: ['ebs-1'], there: [two], more: [csiNode(2)] }, 'ok'],
  ['skip Filter when the pod only uses secrets and configmaps', { wants: [] }, 'skips'],
])('%s', (_, given, expected) => {
  expect(verdict(given)).toBe(expected);
});

test.each([
  ['a CSINode is added', CSINode, undefined, csiNode(2), true],
  ['a limit is raised', CSINode, csiNode(2), csiNode(3), true],
  ['a limit is lowered', CSINode, csiNode(3), csiNode(2), false],
  ['an attachment goes', VolumeAttachment, attached('ebs-1')[0], undefined, true],
  ['an attachment comes', VolumeAttachment, undefined, attached('ebs-1')[0], false],
  ['its claim is made', PersistentVolumeClaim, undefined, stored('PersistentVolumeClaim', 'ebs-0', {}), true],
  ['another claim is made', PersistentVolumeClaim, undefined, stored('PersistentVolumeClaim', 'ebs-1', {}), false],
] as const)('a Pod that was rejected is tried again: %s', (_, kind, before, now, expected) => {
  const framework = createFramework([nodeVolumeLimits], makeTools(makeCache({ n: {} })));
  expect(framework.hint('NodeVolumeLimits', { type: 'object', kind, before, now }, makeInfo('p', {}, { volumes: uses('ebs-0') }))).toBe(expected);
});

test.each([
  ['with a claim', uses('ebs-1'), true],
  ['with a secret', [{ name: 's', secret: { secretName: 's' } }], false],
  ['without volumes', undefined, false],
] as const)('a Pod that was rejected is tried again when another goes: %s', (_, volumes, expected) => {
  const framework = createFramework([nodeVolumeLimits], makeTools(makeCache({ n: {} })));
  const gone = makeInfo('gone', {}, volumes === undefined ? {} : { volumes });
  expect(framework.hint('NodeVolumeLimits', { type: 'assigned-pod-delete', pod: gone }, makeInfo('p', {}, { volumes: uses('ebs-0') }))).toBe(expected);
});
