/** The range in which the heater keeps what it has is half a degree wide, and lies below what is wanted. */
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
    let needed = heater;
    if (actual >= wanted) needed = 'off';
    if (actual <= wanted - 0.5) needed = 'on';
    if (needed === undefined || needed === heater) return;
    await tools.client.patch(ConfigMap, room, { data: { heater: needed } });
  },
});
