import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startServer } from '../../apiserver/testing/harness.ts';
import type { Json, JsonObject } from '../../meta/index.ts';
import { compileRegexp } from '../../meta/regexp/index.ts';
import { compile, fromJson, tryRun } from '../cel/index.ts';
import { featuresOf } from '../registry.ts';
import { applyDefaults } from './defaults.ts';
import { prune } from './prune.ts';
import { validateRules } from './rules.ts';
import type { Schema } from './schema.ts';
import { validateValue } from './validate.ts';

const fullFeatures = featuresOf('all');

const names = fc.constantFrom('a', 'b', 'c', 'metadata', 'kind');

const schemas: fc.Arbitrary<Schema> = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Schema>(
      { type: 'string' },
      { type: 'integer', default: 3 },
      { 'x-kubernetes-int-or-string': true },
      { type: 'string', nullable: true },
    ),
    fc.record({ type: fc.constant('array'), items: tie('schema') as fc.Arbitrary<Json> }) as fc.Arbitrary<Schema>,
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(names, tie('schema'), { maxKeys: 3 }),
        'x-kubernetes-preserve-unknown-fields': fc.constant(true),
        'x-kubernetes-embedded-resource': fc.constant(true),
        required: fc.array(names, { maxLength: 2 }),
        'x-kubernetes-validations': fc.constantFrom(
          [{ rule: 'has(self.a)' }],
          [{ rule: 'self.a == self.b' }],
          [{ rule: 'self.nope' }],
        ),
      },
      { requiredKeys: ['type'] },
    ) as fc.Arbitrary<Schema>,
    fc.record({
      type: fc.constant('object'),
      additionalProperties: tie('schema') as fc.Arbitrary<Json>,
    }) as fc.Arbitrary<Schema>,
  ),
})).schema;

const values = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>('x', 3, 1.5, true, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4 }),
  ),
})).value;
const objects = fc.dictionary(names, values, { maxKeys: 4 }) as fc.Arbitrary<JsonObject>;

test('pruning and defaulting twice change nothing more than once', () => {
  fc.assert(
    fc.property(schemas, objects, (schema, object) => {
      const unknown: string[] = [];
      const once = applyDefaults(
        prune(object, schema, () => undefined),
        schema,
      );
      const twice = applyDefaults(
        prune(once, schema, (path) => unknown.push(path)),
        schema,
      );
      expect(twice).toEqual(once);
      expect(unknown).toEqual([]);
    }),
    { numRuns: 500, seed: 4 },
  );
});

test('no schema and no object make validation fail otherwise than by errors', () => {
  fc.assert(
    fc.property(schemas, objects, fc.option(objects, { nil: undefined }), (schema, object, old) => {
      const errors: { detail: string }[] = [];
      validateValue(object, schema, '', old, errors as never[]);
      const broken = validateRules(object, schema, old, () => undefined);
      for (const { detail } of [...errors, ...broken]) expect(typeof detail).toBe('string');
    }),
    { numRuns: 500, seed: 4 },
  );
});

const words = fc.constantFrom(
  'self',
  '.',
  'a',
  '[',
  ']',
  '(',
  ')',
  '{',
  '}',
  '?',
  ':',
  ',',
  '+',
  '-',
  '==',
  'in',
  '&&',
  '||',
  '!',
  '1',
  '"x"',
  '2.5',
  'true',
  'null',
  'has(',
  '.map(x, ',
  '.all(x, ',
  'cel.bind(x, ',
  'size(',
  '.matches("a*")',
  'duration("1h")',
  '%',
  '/',
  '0',
  'type(',
  '.?',
  'x',
  '.format([',
);

test('no text makes the compiler or what it compiles fail otherwise than by errors', () => {
  const self = fromJson({ a: [1, 'x', { a: null }], b: { c: 1.5 } });
  const variables = new Map([['self', { kind: 'dyn' } as const]]);
  fc.assert(
    fc.property(fc.array(words, { maxLength: 14 }), (parts) => {
      const program = compile(parts.join(''), variables);
      if ('error' in program) expect(program.error).toContain('ERROR: <input>:');
      else expect(tryRun(program, { get: (name) => (name === 'self' ? self : undefined) })).toBeDefined();
    }),
    { numRuns: 5000, seed: 4 },
  );
});

test('patterns match what JavaScript says they match', () => {
  const pieces = fc.constantFrom(
    'a',
    'b',
    '.',
    '[ab]',
    '[^a]',
    '(a|b)',
    'a*',
    'b+',
    'a?',
    '(?:ab){1,2}',
    '^',
    '$',
    '\\d',
    '\\w',
    '\\b',
    '|',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 6 }), fc.stringMatching(/^[ab1 ]{0,8}$/), (parts, text) => {
      const pattern = parts.join('');
      const compiled = compileRegexp(pattern);
      if ('error' in compiled) return expect(compiled.error).toContain('error parsing regexp');
      expect(compiled.test(text)).toBe(new RegExp(pattern).test(text));
      expect(compiled.find(text)).toBe(new RegExp(pattern).exec(text)?.[0]);
    }),
    { numRuns: 3000, seed: 4 },
  );
});

test('whatever is sent as a definition or as an object, the server answers it', async () => {
  const server = startServer({ features: fullFeatures });
  const bodies: fc.Arbitrary<Json> = fc.oneof(schemas as fc.Arbitrary<Json>, objects, values);
  let number = 0;
  await fc.assert(
    fc.asyncProperty(bodies, values, async (schema, value) => {
      number += 1;
      const plural = `things${number}`;
      const names = { plural, kind: `Thing${number}` };
      const openAPIV3Schema = { type: 'object', properties: { spec: schema } };
      const made = await server.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: `${plural}.example.com` },
        spec: {
          group: 'example.com',
          scope: 'Cluster',
          names,
          versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
        },
      });
      expect([201, 400, 422]).toContain(made.code);
      await server.settle();
      const created = await server.post(`/apis/example.com/v1/${plural}`, {
        apiVersion: 'example.com/v1',
        kind: `Thing${number}`,
        metadata: { name: 'a' },
        spec: value,
      });
      expect(made.code === 201 ? [201, 422] : [404]).toContain(created.code);
    }),
    { numRuns: 200, seed: 4 },
  );
});
