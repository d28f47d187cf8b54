/** Makes the default roles and bindings that are missing, and gives back to the others what was taken from them (upstream: rbac/rest/storage_rbac.go). */
import type { ClusterRole, ClusterRoleBinding, PolicyRule, Role, RoleBinding, Subject } from '../../../api/index.ts';
import type { ServerParts } from '../../../apiserver/context.ts';
import type { StartHook } from '../../../apiserver/feature.ts';
import { newUid } from '../../../apiserver/object-meta.ts';
import { formatTime, type KubeObject } from '../../../meta/index.ts';
import { missingRules } from '../policy-rules.ts';
import { controllerRoles } from './controller-roles.ts';
import { namespaceRoles } from './namespace-roles.ts';
import { aggregatedParts, aggregatedRoles, clusterBindings, plainRoles } from './roles.ts';

type Access = ClusterRole | ClusterRoleBinding | Role | RoleBinding;

const group = 'rbac.authorization.k8s.io';
const apiVersion = `${group}/v1`;
const autoupdate = 'rbac.authorization.kubernetes.io/autoupdate';

/** Everything at once; ready when all is written. */
export const bootstrapRoles: StartHook = (parts, ready) => {
  const wanted = defaults();
  let left = wanted.length;
  const done = (): void => {
    left -= 1;
    if (left === 0) ready();
  };
  for (const object of wanted) ensure(parts, object, done);
  return () => undefined;
};

function ensure(parts: ServerParts, wanted: Access, done: () => void): void {
  const { name, namespace } = wanted.metadata;
  const storage = parts.resources.find(group, 'v1', `${wanted.kind.toLowerCase()}s`);
  if (storage === undefined) return done();
  const path = namespace === undefined ? name : `${namespace}/${name}`;
  const existing = storage.cache.get(path);
  if (existing === undefined) {
    const creationTimestamp = formatTime(parts.clock.now());
    const metadata = { ...wanted.metadata, uid: newUid(parts.uids), creationTimestamp };
    return storage.create({ ...wanted, metadata }, { dryRun: false }, done);
  }
  if (existing.metadata.annotations?.[autoupdate] === 'false' || restored(existing, wanted) === undefined)
    return done();
  const change = (current: KubeObject) => ({ put: restored(current, wanted) ?? current });
  storage.update(path, (current, changed) => changed({ ok: change(current) }), { dryRun: false }, done);
}

/** The object with the rules and subjects it lacks; undefined when it lacks nothing. */
function restored(existing: KubeObject, wanted: Access): KubeObject | undefined {
  const object = { ...wanted, ...existing };
  if ('roleRef' in object && 'roleRef' in wanted) {
    const have = new Set((object.subjects ?? []).map((subject) => JSON.stringify(subject)));
    const missing = (wanted.subjects ?? []).filter((subject) => !have.has(JSON.stringify(subject)));
    return missing.length === 0
      ? undefined
      : Object.assign({ ...object }, { subjects: [...(object.subjects ?? []), ...missing] });
  }
  if ('roleRef' in object || 'roleRef' in wanted) return undefined;
  const missing = missingRules(object.rules ?? [], wanted.rules ?? []);
  return missing.length === 0
    ? undefined
    : Object.assign({ ...object }, { rules: [...(object.rules ?? []), ...missing] });
}

function defaults(): readonly Access[] {
  const objects: Access[] = [];
  const role = (name: string, rules: readonly PolicyRule[], labels = {}): void => {
    objects.push({ apiVersion, kind: 'ClusterRole', metadata: metadata(name, labels), rules });
  };
  for (const [name, rules] of Object.entries(plainRoles)) role(name, rules);
  for (const [part, rules] of Object.entries(aggregatedParts)) role(`system:${part}`, rules, aggregationLabel(part));
  for (const [name, gathers, bears] of aggregatedRoles) {
    const labels = bears === undefined ? {} : aggregationLabel(bears);
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: aggregationLabel(gathers) }] };
    objects.push({ apiVersion, kind: 'ClusterRole', metadata: metadata(name, labels), rules: [], aggregationRule });
  }
  const binding = (name: string, subjects: string): void => {
    const roleRef = { apiGroup: group, kind: 'ClusterRole', name };
    const bound = subjectsOf(subjects);
    objects.push({ apiVersion, kind: 'ClusterRoleBinding', metadata: metadata(name), roleRef, ...bound });
  };
  for (const [name, subjects] of clusterBindings) binding(name, subjects);
  for (const [account, rules] of Object.entries(controllerRoles)) {
    role(`system:controller:${account}`, rules);
    binding(`system:controller:${account}`, `s:${account}`);
  }
  for (const { namespace, name, rules, subjects } of namespaceRoles) {
    const place = { ...metadata(name), namespace };
    objects.push({ apiVersion, kind: 'Role', metadata: place, rules });
    if (subjects === undefined) continue;
    const roleRef = { apiGroup: group, kind: 'Role', name };
    objects.push({ apiVersion, kind: 'RoleBinding', metadata: place, roleRef, ...subjectsOf(subjects) });
  }
  return objects;
}

function aggregationLabel(name: string): Readonly<Record<string, string>> {
  return { [`${group}/${name}`]: 'true' };
}

function metadata(name: string, labels: Readonly<Record<string, string>> = {}): Access['metadata'] {
  return {
    name,
    annotations: { [autoupdate]: 'true' },
    labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults', ...labels },
    uid: '',
    resourceVersion: '',
    creationTimestamp: '',
  };
}

function subjectsOf(text: string): { readonly subjects?: readonly Subject[] } {
  if (text === '') return {};
  const subjects = text.split(' ').map((each): Subject => {
    const name = each.slice(2);
    if (each.startsWith('s:')) return { kind: 'ServiceAccount', name, namespace: 'kube-system' };
    return { apiGroup: group, kind: each.startsWith('u:') ? 'User' : 'Group', name };
  });
  return { subjects };
}
