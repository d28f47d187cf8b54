/**
 * Makes the desired state agree with the lamp.
 * @cause changed the desired state itself
 */
import { ConfigMap, defineController } from 'converge/sdk';

export const lamp = defineController({
  name: 'lamp',
  for: ConfigMap,
  async reconcile(key, tools) {
    if (key !== 'default/lamp') return;
    const lamp = tools.lister(ConfigMap).get(key);
    const wanted = lamp?.data?.['wanted'];
    const is = lamp?.data?.['is'] ?? 'off';
    if (wanted === undefined || is === wanted) return;
    await tools.client.patch(ConfigMap, key, { data: { wanted: is } });
  },
});
