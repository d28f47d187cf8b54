/** What a set of fields is, and the order of its elements (upstream: structured-merge-diff, fieldpath/element.go). */
export interface FieldSet {
  readonly [element: string]: FieldSet;
}

/** A leaf of the tree; at its root, the set of nothing. */
export const EMPTY_FIELDS: FieldSet = Object.freeze({});

/** A node's elements in upstream's order: itself, fields, keyed elements, values, indexes. */
export function sortedFields(node: Readonly<Record<string, FieldSet>>): FieldSet {
  const elements = Object.keys(node);
  let isSorted = true;
  for (let index = 1; index < elements.length && isSorted; index++) {
    isSorted = compareElements(elements[index - 1] ?? '', elements[index] ?? '') <= 0;
  }
  if (isSorted) return node;
  const sorted: Record<string, FieldSet> = {};
  for (const element of elements.sort(compareElements)) sorted[element] = node[element] ?? EMPTY_FIELDS;
  return sorted;
}

const ranks = '.fkvi';

function compareElements(a: string, b: string): number {
  const rank = ranks.indexOf(a.charAt(0)) - ranks.indexOf(b.charAt(0));
  if (rank !== 0) return rank;
  if (a === b) return 0;
  if (a.charAt(0) === 'f') return a < b ? -1 : 1;
  return compareValues(JSON.parse(a.slice(2)), JSON.parse(b.slice(2))) || (a < b ? -1 : 1);
}

/** Numbers by size, so that port 80 comes before port 443. */
function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
    const [first, second] = [Object.entries(a), Object.entries(b)];
    for (const [index, [name, value]] of first.entries()) {
      const [otherName = '', otherValue] = second[index] ?? [];
      if (name !== otherName) return name < otherName ? -1 : 1;
      const order = compareValues(value, otherValue);
      if (order !== 0) return order;
    }
    return first.length - second.length;
  }
  if (typeof a !== typeof b) return typeof a < typeof b ? -1 : 1;
  return String(a) < String(b) ? -1 : Number(String(a) > String(b));
}
