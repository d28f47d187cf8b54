/** What there is in the cloud: each object on its way from `provisioning` to `active`, and from `deleting` to gone. */
import type { JsonObject } from '../sdk/index.ts';
import { cloudKinds } from './kinds.ts';
import type { CloudKind, CloudObject, CloudParts, CloudPlural } from './types.ts';

export interface CloudStore {
  list(kind: CloudKind): readonly CloudObject[];
  ofPlural(plural: CloudPlural): readonly CloudObject[];
  get(kind: CloudKind, name: string): CloudObject | undefined;
  /** So many count against the quota: those that are leaving, too. */
  used(kind: CloudKind): number;
  /** `cause`: trace event on whose behalf. `extraMs`: so much longer than usual. */
  create(kind: CloudKind, spec: { readonly name: string }, cause: number, extraMs: number): CloudObject;
  /** Is there from the beginning. */
  seed(kind: CloudKind, object: CloudObject, added: readonly string[]): void;
  replace(kind: CloudKind, spec: { readonly name: string }, cause: number): CloudObject;
  remove(kind: CloudKind, name: string, cause: number): void;
  readonly quotas: Map<CloudPlural, number>;
  onChange(callback: (plural: CloudPlural, name: string) => void): () => void;
}

interface Stored {
  readonly object: CloudObject;
  /** What is to be added once it is active. */
  readonly whenActive: JsonObject;
}

interface State extends CloudParts {
  readonly objects: Map<string, Stored>;
  /** By key: the trace event of the last removal. One that is made again names it as a further cause. */
  readonly removals: Map<string, number>;
  readonly listeners: Set<(plural: CloudPlural, name: string) => void>;
  /** Of kinds to which the cloud adds something. */
  made: number;
}

const nothing = { first: {}, active: {} };

const keyOf = (kind: CloudKind, name: string): string => `${kind.plural}/${name}`;

export function createCloudStore(parts: CloudParts): CloudStore {
  const state: State = { ...parts, objects: new Map(), removals: new Map(), listeners: new Set(), made: 0 };
  return {
    ofPlural: (plural) => ofKind(state, { plural }),
    list: (kind) => ofKind(state, kind).sort((a, b) => (a.name < b.name ? -1 : 1)),
    get: (kind, name) => state.objects.get(keyOf(kind, name))?.object,
    used: (kind) => ofKind(state, kind).length,
    create: (kind, spec, cause, extraMs) => create(state, kind, spec, cause, extraMs),
    seed: (kind, object, added) =>
      void state.objects.set(keyOf(kind, object.name), {
        object,
        whenActive: Object.fromEntries(added.map((field) => [field, object[field]])),
      }),
    replace: (kind, spec, cause) => replace(state, kind, spec, cause),
    remove: (kind, name, cause) => remove(state, kind, name, cause),
    quotas: new Map(cloudKinds.map(({ plural, quota }) => [plural, quota])),
    onChange(callback) {
      state.listeners.add(callback);
      return () => void state.listeners.delete(callback);
    },
  };
}

function ofKind({ objects }: State, { plural }: Pick<CloudKind, 'plural'>): CloudObject[] {
  return [...objects].flatMap(([key, { object }]) => (key.startsWith(`${plural}/`) ? [object] : []));
}

function create(state: State, kind: CloudKind, spec: { readonly name: string }, cause: number, extraMs: number): CloudObject {
  const { first, active } = kind.added?.(state.made) ?? nothing;
  if (kind.added !== undefined) state.made += 1;
  const key = keyOf(kind, spec.name);
  const removal = state.removals.get(key);
  state.removals.delete(key);
  const object: CloudObject = { ...spec, state: 'provisioning', ...first };
  state.objects.set(key, { object, whenActive: active });
  const made = changed(state, kind, spec.name, 'is being provisioned', { cause, ...(removal !== undefined && { also: [removal] }) });
  after(state, made, drawn(state, kind.provisionMs) + extraMs, () => {
    const stored = state.objects.get(key);
    if (stored?.object.state !== 'provisioning') return;
    state.objects.set(key, { ...stored, object: { ...stored.object, state: 'active', ...active } });
    changed(state, kind, spec.name, 'is active', { cause: made });
  });
  return object;
}

function replace(state: State, kind: CloudKind, spec: { readonly name: string }, cause: number): CloudObject {
  const key = keyOf(kind, spec.name);
  const stored = state.objects.get(key);
  if (stored === undefined) throw new Error(`there is no ${kind.words} ${spec.name} to change`);
  const added = Object.keys(stored.whenActive).map((field) => [field, stored.object[field]]);
  const object: CloudObject = { ...spec, state: stored.object.state, ...Object.fromEntries(added) };
  state.objects.set(key, { ...stored, object });
  changed(state, kind, spec.name, 'is changed', { cause });
  return object;
}

function remove(state: State, kind: CloudKind, name: string, cause: number): void {
  const key = keyOf(kind, name);
  const stored = state.objects.get(key);
  if (stored === undefined || stored.object.state === 'deleting') return;
  state.objects.set(key, { ...stored, object: { ...stored.object, state: 'deleting' } });
  const began = changed(state, kind, name, 'is being deleted', { cause });
  state.removals.set(key, began);
  after(state, began, drawn(state, kind.deleteMs), () => {
    state.objects.delete(key);
    changed(state, kind, name, 'is gone', { cause: began });
  });
}

const drawn = ({ random }: State, [from, to]: readonly [number, number]): number => from + random.int(to - from);

/** What happens later happens because of `cause`. */
function after({ clock, trace }: State, cause: number, delayMs: number, run: () => void): void {
  const before = trace.current;
  trace.current = cause;
  clock.after(delayMs, run);
  trace.current = before;
}

/** Says it in the trace, and to who follows the cloud. */
function changed(
  { trace, listeners }: State,
  kind: CloudKind,
  name: string,
  what: string,
  causes: { readonly cause: number; readonly also?: readonly number[] },
): number {
  const id = trace.record({ component: 'cloud', type: 'note', what: `${kind.words} ${name} ${what}`, object: keyOf(kind, name), ...causes });
  for (const listener of listeners) listener(kind.plural, name);
  return id;
}
