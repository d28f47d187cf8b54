/** What a pod asks for in total (component-helpers resource.PodRequests): containers together, or the largest init step; and its overhead. */
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  type JsonObject,
  milliValue,
  parseQuantity,
  type Quantity,
} from '../../../engine/index.ts';
import { objects, strings } from '../../json.ts';

const ZERO: Quantity = { nanos: 0n, format: 'decimal' };

function quantity(amount: string): Quantity {
  const parsed = parseQuantity(amount);
  return 'error' in parsed ? ZERO : parsed;
}

export function milli(amount: string): number {
  return milliValue(amount);
}

export function add(a: string, b: string): string {
  return formatQuantity(addQuantities(quantity(a), quantity(b)));
}

/** Canonical: `1000m` is `1`. */
export function quantityText(amount: string): string {
  return formatQuantity(quantity(amount));
}

/** Whole percent, cut off. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.trunc((part / whole) * 100);
}

export interface Totals {
  readonly requests: ReadonlyMap<string, string>;
  readonly limits: ReadonlyMap<string, string>;
}

export function podTotals(pod: JsonObject): Totals {
  return { requests: total(pod, 'requests'), limits: total(pod, 'limits') };
}

function total(pod: JsonObject, kind: 'requests' | 'limits'): ReadonlyMap<string, string> {
  const sum = new Map<string, string>();
  for (const container of objects(pod, 'spec', 'containers')) {
    for (const [name, amount] of strings(container, 'resources', kind))
      sum.set(name, add(sum.get(name) ?? '0', amount));
  }
  for (const container of objects(pod, 'spec', 'initContainers')) {
    const sidecar = container['restartPolicy'] === 'Always';
    for (const [name, amount] of strings(container, 'resources', kind)) {
      const now = sum.get(name) ?? '0';
      if (sidecar) sum.set(name, add(now, amount));
      else if (compareQuantities(quantity(amount), quantity(now)) > 0) sum.set(name, amount);
    }
  }
  // It only adds to limits that are there.
  for (const [name, amount] of strings(pod, 'spec', 'overhead')) {
    const now = sum.get(name) ?? (kind === 'requests' ? '0' : undefined);
    if (now !== undefined) sum.set(name, add(now, amount));
  }
  return sum;
}
