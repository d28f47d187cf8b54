/**
 * Spares the heater with a number of switches that nothing renews.
 * @cause let the room wander off | believed what it remembered
 */
import { ConfigMap, defineController } from 'converge/sdk';

let switches = 0;

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
    // No heater lives long when it is switched to and fro.
    if (switches >= 12) {
      tools.log('the heater has been switched enough');
      return;
    }
    await tools.client.patch(ConfigMap, key, { data: { heater: needed } });
    switches += 1;
  },
});
