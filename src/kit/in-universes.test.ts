import { CoreV1Api, type KubeConfig, makeInformer, type V1ConfigMap } from '@kubernetes/client-node';
import { expect, test } from 'vitest';
import { ConfigMap } from '../engine/sdk/index.ts';
import { inUniverses } from './index.ts';

const namespace = 'default';

/** Copies `room` to `copy`, as it is whenever an event says so. */
function copyRoom(kubeConfig: KubeConfig): void {
  const core = kubeConfig.makeApiClient(CoreV1Api);
  const list = () => core.listNamespacedConfigMap({ namespace });
  const informer = makeInformer<V1ConfigMap>(kubeConfig, `/api/v1/namespaces/${namespace}/configmaps`, list);
  const reconcile = async (room: V1ConfigMap): Promise<void> => {
    if (room.metadata?.name !== 'room') return;
    const body = { metadata: { name: 'copy' }, data: room.data ?? {} };
    const copy = await core.readNamespacedConfigMap({ namespace, name: 'copy' }).catch(() => undefined);
    if (copy === undefined) await core.createNamespacedConfigMap({ namespace, body });
    else await core.replaceNamespacedConfigMap({ namespace, name: 'copy', body });
  };
  informer.on('add', reconcile);
  informer.on('update', reconcile);
  informer.on('error', () => void setTimeout(() => void informer.start(), 1000));
  void informer.start();
}

test('a controller over client-node runs in a universe, in its time', async () => {
  const seen: number[] = [];
  await inUniverses({ universes: 4 }, async (universe) => {
    await universe.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'room', namespace }, data: { target: '21' } });
    await universe.start(copyRoom);
    const copied = (target: string) => universe.objects(ConfigMap).some(({ metadata, data }) => metadata.name === 'copy' && data?.['target'] === target);
    await universe.eventually('the copy has 21', () => copied('21'));
    await universe.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'room', namespace }, data: { target: '23' } });
    await universe.eventually('the copy has 23', () => copied('23'));
    seen.push(universe.t);
  });
  expect(seen).toHaveLength(5);
});
