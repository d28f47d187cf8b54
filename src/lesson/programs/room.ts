/**
 * A room, as a program beside the cluster: once a second it makes the ConfigMap `room` warmer or colder and writes what the
 * thermometer shows. It never touches the heater: whoever wants it warm has to see to that.
 */
import { ConfigMap, defineController } from 'converge/sdk';

/** What there is to know of a room at one moment, as its ConfigMap has it. */
export interface Climate {
  /** Degrees. */
  readonly actual: number;
  readonly outside: number;
  readonly heater: boolean;
  readonly windowOpen: boolean;
}

/** Degrees that the heater gives in a second. This room lives fast: a second of it is several minutes of yours. */
const heating = 0.4;
/** The part of the difference to outside that is lost in a second. */
const leak = { shut: 0.012, open: 0.05 };

/** The temperature a second later. */
export function secondLater({ actual, outside, heater, windowOpen }: Climate): number {
  const lost = (actual - outside) * (windowOpen ? leak.open : leak.shut);
  return actual - lost + (heater ? heating : 0);
}

/** Reads a room's `data`; undefined where that isn't a room. */
export function climateOf(data: Readonly<Record<string, string>> | undefined): Climate | undefined {
  const actual = Number.parseFloat(data?.['actual'] ?? '');
  const outside = Number.parseFloat(data?.['outside'] ?? '5');
  if (Number.isNaN(actual) || Number.isNaN(outside)) return undefined;
  return { actual, outside, heater: data?.['heater'] === 'on', windowOpen: data?.['window'] === 'open' };
}

export const room = defineController({
  name: 'room',
  for: ConfigMap,
  // Its own writes make no time pass: that does the clock alone.
  keyFor: () => 'changed',
  every: { periodMs: 1000, key: 'a second has passed' },
  async reconcile(key, tools) {
    if (key === 'changed') return;
    const found = tools.lister(ConfigMap).get('default/room');
    const climate = climateOf(found?.data);
    if (found === undefined || climate === undefined) return;
    const actual = secondLater(climate).toFixed(1);
    if (actual !== found.data?.['actual']) await tools.client.patch(ConfigMap, found, { data: { actual } });
  },
});
