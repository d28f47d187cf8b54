/**
 * Well-typed objects of every kind, created, replaced, patched and tried as status, and bodies of every subresource and deletion: whatever they
 * say, none is answered with 500 or takes much CPU. The same seed draws the same objects (`--seed`; `--all` or TYPED_FUZZ_COUNT: more).
 */
import { expect, test } from 'vitest';
import { startServer } from '../src/engine/apiserver/testing/harness.ts';
import { featuresOf } from '../src/engine/extensions/registry.ts';
import { createRandom, type Json, type JsonObject, type Method, type Random } from '../src/engine/index.ts';
import { withinCpu } from './request-cpu.ts';
import { chosenSeed, sampleSize } from './scope.ts';
import { draw, type Schema, type Schemas } from './typed-fuzz/draw.ts';

const count = Number(process.env['TYPED_FUZZ_COUNT'] ?? sampleSize(1_000, 30_000));
const random = createRandom(`typed-fuzz${chosenSeed ?? ''}`);

interface Target {
  readonly path: string;
  readonly schema: Schema;
  readonly schemas: Schemas;
}

/** What an object's own paths take: a Scale, a Binding, an Eviction, a TokenRequest, DeleteOptions. */
interface Below extends Target {
  readonly method: Method;
}

interface Operation {
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

type Server = ReturnType<typeof startServer>;

const schemaOf = (operation: Operation | undefined): Schema | undefined => Object.values(operation?.requestBody?.content ?? {})[0]?.schema;

/** Each collection that takes objects, with what they are, and what the paths of objects take. */
async function targetsOf({ get }: Server): Promise<{ readonly targets: readonly Target[]; readonly below: readonly Below[] }> {
  const targets: Target[] = [];
  const below: Below[] = [];
  for (const group of Object.keys((await get('/openapi/v3')).json.paths)) {
    const { json } = await get(`/openapi/v3/${group}`);
    const schemas: Schemas = json.components.schemas;
    for (const [place, operations] of Object.entries(json.paths as Paths)) {
      const path = place.replace('{namespace}', 'default');
      const posted = schemaOf(operations['post']);
      if (posted !== undefined && !path.includes('{name}')) targets.push({ path, schema: posted, schemas });
      if (!path.includes('{name}')) continue;
      const isOwn = path.endsWith('{name}');
      for (const [method, named] of [['POST', 'post'], ['PUT', 'put'], ['PATCH', 'put'], ['DELETE', 'delete']] as const) {
        const schema = schemaOf(operations[named]);
        // Objects themselves are written above.
        if (schema !== undefined && isOwn === (method === 'DELETE')) below.push({ method, path, schema, schemas });
      }
    }
  }
  return { targets, below };
}

const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object that often comes past the checks of names, so that the others are reached. */
function objectOf({ schema, schemas }: Target, name: string, from: Random): JsonObject {
  const value = draw(schema, schemas, from);
  if (!isObject(value)) throw new Error('a kind is an object');
  const { apiVersion: _, kind: __, ...rest } = value;
  return from.int(6) === 0 ? rest : { ...rest, metadata: { name } };
}

test(`${count} well-typed objects: no answer is 500, and none takes long`, { timeout: 60_000 + count * 50 }, async () => {
  const server = startServer({ features: featuresOf('all') });
  const { targets, below } = await targetsOf(server);
  expect(targets.length).toBeGreaterThan(30);
  expect(new Set(below.map(({ schema }) => JSON.stringify(schema))).size).toBeGreaterThan(20);
  const bad: string[] = [];
  const codes = new Map<number, number>();
  for (let at = 0; at < count && bad.length < 20; at += 1) {
    const from = random.fork(`object ${at}`);
    const name = `n${from.int(20)}`;
    const own = from.int(3) === 0 ? below[from.int(below.length)] : undefined;
    const target = own ?? targets[from.int(targets.length)];
    if (target === undefined) continue;
    const [method, path, type] = own === undefined ? requestFor(target.path, name, from) : requestBelow(own, name);
    const body = objectOf(target, name, from);
    const what = `${method} ${path} ${type} ${JSON.stringify(body).slice(0, 1500)}`;
    try {
      const ask = () => server.ask(method, path, body, { 'content-type': type });
      const [{ code, json }, slow] = await withinCpu(ask, () => JSON.stringify(body).length);
      if (slow !== undefined) bad.push(`${slow} <- ${what}`);
      codes.set(code, (codes.get(code) ?? 0) + 1);
      if (code === 500) bad.push(`${json?.message} ${JSON.stringify(json?.details?.causes)} <- ${what}`);
    } catch (error) {
      bad.push(`${error instanceof Error ? error.stack : String(error)} <- ${what}`);
    }
  }
  if (process.env['TYPED_FUZZ_CODES'] !== undefined) console.log(codes);
  expect(bad).toEqual([]);
});

function requestBelow({ method, path }: Below, name: string): readonly [Method, string, string] {
  return [method, path.replace('{name}', name), method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'];
}

function requestFor(path: string, name: string, from: Random): readonly [Method, string, string] {
  switch (from.int(7)) {
    case 0:
      return ['PUT', `${path}/${name}`, 'application/json'];
    case 1:
      return ['PATCH', `${path}/${name}`, 'application/merge-patch+json'];
    case 2:
      return ['PATCH', `${path}/${name}`, 'application/strategic-merge-patch+json'];
    case 3:
      return ['PUT', `${path}/${name}/status`, 'application/json'];
    case 4:
      return ['PATCH', `${path}/${name}?fieldManager=fuzz&force=true`, 'application/apply-patch+yaml'];
    default:
      return ['POST', path, 'application/json'];
  }
}
