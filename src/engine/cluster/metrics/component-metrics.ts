/** What the scheduler and the controller manager tell of themselves at `/metrics`, on the ports of upstream's processes. */
import type { exposition } from '../../extensions/metrics/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { Listener } from '../../node/index.ts';
import type { HttpHandler } from '../../sdk/index.ts';
import type { Components } from '../components.ts';
import { metricsListener } from './listener.ts';
import { createSchedulingMetrics, type SchedulingMetrics } from './scheduling.ts';
import { createWorkQueueMetrics, type WorkQueueMetrics } from './work-queues.ts';

const controllerManagerPort = 10257;
const schedulerPort = 10259;

export interface ComponentMetrics {
  readonly workQueues: WorkQueueMetrics;
  /** Begins anew, for a scheduler that starts. */
  scheduling(component: string): SchedulingMetrics;
  /** By port. `api`: the API server, which says who may read them. */
  listeners(api: HttpHandler): ReadonlyMap<number, Listener>;
}

/** `write`: the text format, which in a page comes in another piece. */
export function createComponentMetrics(clock: Clock, components: Pick<Components, 'running'>, write: typeof exposition): ComponentMetrics {
  const workQueues = createWorkQueueMetrics(clock);
  const schedulers = new Map<string, SchedulingMetrics>();
  function ofScheduler(): string | undefined {
    const status = components.running('scheduler')?.status?.();
    const pods = status !== undefined && 'pods' in status ? status.pods.values() : undefined;
    return pods && write(schedulers.get('scheduler')?.families(pods) ?? []);
  }
  return {
    workQueues,
    scheduling(component) {
      const metrics = createSchedulingMetrics(clock);
      schedulers.set(component, metrics);
      return metrics;
    },
    listeners: (api) =>
      new Map([
        [controllerManagerPort, metricsListener(api, () => write(workQueues.families()))],
        [schedulerPort, metricsListener(api, ofScheduler)],
      ]),
  };
}
