/**
 * Writes how it is with the room beside the heater, for others to read.
 * @cause changed the desired state itself
 */
import { ConfigMap, defineController } from 'converge/sdk';

export const thermostat = defineController({
  name: 'thermostat',
  for: ConfigMap,
  async reconcile(key, tools) {
    if (key !== 'default/room') return;
    const room = tools.lister(ConfigMap).get(key);
    if (room?.data === undefined) return;
    const gap = Number(room.data['wanted']) - Number(room.data['actual']);
    const needed = gap > 0.5 ? 'on' : gap < -0.5 ? 'off' : (room.data['heater'] ?? 'off');
    const state = gap > 0.5 ? 'cold' : gap < -0.5 ? 'hot' : 'well';
    if (needed === room.data['heater'] && state === room.data['state']) return;
    await tools.client.patch(ConfigMap, room, { data: { heater: needed, state } });
  },
});
