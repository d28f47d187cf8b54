/** What a diagnosis chooses from, where a cluster broke in a way of its own: every loop, and everything that someone may have written, or deleted. */
import type { Cluster, KubeObject } from '../../engine/index.ts';
import type { IncidentView } from '../../viz/incident-model.ts';
import { asObject, type History, type World } from '../history.ts';

/** Written by loops all the time, and never the cause. */
const left: ReadonlySet<string> = new Set(['Event', 'Lease', 'EndpointSlice', 'Endpoints', 'ControllerRevision', 'ServiceAccount', 'APIService', 'PriorityClass', 'IPAddress', 'ServiceCIDR']);

/** Namespaces of the cluster's own. */
const ofTheCluster = /^kube-/;

/** Where people look first. Other kinds come behind these, in the order of the alphabet. */
const first: readonly string[] = ['Deployment', 'ReplicaSet', 'Pod', 'Node', 'Service'];

/** In the namespace `kube-system`, what an installer has made. */
const ofPeople: ReadonlySet<string> = new Set(['DaemonSet', 'Deployment', 'Pod']);

/** Someone who types commands is a loop as well: `kubectl drain` tries again until it is done. */
const people = 'kubectl';

/** Kinds that a person deletes and misses: one that is gone may be what has to come back. */
const missed: ReadonlySet<string> = new Set(['DaemonSet', 'Deployment', 'Namespace']);

export function suspectsIn({ world, commits }: Pick<History, 'world' | 'commits'>, cluster: Pick<Cluster, 'components' | 'manifests'>): IncidentView {
  const components = cluster.components();
  const kinds = [...first, ...[...world.keys()].filter((kind) => !first.includes(kind) && !left.has(kind)).sort()];
  const there = kinds.flatMap((kind) => namesOf(kind, world));
  const gone = deletedIn(commits).filter((name) => !there.includes(name));
  const members = components.filter((name) => name.startsWith('etcd-')).map((name) => `Member/${name}`);
  const objects = [...there, ...gone, ...members, ...filesOf(cluster)];
  return { state: 'open', components: [...components, people], objects: objects.sort((a, b) => isRole(a) - isRole(b)) };
}

/** A cluster has some forty roles: what stood below them in a list would be overlooked. */
const isRole = (name: string): number => Number(name.startsWith('ClusterRole'));

const namesOf = (kind: string, world: World): readonly string[] =>
  [...(world.get(kind)?.values() ?? [])].flatMap(({ object }) => (isSuspect(object) ? [suspectName(object)] : [])).sort();

/** What people miss, if it is gone or not. */
function deletedIn(commits: History['commits']): readonly string[] {
  const names = new Set<string>();
  for (const { events } of commits)
    for (const event of events) {
      const object = event.type === 'put' ? asObject(event.kv.value) : undefined;
      if (object !== undefined && missed.has(object.kind) && isSuspect(object)) names.add(suspectName(object));
    }
  return [...names].sort();
}

/** Of static Pods: `File/node-2/web.yaml`. */
function filesOf(cluster: Pick<Cluster, 'components' | 'manifests'>): readonly string[] {
  const nodes = cluster.components().flatMap((name) => /^kubelet\/(.+)$/.exec(name)?.[1] ?? []);
  return nodes.flatMap((node) => [...(cluster.manifests(node)?.files.keys() ?? [])].map((file) => `File/${node}/${file}`));
}

/** The cluster's own that can be deleted or changed by mistake: what runs there, and the roles of its controllers. */
function isSuspect({ kind, metadata: { name, namespace } }: KubeObject): boolean {
  if (namespace === 'kube-system' && ofPeople.has(kind)) return true;
  if (namespace !== undefined) return !ofTheCluster.test(namespace) && name !== 'kube-root-ca.crt' && !(kind === 'Service' && name === 'kubernetes');
  if (kind === 'Namespace') return !ofTheCluster.test(name);
  if (kind === 'ClusterRole') return !name.startsWith('system:') || name.startsWith('system:controller:') || name === 'system:kube-scheduler';
  return kind !== 'ClusterRoleBinding' || !name.startsWith('system:');
}

/** `Deployment/web`, in the namespace `team`: `ResourceQuota/team/pods`. */
export const suspectName = ({ kind, metadata: { name, namespace } }: KubeObject): string =>
  namespace === undefined || namespace === 'default' ? `${kind}/${name}` : `${kind}/${namespace}/${name}`;
