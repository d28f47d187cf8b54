import { expect, test } from 'vitest';
import { admin, startAccessServer, userNamed } from '../testing/access.ts';
import { traceAudit } from './audit.ts';
import { auditsOf } from './audit-log.ts';

const maps = '/api/v1/namespaces/default/configmaps';

test('every request leaves who did what as whom, how it was answered, and why it was allowed', async () => {
  const { as, kernel } = startAccessServer({ audit: traceAudit });
  const headers = { 'impersonate-user': 'eve', 'user-agent': 'kubectl/v1.33.0' };
  const denied = await as(admin, 'POST', maps, { metadata: { name: 'a' } }, headers);
  await as(admin, 'GET', `${maps}/none`);
  await as(userNamed('bob'), 'GET', '/version');
  await as(admin, 'GET', '/version', undefined, { authorization: 'Bearer x' });
  const [first, second, third, fourth] = auditsOf(kernel.trace);
  expect(first).toMatchObject({
    auditId: denied.headers['audit-id'],
    user: 'kubernetes-admin',
    groups: ['system:masters', 'system:authenticated'],
    impersonatedUser: 'eve',
    verb: 'create',
    object: 'configmaps/default',
    userAgent: 'kubectl/v1.33.0',
    code: 403,
    annotations: { 'authorization.k8s.io/decision': 'forbid' },
  });
  expect(second).toMatchObject({ verb: 'get', object: 'configmaps/default/none', code: 404 });
  expect(third?.annotations['authorization.k8s.io/reason']).toMatch(/^RBAC: allowed by ClusterRoleBinding "system:/);
  expect(fourth).toMatchObject({ user: '', code: 401, annotations: {} });
  expect(first?.auditId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
});
