/**
 * @kubernetes/client-node, in its versions 1 and 2, against a served cluster: what its users do with it. The same steps for both: the types
 * are those of version 2, whose classes the other has too.
 */
import { PassThrough, Writable } from 'node:stream';
import * as second from '@kubernetes/client-node';
import * as first from 'client-node-1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Served, serve } from '../src/cli/serve/serve.ts';

type Library = typeof second;
const libraries: readonly (readonly [version: string, library: Library])[] = [
  // The two declare the same classes, each with private fields of its own, which is all that TypeScript minds.
  ['1.4', first as unknown as Library],
  ['2.0', second],
];

const namespace = 'default';

/** Text that comes in, and a promise of what it is to contain. */
function listener(): { readonly stream: Writable; heard(words: string): Promise<string> } {
  let text = '';
  let look = (): void => {};
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString('utf8');
      look();
      done();
    },
  });
  return {
    stream,
    heard: (words) =>
      new Promise((resolve) => {
        look = () => {
          if (text.includes(words)) resolve(text);
        };
        look();
      }),
  };
}

describe.each(libraries)('client-node %s', { timeout: 120_000 }, (_version, k8s) => {
  let served: Served;
  let config: second.KubeConfig;
  let core: second.CoreV1Api;
  let apps: second.AppsV1Api;

  beforeAll(async () => {
    served = await serve(
      { nodes: 2, seed: '1', speed: 20, withoutControllers: [], kubeconfig: undefined, port: 0 },
      { descriptions: () => '', failed: (error) => console.error(error) },
    );
    config = new k8s.KubeConfig();
    config.loadFromFile(served.kubeconfig);
    core = config.makeApiClient(k8s.CoreV1Api);
    apps = config.makeApiClient(k8s.AppsV1Api);
  });
  afterAll(() => served.stop());

  /** Calls until the answer satisfies; each call is a request, so the cluster's time passes. */
  async function until<T>(ask: () => Promise<T>, satisfied: (answer: T) => boolean): Promise<T> {
    for (;;) {
      const answer = await ask();
      if (satisfied(answer)) return answer;
    }
  }

  async function runningPod(name: string, image: string, args?: string[]): Promise<void> {
    const container = { name: 'main', image, ...(args && { command: ['sh', '-c'], args }) };
    await core.createNamespacedPod({
      namespace,
      body: { metadata: { name, labels: { app: name } }, spec: { containers: [container] } },
    });
    await until(
      () => core.readNamespacedPod({ namespace, name }),
      ({ status }) => status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true,
    );
  }

  test('objects are created, read, listed, replaced, patched in three ways and deleted', async () => {
    const name = 'crud';
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name }, data: { a: '1' } } });
    await expect(core.createNamespacedConfigMap({ namespace, body: { metadata: { name } } })).rejects.toMatchObject({
      code: 409,
    });
    const read = await core.readNamespacedConfigMap({ namespace, name });
    expect(read.metadata?.creationTimestamp).toBeInstanceOf(Date);
    const replaced = await core.replaceNamespacedConfigMap({ namespace, name, body: { ...read, data: { a: '2' } } });
    expect(replaced.data).toEqual({ a: '2' });
    await expect(
      core.replaceNamespacedConfigMap({ namespace, name, body: { ...read, data: {} } }),
    ).rejects.toMatchObject({ code: 409 });
    const as = (type: string) => k8s.setHeaderOptions('Content-Type', type);
    await core.patchNamespacedConfigMap({ namespace, name, body: [{ op: 'add', path: '/data/b', value: '3' }] });
    await core.patchNamespacedConfigMap(
      { namespace, name, body: { data: { a: null } } },
      as(k8s.PatchStrategy.MergePatch),
    );
    const patched = await core.patchNamespacedConfigMap(
      { namespace, name, body: { data: { c: '4' } } },
      as(k8s.PatchStrategy.StrategicMergePatch),
    );
    expect(patched.data).toEqual({ b: '3', c: '4' });
    const { items } = await core.listNamespacedConfigMap({ namespace, fieldSelector: `metadata.name=${name}` });
    expect(items).toHaveLength(1);
    const status = await core.deleteNamespacedConfigMap({ namespace, name });
    expect(status.status).toBe('Success');
    await expect(core.readNamespacedConfigMap({ namespace, name })).rejects.toMatchObject({ code: 404 });
  });

  test('an informer sees what there is, what comes and what goes, over watches that end', async () => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const list = () => core.listNamespacedConfigMap({ namespace, labelSelector: 'informed' });
    const informer = k8s.makeInformer(config, path, list, 'informed');
    const seen: string[] = [];
    let look = (): void => {};
    const told = (verb: string) => (object: second.V1ConfigMap) => {
      seen.push(`${verb} ${object.metadata?.name}`);
      look();
    };
    for (const verb of ['add', 'update', 'delete'] as const) informer.on(verb, told(verb));
    const heard = (words: string) =>
      new Promise<void>((resolve) => {
        look = () => {
          if (seen.includes(words)) resolve();
        };
        look();
      });
    const metadata = (name: string) => ({ name, labels: { informed: 'yes' } });
    await core.createNamespacedConfigMap({ namespace, body: { metadata: metadata('first') } });
    await informer.start();
    await core.createNamespacedConfigMap({ namespace, body: { metadata: metadata('second') } });
    await heard('add second');
    const { metadata: current } = await core.readNamespacedConfigMap({ namespace, name: 'second' });
    await core.replaceNamespacedConfigMap({
      namespace,
      name: 'second',
      body: { metadata: { ...current }, data: { a: 'b' } },
    });
    await heard('update second');
    await core.deleteNamespacedConfigMap({ namespace, name: 'first' });
    await heard('delete first');
    expect(informer.list().map((each) => each.metadata?.name)).toEqual(['second']);
    await informer.stop();
    expect(seen.slice(0, 2)).toEqual(['add first', 'add second']);
  });

  test('a watch ends when its time is over, and the next one goes on where it stood', async () => {
    const watch = new k8s.Watch(config);
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    const { metadata } = await core.listNamespacedSecret({ namespace });
    let resourceVersion = metadata?.resourceVersion ?? '';
    const seen: string[] = [];
    async function follow(change: () => Promise<unknown>): Promise<void> {
      const ended = Promise.withResolvers<void>();
      await watch.watch(
        path,
        { resourceVersion, timeoutSeconds: 5 },
        (type: string, object: second.V1Secret) => {
          seen.push(`${type} ${object.metadata?.name}`);
          resourceVersion = object.metadata?.resourceVersion ?? '';
        },
        () => ended.resolve(),
      );
      await change();
      await ended.promise;
    }
    await follow(() => core.createNamespacedSecret({ namespace, body: { metadata: { name: 'one' } } }));
    await core.createNamespacedSecret({ namespace, body: { metadata: { name: 'between' } } });
    await follow(() => core.createNamespacedSecret({ namespace, body: { metadata: { name: 'two' } } }));
    expect(seen).toEqual(['ADDED one', 'ADDED between', 'ADDED two']);
  });

  test('a command runs in a container, with input and an exit code; its output can be followed', async () => {
    await runningPod('shell', 'busybox', ['echo up; while true; do sleep 1; echo tick; done']);
    const exec = new k8s.Exec(config);
    const out = listener();
    const input = new PassThrough();
    const ended = Promise.withResolvers<second.V1Status>();
    await exec.exec(
      namespace,
      'shell',
      'main',
      ['sh', '-c', 'read line; echo got $line; exit 3'],
      out.stream,
      null,
      input,
      false,
      ended.resolve,
    );
    input.write('hello\n');
    expect(await out.heard('got hello')).toBe('got hello\n');
    const status = await ended.promise;
    expect([status.status, status.details?.causes?.[0]]).toEqual([
      'Failure',
      expect.objectContaining({ reason: 'ExitCode', message: '3' }),
    ]);

    const followed = listener();
    await new k8s.Log(config).log(namespace, 'shell', 'main', followed.stream, { follow: true });
    expect(await followed.heard('tick\ntick\n')).toMatch(/^up\ntick\n/);
    const over = new Promise((resolve) => followed.stream.once('finish', resolve));
    await core.deleteNamespacedPod({ namespace, name: 'shell', gracePeriodSeconds: 0 });
    await over;
  });

  test('a port of a pod is forwarded', async () => {
    await runningPod('web', 'nginx');
    const forward = new k8s.PortForward(config);
    const answer = listener();
    const input = new PassThrough();
    const socket = await forward.portForward(namespace, 'web', [80], answer.stream, null, input);
    input.write('GET / HTTP/1.1\r\nHost: web\r\nConnection: close\r\n\r\n');
    expect(await answer.heard('Welcome to nginx!')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    if (typeof socket !== 'function') socket.close();
  });

  test('of two candidates one leads; the other takes over when the Lease runs out', async () => {
    const leases = config.makeApiClient(k8s.CoordinationV1Api);
    const name = 'election';
    async function campaign(holder: string, leaseDurationSeconds = 3600): Promise<string> {
      const now = served.cluster.now();
      const spec = { holderIdentity: holder, leaseDurationSeconds, renewTime: new k8s.V1MicroTime(now) };
      try {
        const lease = await leases.readNamespacedLease({ namespace, name });
        const { holderIdentity = '', leaseDurationSeconds: seconds = 0, renewTime } = lease.spec ?? {};
        // The library reads a time in microseconds as text.
        const expired = new Date(renewTime ?? 0).getTime() + seconds * 1000 < now;
        if (holderIdentity !== holder && !expired) return holderIdentity;
        await leases.replaceNamespacedLease({ namespace, name, body: { ...lease, spec } });
        return holder;
      } catch (error) {
        if (!(error instanceof k8s.ApiException)) throw error;
        // Somebody else was faster.
        if (error.code === 409) return campaign(holder);
        if (error.code !== 404) throw error;
      }
      try {
        await leases.createNamespacedLease({ namespace, body: { metadata: { name }, spec } });
        return holder;
      } catch (error) {
        if (!(error instanceof k8s.ApiException) || error.code !== 409) throw error;
        return campaign(holder);
      }
    }
    const [a, b] = await Promise.all([campaign('a'), campaign('b')]);
    expect(a).toBe(b);
    const leader = a;
    const other = leader === 'a' ? 'b' : 'a';
    expect(await campaign(other)).toBe(leader);
    // It renews for the last time.
    const renewedMs = served.cluster.now();
    expect(await campaign(leader, 5)).toBe(leader);
    await until(
      () => campaign(other),
      (holder) => holder === other,
    );
    expect(served.cluster.now() - renewedMs).toBeGreaterThan(5000);
  });

  test('objects of any kind go through the generic client: created, patched, applied, listed, deleted', async () => {
    const objects = k8s.KubernetesObjectApi.makeApiClient(config);
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'any', namespace },
      spec: {
        selector: { matchLabels: { app: 'any' } },
        template: { metadata: { labels: { app: 'any' } }, spec: { containers: [{ name: 'c', image: 'nginx' }] } },
      },
    };
    await objects.create(deployment);
    await objects.patch(
      { ...deployment, metadata: { ...deployment.metadata, annotations: { note: 'patched' } } },
      undefined,
      undefined,
      undefined,
      undefined,
      k8s.PatchStrategy.MergePatch,
    );
    const read = await objects.read<second.V1Deployment>(deployment);
    expect(read.metadata?.annotations).toMatchObject({ note: 'patched' });
    const applied = await objects.patch<second.V1ConfigMap>(
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'applied', namespace },
        data: { a: '1' },
      } as second.V1ConfigMap,
      undefined,
      undefined,
      'generic',
      true,
      k8s.PatchStrategy.ServerSideApply,
    );
    expect(applied.metadata?.managedFields?.map(({ manager, operation }) => [manager, operation])).toEqual([
      ['generic', 'Apply'],
    ]);
    const { items } = await objects.list('apps/v1', 'Deployment', namespace);
    expect(items.map((each) => each.metadata?.name)).toContain('any');
    await objects.delete(deployment);
    await expect(objects.read(deployment)).rejects.toMatchObject({ code: 404 });
  });

  test('a custom kind is served as soon as it is defined', async () => {
    const extensions = config.makeApiClient(k8s.ApiextensionsV1Api);
    const custom = config.makeApiClient(k8s.CustomObjectsApi);
    const group = 'example.test';
    const schema = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { size: { type: 'integer', minimum: 1 } } } },
    };
    await extensions.createCustomResourceDefinition({
      body: {
        metadata: { name: `things.${group}` },
        spec: {
          group,
          names: { plural: 'things', kind: 'Thing' },
          scope: 'Namespaced',
          versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
        },
      },
    });
    await until(
      () => extensions.readCustomResourceDefinition({ name: `things.${group}` }),
      ({ status }) =>
        status?.conditions?.some(({ type, status: is }) => type === 'Established' && is === 'True') === true,
    );
    const where = { group, version: 'v1', namespace, plural: 'things' };
    const thing = (size: number) => ({
      apiVersion: `${group}/v1`,
      kind: 'Thing',
      metadata: { name: 't' },
      spec: { size },
    });
    await custom.createNamespacedCustomObject({ ...where, body: thing(2) });
    await expect(custom.createNamespacedCustomObject({ ...where, body: thing(0) })).rejects.toMatchObject({
      code: 422,
    });
    expect(await custom.getNamespacedCustomObject({ ...where, name: 't' })).toMatchObject({ spec: { size: 2 } });
  });

  test('deployments come up, and metrics tell what their pods use', async () => {
    const labels = { app: 'measured' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
    const body = { metadata: { name: 'measured' }, spec: { replicas: 2, selector: { matchLabels: labels }, template } };
    await apps.createNamespacedDeployment({ namespace, body });
    await until(
      () => apps.readNamespacedDeployment({ namespace, name: 'measured' }),
      ({ status }) => status?.readyReplicas === 2,
    );
    const metrics = new k8s.Metrics(config);
    const nodes = await metrics.getNodeMetrics();
    expect(nodes.items.map((each) => each.metadata.name)).toEqual(['node-1', 'node-2']);
    const pods = await metrics.getPodMetrics(namespace);
    expect(pods.items.filter((each) => each.metadata.name.startsWith('measured-'))).toHaveLength(2);
  });
});
