/** A whole cluster over three members of etcd: what a lost member, a lost majority and a restored snapshot do to it. */
import { expect, test } from 'vitest';
import { type ApiResponse, type Cluster, createCluster, decodeSnapshotBytes } from '../src/engine/index.ts';
import * as sdk from '../src/engine/sdk/index.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function boot(options: { readonly etcd?: 1 | 3 | 5; readonly nodes?: number } = {}): Promise<Cluster> {
  const cluster = createCluster({ seed: 1, nodes: 3, etcd: 3, settle, ...options });
  await cluster.run({ until: cluster.now() + 10_000 });
  return cluster;
}

async function ask(
  cluster: Cluster,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<ApiResponse> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const answers: ApiResponse[] = [];
  const [address = '', query = ''] = path.split('?');
  void cluster
    .request('test', {
      method,
      path: address,
      query: Object.fromEntries(
        query
          .split('&')
          .filter(Boolean)
          .map((each) => each.split('=') as [string, string]),
      ),
      headers: { 'content-type': type },
      ...(body !== undefined && { body: JSON.parse(JSON.stringify(body)) }),
    })
    .then((answer) => answers.push(answer));
  await cluster.run({ while: () => answers.length === 0, until: cluster.now() + 60_000 });
  const [first] = answers;
  if (first === undefined) throw new Error(`${method} ${path} was not answered within a minute`);
  return first;
}

const deployments = '/apis/apps/v1/namespaces/default/deployments';

function deployment(name: string, replicas: number): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'c', image: 'nginx' }] } },
    },
  };
}

function ready(cluster: Cluster): number {
  const isReady = (pod: (typeof pods)[number]) =>
    pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;
  const pods = cluster.objects(sdk.Pod);
  return pods.filter(isReady).length;
}

const leader = (cluster: Cluster) => cluster.etcdMembers().find(({ role }) => role === 'leader')?.name ?? '';
const forever = 10_000_000;

test('with one of three members lost all goes on, whichever it is', async () => {
  for (const victim of ['etcd-0', 'etcd-1', 'etcd-2']) {
    const cluster = await boot();
    await ask(cluster, 'POST', deployments, deployment('web', 3));
    await cluster.run({ until: cluster.now() + 30_000 });
    expect(ready(cluster)).toBe(3);
    cluster.addFault({ type: 'crash', component: victim, downMs: forever });
    await cluster.run({ until: cluster.now() + 5_000 });
    const { code } = await ask(cluster, 'PATCH', `${deployments}/web`, { spec: { replicas: 6 } });
    expect({ victim, code }).toEqual({ victim, code: 200 });
    await cluster.run({ until: cluster.now() + 60_000 });
    expect({ victim, ready: ready(cluster) }).toEqual({ victim, ready: 6 });
  }
});

test('with two of three lost writes fail in etcd’s words and pods go on running; healed, the cluster converges', async () => {
  const cluster = await boot();
  await ask(cluster, 'POST', deployments, deployment('web', 3));
  await cluster.run({ until: cluster.now() + 30_000 });
  const survivor = leader(cluster);
  const downMs = 120_000;
  for (const { name } of cluster.etcdMembers()) {
    if (name !== survivor) cluster.addFault({ type: 'crash', component: name, downMs });
  }
  await cluster.run({ until: cluster.now() + 5_000 });
  const write = await ask(cluster, 'PATCH', `${deployments}/web`, { spec: { replicas: 5 } });
  expect(write).toMatchObject({ code: 500, body: { message: 'etcdserver: request timed out' } });
  const fresh = await ask(cluster, 'GET', `${deployments}/web`);
  expect(fresh).toMatchObject({ code: 500, body: { message: 'etcdserver: request timed out' } });
  const cached = await ask(cluster, 'GET', `${deployments}?resourceVersion=0`);
  expect(cached).toMatchObject({ code: 200, body: { items: [{ metadata: { name: 'web' } }] } });
  const readiness = await ask(cluster, 'GET', '/readyz');
  expect(readiness.code).toBe(500);
  expect(readiness.body).toContain('[-]etcd failed: reason withheld');
  // Longer than a node may be silent: nobody could write that it is.
  await cluster.run({ until: cluster.now() + 60_000 });
  expect(ready(cluster)).toBe(3);
  await cluster.run({ until: cluster.now() + 90_000 });
  expect(cluster.etcdMembers().filter(({ up }) => up)).toHaveLength(3);
  expect(await ask(cluster, 'GET', '/readyz')).toMatchObject({ code: 200, body: 'ok' });
  const again = await ask(cluster, 'PATCH', `${deployments}/web`, { spec: { replicas: 5 } });
  expect(again.code).toBe(200);
  await cluster.run({ until: cluster.now() + 120_000 });
  expect(ready(cluster)).toBe(5);
  expect(cluster.objects(sdk.Node).every(({ spec }) => (spec?.taints ?? []).length === 0)).toBe(true);
});

test('the same seed and faults give the same history with three members too', async () => {
  const hashes = new Set<string>();
  for (let time = 0; time < 2; time += 1) {
    const cluster = await boot();
    cluster.addFault({ type: 'link', from: 'etcd-*', to: 'etcd-*', drop: 0.02, jitterMs: 5, duplicate: 0.02 });
    await ask(cluster, 'POST', deployments, deployment('web', 10));
    cluster.addFault({ type: 'crash', component: leader(cluster), downMs: 4000 });
    await cluster.run({ until: cluster.now() + 60_000 });
    expect(ready(cluster)).toBe(10);
    hashes.add(cluster.historyHash());
  }
  expect(hashes.size).toBe(1);
});

test('a cluster restored from a snapshot has its objects only: watchers list anew, controllers converge', async () => {
  const cluster = await boot();
  // What a view makes of the commits it is told must be what there is, also behind the restore.
  const seen = new Set<string>();
  cluster.onCommit((events) => {
    for (const event of events) {
      if (event.type === 'put') seen.add(event.kv.key);
      else seen.delete(event.key);
    }
  });
  await ask(cluster, 'POST', deployments, deployment('kept', 2));
  await cluster.run({ until: cluster.now() + 30_000 });
  const saved = await takeSnapshot(cluster);
  await ask(cluster, 'POST', deployments, deployment('forgotten', 2));
  await cluster.run({ until: cluster.now() + 30_000 });
  expect(ready(cluster)).toBe(4);
  cluster.restoreEtcd(saved, { bumpRevision: 1_000_000 });
  await cluster.run({ until: cluster.now() + 120_000 });
  expect(cluster.objects(sdk.Deployment).map(({ metadata }) => metadata.name)).toEqual(['kept']);
  expect(ready(cluster)).toBe(2);
  expect((await ask(cluster, 'POST', deployments, deployment('new', 1))).code).toBe(201);
  await cluster.run({ until: cluster.now() + 60_000 });
  expect(ready(cluster)).toBe(3);
  const pods = cluster.objects(sdk.Pod).map(({ metadata }) => `/registry/pods/default/${metadata.name}`);
  expect([...seen].filter((key) => key.startsWith('/registry/pods/')).sort()).toEqual(pods.sort());
});

test('what is written past the API server is an object if it is one, and harms nobody if it isn’t', async () => {
  const cluster = await boot();
  const key = (name: string) => Buffer.from(`/registry/configmaps/default/${name}`).toString('base64');
  const put = async (name: string, text: string): Promise<void> => {
    let code = 0;
    const body = { key: key(name), value: Buffer.from(text).toString('base64') };
    cluster.etcdGateway('etcd-1').request('/v3/kv/put', body, (answer) => {
      code = answer.code;
    });
    await cluster.run({ while: () => code === 0, until: cluster.now() + 10_000 });
    expect(code).toBe(200);
  };
  await put(
    'good',
    JSON.stringify({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { name: 'good', namespace: 'default' },
      data: { a: 'ü' },
    }),
  );
  await put('bad', 'no object');
  await cluster.run({ until: cluster.now() + 1000 });
  const maps = '/api/v1/namespaces/default/configmaps';
  expect((await ask(cluster, 'GET', `${maps}/good`)).body).toMatchObject({ data: { a: 'ü' } });
  const names = JSON.stringify((await ask(cluster, 'GET', maps)).body).match(/(?<="name":")(good|bad)(?=")/g);
  expect(names).toEqual(['good']);
  expect((await ask(cluster, 'GET', `${maps}/bad`)).code).toBe(404);
});

test('a member told to live where the scheduler runs never starts, and takes nothing with it when it goes', async () => {
  const cluster = await boot();
  const gateway = cluster.etcdGateway(leader(cluster));
  const change = async (path: string, body: Parameters<typeof gateway.request>[1]) => {
    const answers: { readonly code: number; readonly body: unknown }[] = [];
    gateway.request(`/v3/cluster/member/${path}`, body, (answer) => answers.push(answer));
    await cluster.run({ until: cluster.now() + 5000 });
    return answers[0];
  };
  const added = await change('add', { peerURLs: ['http://scheduler:2380'], isLearner: true });
  expect(added).toMatchObject({ code: 200, body: { member: { peerURLs: ['http://scheduler:2380'] } } });
  const id = /"member":\{"ID":"(\d+)"/.exec(JSON.stringify(added?.body))?.[1] ?? '';
  expect(await change('remove', { ID: id })).toMatchObject({ code: 200 });
  expect(cluster.components()).toContain('scheduler');
  await ask(cluster, 'POST', deployments, deployment('web', 2));
  await cluster.run({ until: cluster.now() + 30_000 });
  expect(ready(cluster)).toBe(2);
});

async function takeSnapshot(cluster: Cluster): Promise<Parameters<Cluster['restoreEtcd']>[0]> {
  let bytes = '';
  let ended = false;
  cluster.etcdGateway('etcd-0').open('/v3/maintenance/snapshot', {
    respond: ({ body }) => expect(body).toBeUndefined(),
    write(line) {
      const { result } = JSON.parse(JSON.stringify(line));
      bytes += Buffer.from(result.blob, 'base64').toString('latin1');
    },
    end() {
      ended = true;
    },
  });
  await cluster.run({ while: () => !ended, until: cluster.now() + 10_000 });
  return decodeSnapshotBytes(bytes);
}
