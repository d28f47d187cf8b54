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

/** What a pass has found, and nothing that it has done. */
interface Found {
  readonly thermostat: Thermostat;
  readonly heater: ConfigMap | undefined;
  readonly valve: string | undefined;
}

type Step = (tools: Tools) => Promise<unknown>;

/** A pass is a list of steps, planned before the first of them is taken. Each failure ends it. */
export const thermostats = defineController({
  name: 'thermostats',
  for: Thermostat,
  owns: [ConfigMap],
  watches: [{
    kind: ConfigMap,
    keys: (map, { lister }) => keyOf(map) === boiler ? lister(Thermostat).list().map(keyOf) : [],
  }],
  async reconcile(key, tools) {
    const thermostat = tools.lister(Thermostat).get(key);
    if (thermostat === undefined) return;
    const heater = tools.lister(ConfigMap).get(heaterKey(thermostat));
    const valve = tools.lister(ConfigMap).get(boiler)?.data?.[valveOf(thermostat)];
    for (const step of plan({ thermostat, heater, valve }, tools.now())) await step(tools);
  },
});

function plan(found: Found, nowMs: number): readonly Step[] {
  const { finalizers = [], deletionTimestamp } = found.thermostat.metadata;
  if (deletionTimestamp === undefined) return [...planHold(found, finalizers), ...planValve(found), ...planHeater(found), ...planReport(found, nowMs)];
  return finalizers.includes(finalizer) ? [closeValve(found), setFinalizers(found, finalizers.filter((each) => each !== finalizer))] : [];
}

const setFinalizers = ({ thermostat }: Found, finalizers: readonly string[]): Step => ({ client }) =>
  client.update(Thermostat, { ...thermostat, metadata: { ...thermostat.metadata, finalizers } });

const planHold = (found: Found, finalizers: readonly string[]): readonly Step[] =>
  finalizers.includes(finalizer) ? [] : [setFinalizers(found, [...finalizers, finalizer])];

const planValve = ({ thermostat, valve }: Found): readonly Step[] =>
  valve === 'open' ? [] : [({ client }) => client.patch(ConfigMap, boiler, { data: { [valveOf(thermostat)]: 'open' } })];

const closeValve = ({ thermostat }: Found): Step => async ({ client }) => {
  const closing = client.patch(ConfigMap, boiler, { data: { [valveOf(thermostat)]: null } });
  await closing.catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
};

function planHeater({ thermostat, heater }: Found): readonly Step[] {
  const { name, namespace = '' } = thermostat.metadata;
  const data = settingsFor(thermostat, heater);
  const metadata = { name: `${name}-heater`, namespace, ownerReferences: [ownerReferenceFor(thermostat)] };
  if (heater === undefined) return [({ client }) => client.create(ConfigMap, { metadata, data })];
  if (!isControlledBy(heater, thermostat)) return [() => Promise.reject(new Error('the heater is another’s'))];
  const isSet = heater.data?.['wanted'] === data.wanted && heater.data['heater'] === data.heater;
  return isSet ? [] : [({ client }) => client.patch(ConfigMap, heater, { data })];
}

function planReport({ thermostat, heater }: Found, nowMs: number): readonly Step[] {
  const { status, metadata: { generation: observedGeneration } } = thermostat;
  const actual = actualOf(heater);
  const next = readyFor(thermostat, actual);
  const before = conditionOf(status?.conditions, 'Ready');
  const isSame = before?.status === next.status;
  const condition = { ...next, lastTransitionTime: isSame ? before.lastTransitionTime : formatTime(nowMs) };
  const reported = { observedGeneration, actual, conditions: withCondition(status?.conditions, condition) };
  if (deepEqual(reported, status)) return [];
  return [async ({ client, events }) => {
    // By its newest version: the finalizer may have been added in this pass.
    const newest = await client.get(Thermostat, thermostat);
    if (newest.metadata.uid !== thermostat.metadata.uid || !deepEqual(newest.status, status)) throw new Error('the status has changed meanwhile');
    await client.updateStatus(Thermostat, { ...newest, status: reported });
    if (!isSame) events.normal(thermostat, next.reason, next.message);
  }];
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
