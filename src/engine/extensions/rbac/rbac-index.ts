/**
 * Roles and bindings as requests need them: bindings by subject, roles by name. Follows the watch caches, so that the cost of a change is
 * that of the changed object, and the cost of an answer that of the user's own bindings.
 */
import { ClusterRole, ClusterRoleBinding, type PolicyRule, Role, RoleBinding, type Subject } from '../../api/index.ts';
import type { Kind } from '../../api/types.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { Resources } from '../../apiserver/resources.ts';
import type { Change } from '../../apiserver/subscriptions.ts';
import type { KubeObject, User } from '../../meta/index.ts';

export interface RoleName {
  readonly kind: string;
  readonly name: string;
}

/** A binding, as it concerns one of its subjects. */
export interface Grant {
  /** `ClusterRoleBinding "x" of ClusterRole "y" to Group "z"` */
  readonly description: string;
  /** In upstream's order: cluster-wide ones first, then by name. */
  readonly order: string;
  readonly role: RoleName;
}

export interface RbacIndex {
  /** Rises whenever a role or a binding changes. */
  version(): number;
  /** What is bound to a user, in the whole cluster and, where it isn't '', in a namespace. One for each binding. */
  grantsTo(user: User, namespace: string): readonly Grant[];
  /** The rules of a role; a text says why there are none. `namespace`: where a Role is. */
  rulesOf(role: RoleName, namespace: string): readonly PolicyRule[] | string;
}

type Binding = ClusterRoleBinding | RoleBinding;
type Changed = (state: IndexState, type: Change['type'], object: KubeObject) => void;
type BySubject = Map<string, Map<string, Grant>>;

const indexes = new WeakMap<Resources, RbacIndex>();

/** The index of a server, the same one for every caller. It begins to follow the caches when it is first used. */
export function rbacIndexOf(resources: Resources): RbacIndex {
  let index = indexes.get(resources);
  if (index === undefined) {
    index = createIndex(resources);
    indexes.set(resources, index);
  }
  return index;
}

interface IndexState {
  readonly resources: Resources;
  version: number;
  /** By namespace, '' for the cluster; then by subject; then by the binding's name. */
  readonly bindings: Map<string, BySubject>;
  /** Bindings that stand in the index, by kind, namespace and name. */
  readonly known: Map<string, Binding>;
  /** Kinds whose cache is to be followed from the next question on. */
  readonly unfollowed: Map<Kind, Changed>;
}

function createIndex(resources: Resources): RbacIndex {
  const state: IndexState = {
    resources,
    version: 0,
    bindings: new Map(),
    known: new Map(),
    unfollowed: new Map<Kind, Changed>([
      [ClusterRoleBinding, bindingChanged],
      [RoleBinding, bindingChanged],
      [ClusterRole, () => undefined],
      [Role, () => undefined],
    ]),
  };
  return {
    version() {
      followAll(state);
      return state.version;
    },
    grantsTo(user, namespace) {
      followAll(state);
      const found = new Map<string, Grant>();
      for (const scope of namespace === '' ? [''] : ['', namespace]) {
        const here = state.bindings.get(scope);
        if (here === undefined) continue;
        for (const key of keysOf(user)) {
          for (const grant of here.get(key)?.values() ?? []) if (!found.has(grant.order)) found.set(grant.order, grant);
        }
      }
      return [...found.values()].sort((a, b) => (a.order < b.order ? -1 : 1));
    },
    rulesOf({ kind, name }, namespace) {
      const definition = kind === 'Role' ? Role : ClusterRole;
      const { group, version: apiVersion, plural } = definition;
      const path = kind === 'Role' ? `${namespace}/${name}` : name;
      const role = resources.find(group, apiVersion, plural)?.cache.get(path);
      if (role === undefined) return `${definition.singular}.${group} ${JSON.stringify(name)} not found`;
      return isOf(Role, role) || isOf(ClusterRole, role) ? (role.rules ?? []) : [];
    },
  };
}

/** Subscribes to the caches that aren't followed yet. */
function followAll(state: IndexState): void {
  if (state.unfollowed.size === 0) return;
  const kinds = [...state.unfollowed];
  state.unfollowed.clear();
  for (const [kind, changed] of kinds) follow(state, kind, changed);
}

function follow(state: IndexState, kind: Kind, changed: Changed): void {
  const cache = state.resources.find(kind.group, kind.version, kind.plural)?.cache;
  cache?.whenReady(() => {
    state.version += 1;
    for (const [key, binding] of [...state.known]) if (binding.kind === kind.kind) forget(state, key);
    const everything = { namespace: '', name: '', fields: [], matches: undefined };
    const send = ({ type, object }: Change): void => {
      state.version += 1;
      changed(state, type, object);
    };
    // A cache that starts over sends all that it holds again; until then the old answers stand.
    const closed = (): void => void state.unfollowed.set(kind, changed);
    cache.subscribe({ ...everything, send, closed }, undefined);
  });
}

function bindingChanged(state: IndexState, type: Change['type'], object: KubeObject): void {
  const key = keyOf(object);
  forget(state, key);
  if (type === 'DELETED') return;
  if (isOf(ClusterRoleBinding, object) || isOf(RoleBinding, object)) learn(state, key, object);
}

function forget({ known, bindings }: IndexState, key: string): void {
  const binding = known.get(key);
  if (binding === undefined) return;
  known.delete(key);
  const here = bindings.get(binding.metadata.namespace ?? '');
  for (const subject of binding.subjects ?? []) {
    const grants = here?.get(subjectKey(subject, binding));
    grants?.delete(binding.metadata.name);
  }
}

function learn({ known, bindings }: IndexState, key: string, binding: Binding): void {
  const { name, namespace = '' } = binding.metadata;
  let here = bindings.get(namespace);
  if (here === undefined) {
    here = new Map();
    bindings.set(namespace, here);
  }
  known.set(key, binding);
  for (const subject of binding.subjects ?? []) {
    const place = subjectKey(subject, binding);
    let grants = here.get(place);
    if (grants === undefined) {
      grants = new Map();
      here.set(place, grants);
    }
    // Of two subjects that are the same user the first is named.
    if (!grants.has(name)) grants.set(name, grantOf(binding, subject));
  }
}

function keyOf({ kind, metadata }: KubeObject): string {
  return `${kind}/${metadata.namespace ?? ''}/${metadata.name}`;
}

function keysOf({ name, groups }: User): readonly string[] {
  return [`u:${name}`, ...groups.map((group) => `g:${group}`)];
}

/** A service account is the user of that name. */
function subjectKey({ kind, name, namespace }: Subject, { metadata }: Binding): string {
  if (kind === 'Group') return `g:${name}`;
  if (kind === 'User') return `u:${name}`;
  return `u:system:serviceaccount:${namespace || (metadata.namespace ?? '')}:${name}`;
}

function grantOf(binding: Binding, subject: Subject): Grant {
  const { name, namespace } = binding.metadata;
  const { kind, name: roleName } = binding.roleRef;
  // Upstream writes the name before the namespace.
  const shown = namespace === undefined ? name : `${name}/${namespace}`;
  const who =
    subject.kind === 'ServiceAccount' ? `${subject.name}/${subject.namespace || (namespace ?? '')}` : subject.name;
  const from = `${binding.kind} ${JSON.stringify(shown)} of ${kind} ${JSON.stringify(roleName)}`;
  return {
    description: `${from} to ${subject.kind} ${JSON.stringify(who)}`,
    order: `${namespace === undefined ? '0' : '1'}${name}`,
    role: { kind, name: roleName },
  };
}
