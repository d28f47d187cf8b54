import { expect, test } from 'vitest';
import { ConfigMap, Namespace, Pod, ResourceQuota, ServiceAccount } from '../../api/index.ts';
import { createCluster } from '../../index.ts';

const containers = [{ name: 'a', image: 'nginx', resources: { requests: { cpu: '10m' } } }];

async function started(options: { readonly etcd?: 3 } = {}) {
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const cluster = createCluster({ seed: 1, nodes: 2, settle, ...options });
  const after = async (ms: number) => cluster.run({ until: cluster.now() + ms });
  await after(6000);
  const client = cluster.client('tester');
  /** The value of a promise that needs time to pass. */
  async function done<T>(promise: Promise<T>): Promise<T> {
    let isOver = false;
    const ended = promise.finally(() => {
      isOver = true;
    });
    ended.catch(() => undefined);
    await cluster.run({ while: () => !isOver });
    return ended;
  }
  const quota = async () => (await done(client.get(ResourceQuota, 'default/q'))).status;
  const makeQuota = async (hard: Record<string, string>) => {
    await done(client.create(ResourceQuota, { metadata: { name: 'q', namespace: 'default' }, spec: { hard } }));
    await after(1000);
  };
  const pod = (name: string) => client.create(Pod, { metadata: { name, namespace: 'default' }, spec: { containers } });
  return { cluster, client, after, done, quota, makeQuota, pod };
}

test('what is there is counted, and what goes is given back', async () => {
  const { client, after, done, quota, makeQuota, pod } = await started();
  await done(pod('before'));
  await makeQuota({ pods: '3', 'requests.cpu': '1', 'count/configmaps': '9' });
  expect(await quota()).toEqual({
    hard: { pods: '3', 'requests.cpu': '1', 'count/configmaps': '9' },
    used: { pods: '1', 'requests.cpu': '10m', 'count/configmaps': '1' },
  });
  await done(pod('second'));
  expect((await quota()).used).toMatchObject({ pods: '2', 'requests.cpu': '20m' });
  await done(client.delete(Pod, 'default/second', { gracePeriodSeconds: 0 }));
  await after(1000);
  expect((await quota()).used).toMatchObject({ pods: '1', 'requests.cpu': '10m' });
});

test.each([{}, { etcd: 3 } as const])(
  'fifty at once, while others go, are never more than there may be: %j',
  async (options) => {
    const { cluster, client, after, done, quota, makeQuota, pod } = await started(options);
    await makeQuota({ pods: '7' });
    let most = 0;
    cluster.onCommit(() => {
      most = Math.max(most, cluster.objects(Pod).filter(({ metadata }) => metadata.namespace === 'default').length);
    });
    const tries = Array.from({ length: 50 }, (_, index) => pod(`p${index}`));
    const settled = await done(Promise.allSettled(tries));
    const made = settled.filter(({ status }) => status === 'fulfilled').length;
    expect(made).toBe(7);
    const [gone] = cluster.objects(Pod).filter(({ metadata }) => metadata.namespace === 'default');
    const again = Promise.allSettled(Array.from({ length: 20 }, (_, index) => pod(`q${index}`)));
    await done(client.delete(Pod, gone ?? '', { gracePeriodSeconds: 0 }));
    await done(again);
    await after(2000);
    await done(Promise.allSettled([pod('late'), pod('later')]));
    expect(most).toBe(7);
    expect((await quota()).used).toEqual({ pods: '7' });
  },
);

test('every namespace has its account and its certificate, again when they are deleted', async () => {
  const { client, after, done } = await started();
  await done(client.create(Namespace, { metadata: { name: 'new' }, spec: {} }));
  await after(500);
  const account = await done(client.get(ServiceAccount, 'new/default'));
  const { data } = await done(client.get(ConfigMap, 'new/kube-root-ca.crt'));
  expect(data?.['ca.crt']).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
  await done(client.delete(ServiceAccount, account));
  await done(client.delete(ConfigMap, 'new/kube-root-ca.crt'));
  await after(500);
  expect((await done(client.get(ServiceAccount, 'new/default'))).metadata.uid).not.toBe(account.metadata.uid);
  expect((await done(client.get(ConfigMap, 'new/kube-root-ca.crt'))).data).toEqual(data);
});
