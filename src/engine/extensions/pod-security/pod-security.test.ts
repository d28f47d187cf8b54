import { expect, test } from 'vitest';
import type { Json } from '../../meta/index.ts';
import { startAdmitting } from '../testing/admit.ts';

type Labels = Record<string, string>;

/** A server with a namespace `n` of these labels (without their prefix). */
async function labelled(labels: Labels) {
  const server = startAdmitting();
  const full = Object.fromEntries(
    Object.entries(labels).map(([name, value]) => [`pod-security.kubernetes.io/${name}`, value]),
  );
  await server.post('/api/v1/namespaces', { metadata: { name: 'n', labels: full } });
  await server.settle();
  return server;
}

const app = (more: Record<string, Json> = {}): Json => ({ name: 'a', image: 'nginx', ...more });
const secure = (more: Record<string, Json> = {}): Record<string, Json> => ({
  securityContext: { privileged: false, ...more },
});

async function message(
  level: string,
  spec: Record<string, Json>,
  metadata: Record<string, Json> = {},
): Promise<string | undefined> {
  const [name = '', version = 'latest'] = level.split(':');
  const server = await labelled({ enforce: name, 'enforce-version': version });
  const body = { metadata: { name: 'x', ...metadata }, spec: { containers: [app()], ...spec } };
  const { json } = await server.post('/api/v1/namespaces/n/pods', body);
  const start = `pods "x" is forbidden: violates PodSecurity "${name}:${version}": `;
  if (json.kind !== 'Status') return undefined;
  expect(json).toMatchObject({ code: 403, reason: 'Forbidden' });
  expect(json.message.startsWith(start)).toBe(true);
  return json.message.slice(start.length);
}

const good = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};

test('restricted refuses a pod that says nothing, in upstream’s words', async () => {
  expect(await message('restricted', {})).toBe(
    'allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false), ' +
      'unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]), ' +
      'runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true), ' +
      'seccompProfile (pod or container "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
  );
  expect(await message('restricted', { containers: [app({ securityContext: good })] })).toBeUndefined();
  expect(await message('baseline', {})).toBeUndefined();
});

test.each<[string, Record<string, Json>, string | undefined]>([
  ['baseline', { hostNetwork: true, hostPID: true }, 'host namespaces (hostNetwork=true, hostPID=true)'],
  [
    'baseline',
    { containers: [app(secure({ privileged: true }))] },
    'privileged (container "a" must not set securityContext.privileged=true)',
  ],
  [
    'baseline',
    { containers: [app(secure({ capabilities: { add: ['NET_RAW', 'CHOWN'] } }))] },
    'non-default capabilities (container "a" must not include "NET_RAW" in securityContext.capabilities.add)',
  ],
  ['baseline', { volumes: [{ name: 'v', hostPath: { path: '/' } }] }, 'hostPath volumes (volume "v")'],
  [
    'baseline',
    { containers: [app({ ports: [{ containerPort: 80, hostPort: 80 }] })] },
    'hostPort (container "a" uses hostPort 80)',
  ],
  [
    'baseline',
    { containers: [app(secure({ procMount: 'Unmasked' }))], hostUsers: false },
    'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
  ],
  [
    'baseline',
    { securityContext: { seLinuxOptions: { type: 'mine', user: 'u' } } },
    'seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "mine"; user may not be set)',
  ],
  [
    'baseline',
    { securityContext: { seccompProfile: { type: 'Unconfined' } } },
    'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")',
  ],
  [
    'baseline',
    { securityContext: { appArmorProfile: { type: 'Unconfined' } } },
    'forbidden AppArmor profile (pod must not set AppArmor profile type to "Unconfined")',
  ],
  [
    'baseline',
    { securityContext: { sysctls: [{ name: 'kernel.msgmax', value: '1' }] } },
    'forbidden sysctls (kernel.msgmax)',
  ],
  [
    'baseline:v1.28',
    { securityContext: { sysctls: [{ name: 'net.ipv4.tcp_rmem', value: '1' }] } },
    'forbidden sysctls (net.ipv4.tcp_rmem)',
  ],
  ['baseline', { securityContext: { sysctls: [{ name: 'net.ipv4.tcp_rmem', value: '1' }] } }, undefined],
  [
    'restricted',
    { volumes: [{ name: 'v', hostPath: { path: '/' } }], containers: [app({ securityContext: good })] },
    'restricted volume types (volume "v" uses restricted volume type "hostPath")',
  ],
  [
    'restricted',
    { containers: [app({ securityContext: { ...good, runAsUser: 0 } })] },
    'runAsUser=0 (container "a" must not set runAsUser=0)',
  ],
  [
    'restricted',
    { securityContext: { runAsNonRoot: false }, containers: [app({ securityContext: good })] },
    'runAsNonRoot != true (pod must not set securityContext.runAsNonRoot=false)',
  ],
  [
    'restricted',
    { containers: [app({ securityContext: { ...good, capabilities: { add: ['CHOWN'] } } })] },
    'unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]; container "a" must not include "CHOWN" in securityContext.capabilities.add)',
  ],
  [
    'restricted:v1.18',
    { containers: [app({ securityContext: { allowPrivilegeEscalation: false, runAsNonRoot: true } })] },
    undefined,
  ],
  ['privileged', { hostNetwork: true }, undefined],
])('%s: %j', async (level, spec, expected) => {
  expect(await message(level, spec)).toBe(expected);
});

const hostTemplate = { metadata: { labels: { a: 'b' } }, spec: { hostNetwork: true, containers: [app()] } };
test.each<[string, Record<string, Json>]>([
  ['apis/apps/v1/namespaces/n/deployments', { spec: { selector: { matchLabels: { a: 'b' } }, template: hostTemplate } }],
  ['api/v1/namespaces/n/replicationcontrollers', { spec: { template: hostTemplate } }],
  ['api/v1/namespaces/n/podtemplates', { template: hostTemplate }],
])('what makes pods is warned about, and let in: %s', async (path, content) => {
  const server = await labelled({ enforce: 'baseline' });
  const { code, headers } = await server.post(`/${path}`, { metadata: { name: 'd' }, ...content });
  expect(code).toBe(201);
  expect(headers['warning']).toBe(
    '299 - "would violate PodSecurity \\"baseline:latest\\": host namespaces (hostNetwork=true)"',
  );
});

test('warn alone warns', async () => {
  const server = await labelled({ warn: 'restricted', 'warn-version': 'v1.20' });
  const { code, headers } = await server.post('/api/v1/namespaces/n/pods', {
    metadata: { name: 'x' },
    spec: { containers: [app()] },
  });
  expect(code).toBe(201);
  expect(headers['warning']).toContain(
    'would violate PodSecurity \\"restricted:v1.20\\": allowPrivilegeEscalation != false',
  );
});

test('labels have to make sense', async () => {
  const server = startAdmitting();
  const labels = { 'pod-security.kubernetes.io/enforce': 'strict', 'pod-security.kubernetes.io/warn-version': '1.2' };
  const { json } = await server.post('/api/v1/namespaces', { metadata: { name: 'n', labels } });
  expect(json.message).toBe(
    'Namespace "n" is invalid: [metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted, ' +
      'metadata.labels[pod-security.kubernetes.io/warn-version]: Invalid value: "1.2": must be "latest" or "v1.x"]',
  );
});

test('who makes a namespace stricter hears of the pods that break it', async () => {
  const server = await labelled({});
  for (const name of ['b', 'a', 'c']) {
    await server.post('/api/v1/namespaces/n/pods', {
      metadata: { name },
      spec: { hostPID: true, containers: [app()] },
    });
  }
  await server.settle();
  const { headers } = await server.patch('/api/v1/namespaces/n', {
    metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } },
  });
  expect(headers['warning']?.split('\n')).toEqual([
    '299 - "existing pods in namespace \\"n\\" violate the new PodSecurity enforce level \\"baseline:latest\\""',
    '299 - "a (and 2 other pods): host namespaces"',
  ]);
});
