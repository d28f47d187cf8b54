import { fitErrorMessage, type Rejection, type SchedulerPlugin } from 'converge/sdk';
import { NO_VICTIMS } from './no-victims.ts';
import { findRoom } from './victims.ts';

const HELPLESS = 'Preemption is not helpful for scheduling';
const NEVER = 'preemption: not eligible due to preemptionPolicy=Never.';
const TERMINATING = 'preemption: not eligible due to a terminating pod on the nominated node.';

/** A pod that fits nowhere may make others go that are less important, or says why none did. */
export const defaultPreemption: SchedulerPlugin = {
  name: 'DefaultPreemption',
  postFilter(pod, nodes, rejections, tools) {
    if (pod.pod.spec.preemptionPolicy === 'Never') return { message: NEVER };
    const found = tools.preemption === undefined ? withoutVictims(rejections) : findRoom(pod, nodes, rejections, tools);
    if (found === 'waiting') return { message: TERMINATING };
    if ('nodeName' in found) {
      tools.preemption?.evict(pod, found.victims, found.nodeName);
      return { message: '', nominated: found.nodeName };
    }
    const message = fitErrorMessage({ nodeCount: nodes.length, rejections: found, absent: HELPLESS });
    return { message: `preemption: ${message}`, nominated: '' };
  },
};

/** What is said where nothing is ever evicted. */
function withoutVictims(rejections: ReadonlyMap<string, Rejection>): ReadonlyMap<string, Rejection> {
  const resolvable = [...rejections].filter(([, rejection]) => rejection.resolvable);
  return new Map(resolvable.map(([name]) => [name, NO_VICTIMS]));
}
