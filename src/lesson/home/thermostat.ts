/** What keeps the home page's room warm: lesson 1's, in short, for a course may leave that lesson out. */
import { ConfigMap, defineController } from 'converge/sdk';

export const thermostat = defineController({
  name: 'thermostat',
  for: ConfigMap,
  async reconcile(key, tools) {
    const room = tools.lister(ConfigMap).get(key);
    if (key !== 'default/room' || room?.data === undefined) return;
    const { wanted, actual, heater } = room.data;
    const gap = Number(wanted) - Number(actual);
    const needed = gap > 0.5 ? 'on' : gap < -0.5 ? 'off' : heater;
    if (needed === undefined || needed === heater) return;
    await tools.client.patch(ConfigMap, room, { data: { heater: needed } });
    tools.log(`${actual} °C, wanted ${wanted}: heater ${needed}`);
  },
});
