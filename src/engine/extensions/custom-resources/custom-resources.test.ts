import { describe, expect, test } from 'vitest';
import { kinds } from '../../api/index.ts';
import { createApiServer } from '../../apiserver/index.ts';
import { type Loose, startServer } from '../../apiserver/testing/harness.ts';
import type { Json } from '../../meta/index.ts';
import { featuresOf } from '../registry.ts';

const fullFeatures = featuresOf('all');

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const cronTabs = '/apis/stable.example.com/v1/namespaces/default/crontabs';

/** The CronTab of the documentation, with a schema of one's own for the spec. */
function cronTab(
  spec: Json,
  more: { version?: Record<string, Json>; versions?: Json[]; names?: Record<string, Json> } = {},
): Json {
  const properties = { spec, status: { type: 'object', properties: { replicas: { type: 'integer' } } } };
  const version = {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: 'object', properties } },
    ...more.version,
  };
  const names = { plural: 'crontabs', singular: 'crontab', kind: 'CronTab', shortNames: ['ct'], ...more.names };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${String(names.plural)}.stable.example.com` },
    spec: { group: 'stable.example.com', scope: 'Namespaced', names, versions: more.versions ?? [version] },
  };
}

const plainSpec = {
  type: 'object',
  properties: {
    cronSpec: { type: 'string', pattern: '^(\\d+|\\*)(/\\d+)?(\\s+(\\d+|\\*)(/\\d+)?){4}$' },
    image: { type: 'string' },
    replicas: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
  },
};

const object = (spec: Json, name = 'a'): Json => ({
  apiVersion: 'stable.example.com/v1',
  kind: 'CronTab',
  metadata: { name },
  spec,
});

async function serving(spec: Json = plainSpec, more?: Parameters<typeof cronTab>[1]) {
  const server = startServer({ features: fullFeatures });
  const made = await server.post(definitions, cronTab(spec, more));
  expect(made.json.message ?? 'created').toBe('created');
  await server.settle();
  return server;
}

test('a kind named as a built-in one is its own: a missing spec stays missing', async () => {
  const names = { plural: 'leases', singular: 'lease', kind: 'Lease', shortNames: [] };
  const server = await serving(plainSpec, { names });
  const path = '/apis/stable.example.com/v1/namespaces/default/leases';
  const made = await server.post(path, { apiVersion: 'stable.example.com/v1', kind: 'Lease', metadata: { name: 'a' } });
  expect(made.code).toBe(201);
  expect(made.json).not.toHaveProperty('spec');
});

describe('the CronTab of the documentation', () => {
  test('is named, established and served at once', async () => {
    const server = await serving();
    const crd = (await server.get(`${definitions}/crontabs.stable.example.com`)).json;
    expect(crd.spec.names.listKind).toBe('CronTabList');
    expect(crd.spec.conversion).toEqual({ strategy: 'None' });
    expect(crd.status.storedVersions).toEqual(['v1']);
    expect(crd.status.acceptedNames.plural).toBe('crontabs');
    expect(crd.status.conditions.map((each: Loose) => [each.type, each.status, each.reason])).toEqual([
      ['NamesAccepted', 'True', 'NoConflicts'],
      ['Established', 'True', 'InitialNamesAccepted'],
    ]);
    const list = (await server.get('/apis/stable.example.com/v1')).json;
    expect(list.resources[0]).toMatchObject({ name: 'crontabs', kind: 'CronTab', shortNames: ['ct'] });
    const made = await server.post(cronTabs, object({ cronSpec: '* * * * */5', image: 'x' }));
    expect(made.code).toBe(201);
    expect(made.json.spec).toEqual({ cronSpec: '* * * * */5', image: 'x', replicas: 1 });
    expect(made.json.metadata.generation).toBe(1);
  });

  test('takes merge and JSON patches, refuses strategic ones, and counts what changes', async () => {
    const server = await serving();
    await server.post(cronTabs, object({ cronSpec: '* * * * *' }));
    expect((await server.patch(`${cronTabs}/a`, { metadata: { labels: { a: 'b' } } })).json.metadata.generation).toBe(
      1,
    );
    expect((await server.patch(`${cronTabs}/a`, { spec: { image: 'y' } })).json.metadata.generation).toBe(2);
    expect((await server.patch(`${cronTabs}/a`, {}, 'strategic-merge')).code).toBe(415);
    const put = await server.put(`${cronTabs}/a`, object({ cronSpec: '* * * * *' }));
    expect(put.json.message).toContain('metadata.resourceVersion: Invalid value: 0x0: must be specified for an update');
  });

  test('takes finalizers without a domain, and warns of those that are added', async () => {
    const server = await serving();
    const finalizers = ['orphan', 'a.b/c', 'mine'];
    const made = await server.post(cronTabs, { apiVersion: 'stable.example.com/v1', kind: 'CronTab', metadata: { name: 'a', finalizers } });
    expect([made.code, made.json.metadata.finalizers]).toEqual([201, finalizers]);
    const advice =
      'prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers';
    expect(made.headers['warning']).toBe(`299 - "metadata.finalizers: \\"mine\\": ${advice}"`);
    const changed = await server.patch(`${cronTabs}/a`, { metadata: { finalizers: ['mine', 'x.y/z'] } });
    expect([changed.code, changed.headers['warning']]).toEqual([200, undefined]);
  });

  test('names fields it does not know', async () => {
    const server = await serving();
    const warned = await server.post(cronTabs, object({ cronSpec: '* * * * *', someRandomField: 42 }));
    expect(warned.headers['warning']).toContain('unknown field \\"spec.someRandomField\\"');
    expect(warned.json.spec.someRandomField).toBeUndefined();
    const strict = await server.post(`${cronTabs}?fieldValidation=Strict`, object({ foo: 1 }, 'b'));
    expect(strict.json.message).toContain('strict decoding error: unknown field "spec.foo"');
  });
});

describe('structural validation', () => {
  const spec = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', maxLength: 5, minLength: 2 },
      kind: { type: 'string', enum: ['A', 'B'] },
      pattern: { type: 'string', pattern: '^a+$' },
      count: { type: 'integer', minimum: 1, maximum: 3, multipleOf: 2 },
      ratio: { type: 'number', maximum: 1, exclusiveMaximum: true },
      list: { type: 'array', maxItems: 2, items: { type: 'string' } },
      set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
      port: { 'x-kubernetes-int-or-string': true },
      time: { type: 'string', format: 'date-time' },
      maybe: { type: 'string', nullable: true },
      choice: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    },
  };
  test.each<[string, Json, string]>([
    ['type', { name: 5 }, 'spec.name: Invalid value: "integer": spec.name in body must be of type string: "integer"'],
    ['required', {}, 'spec.name: Required value'],
    ['enum', { name: 'ab', kind: 'C' }, 'spec.kind: Unsupported value: "C": supported values: "A", "B"'],
    [
      'pattern',
      { name: 'ab', pattern: 'b' },
      `spec.pattern: Invalid value: "b": spec.pattern in body should match '^a+$'`,
    ],
    ['maxLength', { name: 'abcdefg' }, 'spec.name: Too long: may not be more than 5 bytes'],
    ['minLength', { name: 'a' }, 'spec.name: Invalid value: "a": spec.name in body should be at least 2 chars long'],
    [
      'minimum',
      { name: 'ab', count: 0 },
      'spec.count: Invalid value: 0: spec.count in body should be greater than or equal to 1',
    ],
    [
      'maximum',
      { name: 'ab', count: 4 },
      'spec.count: Invalid value: 4: spec.count in body should be less than or equal to 3',
    ],
    [
      'multipleOf',
      { name: 'ab', count: 3 },
      'spec.count: Invalid value: 3: spec.count in body should be a multiple of 2',
    ],
    ['exclusive', { name: 'ab', ratio: 1 }, 'spec.ratio: Invalid value: 1: spec.ratio in body should be less than 1'],
    ['maxItems', { name: 'ab', list: ['a', 'b', 'c'] }, 'spec.list: Too many: 3: must have at most 2 items'],
    ['set', { name: 'ab', set: ['a', 'a'] }, 'spec.set[1]: Duplicate value: "a"'],
    [
      'int-or-string',
      { name: 'ab', port: true },
      'spec.port: Invalid value: "boolean": spec.port in body must be of type integer,string: "boolean"',
    ],
    [
      'format',
      { name: 'ab', time: 'x' },
      'spec.time: Invalid value: "x": spec.time in body must be of type date-time: "x"',
    ],
    ['null', { name: null }, 'spec.name: Invalid value: "null": spec.name in body must be of type string: "null"'],
    [
      'oneOf',
      { name: 'ab', choice: { a: 'x', b: 'y' } },
      '<nil>: Invalid value: "": "spec.choice" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    ],
  ])('%s', async (_name, value, message) => {
    const server = await serving(spec);
    const answer = await server.post(cronTabs, object(value));
    expect(answer.code).toBe(422);
    expect(answer.json.message).toBe(`CronTab.stable.example.com "a" is invalid: ${message}`);
  });

  test('what may be null may be null', async () => {
    const server = await serving(spec);
    expect((await server.post(cronTabs, object({ name: 'ab', maybe: null, port: '80' }))).code).toBe(201);
  });

  test('what has not changed is not checked again', async () => {
    const server = await serving(plainSpec);
    await server.post(cronTabs, object({ cronSpec: '* * * * *', image: 'old' }));
    const path = `${definitions}/crontabs.stable.example.com`;
    await server.patch(
      path,
      [
        {
          op: 'add',
          path: '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/image/maxLength',
          value: 2,
        },
      ],
      'json',
    );
    await server.settle();
    expect((await server.patch(`${cronTabs}/a`, { spec: { replicas: 2 } })).code).toBe(200);
    expect((await server.patch(`${cronTabs}/a`, { spec: { image: 'new' } })).json.message).toContain(
      'spec.image: Too long',
    );
  });
});

describe('rules', () => {
  const spec = {
    type: 'object',
    properties: {
      min: { type: 'integer' },
      max: { type: 'integer' },
      name: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'name is immutable' }] },
      kind: { type: 'string', enum: ['A'] },
      title: { type: 'string', maxLength: 2 },
      list: { type: 'array', maxItems: 1, items: { type: 'string' } },
      time: { type: 'string', format: 'date-time' },
    },
    'x-kubernetes-validations': [
      { rule: 'self.min <= self.max' },
      {
        rule: '!has(oldSelf.max) || self.max >= oldSelf.max',
        messageExpression: '"max must not fall below " + string(oldSelf.max)',
        reason: 'FieldValueForbidden',
        fieldPath: '.max',
      },
    ],
  };
  test('are checked, and transition rules against what was', async () => {
    const server = await serving(spec);
    const refused = await server.post(cronTabs, object({ min: 3, max: 2 }));
    expect(refused.json.message).toBe(
      'CronTab.stable.example.com "a" is invalid: spec: Invalid value: "object": failed rule: self.min <= self.max',
    );
    const broken = await server.post(cronTabs, object({ min: 3 }));
    expect(broken.json.message).toContain(
      'spec: Invalid value: "object": no such key: max evaluating rule: self.min <= self.max',
    );
    const unchecked = '<nil>: Invalid value: "null": some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
    const wrongType = await server.post(cronTabs, object({ min: 3, max: 'x' }));
    expect(wrongType.json.message).toBe(
      `CronTab.stable.example.com "a" is invalid: [spec.max: Invalid value: "string": spec.max in body must be of type integer: "string", ${unchecked}]`,
    );
    for (const wrong of [{ kind: 'C' }, { title: 'abc' }, { list: ['a', 'b'] }, { time: 'x' }]) {
      const { message } = (await server.post(cronTabs, object({ min: 3, max: 2, ...wrong }))).json;
      expect(message).toContain(`, ${unchecked}]`);
      expect(message).not.toContain('failed rule');
    }
    expect((await server.post(cronTabs, object({ min: 1, max: 5, name: 'x' }))).code).toBe(201);
    expect((await server.patch(`${cronTabs}/a`, { spec: { max: 4 } })).json.message).toContain(
      'spec.max: Forbidden: max must not fall below 5',
    );
    expect((await server.patch(`${cronTabs}/a`, { spec: { name: 'y' } })).json.message).toContain(
      'spec.name: Invalid value: "string": name is immutable',
    );
    expect((await server.patch(`${cronTabs}/a`, { spec: { max: 6 } })).code).toBe(200);
  });

  test.each([
    ['self.nope > 1', `compilation failed: ERROR: <input>:1:5: undefined field 'nope'`],
    ['self.min + 1', 'cel expression must evaluate to a bool'],
    ['self.min == "a"', `found no matching overload for '_==_' applied to '(int, string)'`],
  ])('that make no sense are refused with the definition: %s', async (rule, message) => {
    const server = startServer({ features: fullFeatures });
    const answer = await server.post(definitions, cronTab({ ...spec, 'x-kubernetes-validations': [{ rule }] }));
    expect(answer.code).toBe(422);
    expect(answer.json.message).toContain(
      'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value',
    );
    expect(answer.json.message).toContain(message);
  });
});

describe('what rules may cost', () => {
  const texts = { type: 'array', items: { type: 'string' } };
  const nested = { rule: 'self.all(x, self.all(y, x.contains(y)))' };
  test.each<[string, Json, string | undefined]>([
    [
      'no limits',
      { ...texts, 'x-kubernetes-validations': [nested] },
      'by factor of more than 100x (try simplifying the rule',
    ],
    [
      'limits',
      { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 10 }, 'x-kubernetes-validations': [nested] },
      undefined,
    ],
    [
      'a plain comparison',
      { type: 'object', properties: { a: { type: 'integer' } }, 'x-kubernetes-validations': [{ rule: 'self.a > 1' }] },
      undefined,
    ],
    [
      'many elements',
      { type: 'array', items: { type: 'string', 'x-kubernetes-validations': [{ rule: "self.matches('^a+b+c+$')" }] } },
      'estimated rule cost exceeds budget',
    ],
  ])('%s', async (_name, spec, message) => {
    const server = startServer({ features: fullFeatures });
    const answer = await server.post(definitions, cronTab(spec));
    if (message === undefined) expect(answer.code).toBe(201);
    else expect(answer.json.message).toContain(message);
  });
});

describe('definitions that are refused', () => {
  test.each<[string, Json, string]>([
    [
      'a wrong name',
      { ...(cronTab(plainSpec) as Loose), metadata: { name: 'x.y.z' } },
      'metadata.name: Invalid value: "x.y.z": must be spec.names.plural+"."+spec.group',
    ],
    [
      'no storage version',
      cronTab(plainSpec, { version: { storage: false } }),
      'must have exactly one version marked as storage version',
    ],
    [
      'no schema',
      cronTab(plainSpec, { version: { schema: {} } }),
      'spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required',
    ],
    [
      'a field without a type',
      cronTab({ type: 'object', properties: { a: { description: 'x' } } }),
      'properties[spec].properties[a].type: Required value: must not be empty for specified object fields',
    ],
    [
      'an item without a type',
      cronTab({ type: 'array', items: { description: 'x' } }),
      'properties[spec].items.type: Required value: must not be empty for specified array items',
    ],
    [
      'uniqueItems',
      cronTab({ type: 'array', uniqueItems: true, items: { type: 'string' } }),
      'uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    ],
    [
      'a list map without keys',
      cronTab({ type: 'array', 'x-kubernetes-list-type': 'map', items: { type: 'object' } }),
      'x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map',
    ],
    [
      'a type inside anyOf',
      cronTab({ type: 'object', anyOf: [{ type: 'object' }] }),
      'properties[spec].anyOf[0].type: Forbidden: must be empty to be structural',
    ],
    ['a bad pattern', cronTab({ type: 'string', pattern: '(a' }), 'error parsing regexp: missing closing ): `(a`'],
    [
      'a default of another type',
      cronTab({ type: 'integer', default: 'x' }),
      'properties[spec].default: Invalid value: "string"',
    ],
    [
      'a bad column',
      cronTab(plainSpec, { version: { additionalPrinterColumns: [{ name: 'A', type: 'text', jsonPath: '.spec' }] } }),
      'must be one of boolean,date,integer,number,string',
    ],
    [
      'a scale outside of the spec',
      cronTab(plainSpec, {
        version: { subresources: { scale: { specReplicasPath: '.foo', statusReplicasPath: '.status.x' } } },
      }),
      'specReplicasPath: Invalid value: ".foo": should be a json path under .spec',
    ],
  ])('%s', async (_name, body, message) => {
    const server = startServer({ features: fullFeatures });
    const answer = await server.post(definitions, body);
    expect(answer.json.message).toContain(message);
    expect(answer.code).toBe(422);
  });

  test('names in use are not accepted', async () => {
    const server = await serving();
    await server.post(
      definitions,
      cronTab(plainSpec, { names: { plural: 'others', singular: 'other', kind: 'Other', shortNames: ['ct'] } }),
    );
    await server.settle();
    const crd = (await server.get(`${definitions}/others.stable.example.com`)).json;
    expect(crd.status.conditions[0]).toMatchObject({
      status: 'False',
      reason: 'ShortNamesConflict',
      message: '"ct" is already in use',
    });
    expect(crd.status.conditions[1]).toMatchObject({ type: 'Established', status: 'False', reason: 'NotAccepted' });
    expect((await server.get('/apis/stable.example.com/v1/namespaces/default/others')).code).toBe(404);
  });

  test('names that two ask for go to one, and to the other when that one goes', async () => {
    const server = startServer({ features: fullFeatures });
    const late = cronTab(plainSpec, { names: { plural: 'aaas', singular: 'aaa' } });
    await server.post(definitions, cronTab(plainSpec));
    await server.post(definitions, late);
    await server.settle();
    const reasonOf = async (name: string): Promise<Loose> =>
      (await server.get(`${definitions}/${name}.stable.example.com`)).json.status.conditions[0].reason;
    expect([await reasonOf('crontabs'), await reasonOf('aaas')]).toEqual(['NoConflicts', 'ShortNamesConflict']);
    await server.remove(`${definitions}/crontabs.stable.example.com`);
    await server.settle();
    expect(await reasonOf('aaas')).toBe('NoConflicts');
    expect((await server.get('/apis/stable.example.com/v1/namespaces/default/aaas')).code).toBe(200);
  });

  test('a server that starts anew leaves names with those who have them', async () => {
    const server = await serving();
    await server.post(definitions, cronTab(plainSpec, { names: { plural: 'aaas', singular: 'aaa', kind: 'Other' } }));
    await server.settle();
    const { kernel, etcd } = server;
    const { clock, random, trace } = kernel;
    createApiServer({ clock, random: random.fork('second'), trace, etcd, kinds, features: fullFeatures });
    await server.settle();
    const { json } = await server.get(`${definitions}/aaas.stable.example.com`);
    expect(json.status.conditions[0]).toMatchObject({ status: 'False', reason: 'ShortNamesConflict' });
  });
});

test('subresources: status is written alone, scale is a number', async () => {
  const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
  const server = await serving(plainSpec, { version: { subresources: { status: {}, scale } } });
  await server.post(cronTabs, { ...(object({ cronSpec: '* * * * *' }) as Loose), status: { replicas: 9 } });
  expect((await server.get(`${cronTabs}/a`)).json.status).toBeUndefined();
  const status = await server.patch(`${cronTabs}/a/status`, { status: { replicas: 1 }, spec: { replicas: 7 } });
  expect(status.json).toMatchObject({ status: { replicas: 1 }, spec: { replicas: 1 }, metadata: { generation: 1 } });
  const labels = { metadata: { labels: { a: 'b' }, annotations: { a: 'b' } }, status: { replicas: 2 } };
  const { metadata, status: replicas } = (await server.patch(`${cronTabs}/a/status`, labels)).json;
  expect([metadata.labels, metadata.annotations, replicas]).toEqual([undefined, undefined, { replicas: 2 }]);
  expect((await server.patch(`${cronTabs}/a/scale`, { spec: { replicas: 4 } })).json.spec.replicas).toBe(4);
  expect((await server.get(`${cronTabs}/a`)).json.spec.replicas).toBe(4);
});

test('who creates an object owns what it sent, and nothing that the server wrote', async () => {
  const server = await serving();
  const { metadata, ...rest } = object({ image: 'i' }) as Loose;
  const { json } = await server.post(cronTabs, { ...rest, metadata: { ...metadata, labels: { a: 'b' } } });
  const [owner] = json.metadata.managedFields;
  expect(owner.fieldsV1).toEqual({
    'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } },
    'f:spec': { '.': {}, 'f:image': {}, 'f:replicas': {} },
  });
});

test('several versions show the same objects', async () => {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const versions = [
    { name: 'v1', served: true, storage: true, schema },
    { name: 'v1beta1', served: true, storage: false, deprecated: true, schema },
  ];
  const server = await serving(plainSpec, { versions });
  await server.post(cronTabs, object({ a: 1 }));
  const beta = await server.get('/apis/stable.example.com/v1beta1/namespaces/default/crontabs/a');
  expect(beta.json.apiVersion).toBe('stable.example.com/v1beta1');
  expect(beta.headers['warning']).toContain(
    'stable.example.com/v1beta1 CronTab is deprecated; use stable.example.com/v1 CronTab',
  );
  const group = (await server.get('/apis/stable.example.com')).json;
  expect(group.preferredVersion.version).toBe('v1');
});

test('tables have the columns of the version, and fields can be selected', async () => {
  const additionalPrinterColumns = [
    { name: 'Spec', type: 'string', jsonPath: '.spec.cronSpec' },
    { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas', priority: 1 },
  ];
  const server = await serving(plainSpec, {
    version: { additionalPrinterColumns, selectableFields: [{ jsonPath: '.spec.image' }] },
  });
  await server.post(cronTabs, object({ cronSpec: '* * * * *', image: 'x' }));
  await server.post(cronTabs, object({ cronSpec: '* * * * 1', image: 'y' }, 'b'));
  const table = await server.get(`${cronTabs}?fieldSelector=spec.image=y`, {
    accept: 'application/json;as=Table;g=meta.k8s.io;v=v1',
  });
  expect(table.json.columnDefinitions.map((each: Loose) => [each.name, each.priority])).toEqual([
    ['Name', 0],
    ['Spec', 0],
    ['Replicas', 1],
  ]);
  expect(table.json.rows.map((each: Loose) => each.cells)).toEqual([['b', '* * * * 1', 1]]);
});

test('a deleted definition takes its objects along; who watches is told the end', async () => {
  const server = await serving();
  await server.post(cronTabs, object({ cronSpec: '* * * * *' }));
  await server.post(cronTabs, {
    ...(object({}, 'held') as Loose),
    metadata: { name: 'held', finalizers: ['example.com/hold'] },
  });
  const watch = server.watch(`${cronTabs}?resourceVersion=0`);
  await server.remove(`${definitions}/crontabs.stable.example.com`);
  await server.settle();
  const crd = (await server.get(`${definitions}/crontabs.stable.example.com`)).json;
  expect(crd.status.conditions[2]).toMatchObject({
    type: 'Terminating',
    status: 'True',
    reason: 'InstanceDeletionInProgress',
  });
  const late = await server.post(cronTabs, object({}, 'late'));
  expect(late.json).toMatchObject({
    code: 405,
    message: 'create not allowed while custom resource definition is terminating',
  });
  await server.patch(`${cronTabs}/held`, { metadata: { finalizers: null } });
  await server.settle();
  expect((await server.get(`${definitions}/crontabs.stable.example.com`)).code).toBe(404);
  expect((await server.get(cronTabs)).code).toBe(404);
  expect(watch.brief()).toEqual(['ADDED a', 'ADDED held', 'DELETED a', 'MODIFIED held', 'DELETED held']);
  expect(watch.state.ended).toBe(true);
});
