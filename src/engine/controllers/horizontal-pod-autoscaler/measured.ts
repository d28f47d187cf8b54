/** What one metric of an autoscaler asks for, or why it can't be worked out. */
import type { KindDefinition, MetricStatus, Pod, Tools } from 'converge/sdk';

export interface Target {
  /** What it asks for. */
  readonly replicas: number;
  /** What its status says there are. */
  readonly statusReplicas: number;
  readonly selector: string;
  /** Those that the selector selects. */
  readonly pods: readonly Pod[];
}

/** Where a metric is looked for. */
export interface Question {
  /** Of the autoscaler. */
  readonly namespace: string;
  readonly target: Target;
  /** The server's own kinds. */
  readonly served: readonly KindDefinition[];
  readonly tools: Tools;
}

/** One metric: the number it asks for, and what it measures. */
export interface Measured {
  readonly replicas: number;
  readonly metric: string;
  readonly status: MetricStatus;
}

/** Why one has none: the reason of the condition and the Event, and what the Event says. */
export interface Unmeasured {
  readonly reason: string;
  readonly error: string;
  /** The error as the list of all metrics tells it. */
  readonly told: string;
}

export function unmeasured(reason: string, error: string, failure: string): Unmeasured {
  return { reason, error, told: `${failure}: ${error}` };
}
