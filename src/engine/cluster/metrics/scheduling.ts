/** What a scheduler does, in numbers (upstream pkg/scheduler/metrics). */
import type { Family, Histogram } from '../../extensions/metrics/exposition.ts';
import type { Clock } from '../../kernel/index.ts';
import type { PodMoved, QueuedPod } from '../../scheduler/index.ts';
import type { ClusterEvent, PodInfo, SchedulerPlugin } from '../../sdk/scheduling.ts';
import { exponentialBounds, histogram, nothingObserved, type Observed, observe } from '../../extensions/metrics/histogram.ts';

/** Seconds (metrics.go, scheduling_attempt_duration_seconds). */
const bounds = exponentialBounds(0.001, 2, 15);
const queueOf: Readonly<Record<string, string>> = {
  active: 'active',
  backoff: 'backoff',
  'error-backoff': 'backoff',
  gated: 'gated',
  unschedulable: 'unschedulable',
};
const pending: readonly string[] = ['active', 'backoff', 'gated', 'unschedulable'];

export interface SchedulingMetrics {
  readonly moved: PodMoved;
  /** Runs beside the others, and sees what is bound. */
  readonly plugin: SchedulerPlugin;
  families(pods: Iterable<QueuedPod>): readonly (Family | Histogram)[];
}

export function createSchedulingMetrics({ now }: Pick<Clock, 'now'>): SchedulingMetrics {
  /** Attempts that have begun, by the pod's uid. */
  const begun = new Map<string, number>();
  const attempts = new Map<string, Observed>();
  const incoming = new Map<string, { readonly labels: { readonly event: string; readonly queue: string }; value: number }>();
  function ended({ uid, pod }: PodInfo, result: string): void {
    const labels = { profile: pod.spec.schedulerName ?? 'default-scheduler', result };
    const key = `${result} ${labels.profile}`;
    const series = attempts.get(key) ?? nothingObserved(labels, bounds);
    attempts.set(key, series);
    observe(series, bounds, (now() - (begun.get(uid) ?? now())) / 1000);
    begun.delete(uid);
  }
  return {
    moved({ info, state }, event, why) {
      if (event === 'popped') begun.set(info.uid, now());
      if (event === 'failed') ended(info, 'error');
      if (event.startsWith('rejected')) ended(info, 'unschedulable');
      const queue = queueOf[state];
      if (queue === undefined) return;
      const labels = { event: labelOf(event, why), queue };
      const key = `${labels.event} ${queue}`;
      const counted = incoming.get(key) ?? { labels, value: 0 };
      counted.value += 1;
      incoming.set(key, counted);
    },
    plugin: { name: 'Metrics', postBind: (info) => ended(info, 'scheduled') },
    families(pods) {
      const places = [...pods].map(({ state }) => queueOf[state]);
      const series = [...attempts.values()];
      return [
        {
          name: 'scheduler_pending_pods',
          type: 'gauge',
          help: 'Pods that wait, by queue.',
          samples: pending.map((queue) => ({ labels: { queue }, value: places.filter((place) => place === queue).length })),
        },
        { name: 'scheduler_queue_incoming_pods_total', type: 'counter', help: 'Pods that came to a queue, by what brought them.', samples: [...incoming.values()] },
        {
          name: 'scheduler_schedule_attempts_total',
          type: 'counter',
          help: 'Attempts, by result.',
          samples: series.map(({ labels, counts }) => ({ labels, value: counts.reduce((sum, count) => sum + count, 0) })),
        },
        histogram('scheduler_scheduling_attempt_duration_seconds', 'From the queue to the end of the binding.', bounds, series),
      ];
    },
  };
}

/** (upstream ClusterEvent.Label) */
function labelOf(event: Parameters<PodMoved>[1], why: ClusterEvent | undefined): string {
  if (event === 'added') return 'UnschedulablePodAdd';
  if (event === 'improved') return 'UnschedulablePodUpdate';
  if (event === 'ready') return 'BackoffComplete';
  if (event !== 'woken') return 'ScheduleAttemptFailure';
  if (why === undefined) return 'UnschedulableTimeout';
  if (why.type === 'object') return `${why.kind.kind}${why.before === undefined ? 'Add' : why.now === undefined ? 'Delete' : 'Update'}`;
  if (why.type === 'node-update') return `NodeUpdateNode${capital((why.changed[0] ?? '').replace(/s$/, ''))}`;
  return why.type.split('-').map(capital).join('');
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
