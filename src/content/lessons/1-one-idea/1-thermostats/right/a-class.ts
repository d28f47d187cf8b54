/** A room as a class that knows what it needs. */
import { ConfigMap, defineController } from 'converge/sdk';

class Room {
  readonly #data: Readonly<Record<string, string>>;
  constructor(data: Readonly<Record<string, string>>) {
    this.#data = data;
  }
  get gap(): number {
    return Number(this.#data['wanted']) - Number(this.#data['actual']);
  }
  get heater(): string {
    return this.#data['heater'] ?? 'off';
  }
  get needs(): string {
    if (Math.abs(this.gap) <= 0.5) return this.heater;
    return this.gap > 0 ? 'on' : 'off';
  }
}

export const thermostat = defineController({
  name: 'thermostat',
  for: ConfigMap,
  async reconcile(key, { client, lister }) {
    const found = lister(ConfigMap).get(key);
    if (key !== 'default/room' || found?.data === undefined) return;
    const room = new Room(found.data);
    if (room.needs !== room.heater) await client.patch(ConfigMap, found, { data: { heater: room.needs } });
  },
});
