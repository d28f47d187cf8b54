/**
 * Well-typed objects of every kind, created, replaced, patched and tried as status: whatever they say, none is answered with 500 or takes much
 * CPU. The same seed draws the same objects (`--seed`; `--all` or TYPED_FUZZ_COUNT: more).
 */
import { expect, test } from 'vitest';
import { startServer } from '../src/engine/apiserver/testing/harness.ts';
import { featuresOf } from '../src/engine/extensions/registry.ts';
import { createRandom, type Json, type JsonObject, type Method, type Random } from '../src/engine/index.ts';
import { withinCpu } from './request-cpu.ts';
import { chosenSeed, sampleSize } from './scope.ts';
import { draw, type Schema, type Schemas } from './typed-fuzz/draw.ts';

const count = Number(process.env['TYPED_FUZZ_COUNT'] ?? sampleSize(700, 20_000));
const random = createRandom(`typed-fuzz${chosenSeed ?? ''}`);

interface Target {
  readonly path: string;
  readonly schema: Schema;
  readonly schemas: Schemas;
}

type Server = ReturnType<typeof startServer>;

/** Each collection that takes objects, with what they are. */
async function targetsOf({ get }: Server): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (const group of Object.keys((await get('/openapi/v3')).json.paths)) {
    const { json } = await get(`/openapi/v3/${group}`);
    const paths: Readonly<Record<string, { post?: { requestBody?: { content?: Readonly<Record<string, { schema?: Schema }>> } } }>> = json.paths;
    for (const [path, { post }] of Object.entries(paths)) {
      const schema = Object.values(post?.requestBody?.content ?? {})[0]?.schema;
      if (schema === undefined || path.includes('{name}')) continue;
      targets.push({ path: path.replace('{namespace}', 'default'), schema, schemas: json.components.schemas });
    }
  }
  return targets;
}

const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object that often comes past the checks of names, so that the others are reached. */
function objectOf({ schema, schemas }: Target, name: string, from: Random): JsonObject {
  const value = draw(schema, schemas, from);
  if (!isObject(value)) throw new Error('a kind is an object');
  const { apiVersion: _, kind: __, ...rest } = value;
  return from.int(6) === 0 ? rest : { ...rest, metadata: { name } };
}

/** What upstream answers with 500 too (apiserver pkg/storage/errors.go). */
const upstreams500 = 'resourceVersion should not be set on objects to be created';

test(`${count} well-typed objects: no answer is 500, and none takes long`, { timeout: 60_000 + count * 50 }, async () => {
  const server = startServer({ features: featuresOf('all') });
  const targets = await targetsOf(server);
  expect(targets.length).toBeGreaterThan(30);
  const bad: string[] = [];
  const codes = new Map<number, number>();
  for (let at = 0; at < count && bad.length < 20; at += 1) {
    const from = random.fork(`object ${at}`);
    const target = targets[from.int(targets.length)];
    if (target === undefined) continue;
    const name = `n${from.int(20)}`;
    const [method, path, type] = requestFor(target.path, name, from);
    const body = objectOf(target, name, from);
    const what = `${method} ${path} ${type} ${JSON.stringify(body).slice(0, 1500)}`;
    try {
      const ask = () => server.ask(method, path, body, { 'content-type': type });
      const [{ code, json }, slow] = await withinCpu(ask, () => JSON.stringify(body).length);
      if (slow !== undefined) bad.push(`${slow} <- ${what}`);
      codes.set(code, (codes.get(code) ?? 0) + 1);
      if (code === 500 && !String(json?.message).includes(upstreams500)) bad.push(`${json?.message} ${JSON.stringify(json?.details?.causes)} <- ${what}`);
    } catch (error) {
      bad.push(`${error instanceof Error ? error.stack : String(error)} <- ${what}`);
    }
  }
  if (process.env['TYPED_FUZZ_CODES'] !== undefined) console.log(codes);
  expect(bad).toEqual([]);
});

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
