/** A drain that is refused goes on until its time is up. */
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession } from './session.ts';

const manifest = `apiVersion: v1
kind: Pod
metadata: { name: shop, labels: { app: shop } }
spec: { containers: [{ name: c, image: "nginx:1.29" }] }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: shop }
spec: { minAvailable: 1, selector: { matchLabels: { app: shop } } }
`;

test('a drain asks every five seconds, and gives up when its timeout has passed', async () => {
  const { session } = await openSession(emptyLog(1), sessionParts(nodePlatform()), () => {});
  onTestFinished(() => session.close());
  await session.run({ type: 'manifest', path: 'shop.yaml', text: manifest, cell: 'apply' });
  const { outputs, from, to } = await session.run({ type: 'command', text: 'kubectl drain $(kubectl get pod shop -o jsonpath={.spec.nodeName}) --force --timeout=10s', cell: 'drain', after: 'now' });
  const text = outputs.map((output) => ('text' in output ? output.text : '')).join('');
  expect(text.split('evicting pod default/shop').length - 1).toBe(2);
  expect(text).toContain('global timeout reached: 10s');
  expect(to.t - from.t).toBeGreaterThanOrEqual(10_000);
});
