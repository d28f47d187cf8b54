/**
 * Every kind with every verb, from manifests beside this file (`kinds/<group>.yaml`: of each kind the least that is taken, and one that says
 * everything). A kind that is served without manifests, or the other way round, fails.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import {
  type ApiResponse,
  type Cluster,
  createCluster,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../src/engine/index.ts';
import * as sdk from '../src/engine/sdk/index.ts';

const folder = new URL('kinds/', import.meta.url);

interface Manifests {
  readonly minimal: JsonObject;
  readonly full: JsonObject;
}

const nameOf = ({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): string =>
  `${apiVersion}/${kind}`;

function readManifests(): ReadonlyMap<string, Manifests> {
  const found = new Map<string, Manifests>();
  for (const file of readdirSync(folder).sort()) {
    const documents = parseAllDocuments(readFileSync(new URL(file, folder), 'utf8')).map(
      (each): JsonObject => each.toJS(),
    );
    for (let at = 0; at < documents.length; at += 2) {
      const [minimal, full] = [documents[at], documents[at + 1]];
      if (minimal === undefined || full === undefined) throw new Error(`${file} has a kind with one manifest`);
      found.set(`${String(minimal['apiVersion'])}/${String(minimal['kind'])}`, { minimal, full });
    }
  }
  return found;
}

const manifests = readManifests();
/** Kinds that are kept; the others are answered only (reviews, Binding, Scale …). */
const stored = sdk.kinds.filter(({ verbs }) => verbs.includes('get') && verbs.includes('delete'));
const served = stored.map((kind) => ({ ...kind, name: nameOf({ apiVersion: apiVersionOf(kind), kind: kind.kind }) }));

function apiVersionOf({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}

test('every kind that is kept has its two manifests', () => {
  expect([...manifests.keys()].sort()).toEqual(served.map(({ name }) => name).sort());
});

let cluster: Cluster;
beforeAll(async () => {
  cluster = createCluster({
    seed: 'kinds',
    nodes: 0,
    withoutControllers: ['*'],
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  });
  await cluster.run({ quiet: true });
});

interface Asked {
  readonly query?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly accept?: string;
}

async function ask(
  method: string,
  path: string,
  body?: Json,
  { query = {}, type, accept }: Asked = {},
): Promise<ApiResponse> {
  const headers = {
    'user-agent': 'kinds-test/1',
    ...(type !== undefined && { 'content-type': `application/${type}` }),
    ...(accept !== undefined && { accept }),
  };
  const given = { method, path, query, headers, ...(body !== undefined && { body }) };
  let answer: ApiResponse | undefined;
  // The method is one of HTTP's, and whose request it is the cluster says.
  void cluster.request('kinds-test', given as Parameters<Cluster['request']>[1]).then((each) => {
    answer = each;
  });
  await cluster.run({ until: cluster.now() + 60_000, while: () => answer === undefined });
  if (answer === undefined) throw new Error(`${method} ${path} was not answered`);
  return answer;
}

function objectIn({ body }: ApiResponse): JsonObject {
  if (!isJsonObject(body)) throw new Error(`no object: ${JSON.stringify(body)}`);
  return body;
}

/** Why a request was refused; undefined when it wasn't. */
function refusal({ body }: ApiResponse): Json | undefined {
  return isJsonObject(body) && body['kind'] === 'Status' ? body['message'] : undefined;
}

function metadataOf(object: JsonObject): JsonObject {
  const { metadata } = object;
  return isJsonObject(metadata) ? metadata : {};
}

/** What of `wanted` an object doesn't have, as paths. Amounts and defaults may be written in another way: those are named in `rewritten`. */
function missing(wanted: Json | undefined, found: Json | undefined, path = ''): readonly string[] {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(found) || found.length < wanted.length) return [path];
    return wanted.flatMap((each: Json, at) => missing(each, found[at], `${path}[${at}]`));
  }
  if (isJsonObject(wanted)) {
    if (!isJsonObject(found)) return [path];
    return Object.entries(wanted).flatMap(([key, each]) => missing(each, found[key], `${path}.${key}`));
  }
  return wanted === found ? [] : [`${path}: ${JSON.stringify(wanted)} became ${JSON.stringify(found)}`];
}

/** Removes what holds it and sees it go. */
async function remove(path: string, kind: string): Promise<void> {
  const deleted = await ask('DELETE', path, { propagationPolicy: 'Background', gracePeriodSeconds: 0 });
  expect([deleted.code, path]).toEqual([200, path]);
  const left = await ask('GET', path);
  if (left.code === 200) {
    expect(metadataOf(objectIn(left))['deletionTimestamp']).toBeTypeOf('string');
    if (kind === 'Namespace') await ask('PUT', `${path}/finalize`, { ...objectIn(left), spec: { finalizers: [] } });
    else await ask('PATCH', path, { metadata: { finalizers: null } }, { type: 'merge-patch+json' });
  }
  expect((await ask('GET', path)).code).toBe(404);
}

describe.each(served)('$name', (kind) => {
  const { minimal = {}, full = {} } = manifests.get(kind.name) ?? {};
  const root = kind.group === '' ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`;
  const collection = `${root}/${kind.namespaced ? 'namespaces/default/' : ''}${kind.plural}`;
  const pathOf = (manifest: JsonObject): string => `${collection}/${String(metadataOf(manifest)['name'])}`;

  test('the least is taken: created, read, listed, changed in four ways, refused when out of date, deleted', async () => {
    const path = pathOf(minimal);
    const created = await ask('POST', collection, minimal, { query: { fieldValidation: 'Strict' } });
    expect([created.code, refusal(created)]).toEqual([201, undefined]);
    const read = objectIn(await ask('GET', path));
    // Of a definition the server itself writes the status at once.
    const { metadata: _m, status: _s, ...kept } = objectIn(created);
    expect(missing(kept, read)).toEqual([]);
    expect(read['kind']).toBe(kind.kind);
    const { items } = objectIn(await ask('GET', collection));
    expect(items).toContainEqual(read);
    const again = await ask('POST', collection, minimal);
    expect([again.code, objectIn(again)['reason']]).toEqual([409, 'AlreadyExists']);

    const same = await ask('PUT', path, read);
    expect([same.code, metadataOf(objectIn(same))['resourceVersion']]).toEqual([
      200,
      metadataOf(read)['resourceVersion'],
    ]);
    const labelled = { ...read, metadata: { ...metadataOf(read), labels: { by: 'put' } } };
    const updated = await ask('PUT', path, labelled);
    expect([updated.code, metadataOf(objectIn(updated))['labels']]).toEqual([
      200,
      expect.objectContaining({ by: 'put' }),
    ]);
    const stale = await ask('PUT', path, {
      ...labelled,
      metadata: { ...metadataOf(labelled), labels: { by: 'late' } },
    });
    expect([stale.code, objectIn(stale)['reason']]).toEqual([409, 'Conflict']);

    for (const [type, patch] of [
      ['merge-patch+json', { metadata: { labels: { by: 'merge' } } }],
      ['strategic-merge-patch+json', { metadata: { labels: { by: 'strategic' } } }],
      ['json-patch+json', [{ op: 'replace', path: '/metadata/labels/by', value: 'json' }]],
    ] as const) {
      const patched = await ask('PATCH', path, patch, { type });
      expect([type, patched.code]).toEqual([type, 200]);
    }
    expect(metadataOf(objectIn(await ask('GET', path)))['labels']).toEqual(expect.objectContaining({ by: 'json' }));
    await remove(path, kind.kind);
  });

  test('everything is kept: what a full manifest says comes back', async () => {
    const path = pathOf(full);
    const dry = await ask('POST', collection, full, { query: { dryRun: 'All' } });
    expect([dry.code, refusal(dry)]).toEqual([201, undefined]);
    expect((await ask('GET', path)).code).toBe(404);
    const created = await ask('POST', collection, full, { query: { fieldValidation: 'Strict' } });
    expect([created.code, created.headers['warning']]).toEqual([
      201,
      kind.kind === 'Endpoints' ? expect.anything() : undefined,
    ]);
    expect(missing(full, created.body)).toEqual([]);
    const table = objectIn(
      await ask('GET', path, undefined, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }),
    );
    const rows = table['rows'];
    expect([table['kind'], Array.isArray(rows) && rows.length]).toEqual(['Table', 1]);
    await remove(path, kind.kind);
  });

  test('it is applied, and applied again without a change', async () => {
    const path = pathOf(full);
    const query = { fieldManager: 'kinds', force: 'false' };
    const created = await ask('PATCH', path, full, { query, type: 'apply-patch+yaml' });
    expect([created.code, refusal(created)]).toEqual([201, undefined]);
    // What admission and the server add to a new object is settled by the second.
    const second = await ask('PATCH', path, full, { query, type: 'apply-patch+yaml' });
    const again = await ask('PATCH', path, full, { query, type: 'apply-patch+yaml' });
    expect([again.code, metadataOf(objectIn(again))['resourceVersion']]).toEqual([
      200,
      metadataOf(objectIn(second))['resourceVersion'],
    ]);
    await remove(path, kind.kind);
  });

  test('what is wrong is refused, and nothing is left of it', async () => {
    const path = pathOf(minimal);
    const unknown = await ask('POST', collection, { ...minimal, unheard: 1 }, { query: { fieldValidation: 'Strict' } });
    expect([unknown.code, objectIn(unknown)['message']]).toEqual([
      400,
      expect.stringContaining('unknown field "unheard"'),
    ]);
    const named = await ask('POST', collection, { ...minimal, metadata: { name: 'Bad Name/' } });
    expect([named.code, objectIn(named)['reason']]).toEqual([422, 'Invalid']);
    const other = await ask('POST', collection, { ...minimal, kind: 'Other' });
    expect(other.code).toBe(400);
    const odd = await ask('POST', collection, { ...minimal, metadata: { name: 'odd', labels: { a: 1 } } });
    expect(odd.code).toBe(400);
    expect((await ask('GET', path)).code).toBe(404);
    expect((await ask('DELETE', path)).code).toBe(404);
  });
});
