import { expect, test } from 'vitest';
import type { JsonObject } from '../meta/index.ts';
import { inWrittenOrder } from './field-order.ts';
import {
  ConfigMap,
  decode,
  openApiDocument,
  openApiPaths,
  Pod,
  patchSchemaOf,
  ReplicaSet,
  strictDecodingError,
  typeSchema,
} from './index.ts';

const handled = 'ReplicaSet in version "v1" cannot be handled as a ReplicaSet: ';

function withSpec(spec: JsonObject): JsonObject {
  return { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web' }, spec };
}

function withContainer(container: JsonObject): JsonObject {
  return withSpec({ template: { spec: { containers: [container] } } });
}

test.each([
  [
    'a string for a number',
    withSpec({ replicas: '3' }),
    'json: cannot unmarshal string into Go struct field ReplicaSetSpec.spec.replicas of type int32',
  ],
  [
    'a fraction',
    withSpec({ replicas: 1.5 }),
    'json: cannot unmarshal number 1.5 into Go struct field ReplicaSetSpec.spec.replicas of type int32',
  ],
  [
    'too large a number',
    withSpec({ replicas: 2 ** 31 }),
    'json: cannot unmarshal number 2147483648 into Go struct field ReplicaSetSpec.spec.replicas of type int32',
  ],
  [
    'a number in env',
    withContainer({ env: [{ name: 'A', value: 1 }] }),
    'json: cannot unmarshal number into Go struct field EnvVar.spec.template.spec.containers.env.value of type string',
  ],
  [
    'an object for a list',
    withSpec({ template: { spec: { containers: {} } } }),
    'json: cannot unmarshal object into Go struct field PodSpec.spec.template.spec.containers of type []v1.Container',
  ],
  [
    'a list for a map',
    { metadata: { labels: [] } },
    'json: cannot unmarshal array into Go struct field ObjectMeta.metadata.labels of type map[string]string',
  ],
  [
    'a bool in a map',
    { metadata: { labels: { a: true } } },
    'json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.labels of type string',
  ],
  [
    'a string for an object',
    withSpec({ template: 'x' }),
    'json: cannot unmarshal string into Go struct field ReplicaSetSpec.spec.template of type v1.PodTemplateSpec',
  ],
  [
    'a broken quantity',
    withContainer({ resources: { limits: { cpu: 'x' } } }),
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  ],
  [
    'a broken time',
    { metadata: { creationTimestamp: 'x' } },
    'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
  ],
])('%s is refused in the words of upstream', (_, body, message) => {
  expect(() => decode(ReplicaSet, body)).toThrow(handled + message);
});

test('another kind, another version, or no object at all is refused', () => {
  expect(() => decode(ReplicaSet, { apiVersion: 'v1' })).toThrow(
    'the API version in the data (v1) does not match the expected API version (apps/v1)',
  );
  expect(() => decode(ReplicaSet, { kind: 'Pod' })).toThrow('Pod in version "v1" cannot be handled as a ReplicaSet');
  expect(() => decode(ReplicaSet, { kind: 'Deployment' })).toThrow(
    'Deployment in version "v1" cannot be handled as a ReplicaSet: converting (v1.Deployment) to (apps.ReplicaSet): unknown conversion',
  );
  expect(() => decode(ConfigMap, { kind: 'Pod' })).toThrow(
    'Pod in version "v1" cannot be handled as a ConfigMap: converting (v1.Pod) to (core.ConfigMap): unknown conversion',
  );
  for (const body of [null, [], 'x', 1, undefined]) expect(() => decode(ReplicaSet, body)).toThrow('cannot unmarshal');
});

test('unknown fields are named with their place, and dropped', () => {
  const { object, problems } = decode(ReplicaSet, withContainer({ name: 'a', imagee: 'x' }));
  expect(problems).toEqual(['unknown field "spec.template.spec.containers[0].imagee"']);
  expect(object.spec.template.spec.containers).toEqual([{ name: 'a' }]);
  expect(strictDecodingError(ReplicaSet, problems).message).toBe(
    `${handled}strict decoding error: unknown field "spec.template.spec.containers[0].imagee"`,
  );
});

test('quantities become canonical, nulls go, and what needs no change is shared', () => {
  const body = withContainer({ name: 'a', image: null, resources: { limits: { cpu: 0.5, memory: '1024Mi' } } });
  const { object } = decode(ReplicaSet, body);
  expect(object.spec.template.spec.containers).toEqual([
    { name: 'a', resources: { limits: { cpu: '500m', memory: '1Gi' } } },
  ]);
  const right = decode(ReplicaSet, object).object;
  expect(right).toBe(object);
});

test('empty lists and maps are not kept, as with Go’s omitempty; empty structs are', () => {
  const spec = {
    containers: [{ name: 'c', image: 'x', env: [], resources: { requests: {} } }],
    tolerations: [],
    nodeSelector: {},
    securityContext: {},
  };
  const { object } = decode(Pod, { metadata: { name: 'p', labels: {}, finalizers: [] }, spec });
  expect(object.metadata).toEqual({ name: 'p' });
  expect(object.spec).toEqual({ containers: [{ name: 'c', image: 'x', resources: {} }], securityContext: {} });
  expect(decode(Pod, { spec: { containers: [] } }).object.spec).toEqual({ containers: [] });
});

test('apiVersion and kind may be left out', () => {
  const { object } = decode(Pod, { metadata: { name: 'a' }, spec: { containers: [] } });
  expect([object.apiVersion, object.kind]).toEqual(['v1', 'Pod']);
});

test('what is wrong with fields is said in the order in which they are written', () => {
  const text = '{"a":1,"spec":{"replicas":1,"list":["",{"b":"{,\\"","c":[],"b":2}],"replicas":2,"z":{"a":{}}}}';
  const written = [
    'unknown field "a"',
    'unknown field "spec.list[1].c"',
    'duplicate field "spec.list[1].b"',
    'duplicate field "spec.replicas"',
    'unknown field "spec.z"',
  ];
  expect(inWrittenOrder([...written].sort(), text)).toEqual(written);
});

test('OpenAPI carries what explain and client-side patches read', () => {
  expect(openApiPaths()).toEqual(expect.arrayContaining(['api/v1', 'apis/apps/v1', 'apis/coordination.k8s.io/v1']));
  expect(openApiDocument('apis/none/v1')).toBeUndefined();
  const text = JSON.stringify(openApiDocument('apis/apps/v1'));
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  expect(references.filter((name) => !text.includes(`"${name}":{`))).toEqual([]);
  expect(text).toContain('"x-kubernetes-group-version-kind":[{"group":"apps","version":"v1","kind":"ReplicaSet"}]');
  expect(text).toContain('"name":"fieldValidation"');
  const described = typeSchema('PodSpec', (type, field) => `${type}.${field}`);
  expect(described).toMatchObject({
    description: 'PodSpec.',
    required: ['containers'],
    properties: {
      affinity: {
        description: 'PodSpec.affinity',
        allOf: [{ $ref: '#/components/schemas/io.k8s.api.core.v1.Affinity' }],
      },
      containers: { 'x-kubernetes-patch-merge-key': 'name', 'x-kubernetes-patch-strategy': 'merge' },
      tolerations: { 'x-kubernetes-list-type': 'atomic' },
      restartPolicy: { type: 'string', enum: ['Always', 'OnFailure', 'Never'] },
    },
  });
});

test('strategic patches find their merge keys through the kind', () => {
  const template = patchSchemaOf(ReplicaSet).field('spec')?.schema?.field('template')?.schema;
  const containers = template?.field('spec')?.schema?.field('containers');
  expect(containers?.mergeKey).toBe('name');
  expect(containers?.schema?.field('ports')?.mergeKey).toBe('containerPort');
  expect(template?.field('spec')?.schema?.field('tolerations')?.mergeKey).toBeUndefined();
  expect(patchSchemaOf(Pod).field('metadata')?.schema?.field('finalizers')?.mergeKey).toBe('');
});
