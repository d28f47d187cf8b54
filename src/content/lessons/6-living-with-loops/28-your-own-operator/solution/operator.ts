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
  owns: [ConfigMap],
  // The boiler is everyone's: its changes concern them all.
  watches: [{
    kind: ConfigMap,
    keys: (map, { lister }) => keyOf(map) === boiler ?
      lister(Thermostat).list().map(keyOf) : [],
  }],
  async reconcile(key, tools) {
    const thermostat = tools.lister(Thermostat).get(key);
    if (thermostat === undefined) return;
    if (thermostat.metadata.deletionTimestamp !== undefined) return release(thermostat, tools);
    const held = await hold(thermostat, tools);
    await openValve(held, tools);
    const heater = await keepHeater(held, tools);
    await report(held, heater, tools);
  },
});

/** First the finalizer, then what it protects. */
async function hold(thermostat: Thermostat, tools: Tools): Promise<Thermostat> {
  const { finalizers = [] } = thermostat.metadata;
  if (finalizers.includes(finalizer)) return thermostat;
  return writeFinalizers(thermostat, [...finalizers, finalizer], tools);
}

/** Refused with a conflict if someone has changed the Thermostat meanwhile: then nothing of theirs is lost. */
async function writeFinalizers(thermostat: Thermostat, finalizers: readonly string[], { client }: Tools): Promise<Thermostat> {
  return client.update(Thermostat, { ...thermostat, metadata: { ...thermostat.metadata, finalizers } });
}

async function openValve(thermostat: Thermostat, { client, lister }: Tools): Promise<void> {
  const valve = valveOf(thermostat);
  if (lister(ConfigMap).get(boiler)?.data?.[valve] === 'open') return;
  await client.patch(ConfigMap, boiler, { data: { [valve]: 'open' } });
}

/** The heater as it is now: its own, with its settings. The thermometer's reading stays. */
async function keepHeater(thermostat: Thermostat, { client, lister }: Tools): Promise<ConfigMap> {
  const heater = lister(ConfigMap).get(heaterKey(thermostat));
  const settings = settingsFor(thermostat, heater);
  if (heater === undefined) {
    const { name, namespace = '' } = thermostat.metadata;
    const metadata = { name: `${name}-heater`, namespace, ownerReferences: [ownerReferenceFor(thermostat)] };
    return client.create(ConfigMap, { metadata, data: settings });
  }
  // A namesake's that is gone: the garbage collector deletes it.
  if (!isControlledBy(heater, thermostat)) throw new Error(`${keyOf(heater)} belongs to another`);
  if (deepEqual({ ...heater.data, ...settings }, heater.data)) return heater;
  return client.patch(ConfigMap, heater, { data: settings });
}

async function report(thermostat: Thermostat, heater: ConfigMap, { client, events, now }: Tools): Promise<void> {
  const { status, metadata } = thermostat;
  const actual = actualOf(heater);
  const next = readyFor(thermostat, actual);
  const before = conditionOf(status?.conditions, 'Ready');
  const hasChanged = before?.status !== next.status;
  const lastTransitionTime = hasChanged ? formatTime(now()) : before.lastTransitionTime;
  const reported = {
    ...status,
    observedGeneration: metadata.generation,
    actual,
    conditions: withCondition(status?.conditions, { ...next, lastTransitionTime }),
  };
  if (deepEqual(reported, status)) return;
  await client.updateStatus(Thermostat, { ...thermostat, status: reported });
  if (hasChanged) events.normal(thermostat, next.reason, next.message);
}

/** First the valve, then the finalizer. */
async function release(thermostat: Thermostat, tools: Tools): Promise<void> {
  const { finalizers = [] } = thermostat.metadata;
  if (!finalizers.includes(finalizer)) return;
  try {
    await tools.client.patch(ConfigMap, boiler, { data: { [valveOf(thermostat)]: null } });
  } catch (error) {
    // Without a boiler there is no valve.
    if (!isNotFound(error)) throw error;
  }
  await writeFinalizers(thermostat, finalizers.filter((each) => each !== finalizer), tools);
}

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
