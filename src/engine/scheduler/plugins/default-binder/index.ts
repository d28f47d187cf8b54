import { Pod, type SchedulerPlugin } from 'converge/sdk';

/** Tells the API server where the pod goes: POST pods/x/binding. */
export const defaultBinder: SchedulerPlugin = {
  name: 'DefaultBinder',
  async bind({ pod, key }, nodeName, { client }) {
    const { name, namespace, uid } = pod.metadata;
    await client.postSubresource(Pod, key, 'binding', {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name, namespace, uid },
      target: { kind: 'Node', name: nodeName },
    });
  },
};
