/**
 * Repeats a refused write by itself, and then ends as if all were well.
 * @cause went on after a refusal
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
    const needed = gap > 0.5 ? 'on' : gap < -0.5 ? 'off' : heater;
    if (needed === undefined || needed === heater) return;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      try {
        await tools.client.patch(ConfigMap, room, { data: { heater: needed } });
        return;
      } catch (error) {
        tools.log(String(error));
        await new Promise((done) => setTimeout(done, 3000));
      }
    }

  },
});
