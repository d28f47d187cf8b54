/** Asks the API server for the room before it decides. */
import { ConfigMap, defineController, isNotFound } from 'converge/sdk';

export const thermostat = defineController({
  name: 'thermostat',
  for: ConfigMap,
  async reconcile(key, { client }) {
    if (key !== 'default/room') return;
    try {
      const { data } = await client.get(ConfigMap, key);
      const gap = Number(data?.['wanted']) - Number(data?.['actual']);
      const heater = gap > 0.5 ? 'on' : gap < -0.5 ? 'off' : data?.['heater'];
      if (heater !== undefined && heater !== data?.['heater']) await client.patch(ConfigMap, key, { data: { heater } });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  },
});
