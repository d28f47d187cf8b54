/**
 * Random requests against a served cluster: whatever comes, it is answered in the API's words, nothing breaks, and memory comes back. The same
 * seed asks the same.
 */
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Served, serve } from '../src/cli/serve/serve.ts';
import { kinds } from '../src/engine/api/index.ts';
import { createRandom, type Random } from '../src/engine/index.ts';

const count = 10_000;
const atOnce = 48;
const answerWithinMs = 10_000;
const random = createRandom('wire-fuzz');

let served: Served;
const bugs: unknown[] = [];
beforeAll(async () => {
  const options = { nodes: 1, seed: '1', speed: 10, withoutControllers: [], kubeconfig: undefined, port: 0 };
  served = await serve(options, { descriptions: () => '', failed: (error) => bugs.push(error) });
});
afterAll(() => served.stop());

const pick = <T>(items: readonly T[], from: Random): T => {
  const item = items[from.int(items.length)];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
};

const methods = [
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) => Array.from({ length: 8 }, () => method)),
  ...['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'],
];
const plurals = [
  'pods',
  'configmaps',
  'secrets',
  'services',
  'events',
  'endpoints',
  'nodes',
  'namespaces',
  'serviceaccounts',
  'bindings',
  'persistentvolumes',
  'persistentvolumeclaims',
  'resourcequotas',
  'limitranges',
  'replicationcontrollers',
  'gadgets',
  '..',
  '%2e%2e',
  '',
  '%',
  'pods%2Fx',
  'ＰＯＤＳ',
  '*',
  'proxy',
  '__proto__',
  'constructor',
];
const groups = [
  'api/v1',
  'api/v1',
  'api/v1',
  'apis/apps/v1',
  'apis/batch/v1',
  'apis/autoscaling/v2',
  'apis/policy/v1',
  'apis/coordination.k8s.io/v1',
  'apis/rbac.authorization.k8s.io/v1',
  'apis/networking.k8s.io/v1',
  'apis/storage.k8s.io/v1',
  'apis/apiextensions.k8s.io/v1',
  'apis/admissionregistration.k8s.io/v1',
  'apis/authorization.k8s.io/v1',
  'apis/authentication.k8s.io/v1',
  'apis/metrics.k8s.io/v1beta1',
  'apis/none/v1',
  'api',
  'apis',
  'api/v2',
  'apis/apps',
  'apis//v1',
];
const names = [
  'a',
  'b',
  'web',
  'node-1',
  'default',
  'kube-system',
  'x'.repeat(300),
  'A_B',
  '%00',
  '%ff',
  'a%2Fb',
  '-',
  '__proto__',
  'toString',
];
const subresources = [
  'status',
  'scale',
  'log',
  'exec',
  'attach',
  'portforward',
  'proxy',
  'proxy/x/y',
  'binding',
  'eviction',
  'finalize',
  'token',
  'ephemeralcontainers',
  'resize',
  'none',
  'constructor',
];
const paths = [
  '/',
  '//',
  '/healthz',
  '/livez',
  '/readyz',
  '/livez/etcd',
  '/readyz/none',
  '/livez/',
  '/metrics',
  '/version',
  '/version/',
  '/openapi/v2',
  '/openapi/v3',
  '/openapi/v3/api/v1',
  '/openapi/v3/apis/apps/v1',
  '/api',
  '/apis',
  '/logs',
  '/debug/pprof',
  '/.well-known/openid-configuration',
  '*',
  '/%',
  '/api/v1/watch/pods?timeoutSeconds=1&x',
  '/api/v1//pods',
  '//api/v1/pods',
  '/api/v1/namespaces//pods',
  '/../etc/passwd',
  '/apis/apps/v1/',
];
const parameters = [
  'limit=1',
  'limit=-1',
  'limit=1e9',
  'limit=99999999999999999999',
  'continue=abc',
  'continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ',
  'resourceVersion=0',
  'resourceVersion=1',
  'resourceVersion=-1',
  'resourceVersion=x',
  'resourceVersion=18446744073709551616',
  'resourceVersionMatch=Exact',
  'resourceVersionMatch=NotOlderThan',
  'resourceVersionMatch=x',
  'watch=1&timeoutSeconds=1',
  'watch=true&timeoutSeconds=1&sendInitialEvents=true',
  'allowWatchBookmarks=true',
  'timeoutSeconds=-5',
  'timeoutSeconds=x',
  'labelSelector=a',
  'labelSelector=a in (b,c),!d',
  'labelSelector=((((',
  'labelSelector=,',
  'fieldSelector=metadata.name=a',
  'fieldSelector=x=y',
  'fieldSelector====',
  'dryRun=All',
  'dryRun=x',
  'force=true',
  'force=x',
  'fieldManager=me',
  `fieldManager=${'m'.repeat(200)}`,
  'fieldValidation=Strict',
  'fieldValidation=Ignore',
  'fieldValidation=x',
  'pretty=true',
  'gracePeriodSeconds=0',
  'gracePeriodSeconds=x',
  'propagationPolicy=Foreground',
  'propagationPolicy=x',
  'orphanDependents=true',
  'command=ls&command=-l',
  'stdout=true',
  'tty=true',
  'container=c',
  'follow=true&limitBytes=5',
  'tailLines=-1',
  'sinceTime=x',
  'ports=80',
  'ports=x',
  'verbose',
  'exclude=etcd',
  'timeout=1s',
  'timeout=x',
  '__proto__=1',
  '%ff=%ff',
  '=',
  '&&&',
  'includeObject=Object',
];
const accepts = [
  '*/*',
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'text/html',
  '',
  ';;;,,,',
  'application/json;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
  'application/json;as=None;v=v9;g=x',
  'application/json;stream=watch',
  'application/cbor',
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json',
  'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
];
const types = [
  'application/json',
  'application/json',
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'text/plain',
  'application/cbor',
  '',
  ';',
  'application/apply-patch+cbor',
];
const bodyTypes = ['application/json', 'application/json', 'application/yaml'];
const patchTypes = types.filter((type) => type.includes('patch'));
const keys = [
  'metadata',
  'name',
  'namespace',
  'spec',
  'status',
  'kind',
  'apiVersion',
  'labels',
  'annotations',
  'data',
  'finalizers',
  'containers',
  'image',
  'template',
  'selector',
  'matchLabels',
  'replicas',
  'rules',
  'ports',
  'items',
  '$patch',
  '__proto__',
  'constructor',
  'op',
  'path',
  'value',
  'ownerReferences',
  'creationTimestamp',
  'managedFields',
  'generateName',
  'uid',
  'resourceVersion',
  'deletionTimestamp',
  'versions',
  'schema',
  'subjects',
  'roleRef',
];
const scalars = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  'a',
  'web',
  'v1',
  'apps/v1',
  'Pod',
  'ConfigMap',
  '\u0000',
  '\ud800',
  'replace',
  'add',
  '/metadata/labels',
  '/spec/-',
  '10Gi',
  '999999999E',
  'x'.repeat(5000),
];

function value(from: Random, depth: number): unknown {
  const kind = depth <= 0 ? 0 : from.int(4);
  if (kind === 0) return pick(scalars, from);
  if (kind === 1) return Array.from({ length: from.int(4) }, () => value(from, depth - 1));
  return Object.fromEntries(Array.from({ length: from.int(6) }, () => [pick(keys, from), value(from, depth - 1)]));
}

/** Half a manifest: near enough to get through the first checks. */
function manifest(from: Random): object {
  const containers = [{ name: 'c', image: 'nginx', ...(from.int(2) === 0 && { [pick(keys, from)]: value(from, 2) }) }];
  const pod = { containers, ...(from.int(3) === 0 && { [pick(keys, from)]: value(from, 2) }) };
  return {
    metadata: { name: pick(names, from), ...(from.int(3) === 0 && { [pick(keys, from)]: value(from, 3) }) },
    ...(from.int(2) === 0 && {
      spec:
        from.int(2) === 0
          ? pod
          : { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: pod } },
    }),
    ...(from.int(3) === 0 && { [pick(keys, from)]: value(from, 3) }),
  };
}

const aliasBomb = [
  'a: &a [x,x,x,x,x,x,x,x,x]',
  ...Array.from({ length: 12 }, (_, at) => {
    const [name, before] = [String.fromCharCode(98 + at), String.fromCharCode(97 + at)];
    return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(',')}]`;
  }),
].join('\n');
const huge = JSON.stringify({ metadata: { name: 'huge' }, data: { a: 'x'.repeat(3_200_000) } });

function body(from: Random): Buffer {
  const kind = from.int(100);
  if (kind < 40) return Buffer.from(JSON.stringify(manifest(from)));
  if (kind < 60) return Buffer.from(JSON.stringify(value(from, 5)));
  if (kind < 70) {
    const text = JSON.stringify(manifest(from));
    return Buffer.from(text.slice(0, from.int(text.length)));
  }
  if (kind < 76) return Buffer.from(pick(['[', '{"a":', '{"metadata":{"x":'], from).repeat(20_000));
  if (kind < 80)
    return Buffer.from(
      pick(
        [
          aliasBomb,
          'a: [',
          '- - - -\n  : ?',
          '&a [*a]',
          'a: *b',
          '? {\n',
          '"\\u',
          '%YAML 9\n---\n',
          '!!js/function "x"',
          `${'- '.repeat(5000)}x`,
          `${'['.repeat(5000)}`,
        ],
        from,
      ),
    );
  if (kind < 90) return Buffer.concat([Buffer.from('k8s\0'), noise(from, 200)]);
  if (kind < 96) return noise(from, 500);
  if (kind < 97) return gzipSync(JSON.stringify(manifest(from)));
  return kind < 98 ? Buffer.from(huge) : Buffer.alloc(0);
}

function noise(from: Random, most: number): Buffer {
  return Buffer.from(Array.from({ length: from.int(most) }, () => from.int(256)));
}

function path(from: Random): string {
  const query = Array.from({ length: from.int(3) }, () => pick(parameters, from)).join('&');
  const mark = query === '' ? '' : `?${query.replaceAll(' ', '%20').replaceAll('(', '%28')}`;
  if (from.int(5) === 0) return (pick(paths, from) + mark).replace(/\?(.*)\?/, '?$1&');
  const kind = pick(kinds, from);
  const known = from.int(5) > 0;
  const group = known ? (kind.group === '' ? 'api/v1' : `apis/${kind.group}/${kind.version}`) : pick(groups, from);
  const plural = known ? kind.plural : pick(plurals, from);
  const inNamespace = known ? kind.namespaced : from.int(2) === 0;
  const space = from.int(3) > 0 ? 'default' : pick(names, from);
  const pieces = ['', group, ...(inNamespace && from.int(8) > 0 ? ['namespaces', space] : []), plural];
  if (from.int(5) > 1) pieces.push(pick(names, from));
  if (from.int(5) === 0) pieces.push(pick(subresources, from));
  return encodeURI(pieces.join('/')).replaceAll('%25', '%') + (from.int(20) === 0 ? '/' : '') + mark;
}

interface Asked {
  readonly what: string;
  readonly code: number;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

function ask(from: Random): Promise<Asked> {
  const method = pick(methods, from);
  const url = path(from);
  const sent = method === 'GET' || method === 'HEAD' ? Buffer.alloc(0) : body(from);
  const headers: IncomingHttpHeaders = {
    accept: from.int(3) === 0 ? pick(accepts, from) : 'application/json',
    'content-type': from.int(4) === 0 ? pick(types, from) : pick(method === 'PATCH' ? patchTypes : bodyTypes, from),
    'content-length': String(sent.length),
    ...(from.int(4) === 0 && { 'accept-encoding': 'gzip' }),
    ...(from.int(10) === 0 && { 'user-agent': pick(['curl/8', 'kubectl/v1.33 (x)', '/', 'x'.repeat(3000)], from) }),
    ...(from.int(15) === 0 && { authorization: pick(['Bearer x', 'Bearer ', 'Basic eDp5', 'x'], from) }),
    ...(from.int(20) === 0 && { 'impersonate-user': pick(['jane', 'system:serviceaccount:a:b', ''], from) }),
    ...(from.int(25) === 0 && { connection: 'Upgrade', upgrade: pick(['websocket', 'SPDY/3.1', 'h2c'], from) }),
  };
  const what = `${method} ${url.slice(0, 300)} ${headers['content-type']} accept ${headers.accept} ${headers.upgrade ?? ''} ${sent.toString('latin1', 0, 300)}`;
  return new Promise((resolve, reject) => {
    const failed = (why: string): void => reject(new Error(`${why}: ${what} `));
    const timer = setTimeout(() => failed('no answer'), answerWithinMs);
    const done = (code: number, text: string): void => {
      clearTimeout(timer);
      resolve({ what, code, text });
    };
    const { port } = new URL(served.url);
    const message = httpRequest({ host: '127.0.0.1', port, method, path: url, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(response.statusCode ?? 0, Buffer.concat(chunks).toString('utf8', 0, 2000)));
      response.on('error', (error) => failed(String(error)));
    });
    message.on('upgrade', (response, socket) => {
      for (let left = from.int(5); left > 0; left -= 1) socket.write(noise(from, 100));
      socket.on('error', () => {});
      socket.destroy();
      done(response.statusCode ?? 0, '');
    });
    message.on('error', (error) => failed(String(error)));
    message.end(sent);
  });
}

/** What is stored and its history stay; what requests took doesn't. */
const mostHeapGrowth = 64 * 1024 * 1024;

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

/** What upstream too answers with when it can't: a server that is busy, a proxy to nobody, a revision to come. */
const servers = new Set([503, 504]);
/** … and this one has no better code there either (apiserver pkg/storage/errors.go). */
const upstreams500 = 'resourceVersion should not be set on objects to be created';

test(`${count} random requests: each is answered, none with a bug, and memory returns`, {
  timeout: 120_000,
}, async () => {
  const bad: string[] = [];
  const heapBefore = heapBytes();
  const codes = new Map<number, number>();
  let next = 0;
  async function worker(): Promise<void> {
    while (next < count) {
      const from = random.fork(`request ${next++}`);
      try {
        const { what, code, text } = await ask(from);
        codes.set(code, (codes.get(code) ?? 0) + 1);
        if (code >= 500 && !servers.has(code) && !text.includes(upstreams500))
          bad.push(`${code} ${text.slice(0, 400)} <- ${what}`);
      } catch (error) {
        bad.push(String(error));
      }
      if (bad.length > 20) return;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (process.env['WIRE_FUZZ_CODES'] !== undefined) console.log(codes);
  expect(bad).toEqual([]);
  expect(bugs).toEqual([]);
  expect(await (await fetch(`${served.url}/readyz`)).text()).toBe('ok');
  expect(heapBytes() - heapBefore).toBeLessThan(mostHeapGrowth);
});

test('half requests, endless headers and noise on the socket break nothing', async () => {
  const { port } = new URL(served.url);
  const pieces = [
    'GET /api HTTP/1.1\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET /api HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(2_000_000)}\r\n\r\n`,
    'POST /api/v1/namespaces HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"a":',
    'POST /api/v1/namespaces HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ];
  for (const piece of pieces) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.end(piece, 'latin1');
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
  }
  expect(await (await fetch(`${served.url}/readyz`)).text()).toBe('ok');
  expect(bugs).toEqual([]);
});
