/** No edges: the difference in whole degrees says which way, and none means leave it. */
import { ConfigMap, defineController } from 'converge/sdk';

/** By the sign of the rounded difference: too cold, near enough, too warm. */
const orders = new Map([
  [-1, 'on'],
  [1, 'off'],
]);

export const thermostat = defineController({
  name: 'thermostat',
  for: ConfigMap,
  reconcile: async (key, tools) => {
    const room = key === 'default/room' ? tools.lister(ConfigMap).get(key) : undefined;
    const { wanted, actual, heater } = { ...room?.data } as { wanted?: string; actual?: string; heater?: string };
    if (wanted === undefined || actual === undefined) return;
    const order = orders.get(Math.sign(Math.round(Number(actual) - Number(wanted))));
    if (order === undefined || order === heater) return;
    await tools.client.patch(ConfigMap, key, { data: { heater: order } });
  },
});
