import {
  AppsV1Api,
  CoreV1Api,
  KubeConfig,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
} from '@kubernetes/client-node';
import { expect, test } from 'vitest';
import { serve } from './serve.ts';

test('the JavaScript client library lists, creates, patches, follows and deletes', async () => {
  const served = await serve(
    { nodes: 1, seed: '1', speed: 20, withoutControllers: [], kubeconfig: undefined, port: 0 },
    { descriptions: () => '', failed: (error) => console.error(error) },
  );
  const config = new KubeConfig();
  config.loadFromFile(served.kubeconfig);
  const core = config.makeApiClient(CoreV1Api);
  const apps = config.makeApiClient(AppsV1Api);
  const namespace = 'default';
  const seen = Promise.withResolvers<string>();
  const pods = makeInformer(config, '/api/v1/namespaces/default/pods', () => core.listNamespacedPod({ namespace }));
  pods.on('update', (pod) => {
    if (pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True')) {
      seen.resolve(pod.metadata?.name ?? '');
    }
  });
  try {
    expect((await core.listNode()).items.map((node) => node.metadata?.name)).toEqual(['node-1']);
    await pods.start();
    const labels = { app: 'web' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx' }] } };
    await apps.createNamespacedDeployment({
      namespace,
      body: { metadata: { name: 'web' }, spec: { selector: { matchLabels: labels }, template } },
    });
    expect(await seen.promise).toMatch(/^web-/);
    const patched = await apps.patchNamespacedDeployment(
      { namespace, name: 'web', body: { metadata: { annotations: { a: 'b' } } } },
      setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
    );
    expect(patched.metadata?.annotations?.['a']).toBe('b');
    await apps.deleteNamespacedDeployment({ namespace, name: 'web' });
    await expect(apps.readNamespacedDeployment({ namespace, name: 'web' })).rejects.toMatchObject({ code: 404 });
  } finally {
    await pods.stop();
    await served.stop();
  }
});
