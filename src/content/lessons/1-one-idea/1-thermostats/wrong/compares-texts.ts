/**
 * As texts, "9.8" is more than "21".
 * @cause left the room cold | believed what it remembered
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
    const low = (wanted - 0.5).toFixed(1);
    const high = (wanted + 0.5).toFixed(1);
    const shown = room.data['actual'] ?? '';
    tools.log(`actual ${actual}`);
    const next = shown < low ? 'on' : shown > high ? 'off' : heater;
    if (next !== undefined && next !== heater) await tools.client.patch(ConfigMap, key, { data: { heater: next } });
  },
});
