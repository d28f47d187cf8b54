/**
 * Serves what CustomResourceDefinitions define: follows them, gives them their names, adds their kinds to the server's, and empties
 * them before they go (upstream: the controllers within apiextensions-apiserver).
 */
import { CustomResourceDefinition, type KindDefinition } from '../../api/index.ts';
import type { ServerParts } from '../../apiserver/context.ts';
import type { StartHook } from '../../apiserver/feature.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { Storage } from '../../apiserver/storage.ts';
import type { Subscription } from '../../apiserver/subscriptions.ts';
import { deepEqual, formatTime, type KubeObject } from '../../meta/index.ts';
import { lateExpressions } from '../late/late-expressions.ts';
import { createFinalizer, everything } from './finalizer.ts';
import { conditionOf, namedStatus } from './naming.ts';

const { group, version, plural } = CustomResourceDefinition;

/** Ready when the kinds of all existing definitions are served. */
export const customResources: StartHook = (parts, ready) => {
  const definitions = parts.resources.find(group, version, plural);
  if (definitions === undefined) {
    ready();
    return () => undefined;
  }
  return follow(parts, definitions, ready);
};

interface Served {
  /** What was served when the kinds were made: another spec makes other kinds. */
  readonly spec: CustomResourceDefinition['spec'];
  readonly names: CustomResourceDefinition['status']['acceptedNames'];
  readonly kinds: readonly KindDefinition[];
}

function follow(parts: ServerParts, definitions: Storage, ready: () => void): () => void {
  const served = new Map<string, Served>();
  /** As given here; what is stored may not say so yet. */
  const accepted = new Map<string, CustomResourceDefinition['status']['acceptedNames']>();
  const update = updaterOf(definitions);
  const finalizer = createFinalizer(parts, update);
  let stopped = false;

  /** Brings what is served in line with a definition. */
  function sync(crd: CustomResourceDefinition): void {
    const { name } = crd.metadata;
    if (stopped) return;
    const others = [...peersOf(definitions, crd)].map(
      (each) => accepted.get(each.metadata.name) ?? each.status?.acceptedNames ?? noNames,
    );
    const status = namedStatus(crd, others, formatTime(parts.clock.now()));
    accepted.set(name, status.acceptedNames);
    if (!deepEqual(status, crd.status)) {
      update(name, (current) => ({ ...current, status: namedStatus(current, others, formatTime(parts.clock.now())) }));
    }
    if (conditionOf(crd, 'Established')?.status === 'True') serve(crd);
    if (crd.metadata.deletionTimestamp !== undefined) finalizer.empty(crd, served.get(crd.metadata.name)?.kinds[0]);
  }

  function serve(crd: CustomResourceDefinition): void {
    const { name } = crd.metadata;
    const { acceptedNames: names } = crd.status;
    const before = served.get(name);
    if (before !== undefined && deepEqual(before.spec, crd.spec) && deepEqual(before.names, names)) return;
    for (const kind of before?.kinds ?? []) parts.resources.remove(kind);
    const kinds = lateExpressions().servedKinds(crd);
    for (const kind of kinds) parts.resources.add(kind);
    served.set(name, { spec: crd.spec, names, kinds });
  }

  function forget(name: string): void {
    for (const kind of served.get(name)?.kinds ?? []) parts.resources.remove(kind);
    served.delete(name);
    accepted.delete(name);
    finalizer.forget(name);
  }

  let end = (): void => undefined;
  function subscribe(): void {
    const subscription: Subscription = {
      ...everything,
      send({ type, object }) {
        if (type === 'DELETED') forget(object.metadata.name);
        if (!isOf(CustomResourceDefinition, object)) return;
        if (type !== 'DELETED') sync(object);
        // Its names are free now.
        else for (const peer of peersOf(definitions, object)) sync(peer);
      },
      closed() {
        if (!stopped) definitions.cache.whenReady(subscribe);
      },
    };
    end = definitions.cache.subscribe(subscription, undefined);
  }
  subscribe();
  whenFilled(served, parts, ready);
  return () => {
    stopped = true;
    end();
    finalizer.stop();
  };
}

/** Changes a definition. Gone or unreachable: the next event, or the server's next start, tries again. */
function updaterOf(definitions: Storage) {
  return (name: string, change: (crd: CustomResourceDefinition) => KubeObject): void => {
    definitions.update(
      name,
      (current, done) =>
        done({ ok: isOf(CustomResourceDefinition, current) ? finished(change(current)) : { put: current } }),
      { dryRun: false },
      () => undefined,
    );
  };
}

/** The other definitions of the group: what they are called is taken, whether they came before or after. */
function* peersOf(
  definitions: Storage,
  { metadata, spec }: CustomResourceDefinition,
): Generator<CustomResourceDefinition> {
  for (const each of definitions.cache.list('')) {
    if (!isOf(CustomResourceDefinition, each) || each.spec.group !== spec.group) continue;
    if (each.metadata.name !== metadata.name) yield each;
  }
}

function whenFilled(served: ReadonlyMap<string, Served>, { resources }: ServerParts, ready: () => void): void {
  const kinds = [...served.values()].flatMap((each) => each.kinds);
  let left = kinds.length;
  if (left === 0) return ready();
  for (const { group, version, plural } of kinds) {
    resources.find(group, version, plural)?.cache.whenReady(() => {
      left -= 1;
      if (left === 0) ready();
    });
  }
}

const noNames = { plural: '', kind: '' };

/** Without finalizers, what is being deleted goes. */
function finished(object: KubeObject): { readonly put: KubeObject } | { readonly remove: KubeObject } {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  return deletionTimestamp !== undefined && finalizers.length === 0 ? { remove: object } : { put: object };
}
