/** On which nodes a DaemonSet has a Pod, and which one a Pod is meant for. (upstream daemon_controller.go NodeShouldRunDaemonPod) */
import {
  type DaemonSet,
  matchesNodeAffinity,
  type Node,
  type Pod,
  type Toleration,
  tolerates,
  untoleratedTaint,
} from 'converge/sdk';

/** A Pod belongs there; one that is there may stay, but none comes; none may be there. */
export type Fit = 'run' | 'stay' | 'leave';

const taint = (name: string, effect: string): Toleration => ({
  key: `node.kubernetes.io/${name}`,
  operator: 'Exists',
  effect,
});

/** A daemon stays on a node in trouble: it may be what is needed there. (upstream daemonset_util.go AddOrUpdateDaemonPodTolerations) */
const added = [
  taint('not-ready', 'NoExecute'),
  taint('unreachable', 'NoExecute'),
  taint('disk-pressure', 'NoSchedule'),
  taint('memory-pressure', 'NoSchedule'),
  taint('pid-pressure', 'NoSchedule'),
  taint('unschedulable', 'NoSchedule'),
];
const addedWithHostNetwork = [...added, taint('network-unavailable', 'NoSchedule')];

/** Those of the template and those that each daemon has; the latter have no time limit. */
export function tolerationsOf({ spec }: DaemonSet): readonly Toleration[] {
  const { tolerations = [], hostNetwork } = spec.template.spec;
  const always = hostNetwork === true ? addedWithHostNetwork : added;
  const merged = tolerations.map((own) => always.find((each) => isSame(own, each)) ?? own);
  return [...merged, ...always.filter((each) => !merged.includes(each))];
}

/** Whether they tolerate the same, for however long. */
function isSame(a: Toleration, b: Toleration): boolean {
  return a.key === b.key && a.effect === b.effect && a.operator === b.operator && (a.value ?? '') === (b.value ?? '');
}

/** Whether a Pod of the set belongs on the node. Resources and ports aren't asked about: those are for the scheduler. */
export function fitOf(set: DaemonSet, node: Node, tolerations = tolerationsOf(set)): Fit {
  const { spec } = set.spec.template;
  const isOther = spec.nodeName !== undefined && spec.nodeName !== '' && spec.nodeName !== node.metadata.name;
  if (isOther || !matchesNodeAffinity({ spec }, node)) return 'leave';
  const taints = node.spec.taints ?? [];
  if (untoleratedTaint(taints, tolerations) === undefined) return 'run';
  const mustGo = taints.some((each) => each.effect === 'NoExecute' && !tolerates(tolerations, each));
  return mustGo ? 'leave' : 'stay';
}

/** Where a Pod is, or where alone it may go; undefined when it names no single node. (upstream GetTargetNodeName) */
export function targetNodeOf({ spec }: Pod): string | undefined {
  if (spec.nodeName !== undefined && spec.nodeName !== '') return spec.nodeName;
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  for (const { matchFields = [] } of terms)
    for (const { key, operator, values = [] } of matchFields)
      if (key === 'metadata.name' && operator === 'In' && values.length === 1) return values[0];
  return undefined;
}
