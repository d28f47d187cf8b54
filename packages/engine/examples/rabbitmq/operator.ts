/**
 * An operator that enlarges the disks of a StatefulSet, whose templates of claims can't be changed: it replaces the set and patches the claims.
 * After rabbitmq/cluster-operator#782 (found by Sieve, OSDI 2022): a crash after the set was deleted left the claims small for good.
 */
import {
  AppsV1Api,
  CoreV1Api,
  type KubeConfig,
  type KubernetesObject,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  type V1PersistentVolumeClaim,
  type V1StatefulSet,
} from '@kubernetes/client-node';
import { informerOf, namespace } from '../custom-kind.ts';
import { startLoop, unlessCode } from '../loop.ts';

export interface RabbitmqCluster extends KubernetesObject {
  readonly spec: { readonly storage: string };
}

interface Tools {
  readonly core: CoreV1Api;
  readonly apps: AppsV1Api;
}

/** What of the cluster's is there. */
interface Found {
  readonly set: V1StatefulSet | undefined;
  readonly claims: readonly V1PersistentVolumeClaim[];
}

type Expand = (tools: Tools, found: Found, storage: string) => Promise<void>;

const sizeOf = ({ spec }: V1PersistentVolumeClaim): string => spec?.resources?.requests?.['storage'] ?? '';
const sizeOfSet = ({ spec }: V1StatefulSet): string => (spec?.volumeClaimTemplates ?? []).map(sizeOf).join();

/** The bug: that the set is there, with the old size, is what it knows the claims to be small by; and it begins by deleting the set. */
const setFirst: Expand = async (tools, { set, claims }, storage) => {
  if (set === undefined || sizeOfSet(set) === storage) return;
  await deleteSet(tools, set);
  for (const claim of claims) await enlarge(tools, claim, storage);
};

/** Mended: claims are compared by themselves, and the set goes when they are done. */
const claimsFirst: Expand = async (tools, { set, claims }, storage) => {
  for (const claim of claims) if (sizeOf(claim) !== storage) await enlarge(tools, claim, storage);
  if (set !== undefined && sizeOfSet(set) !== storage) await deleteSet(tools, set);
};

/** Its Pods stay, and are adopted by the set that comes next. */
const deleteSet = ({ apps }: Tools, { metadata }: V1StatefulSet): Promise<void> =>
  unlessCode(404, apps.deleteNamespacedStatefulSet({ namespace, name: metadata?.name ?? '', body: { propagationPolicy: 'Orphan' } }));

async function enlarge({ core }: Tools, { metadata }: V1PersistentVolumeClaim, storage: string): Promise<void> {
  const body = { spec: { resources: { requests: { storage } } } };
  await core.patchNamespacedPersistentVolumeClaim({ namespace, name: metadata?.name ?? '', body }, setHeaderOptions('Content-Type', PatchStrategy.MergePatch));
}

const operator =
  (expand: Expand) =>
  (kubeConfig: KubeConfig): void => {
    const core = kubeConfig.makeApiClient(CoreV1Api);
    const apps = kubeConfig.makeApiClient(AppsV1Api);
    const clusters = informerOf<RabbitmqCluster>(kubeConfig, 'RabbitmqCluster');
    const sets = makeInformer<V1StatefulSet>(kubeConfig, `/apis/apps/v1/namespaces/${namespace}/statefulsets`, () => apps.listNamespacedStatefulSet({ namespace }));
    const claims = makeInformer<V1PersistentVolumeClaim>(kubeConfig, `/api/v1/namespaces/${namespace}/persistentvolumeclaims`, () =>
      core.listNamespacedPersistentVolumeClaim({ namespace }),
    );

    async function reconcile(): Promise<void> {
      for (const { metadata, spec } of clusters.list(namespace)) {
        const name = metadata?.name ?? '';
        const set = await apps.readNamespacedStatefulSet({ namespace, name }).catch(() => undefined);
        await expand({ core, apps }, { set, claims: claims.list(namespace) }, spec.storage);
        if (set === undefined) await unlessCode(409, apps.createNamespacedStatefulSet({ namespace, body: setFor(name, spec.storage) }));
      }
    }

    startLoop([clusters, sets, claims], reconcile);
  };

function setFor(name: string, storage: string): V1StatefulSet {
  const labels = { app: name };
  const container = { name: 'rabbitmq', image: 'nginx', volumeMounts: [{ name: 'data', mountPath: '/data' }] };
  const claim = { accessModes: ['ReadWriteOnce'], storageClassName: 'disk', resources: { requests: { storage } } };
  return {
    metadata: { name, labels },
    spec: {
      serviceName: name,
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container] } },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim }],
    },
  };
}

export const buggyOperator = operator(setFirst);
export const mendedOperator = operator(claimsFirst);
