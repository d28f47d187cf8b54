/** A value in one short line, for tables. Reads little of it, calls nothing of it. */

const longest = 80;
const itemsShown = 3;

/** `4`, `"web"`, `Pod default/web-7k2xq`, `[4] Pod default/web-a, …`, `{ replicas: 4, … }` */
export function shortText(value: unknown, depth = 0): string {
  const text = textOf(value, depth).replaceAll(/\s*\n\s*/g, ' ');
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

function textOf(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.length > longest ? `${value.slice(0, longest)}…` : value);
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof Promise) return 'a promise (await it to see its value)';
  if (Array.isArray(value)) return listText(`[${value.length}]`, value, depth);
  if (value instanceof Set) return listText(`Set(${value.size})`, firstOf(value), depth);
  if (value instanceof Map) return listText(`Map(${value.size})`, firstOf(value.keys()), depth);
  const object = objectName(value);
  if (object !== undefined) return object;
  if (depth > 1) return '{…}';
  const names = Object.keys(value);
  const shown = names.slice(0, itemsShown + 1).map((name) => `${name}: ${shortText(Reflect.get(value, name), depth + 1)}`);
  const more = names.length > shown.length ? ', …' : '';
  return names.length === 0 ? '{}' : `{ ${shown.join(', ')}${more} }`;
}

function listText(head: string, items: readonly unknown[], depth: number): string {
  if (items.length === 0 || depth > 1) return head;
  const shown = items.slice(0, itemsShown).map((item) => shortText(item, depth + 1));
  return `${head} ${shown.join(', ')}${items.length > itemsShown ? ', …' : ''}`;
}

function firstOf(items: Iterable<unknown>): readonly unknown[] {
  const found: unknown[] = [];
  for (const item of items) {
    found.push(item);
    if (found.length > itemsShown) break;
  }
  return found;
}

/** `Pod default/web-7k2xq` of an object of the cluster. */
function objectName(value: object): string | undefined {
  const kind: unknown = Reflect.get(value, 'kind');
  const metadata: unknown = Reflect.get(value, 'metadata');
  if (typeof kind !== 'string' || typeof metadata !== 'object' || metadata === null) return undefined;
  return `${kind} ${refText(metadata)}`;
}

/** `default/web`, or `web-…` of one that has no name yet. */
export function refText(ref: object): string {
  const text = (name: string): string => {
    const value: unknown = Reflect.get(ref, name);
    return typeof value === 'string' ? value : '';
  };
  const name = text('name') || (text('generateName') === '' ? '' : `${text('generateName')}…`);
  return text('namespace') === '' ? name : `${text('namespace')}/${name}`;
}
