/** What a set of fields is, and the order of its elements (upstream: structured-merge-diff, fieldpath/element.go). */
export interface FieldSet {
  readonly [element: string]: FieldSet;
}

/** A leaf of the tree; at its root, the set of nothing. */
export const EMPTY_FIELDS: FieldSet = Object.freeze({});

/** An element, read once for all its comparisons. */
interface Read {
  readonly element: string;
  readonly rank: number;
  /** What is behind the kind: a field's name, or a value. */
  readonly value: unknown;
}

const ranks = '.fkvi';

function read(element: string): Read {
  const rank = ranks.indexOf(element.charAt(0));
  const text = element.slice(2);
  return { element, rank, value: rank > 1 ? JSON.parse(text) : text };
}

/** A node's elements in upstream's order: itself, fields, keyed elements, values, indexes. */
export function sortedFields(node: Readonly<Record<string, FieldSet>>): FieldSet {
  const names = Object.keys(node);
  if (areFieldsInOrder(names)) return node;
  const elements = names.map(read);
  if (elements.every((each, index) => index === 0 || compareElements(elements[index - 1] ?? each, each) <= 0)) return node;
  const sorted: Record<string, FieldSet> = {};
  for (const { element } of elements.sort(compareElements)) sorted[element] = node[element] ?? EMPTY_FIELDS;
  return sorted;
}

/** The common case, without reading values: at most the node itself and then fields, or a single element. */
function areFieldsInOrder(names: readonly string[]): boolean {
  if (names.length < 2) return true;
  let before = '';
  for (const name of names) {
    const isSelf = name === '.' && before === '';
    if (!isSelf && !(name.startsWith('f:') && name > before)) return false;
    before = name;
  }
  return true;
}

function compareElements(a: Read, b: Read): number {
  return a.rank - b.rank || compareValues(a.value, b.value) || (a.element < b.element ? -1 : Number(a.element > b.element));
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
