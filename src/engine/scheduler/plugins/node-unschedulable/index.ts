import { type SchedulerPlugin, tolerates } from 'converge/sdk';

const REJECTED = { reasons: ['node(s) were unschedulable'], resolvable: false };
/** What a cordoned node counts as having. */
const TAINT = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

/** Cordoned nodes take only pods that tolerate it. */
export const nodeUnschedulable: SchedulerPlugin = {
  name: 'NodeUnschedulable',
  filter({ pod }, { node }) {
    if (node.spec.unschedulable !== true || tolerates(pod.spec.tolerations, TAINT)) return undefined;
    return REJECTED;
  },
  wokenBy(event) {
    if (event.type === 'node-add') return event.node.spec.unschedulable !== true;
    if (event.type === 'node-update') return event.node.spec.unschedulable !== true && event.changed.includes('taints');
    return event.type === 'pod-update';
  },
};
