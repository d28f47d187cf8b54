/** What a node's status says of its images, and what the scheduler makes of it. */
import { expect, test } from 'vitest';
import { Node, Pod } from '../api/index.ts';
import { createCluster, type Cluster, type ClusterOptions } from '../index.ts';
import { defineImage } from '../sdk/index.ts';
import { createImageList, imagesOf } from './image-list.ts';
import type { PulledImage } from './image-store.ts';

const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const wait = (cluster: Cluster, seconds: number) => cluster.run({ until: cluster.now() + seconds * 1000 });
const imageOf = (repository: string, sizeBytes: number) => defineImage({ repository, hasTag: () => true, sizeBytes, entrypoint: ['/main'], programs: { '/main': () => {} } });
const pulled = (name: string, sizeBytes: number): PulledImage => {
  const repository = `example.com/${name}`;
  return { image: imageOf(repository, sizeBytes), reference: { repository, tag: 'v1', full: `${repository}:v1` }, id: `${repository}@sha256:${name}` };
};

test('the largest are listed first, at most fifty, each by its digest and its tag', () => {
  const listed = imagesOf([pulled('b', 10), pulled('c', 10), pulled('a', 30)]);
  expect(listed).toEqual(['a', 'c', 'b'].map((name) => ({ names: [`example.com/${name}@sha256:${name}`, `example.com/${name}:v1`], sizeBytes: name === 'a' ? 30 : 10 })));
  const many = imagesOf(Array.from({ length: 60 }, (_, index) => pulled(`i${index}`, index)));
  expect([many.length, many.at(0)?.sizeBytes, many.at(-1)?.sizeBytes]).toEqual([50, 59, 10]);
});

test('a list has changed until it was told', () => {
  const present = new Map<string, PulledImage>();
  const list = createImageList(present);
  expect([list.hasChanged(), list.status()]).toEqual([false, {}]);
  present.set('a', pulled('a', 1));
  expect([list.hasChanged(), list.status().images?.length, list.hasChanged()]).toEqual([true, 1, false]);
  present.clear();
  expect([list.hasChanged(), list.status()]).toEqual([true, { images: [] }]);
});

async function start(more: Partial<ClusterOptions> = {}) {
  const cluster = createCluster({ seed: 2, nodes: 3, images: [imageOf('example.com/large', 900_000_000)], settle, ...more });
  let statuses = 0;
  cluster.onAnswer(({ component, request }) => {
    if (component.startsWith('kubelet/') && request.method === 'PATCH' && /\/nodes\/[^/]+\/status$/.test(request.path)) statuses += 1;
  });
  await wait(cluster, 20);
  const client = cluster.client('test');
  return {
    cluster,
    statuses: () => statuses,
    run(name: string, image: string, nodeName?: string) {
      const spec = { ...(nodeName !== undefined && { nodeName }), containers: [{ name: 'c', image }] };
      return client.create(Pod, { metadata: { name, namespace: 'default' }, spec });
    },
    images: (node: string) => cluster.objects(Node).find(({ metadata }) => metadata.name === node)?.status.images,
    nodeOf: (name: string) => cluster.objects(Pod).find(({ metadata }) => metadata.name === name)?.spec.nodeName,
  };
}

test('a kubelet lists what it has pulled with its next heartbeat, and a further Pod goes where a large image is', async () => {
  const { cluster, statuses, run, images, nodeOf } = await start();
  const before = statuses();
  void run('a', 'example.com/large:v1', 'node-2');
  await wait(cluster, 40);
  expect(images('node-2')).toEqual([{ names: [expect.stringMatching(/^example\.com\/large@sha256:[0-9a-f]{64}$/), 'example.com/large:v1'], sizeBytes: 900_000_000 }]);
  expect(images('node-1')).toBeUndefined();
  expect(statuses() - before).toBe(1);
  void run('b', 'example.com/large:v1');
  await wait(cluster, 5);
  expect(nodeOf('b')).toBe('node-2');
});

test('many Pods of one image write a node’s status once; nothing more while all stays as it is', async () => {
  const { cluster, statuses, run } = await start();
  const before = statuses();
  for (let index = 0; index < 60; index += 1) void run(`p${index}`, 'registry.k8s.io/pause:3.10');
  await wait(cluster, 60);
  expect(cluster.objects(Pod).filter(({ status }) => status.phase === 'Running')).toHaveLength(60);
  expect(statuses() - before).toBe(3);
  await wait(cluster, 120);
  expect(statuses() - before).toBe(3);
});

test('nodes of the profile `minimal` list none', async () => {
  const { cluster, statuses, run, images } = await start({ profile: 'minimal' });
  const before = statuses();
  void run('a', 'registry.k8s.io/pause:3.10', 'node-1');
  await wait(cluster, 60);
  expect([statuses() - before, images('node-1')]).toEqual([0, undefined]);
});
