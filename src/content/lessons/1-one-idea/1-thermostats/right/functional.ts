/** Two pure functions and one that acts. */
import { ConfigMap, defineController } from 'converge/sdk';

type Data = Readonly<Record<string, string>>;
const gapOf = (data: Data): number => Number(data['wanted']) - Number(data['actual']);
const decide = (data: Data): 'on' | 'off' | 'leave' => (gapOf(data) > 0.4 ? 'on' : gapOf(data) < -0.4 ? 'off' : 'leave');

export const thermostat = defineController({
  name: 'thermostat',
  for: ConfigMap,
  async reconcile(key, { client, lister }) {
    const data = key === 'default/room' ? lister(ConfigMap).get(key)?.data : undefined;
    const heater = data && decide(data);
    if (data === undefined || heater === undefined || heater === 'leave' || heater === data['heater']) return;
    await client.patch(ConfigMap, key, { data: { heater } }, { type: 'merge' });
  },
});
