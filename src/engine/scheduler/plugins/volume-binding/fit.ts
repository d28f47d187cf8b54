/** Whether a Pod's claims can be had on a node, and how (upstream volumebinding/binder.go, FindPodVolumes). */
import {
  type NodeInfo,
  PersistentVolume,
  type PersistentVolumeClaim,
  type SchedulingTools,
  selectedNodeAnnotation,
  StorageClass,
  storageClassOf,
  type TopologySelectorTerm,
  volumeMatching,
} from 'converge/sdk';
import type { PodClaims } from './claims.ts';

/** What has to be written before the Pod is bound to the node. */
export interface Bindings {
  readonly volumes: readonly { readonly claim: PersistentVolumeClaim; readonly volume: PersistentVolume }[];
  readonly provisioned: readonly PersistentVolumeClaim[];
}

const CONFLICT = 'node(s) had volume node affinity conflict';
const NONE = "node(s) didn't find available persistent volumes to bind";
const GONE = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';

/** How the claims would be bound on this node, or the reasons why they can't. `taken`: volumes that other Pods are about to get. */
export function fitOn(
  node: NodeInfo,
  { bound, late }: PodClaims,
  taken: ReadonlySet<string>,
  tools: SchedulingTools,
): Bindings | { readonly reasons: readonly string[] } {
  const volumes = bound.map(({ spec }) => tools.lister(PersistentVolume).get(spec.volumeName ?? ''));
  if (volumes.includes(undefined)) return { reasons: [GONE] };
  const reasons = volumes.every((volume) => volume === undefined || volumeMatching.fitsNode(volume, node.node)) ? [] : [CONFLICT];
  const bindings = bindOn(node, late, taken, tools);
  if (bindings === undefined) reasons.push(NONE);
  return reasons.length > 0 || bindings === undefined ? { reasons } : bindings;
}

function bindOn(
  { name, node, labels }: NodeInfo,
  late: readonly PersistentVolumeClaim[],
  taken: ReadonlySet<string>,
  { lister }: SchedulingTools,
): Bindings | undefined {
  const volumes: { claim: PersistentVolumeClaim; volume: PersistentVolume }[] = [];
  const provisioned: PersistentVolumeClaim[] = [];
  const excluded = new Set(taken);
  for (const claim of late) {
    const selected = claim.metadata.annotations?.[selectedNodeAnnotation];
    if (selected !== undefined && selected !== name) return undefined;
    const all = selected === undefined ? lister(PersistentVolume).list() : [];
    const volume = volumeMatching.find(claim, all, { node, excluded, waits: true });
    if (volume !== undefined) {
      volumes.push({ claim, volume });
      excluded.add(volume.metadata.name);
    } else if (canProvision(lister(StorageClass).get(storageClassOf(claim)), labels)) {
      provisioned.push(claim);
    } else return undefined;
  }
  return { volumes, provisioned };
}

function canProvision(storageClass: StorageClass | undefined, labels: Readonly<Record<string, string>>): boolean {
  const { provisioner = '', allowedTopologies = [] } = storageClass ?? {};
  if (provisioner === '' || provisioner === 'kubernetes.io/no-provisioner') return false;
  return allowedTopologies.length === 0 || allowedTopologies.some((term) => isIn(term, labels));
}

function isIn({ matchLabelExpressions = [] }: TopologySelectorTerm, labels: Readonly<Record<string, string>>): boolean {
  return matchLabelExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''));
}
