/** What a diagnosis chooses from, where a cluster broke in a way of its own: every loop, and every object that someone may have written. */
import type { KubeObject } from '../../engine/index.ts';
import type { IncidentView } from '../../viz/incident-model.ts';
import type { World } from '../history.ts';

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

export function suspectsIn(world: World, components: readonly string[]): IncidentView {
  const kinds = [...first, ...[...world.keys()].filter((kind) => !first.includes(kind) && !left.has(kind)).sort()];
  const objects = kinds.flatMap((kind) => [...(world.get(kind)?.values() ?? [])].flatMap(({ object }) => (isSuspect(object) ? [suspectName(object)] : [])).sort());
  const members = components.filter((name) => name.startsWith('etcd-')).map((name) => `Member/${name}`);
  return { state: 'open', components: [...components, people], objects: [...objects, ...members] };
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
