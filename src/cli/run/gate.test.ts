import { expect, test } from 'vitest';
import { type ApiRequest, requestInfo } from '../../engine/index.ts';
import { parseAllow, ruleName } from './allow.ts';
import { createGate, type GateOptions } from './gate.ts';

function request(method: ApiRequest['method'], path: string, more: Partial<ApiRequest> = {}): ApiRequest {
  return { method, path, query: {}, headers: {}, user: { name: '', groups: [] }, ...more };
}

test.each([
  ['POST', '/api/v1/namespaces/default/pods', 'create pods'],
  ['DELETE', '/api/v1/namespaces/default/pods/a', 'delete pods'],
  ['DELETE', '/api/v1/namespaces/default/pods', 'deletecollection pods'],
  ['PATCH', '/apis/apps/v1/namespaces/default/deployments/web/status', 'patch deployments.apps/status'],
  ['PUT', '/api/v1/namespaces/default', 'update namespaces'],
  ['PUT', '/api/v1/namespaces/default/finalize', 'update namespaces/finalize'],
  ['POST', '/api/v1/namespaces', 'create namespaces'],
  ['POST', '/api/v1/namespaces/default/pods/a/eviction', 'create pods/eviction'],
  ['GET', '/api/v1/pods', 'list pods'],
  ['GET', '/api/v1/namespaces/default/pods/a', 'get pods'],
] as const)('%s %s is: %s', (method, path, says) => {
  const info = requestInfo(request(method, path));
  if (!info.isResource) throw new Error('it addresses nothing');
  expect(`${info.verb} ${ruleName(info)}`).toBe(says);
});

test.each([
  ['pods', '--allow takes a resource and verbs, such as pods:create,delete or deployments.apps/status:patch, not "pods"'],
  ['pods:write', '--allow pods:write: write is none of create, update, patch, delete, deletecollection, *'],
  [':create', '--allow takes a resource and verbs, such as pods:create,delete or deployments.apps/status:patch, not ":create"'],
])('--allow %s is refused', (text, message) => {
  expect(() => parseAllow([text])).toThrow(message);
});

const said: string[] = [];
function gate(options: Partial<GateOptions> & { readonly rules?: readonly string[] }) {
  said.length = 0;
  return createGate({
    allow: parseAllow(options.rules ?? []),
    namespace: undefined,
    dryRun: false,
    isNamespaced: (resource) => resource === 'pods',
    say: (line) => void said.push(line),
    ...options,
  });
}

const create = request('POST', '/api/v1/namespaces/default/pods', { body: { metadata: { generateName: 'web-' } } });

test('without a rule a write is refused here, and said once; with one it goes out', () => {
  const closed = gate({});
  expect(closed(create)).toMatchObject({ code: 403, body: { reason: 'Forbidden', message: 'it may not create pods: allow it with --allow pods:create' } });
  closed(create);
  expect(said).toEqual(['refused: it may not create pods: allow it with --allow pods:create']);
  for (const rule of ['pods:create', 'pods:*', '*:create', '*']) expect(gate({ rules: [rule] })(create)).toBe(create);
  for (const rule of ['pods:delete', 'pods/status:create', 'pods.apps:create']) expect(gate({ rules: [rule] })(create)).toMatchObject({ code: 403 });
});

test('a trial run sends all writes for the server to try, and says them', () => {
  expect(gate({ dryRun: true })(create)).toMatchObject({ method: 'POST', query: { dryRun: 'All' } });
  expect(said).toEqual(['would create pods default/web-…']);
});

test('with a namespace, lists of all become that one’s, and another is refused', () => {
  const narrow = gate({ namespace: 'shop', rules: ['*'] });
  expect(narrow(request('GET', '/api/v1/pods'))).toMatchObject({ path: '/api/v1/namespaces/shop/pods' });
  expect(narrow(request('GET', '/api/v1/nodes'))).toMatchObject({ path: '/api/v1/nodes' });
  expect(narrow(create)).toMatchObject({
    code: 403,
    body: { message: 'it may not create pods in namespace default: it was started with --namespace shop' },
  });
});
