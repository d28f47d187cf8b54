import type { SchedulerPlugin } from 'converge/sdk';

/** Keeps pods with scheduling gates out of the queue. The API server says so in their condition. */
export const schedulingGates: SchedulerPlugin = {
  name: 'SchedulingGates',
  preEnqueue({ pod }) {
    const gates = pod.spec.schedulingGates ?? [];
    if (gates.length === 0) return undefined;
    const names = gates.map((gate) => gate.name).join(', ');
    return { reasons: [`waiting for scheduling gates: [${names}]`], resolvable: false };
  },
  wokenBy: (event) => event.type === 'pod-update',
};
