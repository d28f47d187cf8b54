import { expect, test } from 'vitest';
import { podNamed } from '../../apiserver/testing/harness.ts';
import { admin, startAccessServer, subject, userNamed } from '../testing/access.ts';
import { signToken } from './jwt.ts';
import { hmacSha256, sha256 } from './sha256.ts';

const nobody = userNamed('');
const accounts = '/api/v1/namespaces/default/serviceaccounts';
const hex = (bytes: string): string =>
  Array.from(bytes, (each) => each.charCodeAt(0).toString(16).padStart(2, '0')).join('');

test('SHA-256 and HMAC give the published digests', () => {
  expect(hex(sha256(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(hex(sha256('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(hex(sha256('a'.repeat(119)))).toBe('31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb');
  // RFC 4231, test cases 2 and 6.
  expect(hex(hmacSha256('Jefe', 'what do ya want for nothing?'))).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
  expect(hex(hmacSha256('\xaa'.repeat(131), 'Test Using Larger Than Block-Size Key - Hash Key First'))).toBe(
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  );
});

async function startWithAccount() {
  const server = startAccessServer();
  const { json } = await server.as(admin, 'POST', accounts, { metadata: { name: 'robot' } });
  const issue = (spec: object = {}) => server.as(admin, 'POST', `${accounts}/robot/token`, { spec: { ...spec } });
  const whoami = (token: string) =>
    server.as(
      nobody,
      'POST',
      '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      {},
      { authorization: `Bearer ${token}` },
    );
  return { ...server, account: json, issue, whoami };
}

test('a token makes its bearer the service account', async () => {
  const { issue, whoami, account, kernel } = await startWithAccount();
  const { code, json } = await issue();
  expect(code).toBe(201);
  expect(json).toMatchObject({ kind: 'TokenRequest', spec: { expirationSeconds: 3600, boundObjectRef: null } });
  expect(Date.parse(json.status.expirationTimestamp)).toBe(Math.floor(kernel.clock.now() / 1000) * 1000 + 3_600_000);
  const who = await whoami(json.status.token);
  expect(who.json.status.userInfo).toMatchObject({
    username: 'system:serviceaccount:default:robot',
    uid: account.metadata.uid,
    groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
  });
  expect(who.json.status.userInfo.extra['authentication.kubernetes.io/credential-id'][0]).toMatch(
    /^JTI=[0-9a-f-]{36}$/,
  );
});

test('a bound account has its rights through the token, and no others', async () => {
  const { issue, as, grant } = await startWithAccount();
  const rules = [{ verbs: ['list'], apiGroups: [''], resources: ['pods'] }];
  await grant('pods', [{ kind: 'ServiceAccount', name: 'robot', namespace: 'default' }], rules, 'default');
  const authorization = `Bearer ${(await issue()).json.status.token}`;
  // The connection's own user counts for nothing beside a token.
  expect((await as(admin, 'GET', '/api/v1/namespaces/default/pods', undefined, { authorization })).code).toBe(200);
  expect((await as(admin, 'GET', '/api/v1/namespaces/default/secrets', undefined, { authorization })).code).toBe(403);
});

test('a token is good for nothing when it is expired, made up, for others, or its account is gone', async () => {
  const { issue, whoami, as, kernel } = await startWithAccount();
  const refused = async (token: string) => {
    const { code, json } = await whoami(token);
    expect({ code, message: json.message, reason: json.reason }).toEqual({
      code: 401,
      message: 'Unauthorized',
      reason: 'Unauthorized',
    });
  };
  const short = (await issue({ expirationSeconds: 600 })).json.status.token;
  const other = (await issue({ audiences: ['vault'] })).json.status.token;
  const long = (await issue({ expirationSeconds: 86_400 })).json.status.token;
  await refused('nonsense');
  await refused('a.b.c');
  await refused(`${short}x`);
  await refused(other);
  await refused(signToken('another key', { iss: 'https://kubernetes.default.svc.cluster.local', exp: 9e9 }));
  expect((await whoami(short)).code).toBe(201);
  await kernel.run({ until: kernel.clock.now() + 601_000 });
  await refused(short);
  expect((await whoami(long)).code).toBe(201);
  await as(admin, 'DELETE', `${accounts}/robot`);
  await refused(long);
  await as(admin, 'POST', accounts, { metadata: { name: 'robot' } });
  await refused(long);
});

test('a token that goes with a pod ends with it', async () => {
  const { issue, whoami, as } = await startWithAccount();
  const pods = '/api/v1/namespaces/default/pods';
  await as(admin, 'POST', pods, podNamed('p', { spec: { serviceAccountName: 'robot' } }));
  const bound = await issue({ boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'p' } });
  const who = await whoami(bound.json.status.token);
  expect(who.json.status.userInfo.extra['authentication.kubernetes.io/pod-name']).toEqual(['p']);
  await as(admin, 'DELETE', `${pods}/p`);
  expect((await whoami(bound.json.status.token)).code).toBe(401);
});

test('the token that a pod is given by default is good for a year, though it says an hour', async () => {
  const { issue, whoami, as, kernel } = await startWithAccount();
  await as(admin, 'POST', '/api/v1/namespaces/default/pods', podNamed('p', { spec: { serviceAccountName: 'robot' } }));
  const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name: 'p' };
  const { status } = (await issue({ boundObjectRef, expirationSeconds: 3607 })).json;
  const seconds = Math.floor(kernel.clock.now() / 1000);
  expect(Date.parse(status.expirationTimestamp)).toBe((seconds + 3607) * 1000);
  const claims = JSON.parse(Buffer.from(status.token.split('.')[1], 'base64url').toString());
  expect([claims.exp, claims['kubernetes.io'].warnafter]).toEqual([seconds + 31_536_000, seconds + 3607]);
  const ended = (await issue({ boundObjectRef, expirationSeconds: 3600 })).json.status.token;
  await kernel.run({ until: kernel.clock.now() + 2 * 3_600_000 });
  expect([(await whoami(status.token)).code, (await whoami(ended)).code]).toEqual([201, 401]);
});

test('requests for tokens that cannot be are refused in words', async () => {
  const { issue, as } = await startWithAccount();
  expect((await issue({ expirationSeconds: 5 })).json).toMatchObject({
    code: 422,
    message:
      'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes',
  });
  expect((await issue({ boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'no' } })).json.message).toBe(
    'pods "no" not found',
  );
  expect((await issue({ boundObjectRef: { apiVersion: 'v1', kind: 'Service', name: 'no' } })).json).toMatchObject({
    code: 400,
  });
  expect((await as(admin, 'POST', `${accounts}/none/token`, {})).json.message).toBe('serviceaccounts "none" not found');
  expect((await as(admin, 'POST', `${accounts}/robot/token`, '{')).code).toBe(400);
});

test('a token review answers with the user of the token, and with those of the audiences it is for', async () => {
  const { issue, as } = await startWithAccount();
  const { token } = (await issue({ audiences: ['vault', 'shop'] })).json.status;
  const review = async (audiences: readonly string[]) =>
    (await as(admin, 'POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token, audiences } })).json
      .status;
  expect(await review(['shop', 'bank'])).toMatchObject({
    authenticated: true,
    audiences: ['shop'],
    user: { username: 'system:serviceaccount:default:robot' },
  });
  expect((await review([])).authenticated).toBeUndefined();
});

test('a secret that names an account holds a token of it, as long as both are there', async () => {
  const { as, whoami, account } = await startWithAccount();
  const secrets = '/api/v1/namespaces/default/secrets';
  const annotations = { 'kubernetes.io/service-account.name': 'robot' };
  const type = 'kubernetes.io/service-account-token';
  const { json } = await as(admin, 'POST', secrets, { metadata: { name: 'robot-token', annotations }, type });
  expect(json.metadata.annotations['kubernetes.io/service-account.uid']).toBe(account.metadata.uid);
  const token = Buffer.from(json.data.token, 'base64').toString();
  expect((await whoami(token)).json.status.userInfo.username).toBe('system:serviceaccount:default:robot');
  await as(admin, 'DELETE', `${secrets}/robot-token`);
  expect((await whoami(token)).code).toBe(401);
});

test('impersonation needs its verb, and then counts for everything that follows', async () => {
  const { as, grant } = startAccessServer();
  const maps = '/api/v1/namespaces/default/configmaps';
  const rules = [{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }];
  await grant('maps', [subject('User', 'eve'), subject('Group', 'ops')], rules, 'default');
  const bob = userNamed('bob');
  const denied = await as(bob, 'GET', maps, undefined, { 'impersonate-user': 'eve' });
  expect(denied.json.message).toBe(
    'users "eve" is forbidden: User "bob" cannot impersonate resource "users" in API group "" at the cluster scope',
  );
  expect((await as(admin, 'GET', maps, undefined, { 'impersonate-user': 'eve' })).code).toBe(200);
  expect((await as(admin, 'GET', maps, undefined, { 'impersonate-user': 'bob' })).json.message).toContain('User "bob"');
  const groups = { 'impersonate-user': 'bob', 'impersonate-group': 'devs\nops' };
  expect((await as(admin, 'GET', maps, undefined, groups)).code).toBe(200);
  await grant(
    'may-be-eve',
    [subject('User', 'bob')],
    [{ verbs: ['impersonate'], apiGroups: [''], resources: ['users'], resourceNames: ['eve'] }],
  );
  expect((await as(bob, 'GET', maps, undefined, { 'impersonate-user': 'eve' })).code).toBe(200);
  expect((await as(bob, 'GET', maps, undefined, { ...groups, 'impersonate-user': 'eve' })).json.message).toContain(
    'groups "devs" is forbidden: User "bob" cannot impersonate resource "groups"',
  );
  const account = { 'impersonate-user': 'system:serviceaccount:default:robot' };
  const who = await as(
    admin,
    'POST',
    '/apis/authentication.k8s.io/v1/selfsubjectreviews',
    {},
    {
      ...account,
      'impersonate-extra-acme.com%2Fteam': 'a\nb',
      'impersonate-uid': 'u1',
    },
  );
  expect(who.json.status.userInfo).toEqual({
    username: 'system:serviceaccount:default:robot',
    uid: 'u1',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
    extra: { 'acme.com/team': ['a', 'b'] },
  });
  expect((await as(admin, 'GET', maps, undefined, { 'impersonate-group': 'ops' })).code).toBe(500);
});
