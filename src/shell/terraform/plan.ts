/** Which actions make what there is into what the configuration says. Pure. */
import { evaluate, isKnown, type Planned, type PlannedAttributes, type Resource, unknown } from './config.ts';
import { type Attributes, isMap, type ResourceType, resourceTypes } from './schema.ts';

export type Action =
  | { readonly do: 'create'; readonly resource: Resource; readonly after: PlannedAttributes }
  | { readonly do: 'update'; readonly resource: Resource; readonly before: Attributes; readonly after: PlannedAttributes }
  /** One of these can't be changed in place: it is deleted and made anew. */
  | { readonly do: 'replace'; readonly resource: Resource; readonly before: Attributes; readonly after: PlannedAttributes; readonly because: readonly string[] }
  | { readonly do: 'delete'; readonly address: string; readonly type: ResourceType; readonly before: Attributes; readonly isInConfig: boolean };

export interface Plan {
  /** Deletions first, those that others need behind those that need them; then the others, each behind what it needs. */
  readonly actions: readonly Action[];
}

/** @param there What there is now, by address. */
export function planChanges(resources: readonly Resource[], there: ReadonlyMap<string, Attributes>): Plan {
  const known = new Map<string, PlannedAttributes>();
  const actions: Action[] = [];
  for (const resource of resources) {
    const action = planOne(resource, there.get(resource.address), known);
    if (action !== undefined) actions.push(action);
  }
  const inConfig = new Set(resources.map(({ address }) => address));
  const gone = [...there].filter(([address]) => !inConfig.has(address)).flatMap(([address, before]) => deletion(address, before, false));
  return { actions: [...gone, ...actions] };
}

/** Everything there is goes, in the opposite order. */
export function planDestroy(resources: readonly Resource[], there: ReadonlyMap<string, Attributes>): Plan {
  const order = resources.map(({ address }) => address);
  const rank = (address: string): number => order.indexOf(address);
  const addresses = [...there.keys()].sort((a, b) => rank(b) - rank(a) || (a < b ? -1 : 1));
  return { actions: addresses.flatMap((address) => deletion(address, there.get(address) ?? {}, true)) };
}

function deletion(address: string, before: Attributes, isInConfig: boolean): readonly Action[] {
  const type = resourceTypes.find((each) => each.type === address.split('.')[0]);
  return type === undefined ? [] : [{ do: 'delete', address, type, before, isInConfig }];
}

function planOne(resource: Resource, before: Attributes | undefined, known: Map<string, PlannedAttributes>): Action | undefined {
  const desired = evaluate(resource, known);
  const { address, type } = resource;
  if (before === undefined) {
    known.set(address, desired);
    return { do: 'create', resource, after: desired };
  }
  const kept = Object.keys(desired).filter((name) => type.attributes[name]?.computed === true);
  const after = { ...desired, ...Object.fromEntries(kept.map((name) => [name, before[name] ?? null])) };
  const differing = Object.keys(after).filter((name) => !isSame(before[name] ?? null, after[name] ?? null));
  const because = differing.filter((name) => type.attributes[name]?.replaces === true);
  known.set(address, because.length > 0 ? desired : after);
  if (because.length > 0) return { do: 'replace', resource, before, after: desired, because };
  return differing.length > 0 ? { do: 'update', resource, before, after } : undefined;
}

/** Values of one and the same content. Lists keep their order. */
export function isSame(a: Planned, b: Planned): boolean {
  if (a === unknown || b === unknown || !isKnown(a) || !isKnown(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => isSame(item, b[index] ?? null));
  if (isMap(a) && isMap(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...names].every((name) => isSame(a[name] ?? null, b[name] ?? null));
  }
  return a === b;
}

export interface Counts {
  readonly add: number;
  readonly change: number;
  readonly destroy: number;
}

export function countsOf({ actions }: Plan): Counts {
  const count = (...what: readonly Action['do'][]): number => actions.filter((action) => what.includes(action.do)).length;
  return { add: count('create', 'replace'), change: count('update'), destroy: count('delete', 'replace') };
}
