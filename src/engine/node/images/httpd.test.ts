import { expect, test } from 'vitest';
import { oneNode, script } from '../testing/one-node.ts';

test('Apache says that it works, logs who asked, and ends by itself', async () => {
  const node = await oneNode();
  await node.create('httpd', { containers: [{ name: 'c', image: 'httpd:2.4' }] });
  await node.waitMs(5_000);
  const url = `http://${node.pod('httpd').status.podIP}`;
  await node.create('asker', { restartPolicy: 'Never', containers: [script(`wget -qO- ${url}; wget -qO- ${url}/none`)] });
  await node.waitMs(5_000);
  expect(await node.log('asker', 'c')).toBe('<html><body><h1>It works!</h1></body></html>\nwget: server returned error: HTTP/1.1 404 Not Found\n');
  expect(await node.log('httpd', 'c')).toMatch(/AH00489: Apache.*\n.*AH00094.*\n10\.244\.0\.3 - - \[\d\d\/\w{3}\/\d{4}:[\d:]{8} \+0000\] "GET \/ HTTP\/1\.1" 200 45\n/);
  await node.remove('httpd', 30);
  await node.waitMs(2_000);
  expect(node.exists('httpd')).toBe(false);
});

test.each(['busybox:1.36.1-1', 'nginx:1.15-4', 'httpd:2.4.38-4', 'nautilus:1.7', 'jessie-dnsutils:1.7'])('tests of upstream find %s', async (name) => {
  const node = await oneNode();
  await node.create('p', { containers: [{ name: 'c', image: `registry.k8s.io/e2e-test-images/${name}`, command: ['sh', '-c', 'sleep 60'] }] });
  await node.waitMs(10_000);
  expect(node.pod('p').status.phase).toBe('Running');
});
