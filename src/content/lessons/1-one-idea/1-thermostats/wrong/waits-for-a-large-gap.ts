/**
 * With the window open, begins to heat at three degrees only.
 * @cause left the room cold | did nothing while the gap stayed open
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
    const gap = wanted - actual;
    if (room.data['window'] === 'open' && heater === 'off' && gap < 3) return;
    const needed = gap > 0.5 ? 'on' : gap < -0.5 ? 'off' : heater;
    if (needed === undefined || needed === heater) return;
    await tools.client.patch(ConfigMap, room, { data: { heater: needed } });
  },
});
