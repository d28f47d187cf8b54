/**
 * Repeats a refused write at once, and doesn’t read the room again in between.
 * @cause repeated a refused request without a pause
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
    const needed = actual < wanted - 0.5 ? 'on' : actual > wanted + 0.5 ? 'off' : heater;
    if (needed === undefined || needed === heater) return;
    let done = false;
    for (let tries = 0; tries < 5000 && !done; tries += 1) {
      try {
        await tools.client.patch(ConfigMap, key, { data: { heater: needed } });
        done = true;
      } catch (error) {
        tools.log(`again: ${String(error)}`);
      }
    }
  },
});
