import { expect, test } from 'vitest';
import { oneNode } from '../testing/one-node.ts';

const server = (args: readonly string[] = []) => ({ containers: [{ name: 'web', image: 'converge/web:1.0', args: ['web', ...args] }] });

test('requests wait for one another, and the log says how long', async () => {
  const node = await oneNode();
  await node.create('web', server(['100']));
  await node.waitMs(5_000);
  const ip = node.pod('web').status.podIP;
  const load = (rate: string) => ({ containers: [{ name: 'load', image: 'converge/web:1.0', args: ['load', `http://${ip}:8080/`, rate] }] });
  await node.create('slow', load('5'));
  await node.waitMs(15_000);
  expect(await node.log('slow', 'load')).toMatch(/^4\.9\/s sent, 4\.9\/s answered, 0 lost; latency p50 10\d ms, p95 10\d ms, max 10\d ms\n/);
  await node.create('fast', load('20'));
  await node.waitMs(35_000);
  const last = String(await node.log('fast', 'load')).trimEnd().split('\n').at(-1);
  expect(last).toMatch(/^20\.0\/s sent, [0-9.]+\/s answered, [1-9]\d* lost; latency p50 [45]\d\d\d ms/);
});

test('who asks when the server is gone is lost', async () => {
  const node = await oneNode();
  const args = ['load', 'http://10.244.1.250:8080/', '2'];
  await node.create('load', { containers: [{ name: 'load', image: 'converge/web:1.0', args }] });
  await node.waitMs(32_000);
  expect(String(await node.log('load', 'load')).trimEnd().split('\n').at(-1)).toMatch(/^2\.0\/s sent, 0\.0\/s answered, [12]\d lost; latency p50 - ms/);
});
