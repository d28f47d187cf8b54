/**
 * An operator that removes a cluster's data with the cluster, after pravega/zookeeper-operator#312 (found by Sieve, OSDI 2022): restarted beside
 * an API server that lagged behind, it saw a cluster that was being deleted, and removed the data of the new one with the same name.
 */
import { CoreV1Api, CustomObjectsApi, type KubeConfig, type KubernetesObject, PatchStrategy, setHeaderOptions, type V1PersistentVolumeClaim } from '@kubernetes/client-node';
import { group, informerOf, namespace, pluralOf, version } from '../custom-kind.ts';
import { startLoop, unlessCode } from '../loop.ts';

const finalizer = `${group}/data`;
/** The label that says which cluster a claim holds the data of. */
export const ownerLabel = `${group}/owner`;
export const claimOf = (cluster: string): string => `data-${cluster}`;
const plural = pluralOf('ZookeeperCluster');

/** Removes the claim of a cluster that is on its way out. */
type CleanUp = (core: CoreV1Api, cluster: KubernetesObject) => Promise<unknown>;

/** The bug: the name says which claim, and the new cluster has the same. */
const deleteByName: CleanUp = (core, { metadata }) =>
  unlessCode(404, core.deleteNamespacedPersistentVolumeClaim({ namespace, name: claimOf(metadata?.name ?? '') }));

/** Mended: the uid says which cluster a claim belongs to, and a precondition which claim is meant. */
const deleteByUid: CleanUp = async (core, { metadata }) => {
  const labelSelector = `${ownerLabel}=${metadata?.uid}`;
  for (const claim of (await core.listNamespacedPersistentVolumeClaim({ namespace, labelSelector })).items) {
    const { name = '', uid = '' } = claim.metadata ?? {};
    await unlessCode(404, core.deleteNamespacedPersistentVolumeClaim({ namespace, name, body: { preconditions: { uid } } }));
  }
};

const operator =
  (cleanUp: CleanUp) =>
  (kubeConfig: KubeConfig): void => {
    const core = kubeConfig.makeApiClient(CoreV1Api);
    const custom = kubeConfig.makeApiClient(CustomObjectsApi);
    const clusters = informerOf(kubeConfig, 'ZookeeperCluster');

    async function reconcile(): Promise<void> {
      for (const cluster of clusters.list(namespace)) {
        const finalizers = cluster.metadata?.finalizers ?? [];
        if (cluster.metadata?.deletionTimestamp === undefined) {
          if (!finalizers.includes(finalizer)) await setFinalizers(cluster, [...finalizers, finalizer]);
          await provideClaim(cluster);
        } else if (finalizers.includes(finalizer)) {
          await cleanUp(core, cluster);
          await setFinalizers(cluster, finalizers.filter((each) => each !== finalizer));
        }
      }
    }

    /** Makes the claim, or takes the one that was restored from a backup. */
    async function provideClaim({ metadata }: KubernetesObject): Promise<void> {
      const { name = '', uid = '' } = metadata ?? {};
      const labels = { [ownerLabel]: uid };
      const claim = { name: claimOf(name), namespace };
      const found = await core.readNamespacedPersistentVolumeClaim(claim).catch(() => undefined);
      if (found === undefined) await unlessCode(409, core.createNamespacedPersistentVolumeClaim({ namespace, body: claimWith(claim.name, labels) }));
      else if (found.metadata?.labels?.[ownerLabel] !== uid) await core.patchNamespacedPersistentVolumeClaim({ ...claim, body: { metadata: { labels } } }, asMerge);
    }

    /** Only of this version of it: another may have the same name. */
    async function setFinalizers({ metadata }: KubernetesObject, finalizers: readonly string[]): Promise<void> {
      const body = { metadata: { finalizers, resourceVersion: metadata?.resourceVersion } };
      await unlessCode(404, custom.patchNamespacedCustomObject({ group, version, namespace, plural, name: metadata?.name ?? '', body }, asMerge));
    }

    startLoop([clusters], reconcile);
  };

const asMerge = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);

export const claimWith = (name: string, labels: Readonly<Record<string, string>>): V1PersistentVolumeClaim => ({
  metadata: { name, labels },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
});

export const buggyOperator = operator(deleteByName);
export const mendedOperator = operator(deleteByUid);
