/** Thermostats, their heaters and the boiler's valves, as the rules of this lesson see them. */
import { ConfigMap, conditionOf, isControlledBy, type Kind, keyOf, type KubeObject } from 'converge/sdk';
import type { Finding, Rule, World } from '../../../../lesson/universes/types.ts';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
}

export type Thermostat = KubeObject & {
  readonly spec: { readonly room: string; readonly target: number };
  readonly status?: { readonly observedGeneration?: number; readonly actual?: number; readonly conditions?: readonly Condition[] };
};

export const Thermostat: Kind<Thermostat> = {
  group: 'example.com',
  version: 'v1',
  kind: 'Thermostat',
  plural: 'thermostats',
  namespaced: true,
};

/** What the page asks for. */
export const own = 'example.com/valve';
export const boilerKey = 'cellar/boiler';

export const valveOf = (thermostat: KubeObject): string => keyOf(thermostat).replace('/', '.');
export const heaterKey = (thermostat: KubeObject): string => `${keyOf(thermostat)}-heater`;

export const isLeaving = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined;
export const holds = (object: KubeObject | undefined): boolean => object?.metadata.finalizers?.includes(own) === true;
export const readyOf = ({ status }: Thermostat): Condition | undefined => conditionOf(status?.conditions, 'Ready');

/** Of whichever request that is: the cause is one. */
export const forLeaving = {
  cause: 'went on working for a Thermostat that is being deleted',
  question: 'How does your loop see that a Thermostat is leaving, and what is left to do for it then?',
};

/** `a`, `b`; "none" */
export const listed = (names: readonly string[] = []): string => names.map((each) => `\`${each}\``).join(', ') || 'none';

export const valvesIn = (world: World): Readonly<Record<string, string>> =>
  world.objects(ConfigMap).find((map) => keyOf(map) === boilerKey)?.data ?? {};

export interface RoomNow {
  /** `hall`; with its namespace where that isn't `default`. */
  readonly name: string;
  readonly thermostat: Thermostat;
  /** Its own, and no namesake's. */
  readonly heater: ConfigMap | undefined;
}

export function roomsIn(world: World): readonly RoomNow[] {
  const maps = world.objects(ConfigMap);
  return world.objects(Thermostat).map((thermostat) => ({
    name: keyOf(thermostat).replace('default/', ''),
    thermostat,
    heater: maps.find((map) => keyOf(map) === heaterKey(thermostat) && isControlledBy(map, thermostat)),
  }));
}

/** Judges each Thermostat that is stored and isn't being deleted. */
export const ofEachRoom =
  (judge: (room: RoomNow, world: World) => string | Finding | undefined): Rule['judge'] =>
  () =>
  (world) => {
    for (const room of roomsIn(world)) {
      const found = isLeaving(room.thermostat) ? undefined : judge(room, world);
      if (found !== undefined) return found;
    }
    return undefined;
  };
