import { expect, test } from 'vitest';
import { startServer } from '../../apiserver/testing/harness.ts';
import { featuresOf } from '../registry.ts';

const path = '/apis/apiregistration.k8s.io/v1/apiservices';
const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };

test('each group and version has an APIService: those of the server itself, of definitions, and of add-ons', async () => {
  const { get, post, settle } = startServer({ features: featuresOf('all') });
  const schema = { openAPIV3Schema: { type: 'object' } };
  await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: 'cars.example.com' },
    spec: {
      group: 'example.com',
      names: { plural: 'cars', kind: 'Car' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  });
  await settle();
  const { rows } = (await get(path, table)).json;
  const shown = rows.map(({ cells }: { cells: readonly string[] }) => cells.slice(0, 3).join(' '));
  expect(shown).toEqual([...shown].sort());
  for (const row of ['v1. Local True', 'v1.apps Local True', 'v1.example.com Local True']) expect(shown).toContain(row);
  expect(shown).toContain('v1beta1.metrics.k8s.io kube-system/metrics-server True');
  const { json } = await get(`${path}/v2.autoscaling`);
  expect(json).toMatchObject({
    kind: 'APIService',
    metadata: { labels: { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' } },
    spec: { group: 'autoscaling', version: 'v2', groupPriorityMinimum: 17_500, versionPriority: 30 },
    status: { conditions: [{ type: 'Available', reason: 'Local' }] },
  });
  const defined = (await get(`${path}/v1.example.com`)).json;
  expect(defined.metadata.labels).toEqual({ 'kube-aggregator.kubernetes.io/automanaged': 'true' });
  expect((await get(`${path}/v1.none`)).json.message).toBe('apiservices.apiregistration.k8s.io "v1.none" not found');
});
