/** What was written between two moments, a line for each object: what predictions about order and values are judged by. */
import { asObject, type History } from './history.ts';
import { nestedField, nestedString } from './nested-field.ts';
import type { Place } from './types.ts';

export interface ChangeLogRequest {
  /** Right after this; absent: from the boot on. */
  readonly from?: Place;
  /** Up to and with this; absent: now. */
  readonly to?: Place;
}

export interface ChangeLogEntry {
  readonly t: number;
  readonly revision: number;
  /** `event`: a component reported something in an Event; the object is the one it is about. */
  readonly does: 'create' | 'update' | 'delete' | 'event';
  /** `Pod/web-7k2xq`; with its namespace, `Pod/kube-system/dns`, when that isn't `default`. */
  readonly object: string;
  /** Fields that are new, in the object's order: `['status.phase', 'Running']`; '' for one that is gone. Of an Event: its words. */
  readonly fields: readonly (readonly [path: string, value: string])[];
}

/** Heartbeats, which say nothing else. */
const silent: ReadonlySet<string> = new Set(['Lease']);
const ignored = /^metadata\.(resourceVersion|managedFields|uid|creationTimestamp)$|\.(lastHeartbeatTime|lastProbeTime|lastTransitionTime|lastUpdateTime)$/;
const mostFields = 60;
const longestValue = 80;

/** In the order in which they were committed. Changes that say nothing are left out. */
export function changeLogOf(history: History, { from, to }: ChangeLogRequest): readonly ChangeLogEntry[] {
  const begin = from === undefined ? 0 : history.count(from);
  const end = to === undefined ? history.commits.length : history.count(to);
  return history.commits.slice(begin, end).flatMap(({ t, revision, events }) =>
    events.flatMap((event) => {
      const before = asObject(event.previous?.value);
      const after = event.type === 'put' ? asObject(event.kv.value) : undefined;
      const change = changeOf(before, after);
      return change === undefined ? [] : [{ t, revision, ...change }];
    }),
  );
}

type Change = Pick<ChangeLogEntry, 'does' | 'object' | 'fields'>;
type Stored = NonNullable<ReturnType<typeof asObject>>;

function changeOf(before: Stored | undefined, after: Stored | undefined): Change | undefined {
  const object = after ?? before;
  if (object === undefined || silent.has(object.kind)) return undefined;
  if (object.kind === 'Event') return after === undefined ? undefined : eventOf(after);
  const { name, namespace } = object.metadata;
  const place = namespace === undefined || namespace === 'default' ? '' : `${namespace}/`;
  const called = `${object.kind}/${place}${name}`;
  if (after === undefined) return { does: 'delete', object: called, fields: [] };
  const fields: [string, string][] = [];
  walk('', before, after, fields);
  if (before === undefined) return { does: 'create', object: called, fields };
  return fields.length === 0 ? undefined : { does: 'update', object: called, fields };
}

function eventOf(event: Stored): Change {
  const about = nestedField(event, 'involvedObject') ?? nestedField(event, 'regarding');
  return {
    does: 'event',
    object: `${nestedString(about, 'kind')}/${nestedString(about, 'name')}`,
    fields: [
      ['reason', nestedString(event, 'reason')],
      ['message', nestedString(event, 'message') || nestedString(event, 'note')],
    ],
  };
}

function walk(path: string, before: unknown, after: unknown, found: [string, string][]): void {
  if (before === after || ignored.test(path) || found.length >= mostFields) return;
  const [then, now] = [partsOf(before), partsOf(after)];
  if (now === undefined && (then === undefined || after !== undefined)) {
    const value = oneLine(after);
    if (value !== oneLine(before)) found.push([path, value]);
    return;
  }
  for (const name of new Set([...(now?.keys() ?? []), ...(then?.keys() ?? [])]))
    walk(path === '' ? name : `${path}.${name}`, then?.get(name), now?.get(name), found);
}

/** Fields, or items by their type or name, as one would say them: `status.conditions.Ready.status`. */
function partsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const items: readonly unknown[] = value;
  return new Map(
    items.map((item, index) => {
      const name = nestedField(item, 'type') ?? nestedField(item, 'name');
      return [typeof name === 'string' ? name : String(index), item];
    }),
  );
}

function oneLine(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= longestValue ? text : `${text.slice(0, longestValue - 1)}…`;
}
