/** In which fields two states of an object differ, each on a line of its own. */
import type { FieldView } from '../viz/model.ts';
import { nestedString } from './nested-field.ts';

/** The server's bookkeeping: it differs whenever anything does. */
const bookkeeping = /^metadata\.(resourceVersion|managedFields)$/;
/** A heartbeat in a condition says nothing that its status doesn't. */
const beats: ReadonlySet<string> = new Set(['lastHeartbeatTime', 'lastProbeTime']);
const mostFields = 12;

/**
 * At most twelve, the desired state first. `a` or `b` undefined: the object isn't there. Lists of named things are matched by name.
 * `leftOut`: paths that aren't compared.
 */
export function diffFields(a: unknown, b: unknown, leftOut = bookkeeping): readonly FieldView[] {
  const found: FieldView[] = [];
  walk('', a, b, leftOut, found);
  const rank = ({ path }: FieldView): number => (path.startsWith('status') ? 1 : path.startsWith('metadata') ? 2 : 0);
  return found.sort((x, y) => rank(x) - rank(y)).slice(0, mostFields);
}

function walk(path: string, a: unknown, b: unknown, leftOut: RegExp, found: FieldView[]): void {
  if (a === b || leftOut.test(path)) return;
  const [left, right] = [partsOf(a), partsOf(b)];
  if (left === undefined || right === undefined) {
    const [from, to] = [textOf(a), textOf(b)];
    if (from !== to) found.push({ path, ...shortened(from, to) });
    return;
  }
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    if (beats.has(name)) continue;
    const inside = name.startsWith('[') || path === '' ? `${path}${name}` : `${path}.${name}`;
    walk(inside, left.get(name), right.get(name), leftOut, found);
  }
}

/** An object's fields, or a list's items by their `name` or `type`; undefined for what is shown whole. */
function partsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const items: readonly unknown[] = value;
  const named = items.map((item) => [`[${nameOf(item)}]`, item] as const);
  const parts = new Map(named);
  return parts.has('[]') || parts.size < items.length ? undefined : parts;
}

/** Of an endpoint, its Pod's; '' for what has no name. */
const nameOf = (item: unknown): string =>
  nestedString(item, 'name') || nestedString(item, 'type') || nestedString(item, 'uid') || nestedString(item, 'targetRef', 'name');

/** '' for absent. */
function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** At most sixty characters of each, among them the first that differ. */
function shortened(from: string, to: string): { readonly from: string; readonly to: string } {
  let same = 0;
  while (from[same] === to[same]) same += 1;
  const begin = Math.max(0, same - 40);
  const piece = (text: string): string => `${begin > 0 ? '…' : ''}${text.slice(begin, begin + 59)}${text.length > begin + 59 ? '…' : ''}`;
  return { from: piece(from), to: piece(to) };
}
