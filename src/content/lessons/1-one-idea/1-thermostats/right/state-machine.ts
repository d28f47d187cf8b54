/** Three states of a room, and a table of what each needs. */
import { ConfigMap, defineController } from 'converge/sdk';

type State = 'cold' | 'hot' | 'well';
const heaterFor: Readonly<Record<State, string | undefined>> = { cold: 'on', hot: 'off', well: undefined };

function stateOf(wanted: number, actual: number): State {
  if (actual < wanted - 0.5) return 'cold';
  return actual > wanted + 0.5 ? 'hot' : 'well';
}

export const thermostat = defineController({
  name: 'thermostat',
  for: ConfigMap,
  // What isn't the room never gets here.
  keyFor: ({ metadata }) => (metadata.namespace === 'default' && metadata.name === 'room' ? 'default/room' : 'nothing'),
  async reconcile(key, { client, lister }) {
    const room = lister(ConfigMap).get(key);
    if (room?.data === undefined) return;
    const heater = heaterFor[stateOf(Number(room.data['wanted']), Number(room.data['actual']))];
    if (heater !== undefined && heater !== room.data['heater']) await client.patch(ConfigMap, room, { data: { heater } });
  },
});
