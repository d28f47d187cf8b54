/**
 * A request's work grows with its size. Each case runs with n items and with eight times as many, and is measured in CPU time, the least of some
 * runs: what is squared takes 64 times as long, what is sorted about ten times.
 */
import { expect, test } from 'vitest';
import { parseYaml } from '../src/cli/serve/yaml-body.ts';
import { startServer } from '../src/engine/apiserver/testing/harness.ts';
import { featuresOf } from '../src/engine/extensions/registry.ts';
import type { Json, JsonObject } from '../src/engine/index.ts';
import { excessOf, type Prepare, times } from './cpu-growth.ts';
import { triesAll } from './scope.ts';

/** By default every fourth case is tried. */
let cases = 0;

/** `n`: of the small one. */
function grows(name: string, n: number, prepare: Prepare): void {
  cases += 1;
  if (!triesAll && cases % 4 !== 1) return;
  test(`${name}, ${n} and ${times * n}`, { timeout: 120_000 }, async () => {
    expect(await excessOf(prepare, n)).toBeUndefined();
  });
}

const many = <T>(n: number, make: (at: number) => T): T[] => Array.from({ length: n }, (_, at) => make(at));
const keyed = (n: number, value: string): JsonObject => Object.fromEntries(many(n, (at) => [`k${at}`, value]));
const start = () => startServer({ features: { ...featuresOf('all'), admission: [], startHooks: [] } });

const maps = '/api/v1/namespaces/default/configmaps';
const deployments = '/apis/apps/v1/namespaces/default/deployments';
const strategic = 'application/strategic-merge-patch+json';
const jsonPatch = 'application/json-patch+json';
const apply = 'application/apply-patch+yaml';

/** A value that is another one each time, so that a patch has something to do. */
let turn = 0;
function other(): string {
  turn += 1;
  return `v${turn}`;
}

const env = (n: number, value: string, prefix = 'E'): JsonObject[] => many(n, (at) => ({ name: `${prefix}${at}`, value }));
const template = (list: Json): JsonObject => ({ metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'x', env: list }] } });
const deployment = (list: Json): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: { selector: { matchLabels: { a: 'b' } }, template: template(list) },
});
const envPath = '/spec/template/spec/containers/0/env';

/** PATCH requests to a Deployment with `n` variables; each must be answered with 200. */
const patches =
  (type: string, body: (n: number) => Json, query = ''): Prepare =>
  async (n) => {
    const { post, ask } = start();
    await post(deployments, deployment(env(n, 'x')));
    return async () => expect((await ask('PATCH', `${deployments}/web${query}`, body(n), { 'content-type': type })).code).toBe(200);
  };
const strategically = (list: (n: number) => Json): Prepare => patches(strategic, (n) => ({ spec: { template: template(list(n)) } }), '?dryRun=All');

grows('a strategic merge of list items that are there', 1_250, strategically((n) => env(n, other())));
grows('… that are new', 1_250, strategically((n) => env(n, other(), 'N')));
grows('… that go', 1_250, strategically((n) => env(n, 'x').map(({ name }) => ({ name: name ?? '', $patch: 'delete' }))));
grows('… in reverse order', 1_250, strategically((n) => env(n, other()).reverse()));

/** The same of a ConfigMap with `n` finalizers, a set. */
const ofSet =
  (metadata: (n: number) => JsonObject): Prepare =>
  async (n) => {
    const { post, ask } = start();
    await post(maps, { metadata: { name: 'a', finalizers: many(n, (at) => `a.b/k${at}`) } });
    const headers = { 'content-type': strategic };
    return async () => expect((await ask('PATCH', `${maps}/a?dryRun=All`, { metadata: metadata(n) }, headers)).code).toBe(200);
  };
grows('a strategic merge of sets', 1_250, ofSet((n) => ({ finalizers: many(n, (at) => `a.b/n${at}`) })));
grows('… of values that go', 1_250, ofSet((n) => ({ '$deleteFromPrimitiveList/finalizers': many(n, (at) => `a.b/k${at}`) })));

grows('operations of a JSON patch', 1_250, patches(jsonPatch, (n) => many(n, (at) => ({ op: 'replace', path: `${envPath}/${at}/value`, value: other() }))));
grows('… that add at the front', 1_250, patches(jsonPatch, (n) => many(n, (at) => ({ op: 'add', path: `${envPath}/0`, value: { name: `N${at}` } })), '?dryRun=All'));
grows('… that remove at the front', 1_250, patches(jsonPatch, (n) => many(n, () => ({ op: 'remove', path: `${envPath}/0` })), '?dryRun=All'));
grows('… that move', 1_250, patches(jsonPatch, (n) => many(n, () => ({ op: 'move', from: `${envPath}/0`, path: `${envPath}/-` })), '?dryRun=All'));
grows('… that add keys', 1_250, async (n) => {
  const { post, ask } = start();
  await post(maps, { metadata: { name: 'a' }, data: keyed(n, 'x') });
  const body = many(n, (at) => ({ op: 'add', path: `/data/n${at}`, value: 'x' }));
  return async () => expect((await ask('PATCH', `${maps}/a?dryRun=All`, body, { 'content-type': jsonPatch })).code).toBe(200);
});

const applies =
  (list: (n: number) => Json): Prepare =>
  async (n) => {
    const { ask } = start();
    const send = (by: string, value: Json) =>
      ask('PATCH', `${deployments}/web?fieldManager=${by}&force=true`, deployment(value), { 'content-type': apply });
    await send('first', env(n, 'x'));
    return async () => expect((await send('second', list(n))).code).toBe(200);
  };
grows('list items that are applied', 1_000, applies((n) => env(n, other())));
grows('… in reverse order', 1_000, applies((n) => env(n, other()).reverse()));
grows('keys of a map that are applied', 1_250, async (n) => {
  const { ask } = start();
  const body = () => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: keyed(n, other()) });
  return async () => expect((await ask('PATCH', `${maps}/a?fieldManager=x&force=true`, body(), { 'content-type': apply })).code).toBeLessThan(202);
});

grows('an update of list items', 1_250, async (n) => {
  const { post, put } = start();
  await post(deployments, deployment(env(n, 'x')));
  return async () => expect((await put(`${deployments}/web`, deployment(env(n, other()).reverse()))).code).toBe(200);
});
for (const [name, metadata] of [
  ['owners', (n: number) => ({ ownerReferences: many(n, (at) => ({ apiVersion: 'v1', kind: 'X', name: `k${at}`, uid: `${at}` })) })],
  ['labels', (n: number) => ({ labels: keyed(n, 'x') })],
] as const) {
  grows(`${name} of an object`, 1_000, async (n) => {
    const { post } = start();
    return async () => expect((await post(`${maps}?dryRun=All`, { metadata: { name: 'a', ...metadata(n) } })).code).toBe(201);
  });
}
grows('unknown fields', 1_250, async (n) => {
  const { post } = start();
  return async () => expect((await post(`${maps}?dryRun=All`, { metadata: { name: 'a' }, ...keyed(n, 'x') })).code).toBe(201);
});

/** Requests of `n` items of a list, each answered with the same code. */
const posts =
  (path: string, code: number, body: (n: number) => JsonObject): Prepare =>
  async (n) => {
    const { post } = startServer({ features: featuresOf('all') });
    const object = { ...body(n), metadata: { name: 'a', ...(path === crds && { name: 'as.b.c' }) } };
    return async () => expect((await post(`${path}?dryRun=All`, object)).code).toBe(code);
  };
const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const pods = '/api/v1/namespaces/default/pods';
const classes = '/apis/storage.k8s.io/v1/storageclasses';
const podOf = (spec: JsonObject, more: JsonObject = {}): JsonObject => ({ spec: { containers: [{ name: 'c', image: 'x', ...more }], ...spec } });
const named = (n: number, more: JsonObject = {}): JsonObject[] => many(n, (at) => ({ name: `n${at}`, ...more }));
const spread = (n: number): JsonObject[] => many(n, (at) => ({ maxSkew: 1, topologyKey: `k${at}`, whenUnsatisfiable: 'DoNotSchedule' }));
const ports = (n: number): JsonObject[] => many(n, (at) => ({ containerPort: 80, hostPort: 1 + at, hostIP: '10.0.0.1' }));
const terms = (n: number): JsonObject[] => many(n, (at) => ({ matchLabelExpressions: [{ key: 'a', values: [`v${at}`] }] }));
const versions = (n: number, more: JsonObject): JsonObject => ({
  group: 'b.c',
  scope: 'Namespaced',
  names: { plural: 'as', kind: 'A' },
  versions: many(n, (at) => ({ name: `v${at + 1}`, served: true, storage: at === n - 1, schema: { openAPIV3Schema: { type: 'object' } }, ...more })),
});
for (const [name, n, path, code, body] of [
  ['constraints that are warned of', 500, pods, 201, (size) => podOf({ topologySpreadConstraints: spread(size) })],
  ['variables of one name', 1_000, pods, 201, (size) => podOf({}, { env: many(size, () => ({ name: 'A', value: 'x' })) })],
  ['aliases of one address', 1_000, pods, 201, (size) => podOf({ hostAliases: many(size, () => ({ ip: '10.0.0.1' })) })],
  ['ports of one number', 1_000, pods, 201, (size) => podOf({}, { ports: ports(size) })],
  ['claims that aren’t there', 250, pods, 422, (size) => podOf({ resourceClaims: named(size, { resourceClaimName: 'a' }) }, { resources: { claims: many(size, (at) => ({ name: `m${at}` })) } })],
  ['devices of volumes', 500, pods, 422, (size) => podOf({ volumes: named(size, { emptyDir: {} }) }, { volumeDevices: many(size, (at) => ({ name: `n${at}`, devicePath: `/d${at}` })) })],
  ['places of volumes', 1_000, classes, 201, (size) => ({ provisioner: 'a', allowedTopologies: terms(size) })],
  ['places of volumes that are one', 1_000, classes, 422, (size) => ({ provisioner: 'a', allowedTopologies: terms(1).flatMap((term) => many(size, () => term)) })],
  ['versions of a definition', 500, crds, 201, (size) => ({ spec: versions(size, {}) })],
  ['deprecated versions', 500, crds, 201, (size) => ({ spec: versions(size, { deprecated: true }) })],
] satisfies readonly (readonly [string, number, string, number, (n: number) => JsonObject])[]) {
  grows(name, n, posts(path, code, body));
}

/** Definitions are served, too, with all their versions; each gives way to the next. */
grows('served versions of a definition', 100, async (n) => {
  const { post, put, get, settle } = startServer({ features: featuresOf('all') });
  const body = (more: JsonObject): JsonObject => ({ metadata: { name: 'as.b.c' }, spec: versions(n, more) });
  await post(crds, body({}));
  await settle();
  return async () => {
    const { resourceVersion } = (await get(`${crds}/as.b.c`)).json.metadata;
    const changed = body({ deprecationWarning: other(), deprecated: true });
    const answer = await put(`${crds}/as.b.c`, { ...changed, metadata: { name: 'as.b.c', resourceVersion } });
    expect(answer.code).toBe(200);
    await settle();
  };
});

/** Lists of `objects` ConfigMaps that a query asks for, or a Table. */
const lists =
  (objects: (n: number) => number, query: (n: number) => string, accept = 'application/json'): Prepare =>
  async (n) => {
    const { post, get } = start();
    for (let at = 0; at < objects(n); at += 1) await post(maps, { metadata: { name: `a${at}`, labels: { k: 'x' } } });
    const url = `${maps}?${query(n)}`;
    return async () => expect((await get(url, { accept })).code).toBe(200);
  };
const selector = (name: string, text: string): string => `${name}Selector=${encodeURIComponent(text)}`;
const few = (): number => 20;
grows('requirements of a label selector', 1_250, lists(few, (n) => selector('label', many(n, (at) => `!k${at}`).join(','))));
grows('values of a label selector', 1_250, lists(few, (n) => selector('label', `k notin (${many(n, (at) => `v${at}`).join(',')})`)));
grows('requirements of a field selector', 1_250, lists(few, (n) => selector('field', many(n, (at) => `metadata.name!=k${at}`).join(','))));
grows('rows of a Table', 250, lists((n) => n, () => '', 'application/json;as=Table;v=v1;g=meta.k8s.io'));
grows('objects that a selector looks at', 250, lists((n) => n, () => selector('label', 'k in (x,y,z)')));

/** YAML texts of 64 and of 512 KB. */
const reads =
  (text: (n: number) => string): Prepare =>
  async (n) => {
    const body = text(n);
    return () => {
      try {
        parseYaml(body);
      } catch (error) {
        expect(error).toHaveProperty('status');
      }
    };
  };
for (const [name, n, text] of [
  ['a map', 4_000, (size: number) => many(size, (at) => `k${at}: v${at}`).join('\n')],
  ['a flow of items', 8_000, (size: number) => `a: [${many(size, (at) => `v${at}`).join(', ')}]`],
  ['anchors', 3_000, (size: number) => many(size, (at) => `k${at}: &a${at} v${at}`).join('\n')],
  ['anchors and aliases', 600, (size: number) => many(size, (at) => `k${at}: &a${at} v\nl${at}: *a${at}`).join('\n')],
  ['lines of a text', 6_000, (size: number) => `a: |\n${many(size, (at) => `  line ${at}`).join('\n')}`],
  ['lines without an end', 6_000, (size: number) => `a: "x\n${many(size, (at) => `  line ${at}`).join('\n')}`],
  ['documents', 4_000, (size: number) => many(size, (at) => `---\na: ${at}`).join('\n')],
  ['tags', 4_000, (size: number) => many(size, (at) => `k${at}: !x${at} v`).join('\n')],
  ['errors', 4_000, (size: number) => many(size, (at) => `k${at}: : x`).join('\n')],
] as const) {
  grows(`YAML with ${name}`, n, reads(text));
}
