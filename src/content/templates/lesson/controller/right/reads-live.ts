/** Reads the lamp from the API server instead of the cache. */
import { ConfigMap, defineController } from 'converge/sdk';

export const lamp = defineController({
  name: 'lamp',
  for: ConfigMap,
  async reconcile(key, tools) {
    if (key !== 'default/lamp' || tools.lister(ConfigMap).get(key) === undefined) return;
    const { data = {} } = await tools.client.get(ConfigMap, key);
    if (data['wanted'] === undefined || data['is'] === data['wanted']) return;
    await tools.client.patch(ConfigMap, key, { data: { is: data['wanted'] } });
  },
});
