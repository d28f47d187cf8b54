/** Keeps a heater and a valve for each Thermostat. */
import {
  ConfigMap, conditionOf, deepEqual, defineController,
  formatTime, isControlledBy, isNotFound, keyOf, type Kind,
  type KubeObject, ownerReferenceFor, type Tools,
  withCondition,
} from 'converge/sdk';

/** As `thermostats.yaml` defines it. */
const Thermostat: Kind<Thermostat> = {
  group: 'example.com', version: 'v1', kind: 'Thermostat',
  plural: 'thermostats', namespaced: true,
};

export const thermostats = defineController({
  name: 'thermostats',
  for: Thermostat,
  // The boiler is everyone's: its changes concern them all.
  watches: [{
    kind: ConfigMap,
    keys: (map, { lister }) => keyOf(map) === boiler ?
      lister(Thermostat).list().map(keyOf) : [],
  }],
  async reconcile(key, tools) {
    const thermostat = tools.lister(Thermostat).get(key);
    if (thermostat === undefined) return;
    const heater = tools.lister(ConfigMap)
      .get(heaterKey(thermostat));
    const settings = settingsFor(thermostat, heater);

    // Yours.

  },
});

// Given, from here on.

/** The heater of `shop/hall` is `shop/hall-heater`. */
const heaterKey = (thermostat: Thermostat): string =>
  `${keyOf(thermostat)}-heater`;

/** A heater's settings, by the rule of lesson 1. */
function settingsFor({ spec }: Thermostat, heater?: ConfigMap) {
  const { actual, heater: now = 'off' } = heater?.data ?? {};
  const gap = actual ? spec.target - Number(actual) : 0;
  const needed = gap > 0.5 ? 'on' : gap < -0.5 ? 'off' : now;
  return { wanted: String(spec.target), heater: needed };
}

/** What the thermometer shows, in whole degrees. */
function actualOf(heater?: ConfigMap): number | undefined {
  const actual = heater?.data?.['actual'];
  return actual ? Math.round(Number(actual)) : undefined;
}

const ready = (
  status: Condition['status'], reason: string, message: string,
) => ({ type: 'Ready', status, reason, message });

/** The condition `Ready`, without its time. */
function readyFor({ spec }: Thermostat, actual?: number) {
  const { room, target } = spec;
  if (actual === undefined)
    return ready('Unknown', 'NoReading', `${room}: no reading`);
  if (actual < target - 1)
    return ready('False', 'TooCold', `${room}: too cold`);
  if (actual > target + 1)
    return ready('False', 'TooWarm', `${room}: too warm`);
  return ready('True', 'AtTarget', `${room}: as desired`);
}

/** It heats each room that has its valve here. */
const boiler = 'cellar/boiler';
const finalizer = 'example.com/valve';

/** The valve of `shop/hall` is `shop.hall`. */
const valveOf = (thermostat: Thermostat): string =>
  keyOf(thermostat).replace('/', '.');

interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
}

type Thermostat = KubeObject & {
  readonly spec: {
    readonly room: string;
    readonly target: number;
  };
  readonly status?: {
    readonly observedGeneration?: number | undefined;
    readonly actual?: number | undefined;
    readonly conditions?: readonly Condition[];
  };
};
