/**
 * One frozen object for all field sets that say the same: a thousand objects of one shape share the sets of their owners, in memory and in
 * every comparison. Sets are found by a trie over their elements, so that one which is there already is never built.
 */
import { EMPTY_FIELDS, type FieldSet, sortedFields } from './field-order.ts';

/** Elements put so far, each with what is below it. */
export class FieldPrefix {
  private readonly parent: FieldPrefix | undefined;
  private readonly element: string;
  private readonly below: FieldSet;
  private fields: FieldSet | undefined;
  /** The continuation found last: mostly it is the next one, too. */
  private last: FieldPrefix | undefined;
  private continuations: Map<string, Map<FieldSet, FieldPrefix>> | undefined;

  constructor(parent: FieldPrefix | undefined, element: string, below: FieldSet) {
    this.parent = parent;
    this.element = element;
    this.below = below;
  }

  /** These elements and one more. */
  with(element: string, below: FieldSet): FieldPrefix {
    const { last } = this;
    if (last !== undefined && last.element === element && last.below === below) return last;
    const found = this.continuation(element, below);
    this.last = found;
    return found;
  }

  /** The set of these elements, in upstream's order. */
  set(): FieldSet {
    this.fields ??= this.build();
    return this.fields;
  }

  private continuation(element: string, below: FieldSet): FieldPrefix {
    this.continuations ??= new Map();
    let sameElement = this.continuations.get(element);
    if (sameElement === undefined) {
      sameElement = new Map();
      this.continuations.set(element, sameElement);
    }
    let found = sameElement.get(below);
    if (found === undefined) {
      found = new FieldPrefix(this, element, below);
      sameElement.set(below, found);
      countPrefix();
    }
    return found;
  }

  private build(): FieldSet {
    const elements: FieldPrefix[] = [];
    for (let at: FieldPrefix = this; at.parent !== undefined; at = at.parent) elements.push(at);
    const node: Record<string, FieldSet> = {};
    for (const { element, below } of elements.reverse()) node[element] = below;
    const sorted = sortedFields(node);
    return sorted === node ? Object.freeze(node) : internedFields(sorted);
  }
}

/** More than these are forgotten all at once: sets with a name or an address in them are never shared. */
const mostPrefixes = 20_000;
let prefixes = 0;
let root = new FieldPrefix(undefined, '', EMPTY_FIELDS);

function countPrefix(): void {
  prefixes += 1;
  if (prefixes <= mostPrefixes) return;
  prefixes = 0;
  root = new FieldPrefix(undefined, '', EMPTY_FIELDS);
}

/** No elements yet. */
export function noElements(): FieldPrefix {
  return root;
}

/** The one set of these elements, which may be in any order. */
export function internedFields(node: Readonly<Record<string, FieldSet>>): FieldSet {
  let prefix = root;
  for (const element in node) prefix = prefix.with(element, node[element] ?? EMPTY_FIELDS);
  return prefix === root ? EMPTY_FIELDS : prefix.set();
}

const elements = new Map<string, string>();
const mostElements = 10_000;

/** The element of a field of this name. */
export function fieldElement(name: string): string {
  let element = elements.get(name);
  if (element === undefined) {
    element = `f:${name}`;
    if (elements.size >= mostElements) elements.clear();
    elements.set(name, element);
  }
  return element;
}
