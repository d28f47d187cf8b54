/**
 * A small cloud beside the cluster, with an API of its own, quotas, and a console through which somebody can change things behind the
 * cluster's back. It is no part of the cluster: it keeps its own state, and whoever wants something of it asks over the network and waits.
 */
import { parseDisk, parseLoadBalancer, parseMachine, parseRoute } from '../sdk/cloud-objects.ts';
import type { JsonObject } from '../sdk/index.ts';
import { createCloudApi } from './api.ts';
import { cloudKinds } from './kinds.ts';
import { createCloudStore, type CloudStore } from './store.ts';
import type { Cloud, CloudConsole, CloudFault, CloudKind, CloudObject, CloudParts, CloudPlural } from './types.ts';

export { instanceTypes, mostDisks, zones } from './kinds.ts';
export type { Cloud, CloudConsole, CloudFault, CloudObject, CloudPlural } from './types.ts';

/** Creates it with nothing rented. */
export function createCloud(parts: CloudParts): Cloud {
  const store = createCloudStore(parts);
  const faults = new Set<CloudFault>();
  store.onChange((plural, name) => {
    if (plural === 'machines' && store.get(kindOf(plural), name) === undefined) detachDisks(parts, store, name);
  });
  return {
    handle: createCloudApi({ ...parts, store, faults }),
    webConsole: createConsole(parts, store),
    seedMachine: (machine) => store.seed(kindOf('machines'), { ...machine }, ['address']),
    addFault(fault) {
      faults.add(fault);
      return () => void faults.delete(fault);
    },
  };
}

function createConsole(parts: CloudParts, store: CloudStore, cause?: number): CloudConsole {
  const done = (what: string, object: string): number =>
    parts.trace.record({ component: 'console', type: 'command', what, object, ...(cause !== undefined && { cause }) });
  return {
    list: (plural) => store.list(kindOf(plural)),
    loadBalancers: () => store.list(kindOf('loadbalancers')).map(parseLoadBalancer),
    machines: () => store.list(kindOf('machines')).map(parseMachine),
    disks: () => store.list(kindOf('disks')).map(parseDisk),
    routes: () => store.list(kindOf('routes')).map(parseRoute),
    create(plural, spec) {
      const kind = kindOf(plural);
      const parsed = withKnownFields(kind, spec, spec);
      const { name } = parsed;
      if (store.get(kind, name) !== undefined) throw new Error(`there is a ${kind.words} "${name}" already`);
      if (store.used(kind) >= (store.quotas.get(plural) ?? kind.quota)) throw new Error(`the quota of ${kind.words}s is used up`);
      assertPossible(store, kind, spec);
      store.create(kind, parsed, done(`create ${kind.words} ${name} in the cloud's console`, `${plural}/${name}`), 0);
    },
    remove(plural, name) {
      const kind = kindOf(plural);
      if (store.get(kind, name) === undefined) return false;
      store.remove(kind, name, done(`delete ${kind.words} ${name} in the cloud's console`, `${plural}/${name}`));
      return true;
    },
    edit(plural, name, fields) {
      const kind = kindOf(plural);
      const found = store.get(kind, name);
      if (found === undefined) return false;
      const body = { ...found, ...fields };
      const spec = withKnownFields(kind, body, fields);
      assertPossible(store, kind, body, found);
      store.replace(kind, spec, done(`edit ${kind.words} ${name} in the cloud's console`, `${plural}/${name}`));
      return true;
    },
    quota: (plural) => store.quotas.get(plural) ?? kindOf(plural).quota,
    setQuota(plural, limit) {
      done(`set the quota of ${plural} to ${limit} in the cloud's console`, plural);
      store.quotas.set(plural, limit);
    },
    cause: cause ?? 0,
    because: (id) => createConsole(parts, store, id),
    onChange: store.onChange,
  };
}

/** What a machine had that is gone can be attached elsewhere. */
function detachDisks({ trace }: CloudParts, store: CloudStore, machine: string): void {
  const kind = kindOf('disks');
  for (const disk of store.list(kind)) if (disk['attachedTo'] === machine) store.replace(kind, kind.parse({ ...disk, attachedTo: '' }), trace.current);
}

/** Whoever uses the console is told at once. @throws Error */
function assertPossible(store: CloudStore, kind: CloudKind, body: JsonObject, before?: CloudObject): void {
  const refusal = kind.refuse?.(body, before, store.ofPlural);
  if (refusal !== undefined) throw new Error(refusal.message);
}

/** A person may mistype a field. @throws Error that names it. */
function withKnownFields(kind: CloudKind, body: JsonObject, given: JsonObject): { readonly name: string } {
  const spec = kind.parse(body);
  const unknown = Object.keys(given).find((field) => !(field in spec));
  if (unknown !== undefined) throw new Error(`a ${kind.words} has no field "${unknown}" that can be set`);
  return spec;
}

function kindOf(plural: CloudPlural): CloudKind {
  const kind = cloudKinds.find((each) => each.plural === plural);
  if (kind === undefined) throw new Error(`the cloud has no ${plural}`);
  return kind;
}
