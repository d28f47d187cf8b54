/** Logs the time of each switch, and looks again every half a minute in case nothing has told it. */
import { ConfigMap, defineController } from 'converge/sdk';

let lastSwitch = 0;

export const thermostat = defineController({
  name: 'thermostat',
  for: ConfigMap,
  async reconcile(key, { client, lister, log }) {
    if (key !== 'default/room') return;
    const room = lister(ConfigMap).get(key);
    if (room?.data === undefined) return;
    const gap = Number(room.data['wanted']) - Number(room.data['actual']);
    const heater = gap > 0.5 ? 'on' : gap < -0.5 ? 'off' : (room.data['heater'] ?? 'off');
    if (heater !== room.data['heater']) {
      log(`${new Date().toISOString()}: ${heater}, ${Date.now() - lastSwitch} ms after the last`);
      lastSwitch = Date.now();
      await client.patch(ConfigMap, room, { data: { heater } });
    }
    return { afterMs: 30_000 };
  },
});
