/**
 * Reads whole degrees of the dial alone: 20.9 is 20.
 * @cause let the room wander off
 */
import { ConfigMap, defineController } from 'converge/sdk';

export const thermostat = defineController({
  name: 'thermostat',
  for: ConfigMap,
  async reconcile(key, tools) {
    if (key !== 'default/room') return;
    const room = tools.lister(ConfigMap).get(key);
    if (room?.data === undefined) return;
    const wanted = Number(room.data['wanted']);
    const actual = Number(room.data['actual']);
    const heater = room.data['heater'];
    const gap = Math.trunc(wanted) - actual;
    const needed = gap > 0.3 ? 'on' : gap < -0.3 ? 'off' : heater;
    if (needed === undefined || needed === heater) return;
    await tools.client.patch(ConfigMap, room, { data: { heater: needed } });
  },
});
