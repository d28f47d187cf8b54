/**
 * Switches every ConfigMap that has a field of this name.
 * @cause changed what isn’t its own
 */
import { ConfigMap, defineController } from 'converge/sdk';

export const lamp = defineController({
  name: 'lamp',
  for: ConfigMap,
  async reconcile(key, tools) {
    const lamp = tools.lister(ConfigMap).get(key);
    const wanted = lamp?.data?.['wanted'];
    if (lamp?.data?.['is'] === wanted) return;
    await tools.client.patch(ConfigMap, key, { data: { is: wanted ?? 'off' } });
  },
});
