/** A namespace ends with what is in it. */
import { Namespace } from 'converge/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession } from './session.ts';

test('the loops of Services don’t try again and again to make lists in a namespace that ends', async () => {
  const { session } = await openSession(emptyLog(7, { nodes: 1 }), sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  const refused: string[] = [];
  session.cluster.onLog(({ component, text }) => {
    if (/being terminated/.test(text)) refused.push(`${component}: ${text}`);
  });
  const run = (text: string) => session.run({ type: 'command', text });
  await run('kubectl create namespace shop; kubectl create deployment web -n shop --image=nginx --replicas=2; kubectl expose deployment web -n shop --port=80; sleep 20');
  await run('kubectl delete namespace shop; sleep 60');
  expect(session.cluster.objects(Namespace).map(({ metadata }) => metadata.name)).not.toContain('shop');
  expect(refused).toEqual([]);
});
