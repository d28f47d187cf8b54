/** What makes a server behave in new ways: definitions of kinds with rules in CEL, their objects, policies, webhooks nobody answers, JSON patches, applies. */
import type { Random } from '../../src/engine/index.ts';
import { keys, names, pick, scalars } from './words.ts';

const identifiers = [
  ...['object', 'oldObject', 'self', 'oldSelf', 'request', 'params', 'namespaceObject', 'authorizer', 'variables', 'x'],
  ...[
    'object.spec',
    'object.metadata.name',
    'object.metadata.labels',
    'self.size',
    'self.tags',
    'request.userInfo.groups',
  ],
];
const literals = [
  '1',
  '-1',
  '2u',
  '1.5',
  "'a'",
  'b"x"',
  'true',
  'null',
  '[]',
  '{}',
  '[1,2,3]',
  "{'a': 1}",
  '9223372036854775807',
];
const operators = ['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', '&&', '||', 'in', '??', '=', '.'];
const functions = [
  ...['size', 'has', 'string', 'int', 'type', 'duration', 'timestamp', 'quantity', 'url', 'dyn', 'isQuantity', 'none'],
];
const methods = [
  ...[
    'size()',
    "matches('(a+)+$')",
    "startsWith('a')",
    'all(i, i > 0)',
    'exists(i, i == i)',
    'map(i, [i, i])',
    'filter(i, true)',
  ],
  ...[
    "split('')",
    "replace('', 'ab')",
    'lowerAscii()',
    'sum()',
    'orValue(1)',
    "format(['%s'])",
    'all(i, all(j, true))',
    'indexOf(1)',
  ],
];

/** An expression that may mean something. */
export function expression(from: Random, depth = 4): string {
  if (depth <= 0) return pick(from.int(2) === 0 ? identifiers : literals, from);
  const sub = (): string => expression(from, depth - 1 - from.int(2));
  switch (from.int(8)) {
    case 0:
      return `${sub()} ${pick(operators, from)} ${sub()}`;
    case 1:
      return `${pick(functions, from)}(${sub()})`;
    case 2:
      return `${sub()}.${pick(methods, from)}`;
    case 3:
      return `${sub()} ? ${sub()} : ${sub()}`;
    case 4:
      return `[${sub()}, ${sub()}][${sub()}]`;
    case 5:
      return `${pick(['!', '-', '(', '{', '"', ''], from)}${sub()}`;
    case 6:
      return `{${sub()}: ${sub()}}`;
    default:
      return pick(from.int(2) === 0 ? identifiers : literals, from);
  }
}

const word = (from: Random): unknown => pick([...keys, ...scalars], from);

function schema(from: Random, depth: number): object {
  const type = pick(['object', 'array', 'string', 'integer', 'number', 'boolean', 'none'], from);
  return {
    type,
    ...(type === 'object' && depth > 0 && { properties: { [pick(keys, from)]: schema(from, depth - 1) } }),
    ...(type === 'array' && { items: schema(from, depth - 1) }),
    ...(from.int(4) === 0 && { default: word(from) }),
    ...(from.int(4) === 0 && { pattern: pick(['^a+$', '(a+)+$', '[', '\\p{L}'], from) }),
    ...(from.int(3) === 0 && { 'x-kubernetes-validations': [{ rule: expression(from), message: word(from) }] }),
    ...(from.int(6) === 0 && {
      [pick(['nullable', 'enum', 'minimum', 'maxItems', 'x-kubernetes-list-type'], from)]: word(from),
    }),
  };
}

function definition(from: Random): object {
  const plural = pick(['toys', 'gears', 'pods'], from);
  const spec = { type: 'object', properties: { spec: schema(from, 3) } };
  const version = (name: string, storage: boolean): object => ({
    name,
    served: from.int(4) > 0,
    storage,
    schema: { openAPIV3Schema: spec },
    ...(from.int(3) === 0 && {
      subresources: { status: {}, scale: { specReplicasPath: word(from), statusReplicasPath: '.status.x' } },
    }),
    ...(from.int(3) === 0 && {
      additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: pick(['.spec', '..', '.a[*', '$'], from) }],
    }),
  });
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.fuzz.example.com` },
    spec: {
      group: 'fuzz.example.com',
      scope: pick(['Namespaced', 'Cluster', 'none'], from),
      names: { plural, kind: pick(['Toy', 'Gear', 'Pod'], from) },
      versions: [version('v1', true), ...(from.int(2) === 0 ? [version('v2', false)] : [])],
    },
  };
}

const rules = (from: Random): object => ({
  apiGroups: [pick(['', 'apps', '*', 'fuzz.example.com'], from)],
  apiVersions: ['*'],
  operations: [pick(['CREATE', 'UPDATE', 'DELETE', '*', 'CONNECT', 'none'], from)],
  resources: [pick(['configmaps', 'pods', '*/*', 'toys', 'pods/exec'], from)],
});

function policy(from: Random): object {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: pick(names, from) },
    spec: {
      failurePolicy: pick(['Ignore', 'Fail', 'none'], from),
      matchConstraints: { resourceRules: [rules(from)] },
      variables: [{ name: 'x', expression: expression(from) }],
      validations: [{ expression: expression(from), messageExpression: expression(from, 2) }],
      ...(from.int(3) === 0 && { matchConditions: [{ name: 'm', expression: expression(from) }] }),
    },
  };
}

function webhooks(from: Random): object {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: pick(['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'], from),
    metadata: { name: pick(names, from) },
    webhooks: [
      {
        name: pick(['a.example.com', 'a', ''], from),
        clientConfig: pick<object>(
          [{ url: 'https://127.0.0.1:1/x' }, { url: 'x' }, { service: { name: 'a', namespace: 'default' } }, {}],
          from,
        ),
        rules: [{ ...rules(from), resources: ['limitranges'] }],
        failurePolicy: 'Ignore',
        timeoutSeconds: pick([1, 30, 31, -1], from),
        sideEffects: pick(['None', 'Some', 'none'], from),
        admissionReviewVersions: [pick(['v1', 'v1beta1', 'x'], from)],
        ...(from.int(3) === 0 && { matchConditions: [{ name: 'm', expression: expression(from) }] }),
      },
    ],
  };
}

const pointers = [
  '',
  '/',
  '/metadata',
  '/metadata/labels',
  '/metadata/labels/a~1b',
  '/spec',
  '/spec/containers/0',
  '/spec/-',
  '/data',
  '/~2',
];

function jsonPatch(from: Random): object {
  return Array.from({ length: from.int(30) }, () => ({
    op: pick(['add', 'remove', 'replace', 'copy', 'copy', 'move', 'test', 'x'], from),
    path: pick(pointers, from) + (from.int(2) === 0 ? `/${pick(keys, from)}` : ''),
    from: pick(pointers, from),
    value: word(from),
  }));
}

function applied(from: Random): object {
  return {
    apiVersion: pick(['v1', 'apps/v1', 'fuzz.example.com/v1', 'v9'], from),
    kind: pick(['ConfigMap', 'Pod', 'Deployment', 'Toy', 'Node'], from),
    metadata: {
      name: pick(names, from),
      labels: { [pick(keys, from)]: 'x' },
      ...(from.int(4) === 0 && { finalizers: ['a/b'] }),
    },
    [pick(['data', 'spec', 'status'], from)]: { [pick(keys, from)]: word(from), replicas: from.int(3) },
  };
}

function toy(from: Random): object {
  const version = pick(['v1', 'v2'], from);
  const tags = Array.from({ length: from.int(5) }, () => word(from));
  const spec = { size: word(from), tags, [pick(keys, from)]: word(from) };
  return { apiVersion: `fuzz.example.com/${version}`, kind: 'Toy', metadata: { name: pick(names, from) }, spec };
}

const makers = [definition, policy, webhooks, jsonPatch, applied, toy, toy];

export function extension(from: Random): object {
  return pick(makers, from)(from);
}

/** Makes what random requests alone would seldom find: a custom kind with rules, and a pod to enter. */
export async function prepare(url: string): Promise<void> {
  const rule = 'self.tags.all(t, t.size() < 50) && (!has(self.size) || self.size >= 0)';
  const properties = {
    size: { type: 'integer', default: 1 },
    tags: { type: 'array', maxItems: 100, items: { type: 'string', maxLength: 100 }, default: [] },
  };
  const spec = { type: 'object', properties, 'x-kubernetes-validations': [{ rule }] };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  const columns = [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }];
  const version = { served: true, schema, subresources: { status: {} }, additionalPrinterColumns: columns };
  const toys = {
    metadata: { name: 'toys.fuzz.example.com' },
    spec: {
      group: 'fuzz.example.com',
      scope: 'Namespaced',
      names: { plural: 'toys', kind: 'Toy' },
      versions: [
        { ...version, name: 'v1', storage: true },
        { ...version, name: 'v2', storage: false },
      ],
    },
  };
  const pod = {
    metadata: { name: 'fuzz' },
    spec: { containers: [{ name: 'fuzz', image: 'busybox', command: ['sleep', '9999'] }] },
  };
  const bodies = {
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions': toys,
    '/api/v1/namespaces/default/pods': pod,
  };
  for (const [path, body] of Object.entries(bodies)) {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(await answer.text());
  }
}
