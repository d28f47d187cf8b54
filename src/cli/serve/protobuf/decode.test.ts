import fc from 'fast-check';
import { expect, test } from 'vitest';
import { builtInKinds } from '../../../engine/index.ts';
import { decodeProtobuf, ProtobufError } from './decode.ts';
import { messages } from './generated/messages.ts';

type Bytes = readonly number[];
const utf8 = (text: string): Bytes => [...new TextEncoder().encode(text)];

/** A field of bytes, text or a message. */
function field(number: number, value: string | Bytes): Bytes {
  const bytes = typeof value === 'string' ? utf8(value) : value;
  return [...varint((number << 3) | 2), ...varint(bytes.length), ...bytes];
}

function varint(value: number): Bytes {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}

const whole = (number: number, value: number): Bytes => [...varint(number << 3), ...varint(value)];
const entry = (key: string, value: string): Bytes => [...field(1, key), ...field(2, value)];

function envelope(apiVersion: string, kind: string, raw: Bytes): Uint8Array {
  const type = [...field(1, apiVersion), ...field(2, kind)];
  return Uint8Array.from([...utf8('k8s\0'), ...field(1, type), ...field(2, raw)]);
}

test('a Deployment as kubectl create sends it', () => {
  const labels = field(11, entry('app', 'web'));
  const container = [
    ...field(1, 'web'),
    ...field(2, 'nginx'),
    ...whole(18, 0),
    ...field(8, field(2, entry2('cpu', '100m'))),
  ];
  const template = [...field(1, labels), ...field(2, field(2, container))];
  const spec = [...whole(1, 0), ...field(2, field(1, entry('app', 'web'))), ...field(3, template), ...field(4, [])];
  // An empty creationTimestamp, a zero generation and empty texts say nothing; `replicas: 0` is a wish.
  const metadata = [...field(1, 'web'), ...field(2, ''), ...field(5, ''), ...whole(7, 0), ...field(8, []), ...labels];
  const body = envelope('apps/v1', 'Deployment', [...field(1, metadata), ...field(2, spec), ...field(3, whole(2, 0))]);
  expect(decodeProtobuf(body)).toEqual({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', labels: { app: 'web' } },
    spec: {
      replicas: 0,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'web', image: 'nginx', resources: { requests: { cpu: '100m' } } }] },
      },
      strategy: {},
    },
    status: {},
  });
});

/** An entry of a map of quantities. */
const entry2 = (key: string, value: string): Bytes => [...field(1, key), ...field(2, field(1, value))];

test('DeleteOptions, with what is said apart from what is zero', () => {
  const raw = [...whole(1, 0), ...field(4, 'Foreground')];
  expect(decodeProtobuf(envelope('v1', 'DeleteOptions', raw))).toEqual({
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    gracePeriodSeconds: 0,
    propagationPolicy: 'Foreground',
  });
});

test('a port that is a name or a number, bytes and times', () => {
  const probe = (port: Bytes): Bytes => field(2, field(2, field(11, field(1, field(2, field(2, port))))));
  const port = (bytes: Bytes): unknown =>
    JSON.parse(JSON.stringify(decodeProtobuf(envelope('v1', 'Pod', probe(bytes)))));
  expect(port([...whole(1, 0), ...whole(2, 80)])).toMatchObject({
    spec: { containers: [{ readinessProbe: { httpGet: { port: 80 } } }] },
  });
  expect(port([...whole(1, 1), ...field(3, 'web')])).toMatchObject({
    spec: { containers: [{ readinessProbe: { httpGet: { port: 'web' } } }] },
  });
  const map = [
    ...field(1, field(8, whole(1, 1_767_225_600))),
    ...field(3, [...field(1, 'b'), ...field(2, [1, 2, 255])]),
  ];
  expect(decodeProtobuf(envelope('v1', 'ConfigMap', map))).toMatchObject({
    metadata: { creationTimestamp: '2026-01-01T00:00:00Z' },
    binaryData: { b: 'AQL/' },
  });
});

test('the fields of a manager, which are JSON as text', () => {
  const body = (json: string): Uint8Array => {
    const manager = [...field(1, 'kubectl'), ...field(6, 'FieldsV1'), ...field(7, field(1, json))];
    return envelope('v1', 'ConfigMap', field(1, field(17, manager)));
  };
  expect(decodeProtobuf(body('{"f:data":{"f:a":{}}}'))).toMatchObject({
    metadata: {
      managedFields: [{ manager: 'kubectl', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': { 'f:a': {} } } }],
    },
  });
  for (const bad of ['{', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`]) {
    expect(() => decodeProtobuf(body(bad))).toThrow('no JSON where JSON should be');
  }
});

test('every kind has a table but the one whose schemas hold themselves', () => {
  const without = builtInKinds.filter(({ kind }) => !Object.hasOwn(messages, kind)).map(({ kind }) => kind);
  expect(without).toEqual(['CustomResourceDefinition']);
});

test('a volume of a driver, a revision of a controller, rules of a webhook, ports of a slice, a runtime class', () => {
  const csi = field(22, [...field(1, 'disk.example.com'), ...field(2, 'a'), ...field(5, entry('k', 'v'))]);
  const volume = [...field(1, entry2('storage', '2Gi')), ...field(2, csi), ...field(3, 'ReadWriteOnce')];
  expect(decodeProtobuf(envelope('v1', 'PersistentVolume', field(2, volume)))).toMatchObject({
    spec: {
      capacity: { storage: '2Gi' },
      csi: { driver: 'disk.example.com', volumeHandle: 'a', volumeAttributes: { k: 'v' } },
      accessModes: ['ReadWriteOnce'],
    },
  });
  const revision = [...field(2, field(1, '{"spec":{"a":1}}')), ...whole(3, 2)];
  expect(decodeProtobuf(envelope('apps/v1', 'ControllerRevision', revision))).toMatchObject({
    data: { spec: { a: 1 } },
    revision: 2,
  });
  const rule = [...field(1, 'CREATE'), ...field(2, [...field(1, ''), ...field(2, 'v1'), ...field(3, 'pods')])];
  const webhook = [...field(1, 'a.example.com'), ...field(3, rule), ...whole(7, 5)];
  const configuration = envelope('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', field(2, webhook));
  expect(decodeProtobuf(configuration)).toMatchObject({
    webhooks: [{ name: 'a.example.com', rules: [{ operations: ['CREATE'], apiGroups: [''], resources: ['pods'] }], timeoutSeconds: 5 }],
  });
  const slice = [...field(4, 'IPv4'), ...field(3, [...field(1, ''), ...whole(3, 80)])];
  expect(decodeProtobuf(envelope('discovery.k8s.io/v1', 'EndpointSlice', slice))).toMatchObject({
    addressType: 'IPv4',
    ports: [{ name: '', port: 80 }],
  });
  const toleration = [...field(1, 'sandbox'), ...field(2, 'Exists')];
  const scheduling = [...field(1, entry('sandbox', 'kata')), ...field(2, toleration)];
  const runtime = [...field(2, 'kata'), ...field(3, field(1, entry2('cpu', '250m'))), ...field(4, scheduling)];
  expect(decodeProtobuf(envelope('node.k8s.io/v1', 'RuntimeClass', runtime))).toMatchObject({
    handler: 'kata',
    overhead: { podFixed: { cpu: '250m' } },
    scheduling: { nodeSelector: { sandbox: 'kata' }, tolerations: [{ key: 'sandbox', operator: 'Exists' }] },
  });
});

test('what is not known is refused rather than lost, unless it says nothing', () => {
  expect(() => decodeProtobuf(envelope('v1', 'ConfigMap', field(99, 'x')))).toThrow(
    'this server does not know field 99 of ConfigMap in protobuf; send application/json',
  );
  expect(decodeProtobuf(envelope('v1', 'ConfigMap', whole(99, 0)))).toEqual({ apiVersion: 'v1', kind: 'ConfigMap' });
  expect(() => decodeProtobuf(envelope('v1', 'Gadget', []))).toThrow('does not read Gadget from protobuf');
  expect(() => decodeProtobuf(Uint8Array.from(utf8('{}')))).toThrow('does not begin with k8s');
});

test('any bytes give an object or a sentence', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('Pod', 'Deployment', 'ConfigMap', 'Eviction'),
      fc.uint8Array({ maxLength: 64 }),
      (kind, raw) => {
        try {
          decodeProtobuf(envelope('v1', kind, [...raw]));
        } catch (error) {
          if (!(error instanceof ProtobufError)) throw error;
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('every message that a field names has a table, and ambiguous kinds of other groups their own', () => {
  const named = Object.values(messages).flatMap((line) =>
    line.split(', ').flatMap((field) => /^\d+ \S+ [[{]?([A-Z]\w+)\*?$/.exec(field)?.[1] ?? []),
  );
  expect(named.filter((name) => !Object.hasOwn(messages, name))).toEqual([]);
  const spec = field(2, [
    ...field(1, [...field(1, 'Deployment'), ...field(2, 'web')]),
    ...whole(3, 3),
    ...whole(4, 50),
  ]);
  expect(decodeProtobuf(envelope('autoscaling/v1', 'HorizontalPodAutoscaler', spec))).toMatchObject({
    spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' }, maxReplicas: 3, targetCPUUtilizationPercentage: 50 },
  });
});

test('names that every JavaScript object has are no kinds', () => {
  expect(() => decodeProtobuf(envelope('v1', 'constructor', []))).toThrow('does not read constructor from protobuf');
});
