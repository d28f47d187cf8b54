/** The rights a controller needs, as a manifest for `kubectl apply`. */
import { Document, isScalar, visit } from 'yaml';
import type { Controller, Kind } from '../../engine/index.ts';
import { type AllowRules, writeVerbs } from './allow.ts';

/** The kinds a controller follows, each once. */
export function followedKinds(controller: Controller): readonly Kind[] {
  const { owns = [], watches = [] } = controller;
  const all = [controller.for, ...owns, ...watches.map(({ kind }) => kind)];
  return [...new Map(all.map((kind) => [`${kind.plural}.${kind.group}`, kind])).values()];
}

interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

export interface RbacRequest {
  readonly controller: Controller;
  readonly allow: AllowRules;
  /** Only in this namespace: a Role. */
  readonly namespace: string | undefined;
  /** It holds a Lease there while it leads. */
  readonly leaseNamespace: string | undefined;
  /** Where its account is; the namespace of one of the others by default. */
  readonly home?: string | undefined;
}

/** A ServiceAccount, what it may do, and the binding of both. */
export function rbacManifest(request: RbacRequest): string {
  const { controller, allow, namespace, leaseNamespace, home = namespace ?? leaseNamespace ?? 'default' } = request;
  const name = `${controller.name}-controller`;
  const subjects = [{ kind: 'ServiceAccount', name, namespace: home }];
  const rules = [...readRules(controller), ...writeRules(allow)];
  const leases = { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'create', 'update'] };
  const objects: object[] = [{ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: home } }];
  function bind(kind: 'Role' | 'ClusterRole', roleName: string, place: { namespace?: string }, granted: readonly PolicyRule[]): void {
    const apiVersion = 'rbac.authorization.k8s.io/v1';
    const metadata = { name: roleName, ...place };
    objects.push({ apiVersion, kind, metadata, rules: granted });
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind, name: roleName };
    objects.push({ apiVersion, kind: `${kind}Binding`, metadata, roleRef, subjects });
  }
  if (namespace === undefined) bind('ClusterRole', name, {}, rules);
  else bind('Role', name, { namespace }, rules);
  if (leaseNamespace !== undefined) bind('Role', `${name}-leader`, { namespace: leaseNamespace }, [leases]);
  return objects.map(asYaml).join('---\n');
}

/** Longer lists have a line an item. */
const longestLine = 60;

/** A manifest. Short lists of words stand on one line. */
export function asYaml(object: object): string {
  const document = new Document(object, { aliasDuplicateObjects: false });
  visit(document, {
    Seq(_key, list) {
      if (list.items.every((item) => isScalar(item)) && list.items.join(', ').length <= longestLine) list.flow = true;
    },
  });
  return document.toString({ flowCollectionPadding: false });
}

function readRules(controller: Controller): readonly PolicyRule[] {
  return grouped(followedKinds(controller).map(({ group, plural }) => ({ group, resource: plural, verbs: ['get', 'list', 'watch'] })));
}

function writeRules(allow: AllowRules): readonly PolicyRule[] {
  const all = [...allow].map(([name, verbs]) => {
    if (name === '*') return { group: '*', resource: '*', verbs: verbsOf(verbs) };
    const [whole = '', subresource] = name.split('/');
    const [plural = '', ...group] = whole.split('.');
    const resource = subresource === undefined ? plural : `${plural}/${subresource}`;
    return { group: group.join('.'), resource, verbs: verbsOf(verbs) };
  });
  return grouped(all);
}

function verbsOf(verbs: ReadonlySet<string>): readonly string[] {
  return verbs.has('*') ? writeVerbs : writeVerbs.filter((verb) => verbs.has(verb));
}

interface Granted {
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
}

/** Resources of one group with the same verbs stand in one rule. */
function grouped(all: readonly Granted[]): readonly PolicyRule[] {
  const rules = new Map<string, { apiGroups: string[]; resources: string[]; verbs: readonly string[] }>();
  for (const { group, resource, verbs } of all) {
    const key = `${group}:${verbs.join()}`;
    const rule = rules.get(key) ?? { apiGroups: [group], resources: [], verbs: [...verbs] };
    rule.resources.push(resource);
    rules.set(key, rule);
  }
  return [...rules.values()];
}
