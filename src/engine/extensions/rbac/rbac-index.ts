/**
 * Roles and bindings as they are asked for: bindings by who they are for, roles by name. Follows the watch caches, so that a change costs
 * what it changes, and an answer costs what concerns the user.
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
  /** What is bound to a user, in the whole cluster and, unless it is '', in a namespace. One for each binding. */
  grantsTo(user: User, namespace: string): readonly Grant[];
  /** The rules of a role; a text says why there are none. `namespace`: where a Role is. */
  rulesOf(role: RoleName, namespace: string): readonly PolicyRule[] | string;
}

type Binding = ClusterRoleBinding | RoleBinding;
type Changed = (type: Change['type'], object: KubeObject) => void;
type BySubject = Map<string, Map<string, Grant>>;

const indexes = new WeakMap<Resources, RbacIndex>();

/** The index of a server, one for all who ask. It begins to follow when first asked. */
export function rbacIndexOf(resources: Resources): RbacIndex {
  let index = indexes.get(resources);
  if (index === undefined) {
    index = createIndex(resources);
    indexes.set(resources, index);
  }
  return index;
}

function createIndex(resources: Resources): RbacIndex {
  let version = 0;
  /** By namespace, '' for the cluster; then by subject; then by the binding's name. */
  const bindings = new Map<string, BySubject>();
  const known = new Map<string, Binding>();
  const unfollowed = new Map<Kind, Changed>();

  function forget(key: string): void {
    const binding = known.get(key);
    if (binding === undefined) return;
    known.delete(key);
    const here = bindings.get(binding.metadata.namespace ?? '');
    for (const subject of binding.subjects ?? []) {
      const grants = here?.get(subjectKey(subject, binding));
      grants?.delete(binding.metadata.name);
    }
  }

  function learn(key: string, binding: Binding): void {
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

  function follow(kind: Kind, changed: Changed): void {
    const cache = resources.find(kind.group, kind.version, kind.plural)?.cache;
    cache?.whenReady(() => {
      version += 1;
      for (const [key, binding] of [...known]) if (binding.kind === kind.kind) forget(key);
      const everything = { namespace: '', name: '', fields: [], matches: undefined };
      const send = ({ type, object }: Change): void => {
        version += 1;
        changed(type, object);
      };
      // A cache that starts over tells again what it holds; until then the old answers stand.
      const closed = (): void => void unfollowed.set(kind, changed);
      cache.subscribe({ ...everything, send, closed }, undefined);
    });
  }

  function bindingChanged(type: Change['type'], object: KubeObject): void {
    const key = keyOf(object);
    forget(key);
    if (type === 'DELETED') return;
    if (isOf(ClusterRoleBinding, object) || isOf(RoleBinding, object)) learn(key, object);
  }

  function begin(): void {
    if (unfollowed.size === 0) return;
    const kinds = [...unfollowed];
    unfollowed.clear();
    for (const [kind, changed] of kinds) follow(kind, changed);
  }

  unfollowed.set(ClusterRoleBinding, bindingChanged);
  unfollowed.set(RoleBinding, bindingChanged);
  unfollowed.set(ClusterRole, () => undefined);
  unfollowed.set(Role, () => undefined);

  return {
    version() {
      begin();
      return version;
    },
    grantsTo(user, namespace) {
      begin();
      const found = new Map<string, Grant>();
      for (const scope of namespace === '' ? [''] : ['', namespace]) {
        const here = bindings.get(scope);
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
