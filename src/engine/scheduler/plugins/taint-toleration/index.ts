import {
  type Rejection,
  reverseNormalize,
  type SchedulerPlugin,
  type Toleration,
  tolerates,
  untoleratedTaint,
} from 'converge/sdk';

const rejections = new Map<string, Rejection>();

function rejectionFor(key: string, value: string): Rejection {
  const reason = `node(s) had untolerated taint {${key}: ${value}}`;
  let rejection = rejections.get(reason);
  if (rejection === undefined) {
    rejection = { reasons: [reason], resolvable: false };
    rejections.set(reason, rejection);
  }
  return rejection;
}

/** Keeps pods off tainted nodes; prefers nodes with few taints of effect PreferNoSchedule. */
export const taintToleration: SchedulerPlugin<unknown, readonly Toleration[]> = {
  name: 'TaintToleration',
  weight: 3,
  filter({ pod }, node) {
    if (node.taints.length === 0) return undefined;
    const taint = untoleratedTaint(node.taints, pod.spec.tolerations);
    return taint === undefined ? undefined : rejectionFor(taint.key, taint.value ?? '');
  },
  preScore({ pod }, nodes) {
    // The same for all nodes: leaves the order as it is.
    if (!nodes.some((node) => node.taints.some((taint) => taint.effect === 'PreferNoSchedule'))) return 'skip';
    const tolerations = pod.spec.tolerations ?? [];
    return { state: tolerations.filter(({ effect = '' }) => effect === '' || effect === 'PreferNoSchedule') };
  },
  score(_pod, node, tolerations) {
    let count = 0;
    for (const taint of node.taints) {
      if (taint.effect === 'PreferNoSchedule' && !tolerates(tolerations, taint)) count += 1;
    }
    return count;
  },
  normalize: reverseNormalize,
  wokenBy(event, { pod }) {
    if (event.type === 'pod-update') return event.before.pod.spec.tolerations !== event.pod.pod.spec.tolerations;
    if (event.type === 'node-add' || (event.type === 'node-update' && event.changed.includes('taints'))) {
      return untoleratedTaint(event.node.spec.taints ?? [], pod.spec.tolerations) === undefined;
    }
    return false;
  },
};
