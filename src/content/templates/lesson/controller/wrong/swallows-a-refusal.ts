/**
 * Catches what the API server answers, and waits for the next event.
 * @cause went on after a refusal | left the lamp as it was
 */
import { ConfigMap, defineController } from 'converge/sdk';

export const lamp = defineController({
  name: 'lamp',
  for: ConfigMap,
  async reconcile(key, tools) {
    if (key !== 'default/lamp') return;
    const lamp = tools.lister(ConfigMap).get(key);
    const wanted = lamp?.data?.['wanted'];
    if (wanted === undefined || lamp?.data?.['is'] === wanted) return;
    try {
      await tools.client.patch(ConfigMap, key, { data: { is: wanted } });
    } catch {
      tools.log('another time');
    }
  },
});
