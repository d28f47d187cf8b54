/** A DaemonSet, a StatefulSet and a ReplicationController, whose Pods have disks of their own, beside the Deployments: what is done to them, and what they come to. */
import type { Cluster, Json, Random } from '../../engine/index.ts';
import * as sdk from '../../engine/sdk/index.ts';

/** Where they live: the quota of the Deployments isn't theirs. */
export const workloadNamespace = 'kube-system';

export interface WorkloadRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: Json;
}

/** A request, and what it is about: a later one about the same takes its place. */
export interface WorkloadChange {
  readonly at: number;
  readonly about: string;
  readonly request: WorkloadRequest;
}

const kinds = { agent: 'daemonsets', db: 'statefulsets', old: 'replicationcontrollers' } as const;
type Name = keyof typeof kinds;
const names: readonly Name[] = ['agent', 'db', 'old'];
const images = ['nginx:1.27', 'nginx:1.28', 'nginx:1.29'];

function pathOf(name: Name): string {
  const group = name === 'old' ? '/api/v1' : '/apis/apps/v1';
  return `${group}/namespaces/${workloadNamespace}/${kinds[name]}`;
}

/** Their loops, as faults name them. */
export const workloadLoops = ['controller/daemonset', 'controller/statefulset', 'controller/replicationcontroller'];

/** One of each, then three to six changes. */
export function drawWorkloads(random: Random): readonly WorkloadChange[] {
  const made = names.map((name): WorkloadChange => {
    return { at: random.int(2000), about: `make ${name}`, request: { method: 'POST', path: pathOf(name), body: manifestOf(name, random) } };
  });
  const count = 3 + random.int(4);
  const storageClass = { metadata: { name: 'disk' }, provisioner: 'disk.csi.converge.dev', volumeBindingMode: 'WaitForFirstConsumer', allowVolumeExpansion: true };
  const disks: WorkloadChange = { at: 0, about: 'make disk', request: { method: 'POST', path: '/apis/storage.k8s.io/v1/storageclasses', body: storageClass } };
  return [disks, ...made, ...Array.from({ length: count }, () => drawChange(random))];
}

function drawChange(random: Random): WorkloadChange {
  const at = 3000 + random.int(100_000);
  const roll = random.next();
  const patch = (name: Name, about: string, body: Json): WorkloadChange => {
    return { at, about: `${about} ${name}`, request: { method: 'PATCH', path: `${pathOf(name)}/${name}`, body } };
  };
  if (roll < 0.35) {
    const name = random.pick<Name>(['agent', 'db']);
    return patch(name, 'image', { spec: { template: { spec: { containers: [{ name: 'main', image: random.pick(images) }] } } } });
  }
  if (roll < 0.7) return patch(random.pick<Name>(['db', 'old']), 'scale', { spec: { replicas: random.int(5) } });
  const path = `/api/v1/namespaces/${workloadNamespace}/pods/db-${random.int(3)}`;
  return { at, about: `delete ${at}`, request: { method: 'DELETE', path } };
}

function manifestOf(name: Name, random: Random): Json {
  const labels = { app: name };
  const container = { name: 'main', image: 'nginx:1.28', resources: { requests: { cpu: '50m', memory: '32Mi' } } };
  const template = { metadata: { labels }, spec: { containers: [container] } };
  const replicas = 1 + random.int(3);
  if (name === 'old') return { metadata: { name }, spec: { replicas, selector: labels, template: withDisk(template) } };
  const selector = { matchLabels: labels };
  if (name === 'agent') return { metadata: { name }, spec: { selector, template } };
  const podManagementPolicy = random.chance(0.3) ? 'Parallel' : 'OrderedReady';
  return { metadata: { name }, spec: { replicas, selector, serviceName: name, podManagementPolicy, template } };
}

/** With an ephemeral volume. */
function withDisk(template: { readonly metadata: Json & object; readonly spec: Json & object }): Json {
  const spec = { accessModes: ['ReadWriteOnce'], storageClassName: 'disk', resources: { requests: { storage: '1Gi' } } };
  return { ...template, spec: { ...template.spec, volumes: [{ name: 'scratch', ephemeral: { volumeClaimTemplate: { spec } } }] } };
}

/** What still differs from what they ask for, in words; undefined when nothing does. */
export function whyWorkloadsNotConverged(cluster: Cluster): string | undefined {
  const own = <T extends sdk.KubeObject>(kind: sdk.Kind<T>): readonly T[] =>
    cluster.objects(kind).filter(({ metadata }) => metadata.namespace === workloadNamespace);
  const [agent] = own(sdk.DaemonSet);
  const [db] = own(sdk.StatefulSet);
  const [old] = own(sdk.ReplicationController);
  if (agent === undefined || db === undefined || old === undefined) return 'a workload is missing';
  for (const { kind, metadata, status } of [agent, db, old]) {
    if (status.observedGeneration !== metadata.generation) return `${kind} ${metadata.name}: its last change was not observed`;
  }
  const nodes = cluster.objects(sdk.Node).filter(({ spec }) => (spec.taints ?? []).length === 0).length;
  const { numberAvailable, updatedNumberScheduled, numberMisscheduled } = agent.status;
  if (numberAvailable !== nodes || updatedNumberScheduled !== nodes || numberMisscheduled !== 0) {
    return `DaemonSet agent has ${numberAvailable ?? 0} available and ${updatedNumberScheduled ?? 0} updated Pods on ${nodes} nodes`;
  }
  const members = db.spec.replicas ?? 1;
  const { replicas, readyReplicas = 0, updatedReplicas = 0, currentRevision, updateRevision } = db.status;
  const isRolled = members === 0 || currentRevision === updateRevision;
  if ([replicas, readyReplicas, updatedReplicas].some((count) => count !== members) || !isRolled) {
    return `StatefulSet db wants ${members} and has ${replicas}/${readyReplicas}/${updatedReplicas} total/ready/updated`;
  }
  const wanted = old.spec.replicas ?? 1;
  if (old.status.replicas !== wanted || (old.status.readyReplicas ?? 0) !== wanted) {
    return `ReplicationController old wants ${wanted} and has ${old.status.replicas}/${old.status.readyReplicas ?? 0} total/ready`;
  }
  const all = own(sdk.Pod).filter(({ metadata }) => metadata.annotations?.[sdk.mirrorPodAnnotation] === undefined);
  // Those that were evicted stay, with their claims.
  const withClaims = wanted + all.filter((pod) => sdk.hasEnded(pod) && sdk.controllerOf(pod)?.uid === old.metadata.uid).length;
  const claims = own(sdk.PersistentVolumeClaim);
  const volumes = cluster.objects(sdk.PersistentVolume).length;
  if (claims.length !== withClaims || volumes !== withClaims) return `there are ${claims.length} claims and ${volumes} volumes for ${withClaims} Pods of old`;
  const pods = all.filter((pod) => !sdk.hasEnded(pod)).length;
  return pods === nodes + members + wanted ? undefined : `there are ${pods} Pods of workloads instead of ${nodes + members + wanted}`;
}
