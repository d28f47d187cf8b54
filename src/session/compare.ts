/** Two worlds object by object: what only one of them has, and which fields differ in what both have. */
import type { KubeObject } from '../engine/index.ts';
import type { ComparisonView, DifferenceView } from '../viz/model.ts';
import { diffFields } from './object-diff.ts';
import type { World } from './history.ts';

/** They tell of time passing and of what others did, not of what there is. */
const silent: ReadonlySet<string> = new Set(['Lease', 'Event']);
const objectsShown = 200;

/**
 * Objects are the same one when they have the same key in etcd, so a Pod that was made anew under its old name is one that changed
 * (its uid says so). Kinds in their own order, then names in etcd's. Leases and Events are left out.
 */
export function compare(a: World, b: World): ComparisonView {
  const differences: DifferenceView[] = [];
  let same = 0;
  let omitted = 0;
  const kinds = [...new Set([...a.keys(), ...b.keys()])].filter((kind) => !silent.has(kind)).sort(byText);
  for (const kind of kinds) {
    const left = a.get(kind);
    const right = b.get(kind);
    for (const key of [...new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])].sort(byText)) {
      const difference = differenceOf(left?.get(key)?.object, right?.get(key)?.object);
      if (difference === undefined) same += 1;
      else if (differences.length < objectsShown) differences.push(difference);
      else omitted += 1;
    }
  }
  return { differences, same, omitted };
}

function differenceOf(a: KubeObject | undefined, b: KubeObject | undefined): DifferenceView | undefined {
  if (a === b) return undefined;
  const { kind, metadata } = b ?? a ?? { kind: '', metadata: { name: '' } };
  const { name, namespace = '' } = metadata;
  if (a === undefined || b === undefined) {
    return { kind, name, namespace, where: a === undefined ? 'only-b' : 'only-a', fields: [] };
  }
  const fields = diffFields(a, b);
  return fields.length === 0 ? undefined : { kind, name, namespace, where: 'changed', fields };
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
