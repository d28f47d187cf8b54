/** What work queues do, in numbers (upstream client-go util/workqueue/metrics.go, component-base metrics/prometheus/workqueue). */
import type { Family, Histogram, Labels } from '../../extensions/metrics/exposition.ts';
import type { Clock } from '../../kernel/index.ts';
import type { EngineParts } from '../../sdk/parts.ts';
import { exponentialBounds, histogram, nothingObserved, type Observed, observe } from '../../extensions/metrics/histogram.ts';

/** Seconds, as until 1.33; later releases begin at 1e-06. */
const bounds = exponentialBounds(10e-9, 10, 10);

interface Measured {
  readonly labels: Labels;
  readonly depth: () => number;
  /** Keys that workers have, since when. */
  readonly processing: ReadonlyMap<string, number>;
  readonly waited: Observed;
  readonly worked: Observed;
  adds: number;
  retries: number;
}

export interface WorkQueueMetrics {
  /** Makes queues that are measured under this name. A new one begins anew, as that of a new process does. */
  measuring(create: EngineParts['createWorkQueue'], name: string): EngineParts['createWorkQueue'];
  families(): readonly (Family | Histogram)[];
}

export function createWorkQueueMetrics({ now }: Pick<Clock, 'now'>): WorkQueueMetrics {
  const queues = new Map<string, Measured>();
  return {
    measuring: (create, name) => (options) => {
      const queue = create(options);
      const labels = { name };
      /** Keys that need processing, since when; and those that will, by when they do. */
      const dirty = new Map<string, number>();
      const due = new Map<string, number>();
      const processing = new Map<string, number>();
      const measured: Measured = {
        labels,
        depth: () => queue.status().dirty.size,
        processing,
        waited: nothingObserved(labels, bounds),
        worked: nothingObserved(labels, bounds),
        adds: 0,
        retries: 0,
      };
      queues.set(name, measured);
      const added = (key: string, atMs: number): void => {
        if (dirty.has(key)) return;
        dirty.set(key, atMs);
        measured.adds += 1;
      };
      const later = (key: string, atMs: number | undefined): void => {
        measured.retries += 1;
        if (atMs !== undefined) due.set(key, Math.min(atMs, due.get(key) ?? Infinity));
      };
      return {
        forget: (key) => queue.forget(key),
        failures: (key) => queue.failures(key),
        length: () => queue.length(),
        status: () => queue.status(),
        shutDown: () => queue.shutDown(),
        add(key) {
          added(key, now());
          queue.add(key);
        },
        addAfter(key, delayMs, waits) {
          later(key, now() + delayMs);
          queue.addAfter(key, delayMs, waits);
        },
        addRateLimited(key) {
          queue.addRateLimited(key);
          later(key, queue.status().waiting.get(key)?.at);
        },
        get() {
          const key = queue.get();
          if (key === undefined) return undefined;
          const dueMs = due.get(key);
          if (dueMs !== undefined && dueMs <= now()) {
            due.delete(key);
            added(key, dueMs);
          }
          observe(measured.waited, bounds, (now() - (dirty.get(key) ?? now())) / 1000);
          dirty.delete(key);
          processing.set(key, now());
          return key;
        },
        done(key) {
          observe(measured.worked, bounds, (now() - (processing.get(key) ?? now())) / 1000);
          processing.delete(key);
          queue.done(key);
        },
      };
    },
    families: () => familiesOf([...queues.values()], now()),
  };
}

function familiesOf(all: readonly Measured[], nowMs: number): readonly (Family | Histogram)[] {
  const each = (name: string, type: Family['type'], help: string, of: (queue: Measured) => number): Family => ({
    name: `workqueue_${name}`,
    type,
    help,
    samples: all.map((queue) => ({ labels: queue.labels, value: of(queue) })),
  });
  const running = ({ processing }: Measured): readonly number[] => [...processing.values()].map((sinceMs) => (nowMs - sinceMs) / 1000);
  return [
    each('depth', 'gauge', 'Keys that wait.', (queue) => queue.depth()),
    each('adds_total', 'counter', 'Keys added.', ({ adds }) => adds),
    each('retries_total', 'counter', 'Keys added for later.', ({ retries }) => retries),
    each('unfinished_work_seconds', 'gauge', 'Of all that is in progress.', (queue) => running(queue).reduce((sum, seconds) => sum + seconds, 0)),
    each('longest_running_processor_seconds', 'gauge', 'Of what has been in progress longest.', (queue) => Math.max(0, ...running(queue))),
    histogram('workqueue_queue_duration_seconds', 'How long keys wait for a worker.', bounds, all.map(({ waited }) => waited)),
    histogram('workqueue_work_duration_seconds', 'How long workers have a key.', bounds, all.map(({ worked }) => worked)),
  ];
}
