/**
 * Every room that has a heater, as a program beside the cluster. A heater is a ConfigMap with a `wanted` and a `heater`; the
 * thermometer writes its `actual`, as in lesson 1. It never touches the rest.
 */
import { ConfigMap, defineController } from 'converge/sdk';
import { climateOf, secondLater } from './room.ts';

/** Degrees of a room that has just got its heater. */
const unheated = '16.0';

/** What the thermometer shows a second later; undefined where there is no heater. */
function nextReading({ data }: ConfigMap): string | undefined {
  if (data?.['wanted'] === undefined || data['heater'] === undefined) return undefined;
  const climate = climateOf(data);
  return climate === undefined ? unheated : secondLater(climate).toFixed(1);
}

export const rooms = defineController({
  name: 'rooms',
  for: ConfigMap,
  // Its own writes make no time pass: that does the clock alone.
  keyFor: () => 'changed',
  every: { periodMs: 1000, key: 'a second has passed' },
  async reconcile(key, { client, lister }) {
    if (key === 'changed') return;
    for (const map of lister(ConfigMap).list()) {
      const actual = nextReading(map);
      if (actual === undefined || actual === map.data?.['actual']) continue;
      await client.patch(ConfigMap, map, { data: { actual } });
    }
  },
});
