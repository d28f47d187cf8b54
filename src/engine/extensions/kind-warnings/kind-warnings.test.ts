import { expect, test } from 'vitest';
import { podNamed, podsPath } from '../../apiserver/testing/harness.ts';
import type { Json } from '../../meta/index.ts';
import { startAdmitting } from '../testing/admit.ts';

const container = { name: 'app', image: 'nginx' };
const selector = { matchLabels: { a: 'b' } };
const template = (spec: Record<string, Json>): Json => ({
  metadata: { labels: { a: 'b' } },
  spec: { containers: [container], ...spec },
});
const apps = '/apis/apps/v1/namespaces/default';
const services = '/api/v1/namespaces/default/services';

/** The warnings that come with the answer. */
async function warningsOf(path: string, body: Json): Promise<readonly string[]> {
  const { code, headers, json } = await startAdmitting().post(path, body);
  expect(json.message ?? code).toBe(201);
  return (headers['warning'] ?? '').split('\n').map((each) => each.replace(/^299 - /, ''));
}

const twice = [
  { name: 'A', value: '1' },
  { name: 'A', value: '2' },
];

test.each<[string, Json, string]>([
  [
    podsPath,
    podNamed('p', { spec: { containers: [{ ...container, env: twice }] } }),
    'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
  ],
  [
    podsPath,
    podNamed('a.b'),
    "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]",
  ],
  [
    podsPath,
    podNamed('p', { spec: { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } } }),
    'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
  ],
  [
    podsPath,
    podNamed('p', { spec: { containers: [{ ...container, resources: { requests: { memory: '100m' } } }] } }),
    'spec.containers[0].resources.requests[memory]: fractional byte value "100m" is invalid, must be an integer',
  ],
  [
    podsPath,
    podNamed('p', { spec: { containers: [{ ...container, ports: [{ containerPort: 80 }, { containerPort: 80 }] }] } }),
    'spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]',
  ],
  [
    `${apps}/deployments`,
    {
      metadata: { name: 'd' },
      spec: { selector, template: template({ imagePullSecrets: [{ name: 'a' }, { name: 'a' }] }) },
    },
    'spec.template.spec.imagePullSecrets[1].name: duplicate name "a"',
  ],
  [
    '/apis/batch/v1/namespaces/default/cronjobs',
    {
      metadata: { name: 'a.b' },
      spec: { schedule: '* * * * *', jobTemplate: { spec: { template: template({ restartPolicy: 'Never' }) } } },
    },
    'metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]',
  ],
  [
    services,
    { metadata: { name: 's' }, spec: { externalName: 'a.b', ports: [{ port: 80 }] } },
    'spec.externalName is ignored when spec.type is not "ExternalName"',
  ],
  [
    '/apis/networking.k8s.io/v1/namespaces/default/ingresses',
    {
      metadata: { name: 'i', annotations: { 'kubernetes.io/ingress.class': 'nginx' } },
      spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } },
    },
    `annotation "kubernetes.io/ingress.class" is deprecated, please use 'spec.ingressClassName' instead`,
  ],
])('%s warns', async (path, body, warning) => {
  expect(await warningsOf(path, body)).toContain(JSON.stringify(warning));
});

test('a variable that builds on its namesake is fine, and so is a label’s update', async () => {
  const env = [
    { name: 'A', value: '1' },
    { name: 'A', value: '$(A)2' },
  ];
  expect(await warningsOf(podsPath, podNamed('p', { spec: { containers: [{ ...container, env }] } }))).toEqual(['']);
  const server = startAdmitting();
  const body = {
    metadata: { name: 'd' },
    spec: { selector, template: template({ nodeSelector: { 'beta.kubernetes.io/os': 'a' } }) },
  };
  expect((await server.post(`${apps}/deployments`, body)).headers['warning']).toContain('deprecated since');
  const labelled = await server.patch(`${apps}/deployments/d`, { metadata: { labels: { x: 'y' } } });
  expect([labelled.code, labelled.headers['warning']]).toEqual([200, undefined]);
});

test('ports of one number: each pair that may collide, the earlier one first', async () => {
  const port = (hostIP: string, hostPort: number): Json => ({ containerPort: 80, hostIP, hostPort });
  const ports = [port('10.0.0.1', 80), port('10.0.0.2', 80), port('10.0.0.1', 81), port('', 80), { containerPort: 80 }];
  const at = (index: number): string => `spec.containers[0].ports[${index}]`;
  expect(await warningsOf(podsPath, podNamed('p', { spec: { containers: [{ ...container, ports }] } }))).toEqual(
    [
      `${at(3)}: dangerously ambiguous port definition with ${at(0)}`,
      `${at(3)}: dangerously ambiguous port definition with ${at(1)}`,
      ...[0, 1, 2, 3].map((other) => `${at(4)}: overlapping port definition with ${at(other)}`),
    ].map((text) => `"${text}"`),
  );
});

test('ten thousand warnings fit into the headers of one answer', async () => {
  const env = Array.from({ length: 10_000 }, () => ({ name: 'A', value: '1' }));
  const warnings = await warningsOf(podsPath, podNamed('p', { spec: { containers: [{ ...container, env }] } }));
  expect(warnings.length).toBeGreaterThan(30);
  expect(warnings.join('').length).toBeLessThan(8_000);
});
