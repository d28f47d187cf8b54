import { expect, test } from 'vitest';
import { createCluster } from '../index.ts';
import {
  ConfigMap,
  CustomResourceDefinition,
  defineController,
  type Kind,
  type KubeObject,
  Namespace,
  ownerReferenceFor,
} from '../sdk/index.ts';
import type { ClusterOptions } from './types.ts';

type CronTab = KubeObject & { readonly spec: { readonly schedule: string } };

const CronTab: Kind<CronTab> = {
  group: 'stable.example.com',
  version: 'v1',
  kind: 'CronTab',
  plural: 'crontabs',
  namespaced: true,
};

/** Writes a CronTab's schedule into a ConfigMap it owns: what a learner's own operator does. */
const operator = defineController<CronTab>({
  name: 'crontab',
  for: CronTab,
  owns: [ConfigMap],
  async reconcile(key, { client, lister }) {
    const cronTab = lister(CronTab).get(key);
    if (cronTab === undefined || lister(ConfigMap).get(key) !== undefined) return;
    const { name, namespace = '' } = cronTab.metadata;
    const metadata = { name, namespace, ownerReferences: [ownerReferenceFor(cronTab)] };
    await client.create(ConfigMap, { metadata, data: { schedule: cronTab.spec.schedule } });
  },
});

const properties = { spec: { type: 'object', properties: { schedule: { type: 'string' } } } };
const definition = {
  metadata: { name: 'crontabs.stable.example.com' },
  spec: {
    group: CronTab.group,
    scope: 'Namespaced',
    names: { plural: CronTab.plural, kind: CronTab.kind },
    versions: [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties } } },
    ],
  },
};

async function started(options: Partial<ClusterOptions>) {
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const cluster = createCluster({ seed: 1, nodes: 0, settle, controllers: [operator], ...options });
  const sleep = (ms: number) => cluster.run({ until: cluster.now() + ms });
  await sleep(30_000);
  const client = cluster.client('tester');
  async function finish<T>(promise: Promise<T>): Promise<T> {
    let done = false;
    const mark = () => {
      done = true;
    };
    promise.then(mark, mark);
    cluster.unsettled();
    await cluster.run({ while: () => !done });
    return promise;
  }
  const named = (kind: Kind, name: string) => cluster.objects(kind).some(({ metadata }) => metadata.name === name);
  return { cluster, client, finish, sleep, named };
}

test.each<[string, Partial<ClusterOptions>]>([
  ['one control plane', {}],
  ['two control planes over three members of etcd', { controlPlanes: 2, etcd: 3 }],
])('an operator works on its own kind, and garbage is collected: %s', async (_name, options) => {
  const { client, finish, sleep, named, cluster } = await started(options);
  await finish(client.create(CustomResourceDefinition, definition));
  await sleep(60_000);
  const draft = { metadata: { name: 'a', namespace: 'default' }, spec: { schedule: '@daily' } };
  await finish(client.create(CronTab, draft));
  await sleep(30_000);
  expect(cluster.objects(ConfigMap).find(({ metadata }) => metadata.name === 'a')?.data).toEqual({
    schedule: '@daily',
  });
  expect((await finish(client.list(CronTab))).map(({ spec }) => spec.schedule)).toEqual(['@daily']);
  expect(cluster.objects(CronTab).map(({ spec }) => spec.schedule)).toEqual(['@daily']);
  await finish(client.delete(CronTab, 'default/a'));
  await sleep(60_000);
  expect(named(ConfigMap, 'a')).toBe(false);
});

test('a namespace takes its custom resources along', async () => {
  const { client, finish, sleep, named } = await started({});
  await finish(client.create(CustomResourceDefinition, definition));
  await finish(client.create(Namespace, { metadata: { name: 'team' }, spec: {} }));
  await sleep(1000);
  await finish(client.create(CronTab, { metadata: { name: 'a', namespace: 'team' }, spec: { schedule: '@daily' } }));
  await finish(client.delete(Namespace, 'team'));
  await sleep(60_000);
  expect(named(CronTab, 'a')).toBe(false);
  expect(named(Namespace, 'team')).toBe(false);
});
