/** A control plane of static Pods, as it is handled at the shell. */
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession } from './session.ts';

test('the scheduler goes with its manifest, and comes back with it', async () => {
  const { session } = await openSession(emptyLog(7, { nodes: 1, addons: ['control-plane-pods'] }), sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  const run = async (text: string): Promise<string> => {
    const { outputs } = await session.run({ type: 'command', text });
    return outputs.map((output) => ('text' in output ? output.text : '')).join('').trimEnd();
  };
  await run('sleep 60');
  const pods = 'kubectl get pods -n kube-system -o name';
  expect((await run(pods)).split('\n')).toEqual(['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'].map((name) => `pod/${name}-node-1`));
  expect(await run('kubectl logs -n kube-system kube-scheduler-node-1')).toBe('Starting kube-scheduler v1.33.0');
  expect(await run('converge manifest show node-1 kube-scheduler.yaml > kube-scheduler.yaml; converge manifest remove node-1 kube-scheduler.yaml')).toBe('/etc/kubernetes/manifests/kube-scheduler.yaml removed from node-1');
  expect(await run('kubectl run web --image=nginx:1.29; sleep 30; kubectl get pod web --no-headers')).toMatch(/web +0\/1 +Pending/);
  expect(await run('converge manifest add node-1 kube-scheduler.yaml; sleep 40; kubectl get pod web --no-headers')).toMatch(/web +1\/1 +Running/);
});
