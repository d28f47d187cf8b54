/** Keeps the room as warm as it is wanted. */
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
    tools.log(
      `wanted ${wanted}, actual ${actual}, heater ${heater}`,
    );

    // Yours. Compare, and act with `tools.client`, as the cell
    // above did with `client`: write only `heater`.

  },
});
