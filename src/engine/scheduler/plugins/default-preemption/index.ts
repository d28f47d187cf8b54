import { fitErrorMessage, type SchedulerPlugin } from 'converge/sdk';

const HELPLESS = 'Preemption is not helpful for scheduling';
const NO_VICTIMS = { reasons: ['No preemption victims found for incoming pod'], resolvable: false };

/** Explains why no pod was evicted for this one. Victims are not searched: `docs/fidelity.md`. */
export const defaultPreemption: SchedulerPlugin = {
  name: 'DefaultPreemption',
  postFilter({ pod }, nodes, rejections) {
    if (pod.spec.preemptionPolicy === 'Never') {
      return { message: 'preemption: not eligible due to preemptionPolicy=Never.' };
    }
    const resolvable = [...rejections].filter(([, rejection]) => rejection.resolvable);
    const message = fitErrorMessage({
      nodeCount: nodes.length,
      rejections: new Map(resolvable.map(([name]) => [name, NO_VICTIMS])),
      absent: HELPLESS,
    });
    return { message: `preemption: ${message}` };
  },
};
