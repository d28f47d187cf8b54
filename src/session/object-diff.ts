/** In which fields two states of an object differ, each on a line of its own. */
import type { FieldView } from '../viz/model.ts';

/** The server's bookkeeping: it differs whenever anything does. */
const ignored: ReadonlySet<string> = new Set(['metadata.resourceVersion', 'metadata.managedFields']);
/** A heartbeat in a condition says nothing that its status doesn't. */
const beats: ReadonlySet<string> = new Set(['lastHeartbeatTime', 'lastProbeTime']);
const mostFields = 12;

/** At most twelve, the desired state first. `a` or `b` undefined: the object isn't there. Lists of named things are matched by name. */
export function diffFields(a: unknown, b: unknown): readonly FieldView[] {
  const found: FieldView[] = [];
  walk('', a, b, found);
  const rank = ({ path }: FieldView): number => (path.startsWith('status') ? 1 : path.startsWith('metadata') ? 2 : 0);
  return found.sort((x, y) => rank(x) - rank(y)).slice(0, mostFields);
}

function walk(path: string, a: unknown, b: unknown, found: FieldView[]): void {
  if (a === b || ignored.has(path)) return;
  const [left, right] = [partsOf(a), partsOf(b)];
  if (left === undefined || right === undefined) {
    const [from, to] = [oneLine(a), oneLine(b)];
    if (from !== to) found.push({ path, from, to });
    return;
  }
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    if (beats.has(name)) continue;
    const inside = name.startsWith('[') || path === '' ? `${path}${name}` : `${path}.${name}`;
    walk(inside, left.get(name), right.get(name), found);
  }
}

/** An object's fields, or a list's items by their `name` or `type`; undefined for what is shown whole. */
function partsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const items: readonly unknown[] = value;
  const named = items.map((item) => [`[${nameOf(item) ?? ''}]`, item] as const);
  const parts = new Map(named);
  return parts.has('[]') || parts.size < items.length ? undefined : parts;
}

function nameOf(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const name = 'name' in item ? item.name : 'type' in item ? item.type : 'uid' in item ? item.uid : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** '' for absent. */
function oneLine(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
