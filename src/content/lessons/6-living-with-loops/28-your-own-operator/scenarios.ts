/** What a house with an operator lives through. */
import { ConfigMap, keyOf, type OwnerReference } from 'converge/sdk';
import type { Scenario, Stage } from '../../../../lesson/universes/types.ts';
import { own, Thermostat } from './house.ts';

const strangers = ['example.com/audit', 'billing.example.com/gas'] as const;

interface RoomSpec {
  readonly name?: string;
  readonly namespace?: string;
  readonly target?: number;
  readonly finalizers?: readonly string[];
}

const apply = (stage: Stage, apiVersion: string, kind: string, rest: object): Promise<void> =>
  stage.apply('object.yaml', JSON.stringify({ apiVersion, kind, ...rest }));

function applyRoom(stage: Stage, { name = stage.target.name, namespace = stage.target.namespace, target = 21, finalizers }: RoomSpec = {}): Promise<void> {
  const spec = { room: name, target };
  return apply(stage, 'example.com/v1', 'Thermostat', { metadata: { name, namespace, finalizers }, spec });
}

/** The definition, the cellar, and a room that stays: there is something to look after until the end. */
async function prepare(stage: Stage, ...more: readonly string[]): Promise<void> {
  await stage.command('kubectl apply -f thermostats.yaml');
  for (const name of ['cellar', stage.target.namespace, ...more]) if (name !== 'default') await apply(stage, 'v1', 'Namespace', { metadata: { name } });
  await apply(stage, 'v1', 'ConfigMap', { metadata: { name: 'boiler', namespace: 'cellar' }, data: { sauna: 'open' } });
  await stage.wait(300);
  await applyRoom(stage, { name: 'lasting', namespace: 'default' });
}

/** Applies a room and waits for its heater. */
async function open(stage: Stage, room?: RoomSpec): Promise<void> {
  await applyRoom(stage, room);
  await stage.settles(60_000);
}

const patch = ({ command, target: { name, namespace } }: Stage, what: object, more = ''): Promise<void> =>
  command(`kubectl patch thermostat ${name} -n ${namespace} --type=merge ${more} -p '${JSON.stringify(what)}'`);

const patchHeater = ({ command, target: { name, namespace } }: Stage, data: Readonly<Record<string, string>>): Promise<void> =>
  command(`kubectl patch configmap ${name}-heater -n ${namespace} -p '${JSON.stringify({ data })}'`);

const patchBoiler = ({ command }: Stage, data: object): Promise<void> =>
  command(`kubectl patch configmap boiler -n cellar -p '${JSON.stringify({ data })}'`);

const remove = ({ command, target: { name, namespace } }: Stage, policy = 'background', wait = '--wait=false'): Promise<void> =>
  command(`kubectl delete thermostat ${name} -n ${namespace} --cascade=${policy} ${wait}`);

/** The loop has just opened the valve again when its Thermostat is deleted, and the next patches are refused. */
async function closeAndRemove(stage: Stage): Promise<void> {
  await uneven(stage);
  await patchBoiler(stage, { [`${stage.target.namespace}.${stage.target.name}`]: null });
  await stage.settles(60_000);
  await stage.fault({ type: 'refuse', component: 'controller/thermostats', chance: 1, verb: 'patch', code: 503 }, 2000, 'every patch of your loop was refused for 2 s');
  await remove(stage);
  await stage.wait(3000);
  await stage.settles(60_000);
}

/** The thermometer writes, wherever there is a heater. */
async function read(stage: Stage, actual: string): Promise<void> {
  const { namespace, name } = stage.target;
  if (stage.world.objects(ConfigMap).some((map) => keyOf(map) === `${namespace}/${name}-heater`)) await patchHeater(stage, { actual });
}

const stored = (stage: Stage): Thermostat | undefined =>
  stage.world.objects(Thermostat).find((each) => keyOf(each) === `${stage.target.namespace}/${stage.target.name}`);

/** `Ready` as someone writes it by hand, without a change of its `status`. */
const claimed = (stage: Stage): readonly object[] =>
  (stored(stage)?.status?.conditions ?? []).filter(({ type }) => type === 'Ready').map((ready) => ({ ...ready, reason: 'ByHand', message: 'seems fine' }));

/** A controller that isn’t the Thermostat, which is named as well: it isn’t its heater. */
function ownersOfAnother(stage: Stage): readonly OwnerReference[] {
  const another = { apiVersion: 'v1', kind: 'ConfigMap', name: 'shop', uid: '5b0c0000-0000-4000-8000-000000000028', controller: true };
  const { name, uid } = stored(stage)?.metadata ?? {};
  return name === undefined || uid === undefined ? [another] : [{ apiVersion: 'example.com/v1', kind: 'Thermostat', name, uid }, another];
}

/** Others write the list of finalizers. */
const setFinalizers = (stage: Stage, without: readonly string[], ...more: readonly string[]): Promise<void> =>
  patch(stage, { metadata: { finalizers: [...more, ...(stored(stage)?.metadata.finalizers ?? [])].filter((each) => !without.includes(each)) } });

const late = (stage: Stage): Promise<void> =>
  stage.fault({ type: 'link', from: 'apiserver', to: 'controller/thermostats', watchOnly: true, delayMs: 1500 }, 2500, 'the watch to your loop ran 1.5 s behind');

/** Watches that run behind by different times: the deletion of a Thermostat may be seen before the last change of the boiler. */
const uneven = (stage: Stage): Promise<void> =>
  stage.fault({ type: 'link', from: 'apiserver', to: 'controller/thermostats', watchOnly: true, jitterMs: 3000 }, 8000, 'each watch to your loop ran up to 3 s behind');

const makesHeaters: readonly Scenario[] = [
  {
    name: 'a Thermostat is created',
    step: 1,
    async play(stage) {
      await prepare(stage, 'attic');
      await open(stage, { target: stage.random.pick([5, 18, 30]) });
      await open(stage, { namespace: 'attic', target: 17 });
      await stage.rests(10_000);
    },
  },
];

/** For a target of 21: around the degree at which `Ready` changes, and around the half degree at which the heater does. */
const edges = ['19.4', '19.5', '20.4', '20.5', '20.6', '21.4', '21.5', '21.6', '22.4', '22.5'] as const;

const reports: readonly Scenario[] = [
  {
    name: 'the thermometer goes up and down',
    step: 2,
    async play(stage) {
      await prepare(stage);
      await open(stage);
      for (const drawn of ['15.4', undefined, undefined, undefined, '24.0', undefined, '21.2']) {
        await stage.wait(1000 + stage.random.int(3000));
        await read(stage, drawn ?? stage.random.pick(edges));
        await stage.settles(40_000);
      }
      await stage.rests(15_000);
    },
  },
  {
    name: 'someone else has a condition, too',
    step: 2,
    async play(stage) {
      await prepare(stage);
      await open(stage);
      const inspected = { type: 'Inspected', status: 'True', reason: 'Yearly', message: 'no leaks', lastTransitionTime: '2026-01-01T00:00:00Z' };
      const conditions = [...(stored(stage)?.status?.conditions ?? []), inspected];
      await patch(stage, { status: { conditions } }, '--subresource=status');
      await stage.wait(2500);
      await stage.settles(40_000);
      await patch(stage, { status: { conditions: [inspected, ...claimed(stage)] } }, '--subresource=status');
      await stage.settles(40_000);
      for (const actual of ['12.0', '21.0']) {
        await read(stage, actual);
        await stage.settles(40_000);
      }
    },
  },
];

const follows: readonly Scenario[] = [
  {
    name: 'someone turns the dial',
    step: 3,
    async play(stage) {
      await prepare(stage);
      await open(stage);
      await read(stage, '20.0');
      for (const target of [25, 15, 20]) {
        await patch(stage, { spec: { target } });
        await stage.wait(stage.random.pick([0, 50, 2000]));
        await stage.settles(40_000);
      }
      // The first of two changes may still be what the loop decides by when the second is stored.
      await late(stage);
      await patch(stage, { spec: { target: 25 } });
      await stage.wait(300);
      await patch(stage, { spec: { target: 21 } });
      await stage.settles(40_000);
    },
  },
  {
    name: 'someone changes the heater',
    step: 3,
    async play(stage) {
      await prepare(stage);
      await open(stage);
      await read(stage, '16.0');
      await stage.settles(40_000);
      const heater = `configmap ${stage.target.name}-heater -n ${stage.target.namespace}`;
      await stage.command(`kubectl label ${heater} floor=2`);
      await stage.command(`kubectl annotate ${heater} example.com/checked=yes`);
      await patchHeater(stage, stage.random.pick([{ heater: 'off' }, { wanted: '28' }, { heater: 'off', wanted: '5' }]));
      await stage.settles(40_000);
      await stage.command(`kubectl delete ${heater}`);
      await stage.settles(40_000);
      await stage.rests(15_000);
    },
  },
];

const ends: readonly Scenario[] = [
  {
    name: 'a Thermostat is deleted',
    step: 4,
    async play(stage) {
      await prepare(stage);
      await open(stage, { finalizers: stage.random.pick([[], strangers]) });
      await read(stage, '19.0');
      await stage.wait(stage.random.int(2000));
      await remove(stage, stage.random.pick(['background', 'foreground', 'orphan']));
      await stage.settles(60_000);
      await stage.wait(12_000);
      // As the garbage collector does in the foreground.
      await stage.command(`kubectl delete configmap ${stage.target.name}-heater -n ${stage.target.namespace}`);
      await stage.wait(2000);
      for (const stranger of strangers) if (stored(stage) !== undefined) await setFinalizers(stage, [stranger]);
      await stage.settles(30_000);
    },
  },
  {
    name: 'it comes and goes at once',
    step: 4,
    async play(stage) {
      await prepare(stage);
      await stage.settles(60_000);
      await applyRoom(stage);
      await stage.wait(stage.random.pick([0, 20, 100, 1000]));
      await remove(stage, stage.random.pick(['background', 'foreground']));
      await stage.wait(2000);
      await stage.settles(60_000);
      await open(stage, { name: 'guest', namespace: 'default' });
      await closeAndRemove({ ...stage, target: { ...stage.target, name: 'guest', namespace: 'default' } });
    },
  },
  {
    name: 'a new Thermostat takes the name',
    step: 4,
    async play(stage) {
      await prepare(stage);
      await open(stage);
      await remove(stage, 'background', '--timeout=60s');
      await applyRoom(stage, { target: 19 });
      // As the garbage collector does, sooner or later.
      await stage.wait(stage.random.pick([0, 100, 3000]));
      await stage.command(`kubectl delete configmap ${stage.target.name}-heater -n ${stage.target.namespace} --ignore-not-found`);
      await stage.settles(60_000);
      await remove(stage);
      await stage.settles(60_000);
    },
  },
  {
    name: 'the name of the heater is taken',
    step: 4,
    async play(stage) {
      const { name, namespace } = stage.target;
      await prepare(stage);
      await stage.settles(60_000);
      const data = { actual: '30.0', note: 'from the shop' };
      await apply(stage, 'v1', 'ConfigMap', { metadata: { name: `${name}-heater`, namespace }, data });
      await applyRoom(stage);
      await stage.wait(stage.random.pick([500, 4000]));
      await stage.command(`kubectl delete configmap ${name}-heater -n ${namespace}`);
      await stage.settles(60_000);
    },
  },
  {
    name: 'someone closes the valve',
    step: 4,
    async play(stage) {
      await prepare(stage);
      await open(stage);
      const valve = `${stage.target.namespace}.${stage.target.name}`;
      await patchBoiler(stage, { [valve]: null, pool: 'open', 'garden.pool': 'open' });
      await stage.settles(60_000);
      await patchBoiler(stage, { [valve]: 'shut' });
      await stage.settles(60_000);
      await setFinalizers(stage, [own], strangers[0]);
      await stage.settles(60_000);
      await stage.rests(15_000);
    },
  },
  {
    name: 'the boiler is taken away, and then the room',
    step: 4,
    async play(stage) {
      await prepare(stage);
      await open(stage);
      await stage.command('kubectl delete configmap boiler -n cellar');
      await remove(stage);
      await stage.wait(2000);
      await stage.settles(60_000);
    },
  },
  {
    name: 'others come and go while the loop works',
    async play(stage) {
      await prepare(stage);
      // Only then the loop watches Thermostats: before, it lists them.
      await stage.settles(60_000);
      await late(stage);
      await applyRoom(stage);
      await stage.wait(300);
      await setFinalizers(stage, [], strangers[0]);
      await stage.settles(60_000);
      await setFinalizers(stage, [], strangers[1]);
      await stage.wait(3000);
      await late(stage);
      await remove(stage, 'foreground');
      await stage.wait(stage.random.pick([0, 5, 300]));
      await setFinalizers(stage, [strangers[0]]);
      await stage.settles(60_000);
      await stage.wait(12_000);
      await setFinalizers(stage, [strangers[1]]);
      await stage.settles(30_000);
    },
  },
  {
    name: 'someone takes the name of the heater',
    trouble: 'late',
    async play(stage) {
      const { name, namespace } = stage.target;
      await prepare(stage);
      await open(stage);
      await late(stage);
      await stage.command(`kubectl delete configmap ${name}-heater -n ${namespace}`);
      await stage.wait(300);
      const metadata = { name: `${name}-heater`, namespace, ownerReferences: ownersOfAnother(stage) };
      // Not applied: where the loop was first, the heater stays as it is.
      await stage.command(`echo '${JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { note: 'from the shop' } })}' | kubectl create -f -`);
      await stage.wait(stage.random.pick([5000, 9000]));
      await stage.command(`kubectl delete configmap ${name}-heater -n ${namespace}`);
      await stage.settles(60_000);
      await closeAndRemove(stage);
    },
  },
  {
    name: 'the API server refuses to open the valve and to close it for a while',
    trouble: 'refused',
    async play(stage) {
      await prepare(stage);
      await open(stage);
      await stage.fault({ type: 'refuse', component: 'controller/thermostats', chance: 1, verb: 'patch', code: 503 }, 3000, 'every patch of your loop was refused for 3 s');
      await patchBoiler(stage, { [`${stage.target.namespace}.${stage.target.name}`]: null });
      await stage.wait(3000);
      await stage.settles(60_000);
      const code = stage.random.pick([429, 500, 503] as const);
      for (const verb of stage.random.pick([['patch'], ['update'], ['patch', 'update']]))
        await stage.fault({ type: 'refuse', component: 'controller/thermostats', chance: 1, verb, code }, 3000, `every ${verb} of your loop was refused for 3 s`);
      await remove(stage);
      await stage.wait(3000);
      await stage.settles(60_000);
    },
  },
];

export const scenarios: readonly Scenario[] = [...makesHeaters, ...reports, ...follows, ...ends];
