/** What the home page's instrument begins with: two short sessions, lived through at build so that the page shows how they stand. */
import type { Runtime } from '../../runtimes/runtime.ts';
import type { SessionLog } from '../../session/types.ts';
import type { ClusterView } from '../../viz/model.ts';

export const sceneNames = ['room', 'cluster'] as const;
export type SceneName = (typeof sceneNames)[number];

/** How fast time flows: a cluster does in a third of a second what one would like to see; a room takes its time. */
export const speeds = { cluster: 0.25, room: 1 } as const;
/** Virtual seconds that the strip shows. */
export const stripSeconds = { cluster: 7, room: 26 } as const;

export interface Scene {
  readonly log: SessionLog;
  /** As the session stands after its log. */
  readonly view: ClusterView;
}
export type Scenes = Readonly<Record<SceneName, Scene>>;

const web = `apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: web }
spec:
  replicas: 4
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - { name: nginx, image: "nginx:1.29" }
`;

const room = `apiVersion: v1
kind: ConfigMap
metadata: { name: room }
data: { wanted: "20", actual: "17.2", heater: "off", window: "shut", outside: "5" }
`;

/** Four Pods come, one goes and comes back, and at the end a fifth is on its way. */
export async function playCluster(runtime: Runtime): Promise<Scene> {
  await runtime.reset({ version: 1, seed: 12, cluster: { nodes: 3, profile: 'minimal' }, files: {}, inputs: [] });
  await runtime.run({ type: 'manifest', path: 'web.yaml', text: web, after: 'now' });
  await runtime.control({ type: 'until', t: 4_200 });
  const victim = (await runtime.view()).sets[0]?.pods[2]?.name;
  if (victim === undefined) throw new Error('the home page’s cluster has no third Pod');
  await runtime.run({ type: 'command', text: `kubectl delete pod ${victim} --wait=false`, after: 'now' });
  await runtime.control({ type: 'until', t: 6_800 });
  await runtime.run({ type: 'command', text: scaleTo(5), after: 'now' });
  await runtime.control({ type: 'until', t: 6_950 });
  return { log: (await runtime.snapshot()).log, view: await runtime.view() };
}

/** `files`: the room and the thermostat. The thermostat finds a cold room. */
export async function playRoom(runtime: Runtime, files: Readonly<Record<string, string>>): Promise<Scene> {
  const cluster = { nodes: 0, profile: 'minimal' as const, withoutControllers: ['*'] };
  await runtime.reset({ version: 1, seed: 12, cluster, files, inputs: [] });
  await runtime.run({ type: 'swap', controller: 'room', entry: 'room.ts' });
  await runtime.run({ type: 'manifest', path: 'room.yaml', text: room, after: 'now' });
  await runtime.run({ type: 'swap', controller: 'thermostat', entry: 'thermostat.ts' });
  await runtime.control({ type: 'until', t: 26_000 });
  return { log: (await runtime.snapshot()).log, view: await runtime.view() };
}

/** What the dial, a Pod and the window request of the session. */
export const scaleTo = (replicas: number): string => `kubectl scale rs web --replicas=${replicas}`;
export const killPod = (name: string): string => `kubectl delete pod ${name} --wait=false`;
export const setTemperature = (degrees: number): string => patchRoom('wanted', `${degrees}`);
export const moveWindow = (open: boolean): string => patchRoom('window', open ? 'open' : 'shut');

const patchRoom = (field: string, value: string): string =>
  `kubectl patch configmap room -p '{"data": {"${field}": "${value}"}}'`;
