import { inUniverses, type Main, type Pattern } from '@converge/engine/testing';
import { PersistentVolumeClaim } from '@converge/engine/sdk';
import { CustomObjectsApi } from '@kubernetes/client-node';
import { expect, test } from 'vitest';
import { apiVersion, definition, group, kindOf, namespace, pluralOf, version } from '../custom-kind.ts';
import { limit, universes } from '../universes.ts';
import { buggyOperator, claimOf, claimWith, mendedOperator } from './operator.ts';

const kind = 'ZookeeperCluster';
const cluster = { apiVersion, kind, metadata: { name: 'zk', namespace }, spec: {} };
const restored = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...claimWith(claimOf('zk'), { restored: 'yes' }) };

const recreate = (main: Main, patterns?: readonly Pattern[]): Promise<unknown> =>
  inUniverses({ universes, ...(patterns && { patterns }) }, async (universe) => {
    const clusters = () => universe.objects(kindOf(kind));
    const claims = () => universe.objects(PersistentVolumeClaim).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    await universe.apply([definition(kind, {}), cluster]);
    await universe.start(main);
    await universe.eventually('the cluster has a claim', () => claims().length === 1);
    const custom = universe.kubeConfig.makeApiClient(CustomObjectsApi);
    await custom.deleteNamespacedCustomObject({ group, version, namespace, plural: pluralOf(kind), name: 'zk' });
    await universe.eventually('the cluster is gone, with its claim', () => clusters().length + claims().length === 0);

    await universe.apply([{ ...restored, metadata: { ...restored.metadata, namespace } }, cluster]);
    universe.always('the restored claim is kept', () => claims().some(({ metadata }) => metadata.labels?.['restored'] === 'yes'));
    await universe.wait(30_000);
  });

test('an operator that cleans up by name removes the data of a new cluster', limit, async () => {
  const failed = recreate(buggyOperator, ['stale reads']);
  await expect(failed).rejects.toMatchObject({
    pattern: 'stale reads',
    condition: 'the restored claim is kept',
    weather: expect.stringContaining('restarted, and filled its cache from an API server that lagged behind'),
    trace: expect.arrayContaining([expect.stringContaining('sends DELETE /api/v1/namespaces/default/persistentvolumeclaims/data-zk')]),
  });
});

test('an operator that cleans up by uid doesn’t', limit, () => recreate(mendedOperator));
