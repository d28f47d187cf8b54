/**
 * The file in the editor is the engine's file: each built-in controller and scheduler plugin, read as text and swapped into a running session
 * as it is, gives the same history as the engine's own object in the same place. All of them at once, and with `SWAP=each` one by one too.
 */
import { Pod } from 'converge/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { builtInSources } from '../scripts/builtin-sources.ts';
import { cloudPrefix } from '../src/engine/sdk/cloud-client.ts';
import { addonControllers, cloudControllers, controllers } from '../src/engine/controllers/registry.ts';
import { plugins } from '../src/engine/scheduler/index.ts';
import { builtInsOf } from '../src/lesson/editor/built-ins-of.ts';
import { nodePlatform } from '../src/runtimes/platforms.ts';
import { sessionParts } from '../src/session/parts.ts';
import { emptyLog, openSession, type SessionParts } from '../src/session/session.ts';
import type { ClusterSpec, InputRequest } from '../src/session/types.ts';

const manifest = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      tolerations: [{ key: spot, operator: Exists, effect: NoSchedule }]
      containers: [{ name: main, image: "nginx:1.29", resources: { requests: { cpu: 500m, memory: 64Mi } } }]
---
apiVersion: v1
kind: Service
metadata: { name: web }
spec: { selector: { app: web }, ports: [{ port: 80 }] }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: web }
spec: { minAvailable: 2, selector: { matchLabels: { app: web } } }
---
apiVersion: v1
kind: ResourceQuota
metadata: { name: pods }
spec: { hard: { pods: "40" } }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: all-of-it }
aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: "yes" } }] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: one-part, labels: { part: "yes" } }
rules: [{ apiGroups: [""], resources: [pods], verbs: [get] }]
---
apiVersion: batch/v1
kind: Job
metadata: { name: sums }
spec:
  parallelism: 2
  completions: 3
  completionMode: Indexed
  backoffLimitPerIndex: 1
  ttlSecondsAfterFinished: 60
  template:
    spec: { restartPolicy: Never, containers: [{ name: main, image: busybox, command: [sh, -c, "exit $JOB_COMPLETION_INDEX"] }] }
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: tick }
spec:
  schedule: "* * * * *"
  timeZone: Europe/Berlin
  successfulJobsHistoryLimit: 1
  jobTemplate:
    spec:
      template:
        spec: { restartPolicy: Never, containers: [{ name: main, image: busybox, command: ["true"] }] }
---
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent }
spec:
  selector: { matchLabels: { app: agent } }
  template:
    metadata: { labels: { app: agent } }
    spec: { containers: [{ name: main, image: "nginx:1.29" }] }
---
apiVersion: v1
kind: ReplicationController
metadata: { name: old }
spec:
  replicas: 2
  template:
    metadata: { labels: { app: old } }
    spec: { containers: [{ name: main, image: "nginx:1.29" }] }
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db }
spec:
  serviceName: db
  replicas: 2
  selector: { matchLabels: { app: db } }
  template:
    metadata: { labels: { app: db } }
    spec: { containers: [{ name: main, image: "nginx:1.29" }] }
  volumeClaimTemplates:
  - metadata: { name: disk }
    spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: busy }
spec:
  replicas: 1
  selector: { matchLabels: { app: busy } }
  template:
    metadata: { labels: { app: busy }, annotations: { converge.dev/cpu-usage: 90m } }
    spec: { containers: [{ name: main, image: "nginx:1.29", resources: { requests: { cpu: 100m } } }] }
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: busy }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: busy }
  maxReplicas: 3
  metrics: [{ type: Resource, resource: { name: cpu, target: { type: Utilization, averageUtilization: 50 } } }]
  behavior: { scaleUp: { policies: [{ type: Pods, value: 1, periodSeconds: 30 }] } }
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: { name: converge }
spec: { controller: converge.dev/ingress }
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web }
spec: { ingressClassName: converge, defaultBackend: { service: { name: web, port: { number: 80 } } } }
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: disk }
provisioner: disk.csi.converge.dev
allowVolumeExpansion: true
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: files }
spec: { storageClassName: disk, accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
---
apiVersion: v1
kind: Pod
metadata: { name: files }
spec:
  containers: [{ name: main, image: "nginx:1.29" }]
  volumes:
  - { name: files, persistentVolumeClaim: { claimName: files } }
  - { name: scratch, ephemeral: { volumeClaimTemplate: { spec: { storageClassName: disk, accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } } } } }
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: by-hand }
provisioner: example.com/by-hand
allowVolumeExpansion: true
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: by-hand }
spec: { storageClassName: by-hand, capacity: { storage: 1Gi }, accessModes: [ReadWriteOnce], hostPath: { path: /by-hand } }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: by-hand }
spec: { storageClassName: by-hand, accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
---
apiVersion: v1
kind: Service
metadata: { name: elsewhere }
spec: { ports: [{ port: 80 }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: elsewhere }
subsets: [{ addresses: [{ ip: 192.0.2.1 }], ports: [{ port: 80 }] }]
---
apiVersion: v1
kind: Pod
metadata: { name: choosy }
spec:
  nodeSelector: { disk: fast }
  containers: [{ name: main, image: "nginx:1.29" }]
---
apiVersion: v1
kind: Pod
metadata: { name: gated }
spec:
  schedulingGates: [{ name: later }]
  containers: [{ name: main, image: "nginx:1.29" }]
`;

/** Something for every controller of a cluster without a cloud, and for every plugin, to do. */
const scenario: readonly InputRequest[] = [
  { type: 'manifest', path: 'all.yaml', text: manifest, cell: 'apply' },
  { type: 'command', text: 'kubectl create namespace away\nkubectl create configmap one -n away', cell: 'namespace' },
  { type: 'command', text: 'kubectl taint node node-1 spot=yes:NoSchedule\nkubectl label node node-2 disk=fast', cell: 'nodes' },
  { type: 'command', text: 'kubectl scale deployment web --replicas 5\nkubectl set image deployment web main=nginx:1.30', cell: 'roll' },
  { type: 'command', text: 'kubectl cordon node-3\nkubectl delete pvc data --wait=false', cell: 'cordon' },
  { type: 'command', text: 'kubectl taint node node-2 gone=now:NoExecute\nkubectl delete namespace away', cell: 'evict' },
  { type: 'fault', fault: { type: 'pause', component: 'kubelet/node-1' }, forMs: 60_000 },
  { type: 'command', text: 'sleep 90\nkubectl delete deployment web', cell: 'lost' },
  { type: 'command', text: `kubectl patch pvc files by-hand -p '{"spec":{"resources":{"requests":{"storage":"2Gi"}}}}'\nsleep 30`, cell: 'expand' },
  { type: 'command', text: 'kubectl delete pod files\nkubectl delete pvc files', cell: 'release' },
  { type: 'fault', fault: { type: 'pause', component: 'kubelet/node-1' }, forMs: 120_000 },
  { type: 'command', text: 'kubectl delete node node-1\nsleep 100', cell: 'orphan' },
];

const cloudManifest = `${manifest}---
apiVersion: v1
kind: Service
metadata: { name: open }
spec: { type: LoadBalancer, selector: { app: web }, ports: [{ port: 80 }] }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: cluster-autoscaler, namespace: kube-system }
data: { nodes: "0:2:standard-4:converge-1a:pool" }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: large }
spec:
  replicas: 4
  selector: { matchLabels: { app: large } }
  template:
    metadata: { labels: { app: large } }
    spec: { containers: [{ name: main, image: "nginx:1.29", resources: { requests: { cpu: 3 } } }] }
`;

/** The same in a cloud, where machines come and go. */
const cloudScenario: readonly InputRequest[] = [
  { type: 'manifest', path: 'all.yaml', text: cloudManifest, cell: 'apply' },
  ...scenario.slice(1),
  { type: 'command', text: 'converge cloud delete machine node-3\nsleep 60\nkubectl delete service open', cell: 'machine' },
];

/** A cluster, what happens in it, and what runs there. */
interface Course {
  readonly cluster: ClusterSpec;
  readonly scenario: readonly InputRequest[];
  readonly sources: ReturnType<typeof builtInSources>;
  readonly native: ReadonlyMap<string, unknown>;
  /** Components that rent or change something in the cloud. */
  readonly writeToCloud: readonly string[];
}

const nativePlugins = plugins.map((plugin) => [`scheduler/${plugin.name}`, plugin.create()] as const);
const named = (factories: typeof controllers) => factories.map((controller) => [controller.name, controller] as const);
const bare: Course = {
  cluster: { addons: ['ingress'] },
  scenario,
  sources: builtInsOf(builtInSources(), {}).filter(({ name, cloud }) => cloud !== true && name !== 'cluster-autoscaler' && name !== 'node-route'),
  native: new Map<string, unknown>([...named([...controllers, ...addonControllers]), ...nativePlugins]),
  writeToCloud: [],
};
/** Plugins have less to do. */
const scheduling: Course = { ...bare, scenario: scenario.slice(0, 8), sources: bare.sources.filter(({ kind }) => kind === 'plugin') };
const inCloud: Course = {
  cluster: { cloud: true, addons: ['ingress', 'cluster-autoscaler', 'node-route'] },
  scenario: cloudScenario,
  sources: builtInsOf(builtInSources(), { cloud: true }),
  native: new Map<string, unknown>([...named([...controllers, ...addonControllers, ...cloudControllers]), ...nativePlugins]),
  writeToCloud: ['attachdetach', 'cluster-autoscaler', 'node-route', 'service', 'volume-provisioner', 'volume-resizer'].map((name) => `controller/${name}`),
};
type Swap = { readonly name: string; readonly entry: string };

/** History of the scenario with these in the place of the built-in ones, what they complained of, and which have written something. */
async function play({ cluster, scenario: inputs }: Course, files: Readonly<Record<string, string>>, swaps: readonly Swap[], more: Partial<SessionParts> = {}) {
  const parts = sessionParts(nodePlatform());
  const problems: unknown[] = [];
  const { session } = await openSession(emptyLog(7, cluster, files), { ...parts, ...more }, (event) => {
    if (event.type === 'problem') problems.push(event.problem);
  });
  const wrote = new Set<string>();
  const wroteToCloud = new Set<string>();
  session.cluster.onAnswer(({ component, request, response }) => {
    if (request.method === 'GET' || response.code >= 300) return;
    (request.path.startsWith(cloudPrefix) ? wroteToCloud : wrote).add(component);
  });
  for (const { name, entry } of swaps) {
    const { outputs } = await session.run({ type: 'swap', controller: name, entry });
    problems.push(...outputs);
  }
  for (const input of inputs) await session.run(input);
  const found = { problems, swapped: session.swapped(), hash: session.historyHash(), commits: session.now().revision, wrote: [...wrote].sort(), wroteToCloud: [...wroteToCloud].sort() };
  session.close();
  return found;
}

/** A module for each that exports the very object the engine runs: it comes in through `converge/sdk`. */
function asModules(course: Course, built: Course['sources']) {
  const exported = Object.fromEntries(built.map(({ name }, index) => [`native${index}`, course.native.get(name)]));
  const files = Object.fromEntries(built.map((_, index) => [`native${index}.ts`, `export { native${index} } from 'converge/sdk';\n`]));
  const sdk = { ...sessionParts(nodePlatform()).sdk, ...exported };
  return play(course, files, built.map(({ name }, index) => ({ name, entry: `native${index}.ts` })), { sdk });
}

test('there are sources of all controllers and all plugins', () => {
  const all = builtInSources().map(({ name, cloud }) => (cloud === true ? `${name}, cloud` : name));
  const ofCloud = cloudControllers.map(({ name }) => `${name}, cloud`);
  expect(all).toEqual([...[...controllers, ...addonControllers].map(({ name }) => name), ...ofCloud, ...nativePlugins.map(([name]) => name)]);
});

const controllersOf = ({ sources }: Course): Course['sources'] => sources.filter(({ kind }) => kind === 'controller');
const each = process.env['SWAP'] === 'each' ? [bare, inCloud].flatMap((course) => course.sources.map((source) => [`${source.entry}`, course, [source]] as const)) : [];
const cases = [
  ['all controllers', bare, controllersOf(bare)] as const,
  ['all controllers, in a cloud', inCloud, controllersOf(inCloud)] as const,
  ['all plugins', scheduling, scheduling.sources] as const,
  ...each,
];

test.each(cases)('%s, saved unmodified, do what they did', async (_name, course, built) => {
  // With somebody looking: what the editor's table and its expressions put into the code changes nothing either.
  const own = await play(course, Object.assign({}, ...built.map(({ files }) => files)), built, { watching: { expressions: [] } });
  expect(own.problems).toEqual([]);
  expect(own.swapped).toEqual(built.map(({ name }) => name));
  expect(own.commits).toBeGreaterThan(300);
  const idle = built.filter(({ name, kind }) => kind === 'controller' && !own.wrote.includes(`controller/${name}`));
  expect(idle.map(({ name }) => name)).toEqual([]);
  const builtWith = (names: readonly string[]) => names.filter((name) => built.some((each) => `controller/${each.name}` === name));
  expect(own.wroteToCloud).toEqual(expect.arrayContaining([...builtWith(course.writeToCloud)]));
  expect(own).toEqual(await asModules(course, built));
});

test('a plugin that is swapped in decides from the next cycle on, also of pods that were rejected; what it throws is told', async () => {
  const problems: string[] = [];
  const plugin = (body: string): string =>
    `export const mine = { name: 'NodeName', filter(pod, node) { ${body} } };`;
  const { session } = await openSession(emptyLog(1, { nodes: 2 }), sessionParts(nodePlatform()), (event) => {
    if (event.type === 'problem') problems.push(`${event.controller} ${event.problem.title}, line ${event.problem.line}`);
  });
  onTestFinished(() => session.close());
  const swap = async (text: string): Promise<void> => {
    await session.run({ type: 'edit', path: 'mine.ts', text });
    await session.run({ type: 'swap', controller: 'scheduler/NodeName', entry: 'mine.ts' });
  };
  await swap(plugin(`return { reasons: ['not here'], resolvable: false };`));
  await session.run({ type: 'command', text: 'kubectl run a --image nginx:1.29' });
  expect(session.cluster.objects(Pod)[0]?.status.conditions?.[0]?.message).toContain('2 not here');
  await swap(plugin(`return node.name === 'node-2' ? undefined : { reasons: ['not here'], resolvable: false };`));
  await session.pass({ quiet: true });
  expect(session.cluster.objects(Pod)[0]?.spec.nodeName).toBe('node-2');
  await swap(plugin('return pod.no.such;'));
  await session.run({ type: 'command', text: 'kubectl run b --image nginx:1.29' });
  expect(problems).toEqual([expect.stringMatching(/^scheduler\/NodeName TypeError: .*, line 1$/)]);
  expect(session.cluster.objects(Pod).find(({ metadata }) => metadata.name === 'b')?.spec.nodeName).toBeUndefined();
  await session.run({ type: 'unswap', controller: 'scheduler/NodeName' });
  await session.pass({ quiet: true });
  expect(session.cluster.objects(Pod).map(({ spec }) => spec.nodeName)).toEqual(['node-2', expect.any(String)]);
  expect(session.swapped()).toEqual([]);
});
