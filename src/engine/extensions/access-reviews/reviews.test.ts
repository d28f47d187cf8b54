import { expect, test } from 'vitest';
import { admin, startAccessServer, subject, userNamed } from '../testing/access.ts';

const bob = userNamed('bob', 'devs');
const path = '/apis/authorization.k8s.io/v1';
const readMaps = [{ verbs: ['get'], apiGroups: [''], resources: ['configmaps'] }];

const question = (verb: string, resource: string, namespace = '') => ({
  resourceAttributes: { verb, resource, ...(namespace !== '' && { namespace }) },
});

test('a review says whether, and by which binding', async () => {
  const { as, grant } = startAccessServer();
  await grant('maps', [subject('Group', 'devs')], readMaps);
  await grant(
    'pods',
    [{ kind: 'ServiceAccount', name: 'robot' }],
    [{ ...readMaps[0], resources: ['pods'] }],
    'default',
  );
  const review = async (spec: object) =>
    (await as(admin, 'POST', `${path}/subjectaccessreviews`, { spec: { ...spec } })).json.status;
  expect(await review({ user: 'bob', groups: ['devs'], ...question('get', 'configmaps', 'x') })).toEqual({
    allowed: true,
    reason: 'RBAC: allowed by ClusterRoleBinding "maps" of ClusterRole "maps" to Group "devs"',
  });
  expect(await review({ user: 'bob', ...question('get', 'configmaps') })).toEqual({ allowed: false });
  expect(await review({ user: 'system:serviceaccount:default:robot', ...question('get', 'pods', 'default') })).toEqual({
    allowed: true,
    reason: 'RBAC: allowed by RoleBinding "pods/default" of Role "pods" to ServiceAccount "robot/default"',
  });
  expect(await review({ groups: ['system:masters'], nonResourceAttributes: { verb: 'get', path: '/x' } })).toEqual({
    allowed: true,
  });
});

test('a review is no row of a table', async () => {
  const { as } = startAccessServer();
  const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const ask = (accept: string) =>
    as(bob, 'POST', `${path}/selfsubjectaccessreviews`, { spec: question('get', 'pods') }, { accept });
  expect((await ask(table)).code).toBe(406);
  expect((await ask(`${table},application/json`)).json.kind).toBe('SelfSubjectAccessReview');
});

test('everybody who is somebody may ask for themselves', async () => {
  const { as } = startAccessServer();
  const self = await as(bob, 'POST', `${path}/selfsubjectaccessreviews`, { spec: question('get', 'pods', 'default') });
  expect(self).toMatchObject({ code: 201, json: { kind: 'SelfSubjectAccessReview', status: { allowed: false } } });
  expect((await as(userNamed(''), 'POST', `${path}/selfsubjectaccessreviews`, {})).code).toBe(403);
  expect((await as(bob, 'POST', `${path}/subjectaccessreviews`, {})).code).toBe(403);
  expect((await as(bob, 'GET', `${path}/selfsubjectaccessreviews`)).code).toBe(403);
  expect((await as(admin, 'GET', `${path}/selfsubjectaccessreviews`)).code).toBe(405);
});

test('what cannot be answered is refused in words', async () => {
  const { as } = startAccessServer();
  const refused = async (plural: string, spec: object, at = path) =>
    (await as(admin, 'POST', `${at}/${plural}`, { spec: { ...spec } })).json;
  expect(await refused('subjectaccessreviews', question('get', 'pods'))).toMatchObject({
    code: 422,
    message:
      'SubjectAccessReview.authorization.k8s.io "" is invalid: spec.user: Invalid value: "": at least one of user or group must be specified',
  });
  expect((await refused('selfsubjectaccessreviews', {})).message).toContain(
    'spec.resourceAttributes: Invalid value: "null": exactly one of nonResourceAttributes or resourceAttributes must be specified',
  );
  const both = { ...question('get', 'pods'), nonResourceAttributes: { verb: 'get', path: '/' } };
  expect((await refused('selfsubjectaccessreviews', both)).message).toContain('cannot be specified in combination');
  const here = `${path}/namespaces/default`;
  const elsewhere = { user: 'u', ...question('get', 'pods', 'other') };
  expect((await refused('localsubjectaccessreviews', elsewhere, here)).message).toBe(
    'LocalSubjectAccessReview.authorization.k8s.io "" is invalid: spec.resourceAttributes.namespace: Invalid value: "other": must match metadata.namespace',
  );
  expect(await refused('selfsubjectrulesreviews', {})).toMatchObject({ code: 400, message: 'no namespace on request' });
});

test('a rules review lists what one has, in the namespace and everywhere', async () => {
  const { as, grant } = startAccessServer();
  await grant('maps', [subject('User', 'bob')], readMaps, 'default');
  const rules = async (namespace: string) =>
    (await as(bob, 'POST', `${path}/selfsubjectrulesreviews`, { spec: { namespace } })).json.status;
  const here = await rules('default');
  expect(here.incomplete).toBe(false);
  expect(here.resourceRules).toContainEqual(readMaps[0]);
  expect((await rules('other')).resourceRules).not.toContainEqual(readMaps[0]);
  expect(here.nonResourceRules[0].nonResourceURLs).toContain('/openapi/*');
});
