import { expect, test } from 'vitest';
import { ConfigMap } from '../../api/index.ts';
import { openApiDocument } from '../../api/openapi.ts';
import { type Loose, startServer } from '../../apiserver/testing/harness.ts';

test('documents are served by their hash, and who has one is told that it is the same', async () => {
  const { get } = startServer();
  const index = (await get('/openapi/v3')).json;
  const url: string = index.paths['apis/apps/v1'].serverRelativeURL;
  expect(url).toMatch(/^\/openapi\/v3\/apis\/apps\/v1\?hash=[0-9A-F]{16}$/);
  const first = await get(url);
  expect(first.headers['cache-control']).toBe('public, immutable');
  const again = await get(url, { 'if-none-match': first.headers['etag'] ?? '' });
  expect([again.code, again.json]).toEqual([304, '']);
  const old = await get('/openapi/v3/apis/apps/v1?hash=0');
  expect([old.code, old.headers['location']]).toEqual([301, url]);
  expect((await get('/openapi/v3/apis/none/v1')).code).toBe(404);
});

test('a document has every operation, and what they refer to', async () => {
  const { get } = startServer();
  for (const path of Object.keys((await get('/openapi/v3')).json.paths)) {
    const { json } = await get(`/openapi/v3/${path}`);
    const references = JSON.stringify(json).match(/#\/components\/schemas\/[^"]+/g) ?? [];
    const missing = references.filter(
      (each) => json.components.schemas[each.slice('#/components/schemas/'.length)] === undefined,
    );
    expect([...new Set(missing)], path).toEqual([]);
    const ids = Object.values<Loose>(json.paths).flatMap((item) =>
      Object.values<Loose>(item).map(({ operationId }) => operationId),
    );
    const known = ids.filter((id) => id !== undefined);
    expect(new Set(known).size, path).toBe(known.length);
  }
  const { paths } = (await get('/openapi/v3/apis/apps/v1')).json;
  const { patch } = paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}'];
  expect(patch.operationId).toBe('patchAppsV1NamespacedDeployment');
  expect(Object.keys(patch.requestBody.content)).toContain('application/apply-patch+yaml');
  expect(patch.parameters.map(({ name }: Loose) => name)).toEqual([
    'dryRun',
    'fieldManager',
    'fieldValidation',
    'force',
  ]);
  expect(paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale'].put).toBeDefined();
});

test('a custom resource has the prose of the parts that every object has', () => {
  const kind = { ...ConfigMap, group: 'a.example.com', schema: 'com.example.a.v1.ConfigMap', structural: { type: 'object' } };
  const describe = (type: string, field: string): string => (type === 'ConfigMap' ? `text of ${field}` : '');
  const document = openApiDocument('apis/a.example.com/v1', describe, [kind]) as Loose;
  const { apiVersion, metadata } = document.components.schemas[kind.schema].properties;
  expect(apiVersion).toEqual({ description: 'text of apiVersion', type: 'string' });
  expect(metadata.description).toMatch(/^Standard object's metadata. More info: /);
  expect(metadata.allOf).toEqual([{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }]);
});
