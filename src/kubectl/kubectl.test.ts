import { expect, test } from 'vitest';
import type { ApiResponse, Handler, Json } from '../engine/index.ts';
import { kubectl } from './kubectl.ts';

const NOTHING = (): void => undefined;

const resource = (plural: string, kind: string, shortNames: readonly string[]): Json => ({
  resource: plural,
  responseKind: { group: '', version: 'v1', kind },
  scope: 'Namespaced',
  singularResource: kind.toLowerCase(),
  verbs: ['get', 'list', 'create', 'delete', 'watch'],
  shortNames,
  categories: [],
});
const group = (name: string, resources: readonly Json[]): Json => ({
  kind: 'APIGroupDiscoveryList',
  items: [{ metadata: { name }, versions: [{ version: 'v1', resources }] }],
});
const DISCOVERY: Readonly<Record<string, Json>> = {
  'GET /api': group('', [resource('pods', 'Pod', ['po']), resource('configmaps', 'ConfigMap', ['cm'])]),
  'GET /apis': group('apps', [resource('deployments', 'Deployment', ['deploy'])]),
};

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly requests: readonly string[];
}

/** Runs a command line against canned answers; everything else is not found. */
async function run(
  line: string,
  answers: Readonly<Record<string, Json>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<Run> {
  let [out, err] = ['', ''];
  const requests: string[] = [];
  const connect: Handler = (request, exchange) => {
    const key = `${request.method} ${request.path}`;
    const body = DISCOVERY[key] ?? answers[key];
    const missing = {
      kind: 'Status',
      reason: 'NotFound',
      message: 'the server could not find the requested resource',
      code: 404,
    };
    const response: ApiResponse = { code: body === undefined ? 404 : 200, headers: {}, body: body ?? missing };
    if (DISCOVERY[key] === undefined) requests.push(key);
    exchange.respond(response);
    return NOTHING;
  };
  const code = await kubectl(line.split(' '), {
    connect,
    now: () => 0,
    sleep: async () => undefined,
    stdout(text) {
      out += text;
    },
    stderr(text) {
      err += text;
    },
    stdin: () => '',
    readFile: (path) => files[path],
    writeFile: NOTHING,
    onInterrupt: () => NOTHING,
  });
  return { code, out, err, requests };
}

const TABLE: Json = {
  kind: 'Table',
  columnDefinitions: [
    { name: 'Name', type: 'string', format: 'name', priority: 0 },
    { name: 'Ready', type: 'string', priority: 0 },
    { name: 'IP', type: 'string', priority: 1 },
  ],
  rows: [
    {
      cells: ['web-1', '1/1', '10.0.0.1'],
      object: { metadata: { name: 'web-1', namespace: 'default', labels: { app: 'web' } } },
    },
    { cells: ['x', '0/1', '10.0.0.2'], object: { metadata: { name: 'x', namespace: 'default' } } },
  ],
};
const PODS = { 'GET /api/v1/namespaces/default/pods': TABLE, 'GET /api/v1/pods': TABLE };

test('get prints the Table of the server, wide columns only when asked', async () => {
  expect((await run('get po', PODS)).out).toBe('NAME    READY\nweb-1   1/1\nx       0/1\n');
  expect((await run('get pods -o wide', PODS)).out).toBe(
    'NAME    READY   IP\nweb-1   1/1     10.0.0.1\nx       0/1     10.0.0.2\n',
  );
  expect((await run('get Pod -A --no-headers -L app', PODS)).out).toBe(
    'default   web-1   1/1   web\ndefault   x       0/1   \n',
  );
});

test('short names, groups and versions name resources; others are refused', async () => {
  expect((await run('get deployments.v1.apps x')).requests).toEqual([
    'GET /apis/apps/v1/namespaces/default/deployments/x',
  ]);
  expect((await run('get deploy.apps -n y')).requests).toEqual(['GET /apis/apps/v1/namespaces/y/deployments']);
  expect(await run('get foo')).toMatchObject({
    code: 1,
    err: 'error: the server doesn\'t have a resource type "foo"\n',
  });
});

test('flags are read as pflag reads them', async () => {
  expect((await run('get --foo')).err).toBe("error: unknown flag: --foo\nSee 'kubectl get --help' for usage.\n");
  expect((await run('get -z')).err).toBe(
    "error: unknown shorthand flag: 'z' in -z\nSee 'kubectl get --help' for usage.\n",
  );
  expect((await run('get pods -n')).err).toBe(
    "error: flag needs an argument: 'n' in -n\nSee 'kubectl get --help' for usage.\n",
  );
  expect((await run('scale deploy web --replicas=x')).err).toMatch(
    /^error: invalid argument "x" for "--replicas" flag: strconv.ParseInt/,
  );
  expect((await run('-n y get pods')).requests).toEqual(['GET /api/v1/namespaces/y/pods']);
});

test('an unknown command names the nearest', async () => {
  expect((await run('gett pods')).err).toBe(
    'error: unknown command "gett" for "kubectl"\n\nDid you mean this?\n\tget\n\tset\n',
  );
});

test('every verb of the real kubectl is there, or says in a sentence why not', async () => {
  const refused = ['proxy --port=8001', 'kustomize build .', 'completion bash', 'certificate approve x'];
  for (const words of refused) {
    const { err, code, requests } = await run(words);
    expect(err).toMatch(/^error: [^\n]{40,}\n$/);
    expect([code, requests]).toEqual([1, []]);
  }
  expect((await run('alpha')).err).toBe('No alpha commands are available in this version of kubectl\n');
  expect((await run('plugin list')).err).toBe('error: unable to find any kubectl plugins in your PATH\n');
});

test('apply creates with the last applied configuration, and patches only what differs', async () => {
  const files = { 'c.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  a: b\n' };
  const path = '/api/v1/namespaces/default/configmaps';
  const created = await run('apply -f c.yaml', { [`POST ${path}`]: { metadata: { name: 'c' } } }, files);
  expect(created).toMatchObject({ code: 0, out: 'configmap/c created\n', requests: [`GET ${path}/c`, `POST ${path}`] });
  const last =
    '{"apiVersion":"v1","data":{"a":"b"},"kind":"ConfigMap","metadata":{"annotations":{},"name":"c","namespace":"default"}}\n';
  const live = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'c',
      namespace: 'default',
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': last },
    },
    data: { a: 'b', more: 'kept' },
  };
  const again = await run('apply -f c.yaml', { [`GET ${path}/c`]: live }, files);
  expect(again).toMatchObject({ code: 0, out: 'configmap/c unchanged\n', requests: [`GET ${path}/c`] });
});

test('generators print what the real one prints', async () => {
  expect((await run('create configmap c --from-literal=a=b --dry-run=client -o yaml')).out).toBe(
    'apiVersion: v1\ndata:\n  a: b\nkind: ConfigMap\nmetadata:\n  creationTimestamp: null\n  name: c\n',
  );
  expect((await run('create deployment web')).err).toBe('error: required flag(s) "image" not set\n');
});

test('a delete of what is not there fails unless told to ignore it', async () => {
  expect((await run('delete pod x')).code).toBe(1);
  expect(await run('delete pod x --ignore-not-found')).toMatchObject({ code: 0, out: '', err: '' });
});

test('get --raw prints a watch as it comes, one event a line, until the server ends it', async () => {
  const printed: string[] = [];
  const queries: unknown[] = [];
  const connect: Handler = ({ query }, exchange) => {
    queries.push(query);
    exchange.respond({ code: 200, headers: {} });
    exchange.write({ type: 'ADDED', object: { kind: 'Pod' } });
    exchange.write({ type: 'DELETED', object: { kind: 'Pod' } });
    exchange.end();
    return NOTHING;
  };
  const code = await kubectl(['get', '--raw', '/api/v1/pods?watch=true&resourceVersion=7'], {
    connect,
    now: () => 0,
    sleep: async () => undefined,
    stdout: (text) => printed.push(text),
    stderr: (text) => printed.push(text),
    stdin: () => '',
    readFile: () => undefined,
    writeFile: NOTHING,
    onInterrupt: () => NOTHING,
  });
  expect([code, printed]).toEqual([0, ['{"type":"ADDED","object":{"kind":"Pod"}}\n', '{"type":"DELETED","object":{"kind":"Pod"}}\n']]);
  expect(queries).toEqual([{ watch: 'true', resourceVersion: '7' }]);
});

test('--show-managed-fields keeps them in a list, too', async () => {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'default', managedFields: [{ manager: 'kubectl-set' }] } };
  const answers = { 'GET /api/v1/namespaces/default/pods': { apiVersion: 'v1', kind: 'PodList', items: [pod] } };
  expect((await run('get pods -o yaml --show-managed-fields', answers)).out).toContain('manager: kubectl-set');
  expect((await run('get pods -o yaml', answers)).out).not.toContain('kubectl-set');
});
