/**
 * An operator with a Pod and a volume claim for each node of a data center, after instaclustr/cassandra-operator#398 (found by Sieve, OSDI 2022):
 * a claim leaked when the operator missed the moment in which its Pod was being deleted.
 */
import { CoreV1Api, type KubeConfig, type KubernetesObject, makeInformer, type ObjectCache, type V1PersistentVolumeClaim, type V1Pod } from '@kubernetes/client-node';
import { informerOf, namespace } from '../custom-kind.ts';
import { startLoop, unlessCode } from '../loop.ts';

export interface CassandraDatacenter extends KubernetesObject {
  readonly spec: { readonly nodes: number };
}

interface Caches {
  readonly pods: ObjectCache<V1Pod>;
  readonly claims: ObjectCache<V1PersistentVolumeClaim>;
}

/** The names of claims that no node needs any more. */
type UnneededClaims = (caches: Caches, nodes: number) => readonly string[];

const nameOf = ({ metadata }: KubernetesObject): string => metadata?.name ?? '';
const claimOf = (pod: string): string => `data-${pod}`;
const podOf = (node: number): string => `cassandra-${node}`;

/** The bug: it asks what is being deleted now, and a watch doesn't promise to show every state in between. */
const claimsOfPodsBeingDeleted: UnneededClaims = ({ pods }) =>
  pods
    .list(namespace)
    .filter((pod) => pod.metadata?.deletionTimestamp !== undefined)
    .map((pod) => claimOf(nameOf(pod)));

/** Mended: it compares the claims that there are with those that there should be. */
const claimsBeyondTheNodes: UnneededClaims = ({ pods, claims }, nodes) => {
  const kept = new Set(Array.from({ length: nodes }, (_, node) => claimOf(podOf(node))));
  const mounted = new Set(pods.list(namespace).filter(({ metadata }) => metadata?.deletionTimestamp === undefined).map((pod) => claimOf(nameOf(pod))));
  return claims.list(namespace).map(nameOf).filter((name) => !kept.has(name) && !mounted.has(name));
};

const operator =
  (unneededClaims: UnneededClaims) =>
  (kubeConfig: KubeConfig): void => {
    const core = kubeConfig.makeApiClient(CoreV1Api);
    const datacenters = informerOf<CassandraDatacenter>(kubeConfig, 'CassandraDatacenter');
    const pods = makeInformer<V1Pod>(kubeConfig, `/api/v1/namespaces/${namespace}/pods`, () => core.listNamespacedPod({ namespace }));
    const claims = makeInformer<V1PersistentVolumeClaim>(kubeConfig, `/api/v1/namespaces/${namespace}/persistentvolumeclaims`, () =>
      core.listNamespacedPersistentVolumeClaim({ namespace }),
    );

    async function reconcile(): Promise<void> {
      const nodes = datacenters.list(namespace)[0]?.spec.nodes;
      if (nodes === undefined) return;
      for (const name of unneededClaims({ pods, claims }, nodes)) await unlessCode(404, core.deleteNamespacedPersistentVolumeClaim({ namespace, name }));
      for (let node = 0; node < nodes; node += 1) await createNode(core, node);
      for (const pod of pods.list(namespace)) {
        const isBeyond = Number(nameOf(pod).replace('cassandra-', '')) >= nodes;
        if (isBeyond && pod.metadata?.deletionTimestamp === undefined) await unlessCode(404, core.deleteNamespacedPod({ namespace, name: nameOf(pod) }));
      }
    }

    async function createNode(core: CoreV1Api, node: number): Promise<void> {
      const name = podOf(node);
      const storage = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
      if (claims.get(claimOf(name), namespace) === undefined)
        await unlessCode(409, core.createNamespacedPersistentVolumeClaim({ namespace, body: { metadata: { name: claimOf(name) }, spec: storage } }));
      if (pods.get(name, namespace) === undefined)
        await unlessCode(409, core.createNamespacedPod({ namespace, body: { metadata: { name }, spec: { containers: [{ name: 'db', image: 'nginx' }] } } }));
    }

    startLoop([datacenters, pods, claims], reconcile);
  };

export const buggyOperator = operator(claimsOfPodsBeingDeleted);
export const mendedOperator = operator(claimsBeyondTheNodes);
