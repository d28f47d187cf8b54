import { matchesNodeAffinity, matchesTerm, type Pod, proportionalNormalize, type SchedulerPlugin } from 'converge/sdk';

const REJECTED = { reasons: ["node(s) didn't match Pod's node affinity/selector"], resolvable: false };

function requiredTerms(pod: Pod) {
  return pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
}

function preferredTerms(pod: Pod) {
  return pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
}

/** Node names that the required terms leave, when every one of them pins metadata.name (as a DaemonSet's do). */
function pinnedNames(pod: Pod): ReadonlySet<string> | undefined {
  const terms = requiredTerms(pod);
  if (terms === undefined) return undefined;
  const names = new Set<string>();
  for (const { matchFields = [] } of terms) {
    const pins = matchFields.filter((field) => field.key === 'metadata.name' && field.operator === 'In');
    if (pins.length === 0) return undefined;
    for (const name of pins[0]?.values ?? []) if (pins.every((pin) => pin.values?.includes(name))) names.add(name);
  }
  return names;
}

/** nodeSelector and required terms decide; preferred terms add their weights. */
export const nodeAffinity: SchedulerPlugin = {
  name: 'NodeAffinity',
  weight: 2,
  preFilter({ pod }) {
    if (requiredTerms(pod) === undefined && pod.spec.nodeSelector === undefined) return 'skip';
    const only = pinnedNames(pod);
    return only === undefined ? { state: undefined } : { state: undefined, only };
  },
  filter: ({ pod }, { node }) => (matchesNodeAffinity(pod, node) ? undefined : REJECTED),
  preScore: ({ pod }) => (preferredTerms(pod).length === 0 ? 'skip' : { state: undefined }),
  score({ pod }, node) {
    let sum = 0;
    for (const { preference, weight } of preferredTerms(pod)) {
      if (matchesTerm(preference, node.labels, node.name)) sum += weight;
    }
    return sum;
  },
  normalize: proportionalNormalize,
  wokenBy(event, { pod }) {
    if (event.type === 'pod-update') return event.before.pod.spec !== event.pod.pod.spec;
    if (event.type === 'node-add' || (event.type === 'node-update' && event.changed.includes('labels'))) {
      return matchesNodeAffinity(pod, event.node);
    }
    return false;
  },
};
