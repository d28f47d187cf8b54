/** DaemonSets as rules and scenarios see them: of each node, whether a Pod belongs there, and which are there. */
import { DaemonSet, isActive, isOfKind, matchesNodeAffinity, Node, Pod, type Toleration, tolerates, untoleratedTaint } from 'converge/sdk';
import type { KubeObject } from '../../engine/index.ts';
import type { Template, World } from './types.ts';

/** A Pod belongs there; one that is there may stay, and none comes; none may be there. (upstream NodeShouldRunDaemonPod) */
export type Fit = 'run' | 'stay' | 'leave';

export interface NodeOfSet {
  readonly name: string;
  readonly fit: Fit;
  /** The set's Pods that are there, or are meant for it, but for those that have ended and are leaving; the one that counts first. */
  readonly pods: readonly Pod[];
  /** Those of them that haven't ended and aren't on their way out. */
  readonly staying: readonly Pod[];
}

export interface DaemonsInWorld {
  readonly name: string;
  /** As it is desired. */
  readonly set: DaemonSet;
  /** Every Pod that it controls. */
  readonly made: readonly Pod[];
  /** Every node there is. */
  readonly nodes: readonly NodeOfSet[];
}

const tolerated = (name: string, effect: string): Toleration => ({ key: `node.kubernetes.io/${name}`, operator: 'Exists', effect });

/** What a daemon tolerates beside what its template says. (upstream AddOrUpdateDaemonPodTolerations) */
export const daemonTolerations: readonly Toleration[] = [
  ...['not-ready', 'unreachable'].map((name) => tolerated(name, 'NoExecute')),
  ...['disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'].map((name) => tolerated(name, 'NoSchedule')),
];

/** Whether a Pod of the set belongs on the node. */
export function fitOn({ spec: { template } }: DaemonSet, node: Node): Fit {
  if (!matchesNodeAffinity({ spec: template.spec }, node)) return 'leave';
  const tolerations = [...(template.spec.tolerations ?? []), ...daemonTolerations];
  const taints = node.spec.taints ?? [];
  if (taints.some((taint) => taint.effect === 'NoExecute' && !tolerates(tolerations, taint))) return 'leave';
  return untoleratedTaint(taints, tolerations) === undefined ? 'run' : 'stay';
}

/** The node that the Pod is on, or the only one that its affinity lets it go to. */
export function nodeOf({ spec }: Pod): string | undefined {
  if (spec.nodeName !== undefined && spec.nodeName !== '') return spec.nodeName;
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const fields = terms.flatMap(({ matchFields = [] }) => matchFields);
  const named = fields.find(({ key, operator, values }) => key === 'metadata.name' && operator === 'In' && values?.length === 1);
  return named?.values?.[0];
}

export const isLeaving = ({ metadata }: Pod | DaemonSet): boolean => metadata.deletionTimestamp !== undefined;

export const hasEnded = ({ status: { phase } }: Pod): boolean => phase === 'Succeeded' || phase === 'Failed';

/** The template of its Pods but for tolerations and required node terms: those depend on the node, and rules of their own judge them. */
export function templateForDaemon(owner: KubeObject): Template | undefined {
  if (!isOfKind(DaemonSet, owner)) return undefined;
  const { template } = owner.spec;
  const { tolerations: _added, affinity, ...spec } = template.spec;
  const { requiredDuringSchedulingIgnoredDuringExecution: _replaced, ...preferred } = affinity?.nodeAffinity ?? {};
  const kept = { ...affinity, ...(affinity?.nodeAffinity && { nodeAffinity: preferred }) };
  return { ...template, spec: { ...spec, ...(affinity && { affinity: kept }) } };
}

/** Several rules ask after each revision: they are gathered once for each gathering of their owners. */
const gathered = new WeakMap<World['owners'], readonly DaemonsInWorld[]>();

/** Every DaemonSet that is desired. */
export function daemonsIn(world: World): readonly DaemonsInWorld[] {
  const { owners } = world;
  const known = gathered.get(owners) ?? gather(world);
  gathered.set(owners, known);
  return known;
}

function gather(world: World): readonly DaemonsInWorld[] {
  const nodes = world.objects(Node);
  return world.owners.flatMap(({ name, desired, made }) => {
    if (!isOfKind(DaemonSet, desired)) return [];
    const pods = made.filter((each) => isOfKind(Pod, each));
    return [{ name, set: desired, made: pods, nodes: nodes.map((node) => nodeOfSet(desired, node, pods)) }];
  });
}

function nodeOfSet(set: DaemonSet, node: Node, made: readonly Pod[]): NodeOfSet {
  const { name } = node.metadata;
  const pods = made.filter((pod) => nodeOf(pod) === name && !(hasEnded(pod) && isLeaving(pod))).sort(boundAndOlderFirst);
  return { name, fit: fitOn(set, node), pods, staying: pods.filter(isActive) };
}

function boundAndOlderFirst(a: Pod, b: Pod): number {
  const bound = Number(b.spec.nodeName !== undefined) - Number(a.spec.nodeName !== undefined);
  if (bound !== 0) return bound;
  const rank = ({ metadata: { creationTimestamp = '', name } }: Pod): string => `${creationTimestamp} ${name}`;
  return rank(a) < rank(b) ? -1 : 1;
}
