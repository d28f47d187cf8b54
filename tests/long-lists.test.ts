/**
 * Every list and map of every kind, made long, of items that differ and of equal ones: creating such an object, and writing it again in another
 * order, takes CPU in proportion to its length. By default some places are tried (`--all`: all of them; `--seed`: others).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { startServer } from '../src/engine/apiserver/testing/harness.ts';
import { featuresOf } from '../src/engine/extensions/registry.ts';
import type { Json, JsonObject, Method } from '../src/engine/index.ts';
import { excessOf, type Prepare, times } from './cpu-growth.ts';
import { everyNth } from './scope.ts';
import type { Schema, Schemas } from './typed-fuzz/draw.ts';
import { grown, type Place, placesOf } from './typed-fuzz/lists.ts';

/** Of the short list. */
const items = 1_000;
/** What takes less, however long the list, isn't squared. */
const quickMs = 30;
/** From this growth on a case is measured carefully. */
const suspicious = 1.5 * times;

interface Case {
  readonly url: string;
  readonly object: JsonObject;
  readonly kind: Schema;
  readonly schemas: Schemas;
  readonly place: Place;
  readonly isDistinct: boolean;
}

type Server = ReturnType<typeof startServer>;

/** The manifest of each kind that says most, by its version and name. */
function fullManifests(): ReadonlyMap<string, JsonObject> {
  const folder = new URL('kinds/', import.meta.url);
  const found = new Map<string, JsonObject>();
  for (const file of readdirSync(folder).sort()) {
    for (const document of parseAllDocuments(readFileSync(new URL(file, folder), 'utf8'))) {
      const object: JsonObject = document.toJS();
      found.set(`${String(object['apiVersion'])}/${String(object['kind'])}`, object);
    }
  }
  return found;
}

async function casesOf({ get }: Server): Promise<readonly Case[]> {
  const cases: Case[] = [];
  const manifests = fullManifests();
  for (const group of Object.keys((await get('/openapi/v3')).json.paths)) {
    const { json } = await get(`/openapi/v3/${group}`);
    const schemas: Schemas = json.components.schemas;
    for (const [path, operations] of Object.entries<{ post?: { requestBody?: { content: Readonly<Record<string, { schema: Schema }>> } } }>(json.paths)) {
      const kind = Object.values(operations.post?.requestBody?.content ?? {})[0]?.schema;
      if (kind === undefined || path.includes('{name}')) continue;
      const name = (kind.$ref ?? kind.allOf?.[0]?.$ref ?? '').split('.').at(-1) ?? '';
      const object = manifests.get(`${group.replace(/^apis?\//, '')}/${name}`) ?? { metadata: { name: 'full' } };
      for (const place of placesOf(kind, schemas)) {
        const each = { url: path.replace('{namespace}', 'default'), object, kind, schemas, place };
        cases.push({ ...each, isDistinct: true });
        if (place.kind === 'list') cases.push({ ...each, isDistinct: false });
      }
    }
  }
  return cases;
}

/** The object with a list of `n`; in `another` order, where that is so. */
function longOne({ object, kind, schemas, place, isDistinct }: Case, n: number, another = false): JsonObject {
  const { namespace: _, ...metadata } = grown(object, place, schemas, kind, n, isDistinct, another)['metadata'] as JsonObject;
  return { ...grown(object, place, schemas, kind, n, isDistinct, another), metadata };
}

/** A request that changes nothing, so that it can be made again. */
const dryRun = (server: Server, method: Method, url: string, body: Json) => () => server.ask(method, `${url}?dryRun=All`, body);

const creating =
  (server: Server, each: Case): Prepare =>
  async (n) =>
    dryRun(server, 'POST', each.url, longOne(each, n));

/** Writes the object again; undefined where there can be none. */
async function updating(server: Server, each: Case): Promise<Prepare | undefined> {
  const { url, place } = each;
  const made = await server.post(url, longOne(each, 1));
  const name: unknown = made.json?.metadata?.name;
  if (made.code !== 201 || typeof name !== 'string') return undefined;
  const path = `${url}/${name}${place.path[0] === 'status' ? '/status' : ''}`;
  const current = async (): Promise<Json> => (await server.get(path)).json.metadata.resourceVersion;
  return async (n) => {
    const written = async (another: boolean): Promise<JsonObject> => {
      const object = longOne(each, n, another);
      return { ...object, metadata: { ...(object['metadata'] as JsonObject), resourceVersion: await current() } };
    };
    await server.put(path, await written(false));
    return dryRun(server, 'PUT', path, await written(true));
  };
}

async function onceMs(prepare: Prepare, n: number): Promise<number> {
  const work = await prepare(n);
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

async function complaint(prepare: Prepare): Promise<string | undefined> {
  const large = await onceMs(prepare, times * items);
  if (large < quickMs || large < suspicious * (await onceMs(prepare, items))) return undefined;
  return excessOf(prepare, items);
}

test('a list that is eight times as long takes about eight times as much CPU', { timeout: 1_200_000 }, async () => {
  const all = await casesOf(startServer({ features: featuresOf('all') }));
  expect(all.length).toBeGreaterThan(2_000);
  const bad: string[] = [];
  for (const each of everyNth(Number(process.env['LONG_LISTS_NTH'] ?? 120), all)) {
    const server = startServer({ features: featuresOf('all') });
    const what = `${each.url} ${each.place.path.join('.')}, ${each.isDistinct ? 'all different' : 'all equal'}`;
    const update = await updating(server, each);
    for (const [verb, prepare] of [['create', creating(server, each)], ['update', update]] as const) {
      const why = prepare && (await complaint(prepare));
      if (why !== undefined) bad.push(`${verb} ${what}: ${why}`);
    }
  }
  expect(bad).toEqual([]);
});
