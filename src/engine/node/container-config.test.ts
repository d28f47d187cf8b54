/** Whom containers run as, and which folders of their volumes they see. */
import { describe, expect, test } from 'vitest';
import type { PodSpec } from '../sdk/index.ts';
import { oneNode, script } from './testing/one-node.ts';

type Container = PodSpec['containers'][number];

/** What a script prints that is run once, under this specification of its Pod. */
async function printed(text: string, more: Partial<Container> = {}, spec: Partial<PodSpec> = {}): Promise<unknown> {
  const node = await oneNode();
  await node.create('p', { restartPolicy: 'Never', ...spec, containers: [script(text, more)] });
  await node.waitMs(6_000);
  return node.log('p', 'c');
}

/** Why its container can't be made. */
async function refused(more: Partial<Container>, spec: Partial<PodSpec> = {}): Promise<string | undefined> {
  const node = await oneNode();
  await node.create('p', { ...spec, containers: [script('sleep 60', more)] });
  await node.waitMs(6_000);
  const waiting = node.pod('p').status.containerStatuses?.[0]?.state?.waiting;
  expect(waiting?.reason).toBe('CreateContainerConfigError');
  expect(node.events('p')).toContain(`Warning Failed: Error: ${waiting?.message}`);
  return waiting?.message?.replace(node.pod('p').metadata.uid, 'UID');
}

describe('a container runs as the user of its Pod’s or its own security context', () => {
  test.each<[what: string, more: Partial<Container>, spec: Partial<PodSpec>, id: string]>([
    ['neither', {}, {}, 'uid=0(root) gid=0(root) groups=0(root),10(wheel)\n'],
    ['the Pod’s', {}, { securityContext: { runAsUser: 1001, runAsGroup: 2002 } }, 'uid=1001 gid=2002 groups=2002\n'],
    ['its own comes first', { securityContext: { runAsUser: 65534 } }, { securityContext: { runAsUser: 1001 } }, 'uid=65534(nobody) gid=0(root) groups=0(root)\n'],
    ['groups of files', {}, { securityContext: { runAsUser: 1000, runAsGroup: 3000, fsGroup: 2000, supplementalGroups: [4000] } }, 'uid=1000 gid=3000 groups=2000,3000,4000\n'],
  ])('%s', async (_what, more, spec, id) => expect(await printed('id', more, spec)).toBe(id));
});

test.each<[securityContext: NonNullable<Container['securityContext']>, why: string]>([
  [{ runAsNonRoot: true }, 'container has runAsNonRoot and image will run as root'],
  [{ runAsNonRoot: true, runAsUser: 0 }, "container's runAsUser breaks non-root policy"],
])('%j keeps a container from running as root', async (securityContext, why) => {
  expect(await refused({ securityContext })).toBe(`${why} (pod: "p_default(UID)", container: c)`);
});

test('an image whose user isn’t root may run where root may not', async () => {
  const node = await oneNode();
  await node.create('p', { containers: [{ name: 'c', image: 'hashicorp/http-echo', securityContext: { runAsNonRoot: true } }] });
  await node.waitMs(6_000);
  expect(node.ready('p')).toBe(true);
});

test('a read-only container writes to its volumes and devices alone', async () => {
  const more = { securityContext: { readOnlyRootFilesystem: true }, volumeMounts: [{ name: 'v', mountPath: '/data' }] };
  const text = 'echo a > /data/a; echo b > /file; echo c > /dev/termination-log; cat /data/a /dev/termination-log';
  expect(await printed(text, more, { volumes: [{ name: 'v', emptyDir: {} }] })).toBe("sh: can't create /file: Read-only file system\na\nc\n");
});

describe('subPathExpr', () => {
  const env = [{ name: 'NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }];
  const mounts = (subPathExpr: string) => [
    { name: 'v', mountPath: '/own', subPathExpr },
    { name: 'v', mountPath: '/all' },
  ];
  const spec = { volumes: [{ name: 'v', emptyDir: {} }] };

  test('leads to the folder that variables name', async () => {
    expect(await printed('touch /own/a; ls /all/x/p', { env, volumeMounts: mounts('x/$(NAME)') }, spec)).toBe('a\n');
  });
  test.each([
    ['$(NONE)/$(NAME)', 'missing value for NONE'],
    ['$(SLASH)', 'error SubPath `/p` must not be an absolute path'],
    ['$(DOTS)', "unable to provision SubPath `p/..`: must not contain '..'"],
  ])('%s is refused', async (expression, why) => {
    const variables = [...env, { name: 'SLASH', value: '/p' }, { name: 'DOTS', value: 'p/..' }];
    expect(await refused({ env: variables, volumeMounts: mounts(expression) }, spec)).toBe(why);
  });
});

test.each<[spec: Partial<PodSpec>, line: RegExp]>([
  [{ hostname: 'a', subdomain: 'b' }, /^# Kubernetes-managed hosts file\.\n[\s\S]*\n10\.244\.0\.2\ta\.b\.default\.svc\.cluster\.local\ta\n$/],
  [{ hostNetwork: true }, /^# Kubernetes-managed hosts file \(host network\)\.\n[\s\S]*\tnode-1\n$/],
])('/etc/hosts of a Pod with %j', async (spec, expected) => {
  expect(await printed('cat /etc/hosts', {}, spec)).toMatch(expected);
});

test('a container can’t change its network', async () => {
  expect(await printed('ip link add dummy0 type dummy || echo no')).toBe('ip: RTNETLINK answers: Operation not permitted\nno\n');
});
