import { expect, test } from 'vitest';
import type { PolicyRule } from '../../api/index.ts';
import { podNamed } from '../../apiserver/testing/harness.ts';
import { fieldManagementFeature } from '../field-management/index.ts';
import { admin, rbacPath, startAccessServer, subject, userNamed } from '../testing/access.ts';
import { describeRules, missingRules, ruleMatch } from './policy-rules.ts';

const bob = userNamed('bob', 'devs');
const maps = '/api/v1/namespaces/default/configmaps';

const asked = (verb: string, group: string, resource: string, name = '') => {
  const [plural = '', subresource = ''] = resource.split('/');
  return { isResource: true, verb, group, resource: plural, subresource, namespace: 'default', name } as const;
};
const ruleOf = (verbs: string, apiGroups: string, resources: string, resourceNames?: string): PolicyRule => ({
  verbs: verbs.split(' '),
  apiGroups: apiGroups.split(' ').map((group) => (group === 'core' ? '' : group)),
  resources: resources.split(' '),
  ...(resourceNames !== undefined && { resourceNames: resourceNames.split(' ') }),
});

test.each([
  [ruleOf('get', 'core', 'pods'), asked('get', '', 'pods', 'a'), 'yes'],
  [ruleOf('get', 'core', 'pods'), asked('list', '', 'pods'), 'no'],
  [ruleOf('*', 'core', 'pods'), asked('deletecollection', '', 'pods'), 'yes'],
  [ruleOf('get', 'apps', 'pods'), asked('get', '', 'pods'), 'no'],
  [ruleOf('get', '*', 'deployments'), asked('get', 'apps', 'deployments'), 'yes'],
  [ruleOf('get', 'core', 'pods'), asked('get', '', 'pods/log'), 'no'],
  [ruleOf('get', 'core', 'pods/log'), asked('get', '', 'pods/log'), 'yes'],
  [ruleOf('get', 'core', 'pods/log'), asked('get', '', 'pods'), 'no'],
  [ruleOf('update', '*', '*/scale'), asked('update', 'apps', 'deployments/scale'), 'yes'],
  [ruleOf('update', '*', '*/scale'), asked('update', 'apps', 'deployments'), 'no'],
  [ruleOf('update', '*', '*'), asked('update', 'apps', 'deployments/scale'), 'yes'],
  [ruleOf('get', 'core', 'secrets', 'a b'), asked('get', '', 'secrets', 'b'), 'by-name'],
  [ruleOf('get', 'core', 'secrets', 'a b'), asked('get', '', 'secrets', 'c'), 'other-name'],
  [ruleOf('create', 'core', 'secrets', 'a'), asked('create', '', 'secrets'), 'other-name'],
] as const)('rule %j and %j: %s', (rule, attributes, match) => {
  expect(ruleMatch(rule, attributes)).toBe(match);
});

test.each([
  ['/healthz', '/healthz', 'yes'],
  ['/healthz', '/healthz/etcd', 'no'],
  ['/api/*', '/api/v1', 'yes'],
  ['/api/*', '/api', 'no'],
  ['/apis*', '/apis', 'yes'],
  ['*', '/metrics', 'yes'],
] as const)('a rule about %s and the path %s: %s', (url, path, match) => {
  expect(ruleMatch({ verbs: ['get'], nonResourceURLs: [url] }, { isResource: false, verb: 'get', path })).toBe(match);
});

test('rules cover others by verb, group, resource, subresource, name and path', () => {
  const held = [
    ruleOf('get list', 'core', 'pods */scale', ''),
    ruleOf('*', 'apps', '*'),
    ruleOf('get', 'core', 'secrets', 'a'),
  ];
  const free = held.map(({ resourceNames: _, ...rest }, index) => (index === 2 ? (held[2] ?? rest) : rest));
  const missing = (rule: PolicyRule) => describeRules(missingRules(free, [rule]));
  expect(missing(ruleOf('get', 'core', 'pods'))).toEqual([]);
  expect(missing(ruleOf('get', 'core', 'things/scale'))).toEqual([]);
  expect(missing(ruleOf('delete', 'apps', 'deployments/scale', 'x'))).toEqual([]);
  expect(missing(ruleOf('get', 'core', 'secrets', 'a'))).toEqual([]);
  expect(missing(ruleOf('get', 'core', 'secrets'))).toEqual(['{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}']);
  expect(missing(ruleOf('watch get delete', 'core', 'pods'))).toEqual([
    '{APIGroups:[""], Resources:["pods"], Verbs:["watch" "delete"]}',
  ]);
  expect(missing({ verbs: ['get', 'post'], nonResourceURLs: ['/x'] })).toEqual([
    '{NonResourceURLs:["/x"], Verbs:["get"]}',
    '{NonResourceURLs:["/x"], Verbs:["post"]}',
  ]);
});

test('without a binding nothing is allowed but to find out what there is and who one is', async () => {
  const { as } = startAccessServer();
  expect((await as(bob, 'GET', maps)).json).toMatchObject({
    code: 403,
    reason: 'Forbidden',
    message:
      'configmaps is forbidden: User "bob" cannot list resource "configmaps" in API group "" in the namespace "default"',
    details: { kind: 'configmaps' },
  });
  expect((await as(bob, 'GET', '/api/v1/nodes/n1/proxy')).json.message).toContain(
    'nodes "n1" is forbidden: User "bob" cannot get resource "nodes/proxy" in API group "" at the cluster scope',
  );
  expect((await as(bob, 'GET', '/metrics')).json.message).toBe('forbidden: User "bob" cannot get path "/metrics"');
  expect((await as(bob, 'GET', '/apis')).code).toBe(200);
  expect((await as(userNamed(''), 'GET', '/version')).code).toBe(200);
  expect((await as(userNamed(''), 'GET', '/apis')).json.message).toBe(
    'forbidden: User "system:anonymous" cannot get path "/apis"',
  );
});

test('roles count from the moment they are bound to the moment they are not', async () => {
  const { as, grant } = startAccessServer();
  await grant('read-maps', [subject('Group', 'devs')], [ruleOf('get list', 'core', 'configmaps')], 'default');
  expect((await as(bob, 'GET', maps)).code).toBe(200);
  expect((await as(userNamed('eve'), 'GET', maps)).code).toBe(403);
  expect((await as(bob, 'GET', '/api/v1/configmaps')).code).toBe(403);
  expect((await as(bob, 'GET', '/api/v1/namespaces/kube-system/configmaps')).code).toBe(403);
  const role = `${rbacPath}/namespaces/default/roles/read-maps`;
  const wider = { rules: [ruleOf('get list create', 'core', 'configmaps')] };
  await as(admin, 'PATCH', role, wider, { 'content-type': 'application/merge-patch+json' });
  expect((await as(bob, 'POST', maps, { metadata: { name: 'a' } })).code).toBe(201);
  await as(admin, 'DELETE', role);
  expect((await as(bob, 'GET', maps)).json.message).toContain(
    'in the namespace "default": RBAC: role.rbac.authorization.k8s.io "read-maps" not found',
  );
  await as(admin, 'DELETE', `${rbacPath}/namespaces/default/rolebindings/read-maps`);
  expect((await as(bob, 'GET', maps)).json.message).not.toContain('RBAC');
});

test('names of objects limit a rule, also for lists that select by name', async () => {
  const { as, grant } = startAccessServer();
  await grant('one', [subject('User', 'bob')], [ruleOf('get list', 'core', 'configmaps', 'one')], 'default');
  for (const name of ['one', 'two']) await as(admin, 'POST', maps, { metadata: { name } });
  expect((await as(bob, 'GET', `${maps}/one`)).code).toBe(200);
  expect((await as(bob, 'GET', `${maps}/two`)).code).toBe(403);
  expect((await as(bob, 'GET', `${maps}/one`)).code).toBe(200);
  expect((await as(bob, 'GET', maps)).code).toBe(403);
  expect((await as(bob, 'GET', `${maps}?fieldSelector=metadata.name%3Done`)).code).toBe(200);
});

test('of a rule that stands for millions of things, all is missing, unless one rule covers it', () => {
  const words = (prefix: string): string => Array.from({ length: 200 }, (_, at) => `${prefix}${at}`).join(' ');
  const wanted = ruleOf(words('v'), words('g'), words('r'));
  const least = ruleOf('get', 'core', 'pods');
  expect(missingRules([least], [least, wanted])).toEqual([wanted]);
  expect(missingRules([least, ruleOf('*', '*', '*')], [least, wanted])).toEqual([]);
});

test('nobody gives away what they do not have, unless they may escalate or bind', async () => {
  const { as, grant } = startAccessServer();
  const rbac = 'rbac.authorization.k8s.io';
  const may = [ruleOf('*', rbac, 'roles rolebindings'), ruleOf('get', 'core', 'configmaps')];
  await grant('manager', [subject('User', 'bob')], may, 'default');
  const roles = `${rbacPath}/namespaces/default/roles`;
  const same = await as(bob, 'POST', roles, {
    metadata: { name: 'same' },
    rules: [ruleOf('get', 'core', 'configmaps')],
  });
  expect(same.code).toBe(201);
  // `*` on roles is every verb on them, escalate and bind among them.
  const role = { metadata: { name: 'more' }, rules: [ruleOf('get list', 'core', 'secrets configmaps')] };
  expect((await as(bob, 'POST', roles, role)).code).toBe(201);
  const eve = userNamed('eve', 'devs');
  const writes = 'create update patch get';
  await grant(
    'maker',
    [subject('User', 'eve')],
    [ruleOf(writes, rbac, 'roles rolebindings'), ...may.slice(1)],
    'default',
  );
  const refused = await as(eve, 'POST', roles, { ...role, metadata: { name: 'evil' } });
  expect(refused.json).toMatchObject({
    code: 403,
    message: [
      'roles.rbac.authorization.k8s.io "evil" is forbidden: user "eve" (groups=["devs" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:',
      '{APIGroups:[""], Resources:["configmaps"], Verbs:["list"]}',
      '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}',
    ].join('\n'),
  });
  const bindings = `${rbacPath}/namespaces/default/rolebindings`;
  const binding = (name: string) => ({
    metadata: { name: 'mine' },
    subjects: [subject('User', 'eve')],
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name },
  });
  expect((await as(eve, 'POST', bindings, binding('cluster-admin'))).json.message).toContain(
    '{APIGroups:["*"], Resources:["*"], Verbs:["*"]}\n{NonResourceURLs:["*"], Verbs:["*"]}',
  );
  expect((await as(eve, 'POST', bindings, binding('nothing'))).json).toMatchObject({ code: 404 });
  await grant('binder', [subject('User', 'eve')], [ruleOf('bind', rbac, 'clusterroles', 'view')]);
  expect((await as(eve, 'POST', bindings, binding('view'))).code).toBe(201);
  const relabelled = await as(
    eve,
    'PATCH',
    `${roles}/more`,
    { metadata: { labels: { a: 'b' } } },
    {
      'content-type': 'application/merge-patch+json',
    },
  );
  expect(relabelled.code).toBe(200);
});

test('the default roles and bindings are there, and come back when the server starts again', async () => {
  const { as, get } = startAccessServer();
  const names = async (plural: string) =>
    (await as(admin, 'GET', `${rbacPath}/${plural}`)).json.items.map(
      (item: { metadata: { name: string } }) => item.metadata.name,
    );
  const roles = await names('clusterroles');
  expect(roles).toEqual(expect.arrayContaining(['admin', 'cluster-admin', 'edit', 'system:node', 'view']));
  expect(roles.filter((name: string) => name.startsWith('system:controller:')).length).toBeGreaterThan(25);
  const { json } = await get(`${rbacPath}/clusterroles/edit`);
  expect(json.metadata).toMatchObject({
    labels: {
      'kubernetes.io/bootstrapping': 'rbac-defaults',
      'rbac.authorization.k8s.io/aggregate-to-admin': 'true',
    },
    annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
  });
  expect((await get(`${rbacPath}/clusterrolebindings/cluster-admin`)).json.subjects).toEqual([
    { apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'system:masters' },
  ]);
});

test('a kubelet may what kubelets need, and of Leases only its own', async () => {
  const { as } = startAccessServer();
  const node = userNamed('system:node:n1', 'system:nodes');
  expect((await as(node, 'POST', '/api/v1/nodes', { metadata: { name: 'n1' } })).code).toBe(201);
  expect((await as(node, 'GET', '/api/v1/pods')).code).toBe(200);
  const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';
  expect((await as(node, 'POST', leases, { metadata: { name: 'n1' } })).code).toBe(201);
  expect((await as(node, 'GET', `${leases}/n1`)).code).toBe(200);
  expect((await as(node, 'GET', `${leases}/n2`)).json.message).toContain(
    'can only access node lease with the same name as the requesting node',
  );
  expect((await as(node, 'POST', maps, { metadata: { name: 'a' } })).code).toBe(403);
  expect((await as(userNamed('system:node:n1'), 'GET', '/api/v1/pods')).code).toBe(403);
  expect((await as(node, 'POST', '/api/v1/namespaces/default/pods', podNamed('mirror'))).code).toBe(201);
});

test.each<['PUT' | 'PATCH', string]>([
  ['PATCH', 'application/apply-patch+yaml'],
  ['PUT', 'application/json'],
])('who makes an object by a %s needs the right to create', async (method, type) => {
  const server = startAccessServer({ ...fieldManagementFeature });
  const rules = [{ apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'update', 'patch'] }];
  await server.grant('writers', [subject('User', 'bob')], rules, 'default');
  const lease = (name: string) => ({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name } });
  const path = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
  const write = (name: string) =>
    server.as(bob, method, `${path}/${name}?fieldManager=me`, lease(name), { 'content-type': type });
  const { code, json } = await write('new');
  expect(code).toBe(403);
  expect(json.message).toBe(
    'leases.coordination.k8s.io "new" is forbidden: User "bob" cannot create resource "leases" in API group "coordination.k8s.io" in the namespace "default"',
  );
  await server.post(path, lease('old'));
  const again = method === 'PUT' ? (await server.get(`${path}/old`)).json : lease('old');
  const done = await server.as(bob, method, `${path}/old?fieldManager=me`, again, { 'content-type': type });
  expect(done.code).toBe(200);
});
