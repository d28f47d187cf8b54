import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../meta/index.ts';
import { type Loose, startServer } from './testing/harness.ts';

const template = {
  metadata: { labels: { app: 'a' } },
  spec: {
    containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80 }], resources: { requests: { cpu: '1' } } }],
    tolerations: [{ key: 'k', operator: 'Exists' }],
  },
};
const meta = { name: 'x', labels: { app: 'a' }, ownerReferences: [], finalizers: ['a.b/c'], annotations: { a: 'b' } };
const selector = { matchLabels: { app: 'a' } };
const time = '2026-01-01T00:00:00Z';

/** A whole manifest a kind, and where it goes. */
const manifests: readonly (readonly [string, Json])[] = [
  ['/api/v1/namespaces/default/pods', { metadata: meta, spec: template.spec, status: { phase: 'Running' } }],
  ['/api/v1/namespaces/default/configmaps', { metadata: meta, data: { a: 'b' }, immutable: true }],
  [
    '/api/v1/nodes',
    { metadata: meta, spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] }, status: { capacity: { cpu: '1' } } },
  ],
  ['/api/v1/namespaces', { metadata: meta, spec: { finalizers: ['kubernetes'] } }],
  [
    '/api/v1/namespaces/default/events',
    { metadata: meta, involvedObject: { kind: 'Pod', namespace: 'default' }, firstTimestamp: time },
  ],
  ['/apis/apps/v1/namespaces/default/replicasets', { metadata: meta, spec: { replicas: 1, selector, template } }],
  [
    '/apis/apps/v1/namespaces/default/deployments',
    {
      metadata: meta,
      spec: {
        replicas: 1,
        selector,
        template,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%' } },
      },
    },
  ],
  [
    '/apis/coordination.k8s.io/v1/namespaces/default/leases',
    { metadata: meta, spec: { holderIdentity: 'a', leaseDurationSeconds: 3 } },
  ],
];

const anything = fc.oneof(
  fc.constantFrom<Json>(null, '', 'text', -1, 0, 1.5, 1e12, true, [], {}, [null], { a: null }, [{}], '25%', 'Ünïcode'),
  fc.jsonValue().map((value) => value as Json),
);

/** Puts a value at a random place of a manifest; `undefined` takes the place away. */
function spoil(manifest: Json, choices: readonly number[], value: Json | undefined): Json {
  const [choice = 0, ...rest] = choices;
  if (typeof manifest !== 'object' || manifest === null || choices.length === 0) return value ?? null;
  const entries = Object.entries(manifest as Record<string, Json>);
  const entry = entries[choice % (entries.length || 1)];
  if (entry === undefined) return value ?? null;
  const [key, part] = entry;
  const spoilt = rest.length === 0 ? value : spoil(part, rest, value);
  if (Array.isArray(manifest)) return manifest.toSpliced(Number(key), 1, ...(spoilt === undefined ? [] : [spoilt]));
  return {
    ...(manifest as Record<string, Json>),
    ...(spoilt === undefined ? { [key]: undefined } : { [key]: spoilt }),
  } as Json;
}

test('whatever is sent is answered: taken, or refused with a Status that says why', async () => {
  const { ask, remove } = startServer();
  const run = fc.record({
    which: fc.nat(manifests.length - 1),
    choices: fc.array(fc.nat(6), { minLength: 1, maxLength: 5 }),
    value: fc.option(anything, { nil: undefined }),
    text: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(run, async ({ which, choices, value, text }) => {
      const [path, manifest] = manifests[which] ?? manifests[0] ?? ['', null];
      const spoilt = spoil(manifest, choices, value);
      const body = text ? JSON.stringify(spoilt) : spoilt;
      const object = `${path}/x`;
      const check = ({ code, json }: { code: number; json: Loose }) => {
        expect(code).toBeLessThan(500);
        if (code >= 400)
          expect(json).toMatchObject({ kind: 'Status', status: 'Failure', message: expect.stringMatching(/./) });
      };
      check(await ask('POST', path, body));
      await ask('POST', path, manifest);
      check(await ask('PUT', object, body));
      check(await ask('PUT', `${object}/status`, body));
      for (const type of ['merge', 'strategic-merge', 'json']) {
        check(await ask('PATCH', object, body, { 'content-type': `application/${type}-patch+json` }));
      }
      check(await remove(object, body));
      await ask(
        'PATCH',
        object,
        { metadata: { finalizers: null } },
        { 'content-type': 'application/merge-patch+json' },
      );
      await remove(object);
    }),
    { numRuns: 300 },
  );
});

test('text that is not JSON is refused as such', async () => {
  const { ask } = startServer();
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE'), async (text, method) => {
      const path = method === 'POST' ? '/api/v1/namespaces/default/pods' : '/api/v1/namespaces/default/pods/x';
      const headers = { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' };
      const { code } = await ask(method as 'POST', path, text, headers);
      expect(code).toBeGreaterThanOrEqual(400);
      expect(code).toBeLessThan(500);
    }),
    { numRuns: 200 },
  );
});
