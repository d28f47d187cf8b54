/**
 * Switches on, and never off.
 * @cause left the lamp as it was
 */
import { ConfigMap, defineController } from 'converge/sdk';

export const lamp = defineController({
  name: 'lamp',
  for: ConfigMap,
  async reconcile(key, tools) {
    if (key !== 'default/lamp') return;
    const lamp = tools.lister(ConfigMap).get(key);
    const wanted = lamp?.data?.['wanted'];
    if (wanted !== 'on' || lamp?.data?.['is'] === wanted) return;
    await tools.client.patch(ConfigMap, key, { data: { is: wanted } });
  },
});
