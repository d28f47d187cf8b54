/**
 * Looks at what it did last, not at what the heater does.
 * @cause believed what it remembered | gave up after a refusal
 */
import { ConfigMap, defineController } from 'converge/sdk';

let last = '';

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
    const needed = gap > 0.5 ? 'on' : gap < -0.5 ? 'off' : heater;

    // Act on the difference, and only on that.
    if (needed === undefined || needed === last) return;
    last = needed;
    await tools.client.patch(ConfigMap, room, { data: { heater: needed } });
    tools.log(`${actual} °C, wanted ${wanted}: heater ${needed}`);
  },
});
