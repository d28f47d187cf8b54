import { expect, test } from 'vitest';
import { oneNode, script } from '../testing/one-node.ts';

const image = 'crccheck/hello-world:latest';

test('it says hello at port 8000, or where PORT says', async () => {
  const node = await oneNode();
  await node.create('hello', { containers: [{ name: 'hello', image }] });
  await node.create('other', { containers: [{ name: 'hello', image, env: [{ name: 'PORT', value: '81' }] }] });
  await node.waitMs(5_000);
  const [hello, other] = ['hello', 'other'].map((name) => node.pod(name).status.podIP);
  const asks = `wget -qO- http://${hello}:8000; wget -qO- http://${other}:81/; wget -qO- http://${hello}:8000/none`;
  await node.create('asker', { containers: [script(asks)] });
  await node.waitMs(5_000);
  const log = await node.log('asker', 'c');
  expect(log).toBe('<pre>\nHello World\n</pre>\n<pre>\nHello World\n</pre>\nwget: server returned error: HTTP/1.1 404 Not Found\n');
  await node.remove('hello', 30);
  await node.waitMs(2_000);
  expect(node.exists('hello')).toBe(false);
});
