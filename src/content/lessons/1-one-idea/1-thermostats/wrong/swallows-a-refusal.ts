/**
 * Catches what the API server answers, whatever it is, and waits for the next event.
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
    const needed = actual < wanted - 0.5 ? 'on' : actual > wanted + 0.5 ? 'off' : heater;
    if (needed === undefined || needed === heater) return;
    try {
      await tools.client.patch(ConfigMap, key, { data: { heater: needed } });
    } catch (error) {
      tools.log('the room will report again soon', error);
    }
  },
});
