/** Cases of upstream's plugins/volumebinding/volume_binding_test.go (TestVolumeBinding), by their names, and what is written for late claims. */
import { expect, test } from 'vitest';
import type { BindTools, Client, KubeObject, PodInfo, PodSpec } from '../../../sdk/index.ts';
import { createFramework } from '../../framework.ts';
import { makeCache, makeInfo, makeTools, type NodeShape } from '../../testing/objects.ts';
import { volumeBinding } from './index.ts';

const stored = (kind: string, name: string, metadata: object, more: object): KubeObject =>
  ({ apiVersion: 'v1', kind, metadata: { name, uid: name, resourceVersion: '1', creationTimestamp: '', ...metadata }, ...more }) as KubeObject;

const completed = { annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } };
const classes = [
  stored('StorageClass', 'now', {}, { provisioner: 'kubernetes.io/no-provisioner', volumeBindingMode: 'Immediate' }),
  stored('StorageClass', 'wait', {}, { provisioner: 'kubernetes.io/no-provisioner', volumeBindingMode: 'WaitForFirstConsumer' }),
  stored('StorageClass', 'made', {}, { provisioner: 'disk.csi.converge.dev', volumeBindingMode: 'WaitForFirstConsumer' }),
  stored('StorageClass', 'zoned', {}, {
    provisioner: 'disk.csi.converge.dev',
    volumeBindingMode: 'WaitForFirstConsumer',
    allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['a'] }] }],
  }),
];
function claim(name: string, storageClassName: string, { volumeName = '', phase = 'Pending', size = '50Gi', ...metadata }: { volumeName?: string; phase?: string; size?: string; annotations?: object } = {}): KubeObject {
  const bound = volumeName === '' ? {} : { volumeName };
  const spec = { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage: size } }, ...bound };
  return stored('PersistentVolumeClaim', name, { namespace: 'default', ...(volumeName !== '' && completed), ...metadata }, { spec, status: { phase } });
}
function volume(name: string, storage = '100Gi', zone?: string): KubeObject {
  const nodeAffinity = { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [zone] }] }] } };
  const spec = { accessModes: ['ReadWriteOnce'], capacity: { storage }, storageClassName: 'wait', ...(zone !== undefined && { nodeAffinity }) };
  return stored('PersistentVolume', name, {}, { spec, status: { phase: 'Available' } });
}
const uses = (...names: readonly string[]): NonNullable<PodSpec['volumes']> => names.map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } }));

function prepare(volumes: PodSpec['volumes'], objects: readonly KubeObject[], shapes: Readonly<Record<string, NodeShape>>) {
  const cache = makeCache(shapes);
  const plugin = volumeBinding;
  const framework = createFramework([plugin], makeTools(cache, [...classes, ...objects]));
  const info: PodInfo = makeInfo('p', {}, volumes === undefined ? {} : { volumes });
  const prepared = framework.preFilter(info, cache.nodes());
  const verdict = (of: PodInfo, at: typeof prepared): readonly string[] => {
    if ('rejection' in at) return [`none: ${at.rejection.reasons.join()}`];
    if (at.filters.length === 0) return ['skips'];
    return cache.nodes().map((node) => framework.filter(at.filters, of, node)?.rejection.reasons.join(', ') ?? 'ok');
  };
  return { cache, plugin, framework, info, prepared, verdict };
}

const a = { labels: { zone: 'a' } };
const b = { labels: { zone: 'b' } };
const NONE = "node(s) didn't find available persistent volumes to bind";
const CONFLICT = 'node(s) had volume node affinity conflict';

test.each<[string, PodSpec['volumes'], readonly KubeObject[], readonly string[], Readonly<Record<string, NodeShape>>?]>([
  ['pod has not pvcs', undefined, [], ['skips']],
  ['all bound', uses('c'), [claim('c', 'wait', { volumeName: 'v' }), volume('v')], ['ok']],
  ['PVC does not exist', uses('c'), [], ['none: persistentvolumeclaim "c" not found']],
  ['Part of PVCs do not exist', uses('c', 'd'), [claim('c', 'wait', { volumeName: 'v' })], ['none: persistentvolumeclaim "d" not found']],
  ['immediate claims not bound', uses('c'), [claim('c', 'now')], ['none: pod has unbound immediate PersistentVolumeClaims']],
  ['unbound claims no matches', uses('c'), [claim('c', 'wait')], [NONE]],
  ['bound and unbound unsatisfied', uses('c', 'd'), [claim('c', 'wait', { volumeName: 'v' }), claim('d', 'wait'), volume('v', '1Gi', 'a')], [`${CONFLICT}, ${NONE}`], { n: b }],
  ['pv not found', uses('c'), [claim('c', 'wait', { volumeName: 'v' })], ['node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)']],
  ['pv not found claim lost', uses('c'), [claim('c', 'wait', { volumeName: 'v', phase: 'Lost' })], ['none: persistentvolumeclaim "c" bound to non-existent persistentvolume "v"']],
  ['local volumes', uses('c'), [claim('c', 'wait'), volume('v', '200Gi', 'a')], ['ok', NONE], { n: a, m: b }],
  ['local volumes (multiple pvcs)', uses('c', 'd'), [claim('c', 'wait'), claim('d', 'wait'), volume('v', '200Gi', 'a'), volume('w', '200Gi', 'a'), volume('x', '200Gi', 'b')], ['ok', NONE], { n: a, m: b }],
  ['a class that provisions', uses('c'), [claim('c', 'made')], ['ok']],
  ['a class that provisions in one zone', uses('c'), [claim('c', 'zoned')], ['ok', NONE], { n: a, m: b }],
  ['a claim with a node', uses('c'), [claim('c', 'made', { annotations: { 'volume.kubernetes.io/selected-node': 'm' } })], [NONE, 'ok'], { n: a, m: b }],
  ['an ephemeral volume', [{ name: 'e', ephemeral: {} }], [], ['none: waiting for ephemeral volume controller to create the persistentvolumeclaim "p-e"']],
  ['an ephemeral volume whose claim is another’s', [{ name: 'e', ephemeral: {} }], [claim('p-e', 'now')], ['none: PVC default/p-e was not created for pod default/p (pod is not owner)']],
])('%s', (_, volumes, objects, expected, shapes = { n: {} }) => {
  const { verdict, info, prepared } = prepare(volumes, objects, shapes);
  expect(verdict(info, prepared)).toEqual(expected);
});

/** A client that notes what is updated. */
function noting(): { readonly client: Client; readonly written: KubeObject[] } {
  const written: KubeObject[] = [];
  const update = async <T extends KubeObject>(_: unknown, object: T): Promise<T> => {
    written.push(object);
    return object;
  };
  return { client: { update } as Partial<Client> as Client, written };
}

/** A clock on which waiting takes no time. */
function fastClock(): BindTools['clock'] {
  let nowMs = 0;
  const after: BindTools['clock']['after'] = (delayMs, run) => {
    nowMs += delayMs;
    queueMicrotask(run);
    return { cancel() {} };
  };
  return { now: () => nowMs, after };
}

test('before the Pod is bound, its volume names the claim; meanwhile no other Pod gets the volume', async () => {
  const { framework, info, prepared, verdict, plugin, cache } = prepare(uses('c'), [claim('c', 'wait'), claim('d', 'wait'), volume('v')], { n: {} });
  expect(verdict(info, prepared)).toEqual(['ok']);
  framework.reserve(info, 'n');
  const other = makeInfo('q', {}, { volumes: uses('d') });
  expect(verdict(other, framework.preFilter(other, cache.nodes()))).toEqual([NONE]);
  const { client, written } = noting();
  await expect(plugin.preBind?.(info, 'n', { client, clock: fastClock() })).rejects.toThrow('binding volumes: context deadline exceeded');
  expect(written).toMatchObject([{ kind: 'PersistentVolume', metadata: { annotations: { 'pv.kubernetes.io/bound-by-controller': 'yes' } }, spec: { claimRef: { namespace: 'default', name: 'c', uid: 'c' } } }]);
  framework.unreserve(info, 'n');
  expect(verdict(other, framework.preFilter(other, cache.nodes()))).toEqual(['ok']);
});

test('a claim whose volume is to be made gets the node', async () => {
  const { framework, info, prepared, verdict, plugin } = prepare(uses('c'), [claim('c', 'made')], { n: {} });
  verdict(info, prepared);
  framework.reserve(info, 'n');
  const { client, written } = noting();
  await expect(plugin.preBind?.(info, 'n', { client, clock: fastClock() })).rejects.toThrow('binding volumes: context deadline exceeded');
  expect(written).toMatchObject([{ kind: 'PersistentVolumeClaim', metadata: { annotations: { 'volume.kubernetes.io/selected-node': 'n' } } }]);
});
