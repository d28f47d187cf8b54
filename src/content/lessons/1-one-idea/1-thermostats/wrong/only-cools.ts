/**
 * Knows how to end, and not how to begin.
 * @cause left the room cold
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

    // Compare. Near enough is near enough: there the heater stays as it is, or it would be switched every second.
    const gap = wanted - actual;
    const needed = gap < -0.5 ? 'off' : heater;

    // Act on the difference, and only on that.
    if (needed === undefined || needed === heater) return;
    await tools.client.patch(ConfigMap, room, { data: { heater: needed } });
    tools.log(`${actual} °C, wanted ${wanted}: heater ${needed}`);
  },
});
