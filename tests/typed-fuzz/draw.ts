/**
 * Objects whose every field has the type that its schema says, with values that may mean nothing: enumerations, operators, quantities, names and
 * numbers out of range. Bytes at random (tests/wire-fuzz) rarely come past the decoder; these reach validation, admission and defaults.
 */
import type { Json, JsonObject, Random } from '../../src/engine/index.ts';

/** A schema of OpenAPI v3, as far as objects are drawn from it. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
}

export type Schemas = Readonly<Record<string, Schema>>;

const words = [
  ...['', 'a', 'web', 'A', 'a b', 'a/b', 'example.com/a', 'a.b', '-', '*', '__proto__', 'é', '0', 'x'.repeat(64), 'x'.repeat(254)],
  ...['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt', 'Equal', 'Equals', 'NotEquals', 'Nope', 'Always', 'Never', 'Delete', 'Retain'],
  ...['1', '100m', '1Gi', '-1', '1e3', '1e400', '0.0000000001', '9223372036854775808', '50%', '101%', '-1%', 'abc%'],
  ...['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/64', '300.0.0.1', '* * * * *', '61 * * * *', '@daily', 'Europe/Berlin', 'Nowhere/None'],
  ...['2026-01-02T03:04:05Z', 'yesterday', '^a(b|', 'self.x', 'object.spec', '1 +', 'true', 'v1', 'apps/v1', 'a/b/c', 'Pod', 'cpu', 'memory', 'pods', 'TCP', 'SCTP'],
];

const numbers = [0, 1, -1, 2, 3, 80, 443, 65_535, 65_536, 2_147_483_647, -2_147_483_648];

const pick = <T>(from: readonly T[], random: Random): T => {
  const picked = from[random.int(from.length)];
  if (picked === undefined) throw new Error('there is nothing to pick from');
  return picked;
};

/** Deeper than this only what is required is drawn. */
const mostDepth = 9;

/** A value of this type. */
export function draw(schema: Schema, schemas: Schemas, random: Random, depth = 0): Json {
  const to = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (to !== undefined) {
    const name = to.slice('#/components/schemas/'.length);
    if (name.endsWith('.Time') || name.endsWith('.MicroTime')) return pick(['2026-01-02T03:04:05Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'], random);
    return draw(schemas[name] ?? {}, schemas, random, depth);
  }
  if (schema.oneOf !== undefined) return draw(pick(schema.oneOf, random), schemas, random, depth);
  if (schema.enum !== undefined && random.int(8) > 0) return pick(schema.enum, random);
  switch (schema.type) {
    case 'object':
      return drawObject(schema, schemas, random, depth);
    case 'array':
      return Array.from({ length: depth > mostDepth ? 0 : random.int(3) }, () => draw(schema.items ?? {}, schemas, random, depth + 1));
    case 'integer':
      return pick(numbers, random);
    case 'number':
      return pick([...numbers, 0.5], random);
    case 'boolean':
      return random.int(2) === 0;
    case 'string':
      return schema.format === 'byte' ? Buffer.from(pick(words, random)).toString('base64') : pick(words, random);
    default:
      return pick<Json>(['a', 1, true, null, {}, []], random);
  }
}

function drawObject({ properties = {}, required = [], additionalProperties }: Schema, schemas: Schemas, random: Random, depth: number): JsonObject {
  const entries: (readonly [string, Json])[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const isDrawn = required.includes(name) ? random.int(10) > 0 : depth <= mostDepth && random.int(3) === 0;
    if (isDrawn) entries.push([name, draw(property, schemas, random, depth + 1)]);
  }
  if (typeof additionalProperties === 'object' && depth <= mostDepth) {
    for (let left = random.int(3); left > 0; left -= 1) entries.push([pick(words, random), draw(additionalProperties, schemas, random, depth + 1)]);
  }
  return Object.fromEntries(entries);
}
