import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Served, serve } from './serve.ts';

const options = { nodes: 1, seed: '1', speed: 20, withoutControllers: [], kubeconfig: undefined, port: 0, noToken: true as const };
const parts = { descriptions: () => '', failed: (error: unknown) => console.error(error) };
let served: Served;
beforeAll(async () => {
  served = await serve(options, parts);
});
afterAll(() => served.stop());

const maps = (): string => `${served.url}/api/v1/namespaces/default/configmaps`;
const post = (body: string, type = 'application/json'): Promise<Response> =>
  fetch(maps(), { method: 'POST', headers: { 'content-type': type }, body });

test('it is there when serve resolves: healthy, with its node Ready and the machine’s time', async () => {
  expect(await (await fetch(`${served.url}/readyz`)).text()).toBe('ok');
  const node = await (await fetch(`${served.url}/api/v1/nodes/node-1`)).json();
  expect(node.status.conditions.find((each: { type: string }) => each.type === 'Ready').status).toBe('True');
  expect(Math.abs(Date.now() - served.cluster.now())).toBeLessThan(60_000);
  expect(readFileSync(served.kubeconfig, 'utf8')).toContain(`server: ${served.url}\n`);
});

test('bodies may be JSON or YAML, and one without a type is refused; warnings have a header each', async () => {
  expect((await post('{"metadata":{"name":"json"}}')).status).toBe(201);
  expect((await post('metadata:\n  name: yaml\ndata: {a: b}\n', 'application/yaml')).status).toBe(201);
  const warned = await fetch(`${maps()}?fieldValidation=Warn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"metadata":{"name":"w"},"x":1,"y":2}',
  });
  expect(warned.headers.get('warning')).toBe('299 - "unknown field \\"x\\"", 299 - "unknown field \\"y\\""');
  const untyped = await fetch(maps(), { method: 'POST', body: new TextEncoder().encode('{"metadata":{"name":"u"}}') });
  expect(await untyped.json()).toMatchObject({ code: 415, reason: 'UnsupportedMediaType' });
  expect((await fetch(`${maps()}/u`)).status).toBe(404);
  const broken = await post('a: [', 'application/yaml');
  expect(await broken.json()).toMatchObject({ kind: 'Status', code: 400, reason: 'BadRequest' });
});

test('a body of more than 3 MiB and a method nobody has are refused with a Status', async () => {
  const large = await post(JSON.stringify({ metadata: { name: 'large' }, data: { a: 'x'.repeat(4 * 1024 * 1024) } }));
  expect(await large.json()).toMatchObject({ code: 413, reason: 'RequestEntityTooLarge' });
  expect(await (await fetch(maps(), { method: 'OPTIONS' })).json()).toMatchObject({ code: 405 });
});

test('a watch streams lines until the client hangs up', async () => {
  const hangUp = new AbortController();
  const watch = await fetch(`${maps()}?watch=true`, { signal: hangUp.signal });
  const reader = watch.body?.pipeThrough(new TextDecoderStream()).getReader();
  void post('{"metadata":{"name":"seen"}}');
  let text = '';
  while (!text.includes('"seen"')) text += (await reader?.read())?.value ?? '';
  hangUp.abort();
  const last = JSON.parse(text.trim().split('\n').at(-1) ?? '');
  expect(last).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'seen' } } });
});

test('large answers are compressed for those who take it', async () => {
  await post(JSON.stringify({ metadata: { name: 'long' }, data: { a: 'x'.repeat(200_000) } }));
  const { headers, body } = await plainGet(`${maps()}/long`);
  expect(headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(body).toString()).data.a).toHaveLength(200_000);
});

test('/openapi/v2 has the definitions of v3', async () => {
  const document = await (await fetch(`${served.url}/openapi/v2`)).json();
  expect(document.swagger).toBe('2.0');
  expect(document.definitions['io.k8s.api.apps.v1.Deployment'].properties.spec.$ref ?? '').toContain('#/definitions/');
  // As upstream, which has it in no other form.
  expect((await fetch(`${served.url}/openapi/v2`, { headers: { accept: 'application/yaml' } })).status).toBe(406);
});

test('a port that is taken is said, and nothing is left behind; stopping removes the kubeconfig', async () => {
  const port = Number(new URL(served.url).port);
  await expect(serve({ ...options, port }, parts)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const other = await serve(options, parts);
  await other.stop();
  expect(existsSync(other.kubeconfig)).toBe(false);
  await expect(fetch(other.url)).rejects.toThrow();
});

/** `fetch` would take the compression off. */
function plainGet(url: string): Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('answers are YAML, or laid out for reading, for those who ask; HEAD is for what stands beside the API', async () => {
  const get = (url: string, headers: Record<string, string> = {}): Promise<Response> => fetch(url, { headers });
  const yaml = await get(`${maps()}/none`, { accept: 'application/yaml' });
  expect(yaml.headers.get('content-type')).toBe('application/yaml');
  expect(await yaml.text()).toMatch(/^kind: Status\napiVersion: v1\n/);
  expect(await (await get(`${maps()}/none?pretty=true`)).text()).toMatch(/^\{\n {2}"kind": "Status",\n/);
  expect(await (await get(`${maps()}/none`, { 'user-agent': 'curl/8' })).text()).toMatch(/^\{\n/);
  expect((await get(maps(), { accept: 'text/html' })).status).toBe(406);
  expect((await fetch(maps(), { method: 'HEAD' })).status).toBe(405);
  expect((await fetch(`${served.url}/healthz`, { method: 'HEAD' })).status).toBe(200);
});

test('a list says kind and version of its items once, unless they are custom resources', async () => {
  const definition = {
    metadata: { name: 'tests.example.com' },
    spec: {
      group: 'example.com',
      names: { kind: 'Test', plural: 'tests' },
      scope: 'Cluster',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  };
  const json = { 'content-type': 'application/json' };
  const send = (path: string, body: object) => fetch(served.url + path, { method: 'POST', headers: json, body: JSON.stringify(body) });
  await send('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
  await expect.poll(async () => (await send('/apis/example.com/v1/tests', { apiVersion: 'example.com/v1', kind: 'Test', metadata: { name: 'one' } })).status).toBe(201);
  const read = async (path: string, headers: Record<string, string> = {}) => parse(await (await fetch(served.url + path, { headers })).text());
  const yaml = { accept: 'application/yaml' };
  for (const [path, headers] of [['/api/v1/nodes'], ['/api/v1/namespaces'], ['/api/v1/namespaces?pretty=true'], ['/api/v1/namespaces', yaml]] as const) {
    const { kind, items } = await read(path, headers);
    expect(kind).toMatch(/^N\w+List$/);
    expect(items[0]).toMatchObject({ metadata: { name: expect.any(String) } });
    for (const item of items) expect(Object.keys(item)).not.toContain('kind');
    for (const item of items) expect(Object.keys(item)).not.toContain('apiVersion');
  }
  expect((await read('/apis/example.com/v1/tests')).items).toMatchObject([{ apiVersion: 'example.com/v1', kind: 'Test' }]);
  expect(await read('/api/v1/namespaces/default')).toMatchObject({ apiVersion: 'v1', kind: 'Namespace' });
});

test('a watch over a websocket has a message an event; so has one at the path of old', async () => {
  for (const path of [
    '/api/v1/namespaces/default/configmaps?watch=true',
    '/api/v1/watch/namespaces/default/configmaps',
  ]) {
    const socket = new WebSocket(served.url.replace('http', 'ws') + path);
    const message = await new Promise<string>((resolve, reject) => {
      socket.addEventListener('message', ({ data }) => resolve(String(data)));
      socket.addEventListener('error', () => reject(new Error('no websocket')));
    });
    socket.close();
    expect(JSON.parse(message)).toMatchObject({ type: 'ADDED', object: { kind: 'ConfigMap' } });
  }
});

test('YAML that would blow up is refused at once', async () => {
  const deep = await post(`a: ${'['.repeat(50_000)}`, 'application/yaml');
  expect(await deep.json()).toMatchObject({
    code: 400,
    message: 'error decoding YAML: yaml: exceeded max depth of 200',
  });
  const line = (name: string, of: string): string =>
    `${name}: &${name} [${Array.from({ length: 9 }, () => of).join(',')}]\n`;
  const bomb =
    line('a', 'x') + ['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, at) => line(name, `*${'abcdefg'[at]}`)).join('');
  expect(await (await post(bomb, 'application/yaml')).json()).toMatchObject({ code: 400 });
  expect((await post(`a: ${'x'.repeat(600_000)}`, 'application/yaml')).status).toBe(413);
});

test('keys given twice in YAML are warned of, or refused', async () => {
  const body = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: twice\ndata:\n  a: first\n  a: last\n';
  const send = (type: string, query: string) =>
    fetch(`${maps()}/twice?fieldManager=me${query}`, { method: type === 'yaml' ? 'PUT' : 'PATCH', headers: { 'content-type': `application/${type}` }, body });
  const errors = 'yaml: unmarshal errors:\n  line 7: key "a" already set in map';
  const strict = await send('apply-patch+yaml', '&fieldValidation=Strict');
  expect(await strict.json()).toMatchObject({ code: 400, message: `error strict decoding YAML: error converting YAML to JSON: ${errors}` });
  const applied = await send('apply-patch+yaml', '');
  expect(applied.headers.get('warning')).toBe('299 - "line 7: key \\"a\\" already set in map"');
  expect((await applied.json()).data).toEqual({ a: 'last' });
  expect((await send('apply-patch+yaml', '&fieldValidation=Ignore')).headers.get('warning')).toBeNull();
  expect((await (await send('yaml', '&fieldValidation=Strict')).json()).message).toBe(
    `ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: ${errors}`,
  );
  expect((await send('yaml', '')).status).toBe(200);
});

test('what is applied may be YAML between braces', async () => {
  const body = '{apiVersion: v1, kind: ConfigMap, metadata: {name: braces}, data: {a: b}}';
  const headers = { 'content-type': 'application/apply-patch+yaml' };
  const answer = await fetch(`${maps()}/braces?fieldManager=me`, { method: 'PATCH', headers, body });
  expect([answer.status, (await answer.json()).data]).toEqual([201, { a: 'b' }]);
});

test('JSON that nests without end is refused', async () => {
  const body = `{"metadata":{"name":"deep"},"data":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;
  expect(await (await post(body)).json()).toMatchObject({ code: 400, reason: 'BadRequest' });
});
