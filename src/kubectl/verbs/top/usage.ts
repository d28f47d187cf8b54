/** Amounts of CPU and memory as `top` adds, orders and shows them. */
import { addQuantities, type JsonObject, parseQuantity, type Quantity } from '../../../engine/index.ts';
import { text } from '../../json.ts';

export interface Usage {
  readonly cpu: Quantity;
  readonly memory: Quantity;
}

const ZERO: Quantity = { nanos: 0n, format: 'decimal' };
const NANOS = 1_000_000_000n;

export const NO_USAGE: Usage = { cpu: ZERO, memory: ZERO };

/** Of an object's `cpu` and `memory`, where they stand below `path`. */
export function usageOf(object: JsonObject, ...path: readonly string[]): Usage {
  const read = (name: string): Quantity => {
    const parsed = parseQuantity(text(object, ...path, name) || '0');
    return 'error' in parsed ? ZERO : parsed;
  };
  return { cpu: read('cpu'), memory: read('memory') };
}

export function addUsage(a: Usage, b: Usage): Usage {
  return { cpu: addQuantities(a.cpu, b.cpu), memory: addQuantities(a.memory, b.memory) };
}

/** `250m`, `64Mi`: thousandths rounded up, mebibytes cut off. */
export function usageCells({ cpu, memory }: Usage): readonly string[] {
  return [`${milli(cpu)}m`, `${value(memory) / (1024n * 1024n)}Mi`];
}

/** The cells of a node: each amount, and how much of what there is it takes; no percent where that isn't known. */
export function shareCells(used: Usage, available: Usage): readonly string[] {
  const [cpu = '', memory = ''] = usageCells(used);
  const percent = (part: Quantity, whole: Quantity): string =>
    `${Math.trunc((Number(milli(part)) / Number(milli(whole))) * 100)}%`;
  return [cpu, percent(used.cpu, available.cpu), memory, percent(used.memory, available.memory)];
}

/** The largest first by `cpu` or `memory`; otherwise as `byName` says. Stable. */
export function ordered<T extends { readonly usage: Usage }>(
  items: readonly T[],
  by: string,
  byName: (a: T, b: T) => number,
): readonly T[] {
  const size = ({ usage }: T): bigint => (by === 'cpu' ? milli(usage.cpu) : value(usage.memory));
  return items.toSorted(by === '' ? byName : (a, b) => Number(size(b) - size(a)));
}

function milli({ nanos }: Quantity): bigint {
  return up(nanos, NANOS / 1000n);
}

function value({ nanos }: Quantity): bigint {
  return up(nanos, NANOS);
}

function up(amount: bigint, unit: bigint): bigint {
  return amount <= 0n ? amount / unit : (amount + unit - 1n) / unit;
}
