import { expect, test } from 'vitest';
import { type OneNode, oneNode } from './testing/one-node.ts';

const withImage = (name: string, image: string) => ({ spec: { containers: [{ name, image }] } });
const status = (node: OneNode) => node.pod('p').status.containerStatuses?.[0];

test('a mended image is pulled at once, however long the old one still had to wait', async () => {
  const node = await oneNode();
  await node.create('p', { containers: [{ name: 'web', image: 'nginx:0.0.1' }] });
  await node.waitMs(60_000);
  expect(status(node)?.state?.waiting?.reason).toBe('ImagePullBackOff');
  await node.patch('p', withImage('web', 'nginx:1.28'));
  await node.waitMs(5_000);
  expect([node.ready('p'), status(node)?.restartCount, status(node)?.image]).toEqual([
    true,
    0,
    'docker.io/library/nginx:1.28',
  ]);
});

test('a running container with another image is restarted, whatever the restart policy', async () => {
  const node = await oneNode();
  await node.create('p', { restartPolicy: 'Never', containers: [{ name: 'web', image: 'nginx:1.27' }] });
  await node.waitMs(5_000);
  await node.patch('p', withImage('web', 'nginx:1.28'));
  await node.waitMs(10_000);
  expect([node.ready('p'), status(node)?.restartCount, status(node)?.image]).toEqual([
    true,
    1,
    'docker.io/library/nginx:1.28',
  ]);
  expect(node.events('p')).toContain('Normal Killing: Container web definition changed, will be restarted');
});

test('an image that changes while the old one is being pulled is what runs in the end', async () => {
  const node = await oneNode();
  await node.create('p', { containers: [{ name: 'web', image: 'nginx:1.27' }] });
  await node.waitMs(500);
  await node.patch('p', withImage('web', 'nginx:1.28'));
  await node.waitMs(20_000);
  expect([node.ready('p'), status(node)?.image]).toEqual([true, 'docker.io/library/nginx:1.28']);
});
