/** Version 1 of client-node, in the place of version 2: it sends by Node's HTTP, and watches with node-fetch. */
import { CoreV1Api, KubeConfig, makeInformer, type V1ConfigMap } from '@kubernetes/client-node';
import * as first from 'client-node-1';
import { expect, test, vi } from 'vitest';
import { ConfigMap } from '../engine/sdk/index.ts';
import { inUniverses } from './index.ts';

vi.mock('@kubernetes/client-node', () => import('client-node-1'));

const namespace = 'default';

/** Labels each ConfigMap of its informer's, and restarts the informer when it breaks. */
function label(): void {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromDefault();
  const core = kubeConfig.makeApiClient(CoreV1Api);
  const list = () => core.listNamespacedConfigMap({ namespace });
  const informer = makeInformer<V1ConfigMap>(kubeConfig, `/api/v1/namespaces/${namespace}/configmaps`, list);
  const reconcile = async (map: V1ConfigMap): Promise<void> => {
    if (map.metadata?.labels?.['seen'] !== undefined) return;
    const body = { ...map, metadata: { ...map.metadata, labels: { seen: 'yes' } } };
    try {
      await core.replaceNamespacedConfigMap({ namespace, name: map.metadata?.name ?? '', body });
    } catch {
      setTimeout(() => void reconcile(informer.get(map.metadata?.name ?? '', namespace) ?? map), 1000);
    }
  };
  informer.on('change', reconcile);
  informer.on('error', () => void setTimeout(() => void informer.start(), 1000));
  void informer.start();
}

test('a controller over client-node 1 runs in universes, the same each time', async () => {
  expect(KubeConfig).toBe(first.KubeConfig);
  const lives: (readonly string[])[] = [];
  for (const _ of [1, 2]) {
    const ends: string[] = [];
    await inUniverses({ universes: 6 }, async (universe) => {
      await universe.start(label);
      const seen = (name: string) => () => universe.objects(ConfigMap).some(({ metadata }) => metadata.name === name && metadata.labels?.['seen'] === 'yes');
      for (const name of ['one', 'two']) {
        await universe.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace } });
        await universe.eventually(`${name} has its label`, seen(name));
      }
      ends.push(`${universe.t}: ${JSON.stringify(universe.objects(ConfigMap))}`);
    });
    lives.push(ends);
  }
  expect(lives[1]).toEqual(lives[0]);
});
