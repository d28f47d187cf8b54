/** What Pods use, as metrics.k8s.io reports it. (upstream podautoscaler/metrics/client.go) */
import { type Kind, type KubeObject, parseQuantity, timeMsOf } from 'converge/sdk';

export interface PodMetrics extends KubeObject {
  readonly timestamp: string;
  /** How long was measured, as Go writes a duration: `15s`. */
  readonly window: string;
  readonly containers: readonly { readonly name: string; readonly usage: Readonly<Record<string, string>> }[];
}

export const PodMetrics: Kind<PodMetrics> = {
  group: 'metrics.k8s.io',
  version: 'v1beta1',
  kind: 'PodMetrics',
  plural: 'pods',
  namespaced: true,
};

/** What one Pod uses. */
export interface Sample {
  /** In thousandths of the resource's unit. */
  readonly milli: number;
  readonly atMs: number;
  readonly windowMs: number;
}

/** By the names of Pods. */
export type Samples = ReadonlyMap<string, Sample>;

/** Why something can't be worked out, in upstream's words. */
export interface Refusal {
  readonly error: string;
}

/** The samples of a resource, of one container or of all of a Pod. A Pod without a value for one of its containers is left out. */
export function samplesOf(
  measured: readonly PodMetrics[],
  resource: string,
  container: string | undefined,
): Samples | Refusal {
  if (measured.length === 0) return { error: 'no metrics returned from resource metrics API' };
  const samples = new Map<string, Sample>();
  for (const { metadata, containers, timestamp, window } of measured) {
    const chosen = containers.filter(({ name }) => container === undefined || name === container);
    if (container !== undefined && chosen.length === 0) {
      return { error: `container ${container} not present in metrics for pod ${metadata.namespace}/${metadata.name}` };
    }
    const values = chosen.map(({ usage }) => usage[resource]);
    if (!values.every((value) => value !== undefined)) continue;
    const milli = values.reduce((sum, value) => sum + milliOf(value), 0);
    samples.set(metadata.name, { milli, atMs: timeMsOf(timestamp), windowMs: secondsOf(window) * 1000 });
  }
  return samples;
}

/** A quantity in thousandths, rounded up. */
export function milliOf(text: string): number {
  const quantity = parseQuantity(text);
  return 'error' in quantity ? 0 : Number((quantity.nanos + 999_999n) / 1_000_000n);
}

function secondsOf(duration: string): number {
  const [, minutes = '0', seconds = '0'] = /^(?:(\d+)m)?(?:([\d.]+)s)?$/.exec(duration) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

const suffixes = ['m', '', 'k', 'M', 'G', 'T', 'P', 'E'];

/** Thousandths as a decimal quantity: `250m`, `2`, `64M`. */
export function quantityOf(milli: number): string {
  let value = Math.trunc(milli);
  let power = 0;
  while (value !== 0 && value % 1000 === 0 && power < suffixes.length - 1) {
    value /= 1000;
    power += 1;
  }
  return value === 0 ? '0' : `${value}${suffixes[power]}`;
}
