/** What happens to Services, and to the Pods behind them: what the loop that keeps their slices has to live through. */
import { EndpointSlice, keyOf, Service } from 'converge/sdk';
import type { Scenario, Stage } from '../../../../lesson/universes/types.ts';
import { managedBy, owns, serviceName } from './slices.ts';

const component = 'controller/endpointslice';
const other = { app: 'other' };

const apply = (stage: Stage, apiVersion: string, kind: string, rest: object): Promise<void> =>
  stage.apply('object.yaml', JSON.stringify({ apiVersion, kind, ...rest }));

interface PodSpec {
  readonly labels?: Readonly<Record<string, string>>;
  /** Where `http` is. */
  readonly port?: number;
  readonly ready?: boolean;
}

const statusOf = (number: number, ready: boolean | 'Unknown'): object => ({
  phase: 'Running',
  podIP: `10.244.0.${number}`,
  podIPs: [{ ip: `10.244.0.${number}` }],
  conditions: [{ type: 'Ready', status: ready === 'Unknown' ? ready : ready ? 'True' : 'False' }],
});

const patch = ({ command, target: { namespace } }: Stage, object: string, change: object, more = ''): Promise<void> =>
  command(`kubectl patch ${object} -n ${namespace} --type=merge ${more} -p '${JSON.stringify(change)}'`);

/** No kubelet looks after its node: the scenario says how it is doing. */
const setStatus = (stage: Stage, number: number, status: object): Promise<void> => patch(stage, `pod pod-${number}`, { status }, '--subresource=status');

const setReady = (stage: Stage, number: number, ready: boolean | 'Unknown'): Promise<void> => setStatus(stage, number, statusOf(number, ready));

const create = (stage: Stage, number: number, { labels = stage.target.labels, port = 8080 }: PodSpec = {}): Promise<void> =>
  apply(stage, 'v1', 'Pod', {
    // As a Deployment's: no selector asks for all of a Pod's labels.
    metadata: { name: `pod-${number}`, namespace: stage.target.namespace, labels: { ...labels, 'pod-template-hash': '6b8f9d' } },
    spec: { nodeName: `node-${1 + (number % 3)}`, containers: [{ name: 'web', image: 'nginx:1.29', ports: [{ name: 'http', containerPort: port }] }] },
  });

async function addPod(stage: Stage, number: number, spec: PodSpec = {}): Promise<void> {
  await create(stage, number, spec);
  await setReady(stage, number, spec.ready ?? true);
}

const leave = (stage: Stage, number: number): Promise<void> => stage.command(`kubectl delete pod pod-${number} -n ${stage.target.namespace} --wait=false`);
const end = (stage: Stage, number: number): Promise<void> => stage.command(`kubectl delete pod pod-${number} -n ${stage.target.namespace} --grace-period=0 --force`);

const applyService = (stage: Stage, spec: object = {}): Promise<void> => {
  const { name, namespace, labels } = stage.target;
  return apply(stage, 'v1', 'Service', { metadata: { name, namespace }, spec: { selector: labels, ports: [{ port: 80, targetPort: 8080 }], ...spec } });
};

const patchService = (stage: Stage, change: object): Promise<void> => patch(stage, `service ${stage.target.name}`, change);

async function quiet(stage: Stage): Promise<void> {
  await stage.settles(60_000);
  await stage.wait(15_000);
  await stage.rests(10_000);
}

/** Two Pods behind the Service, and its slice is there. */
async function begin(stage: Stage, spec: object = {}): Promise<void> {
  await applyService(stage, spec);
  for (const number of [1, 2]) await addPod(stage, number);
  await stage.settles(60_000);
}

const refuse = (stage: Stage, verb: string, forMs: number, chance: 1 | 0.5 = 1): Promise<void> =>
  stage.fault({ type: 'refuse', component, chance, verb, code: stage.random.pick([500, 503]) }, forMs, `every ${chance < 1 ? 'second ' : ''}${verb} of your loop was refused for ${forMs / 1000} s`);

const late = (stage: Stage, delayMs: number): Promise<void> =>
  stage.fault({ type: 'link', from: 'apiserver', to: component, watchOnly: true, delayMs }, 12_000, `the watch to your loop ran ${delayMs} ms behind`);

/** The target's slices that the loop has made. */
const slicesOf = ({ world, target }: Stage): readonly EndpointSlice[] => {
  const service = world.objects(Service).find((each) => keyOf(each) === `${target.namespace}/${target.name}`);
  return world.objects(EndpointSlice).filter((slice) => service !== undefined && owns(service, slice));
};

/** A slice of the target's that someone else keeps. */
async function addForeign(stage: Stage, name: string, labels: object = { [managedBy]: 'mirror.example.com' }): Promise<void> {
  const { target, world } = stage;
  const service = world.objects(Service).find((each) => keyOf(each) === `${target.namespace}/${target.name}`);
  const owner = { apiVersion: 'v1', kind: 'Service', name: target.name, uid: service?.metadata.uid, controller: true };
  const metadata = { name, namespace: target.namespace, labels: { [serviceName]: target.name, ...labels }, ownerReferences: service === undefined ? [] : [owner] };
  await apply(stage, 'discovery.k8s.io/v1', 'EndpointSlice', { metadata, addressType: 'IPv4', endpoints: [{ addresses: ['192.0.2.7'] }], ports: [{ name: '', port: 8080, protocol: 'TCP' }] });
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'Pods come and become ready',
    async play(stage) {
      const first = stage.random.chance(0.5);
      if (first) await applyService(stage);
      for (const number of [1, 2, 3]) await create(stage, number);
      if (!first) await applyService(stage);
      await stage.settles(60_000);
      await setReady(stage, 1, false);
      // Its init containers have an address to run at.
      await setStatus(stage, 2, { ...statusOf(2, false), phase: 'Pending' });
      await setStatus(stage, 3, { ...statusOf(3, false), conditions: [] });
      await stage.settles(60_000);
      await setReady(stage, 1, true);
      await stage.settles(60_000);
      await setReady(stage, 1, 'Unknown');
      await quiet(stage);
    },
  },
  {
    name: 'a Pod leaves',
    async play(stage) {
      await begin(stage);
      await leave(stage, 1);
      await stage.settles(60_000);
      if (stage.random.chance(0.5)) await leave(stage, 2);
      await stage.wait(stage.random.int(8000));
      await setReady(stage, 1, false);
      await stage.settles(60_000);
      await end(stage, 1);
      await stage.wait(2000);
      await quiet(stage);
    },
  },
  {
    name: 'a Pod ends',
    async play(stage) {
      await begin(stage);
      await addPod(stage, 3);
      await setStatus(stage, 1, { phase: 'Succeeded' });
      await setStatus(stage, 2, { phase: 'Failed' });
      await stage.wait(2000);
      await stage.settles(60_000);
      if (stage.random.chance(0.5)) await end(stage, 3);
      await stage.wait(2000);
      await quiet(stage);
    },
  },
  {
    name: 'labels and selectors change',
    async play(stage) {
      await addPod(stage, 3, { labels: other });
      await begin(stage);
      await stage.command(`kubectl label pod pod-1 -n ${stage.target.namespace} app=other --overwrite`);
      await stage.wait(2000);
      await stage.settles(60_000);
      await patchService(stage, { spec: { selector: other } });
      await stage.wait(2000);
      await stage.settles(60_000);
      await stage.command(`kubectl label pod pod-2 -n ${stage.target.namespace} app=other --overwrite`);
      await stage.wait(2000);
      await quiet(stage);
    },
  },
  {
    name: 'ports have names',
    async play(stage) {
      await applyService(stage, { ports: [{ name: 'web', port: 80, targetPort: 'http' }] });
      await addPod(stage, 1);
      await addPod(stage, 2, { port: stage.random.pick([8080, 9090]) });
      await addPod(stage, 3, { port: 9090 });
      await stage.settles(60_000);
      await end(stage, 3);
      await patchService(stage, { spec: { ports: [{ name: 'web', port: 80, targetPort: 7070 }] } });
      await stage.wait(2000);
      await quiet(stage);
    },
  },
  {
    name: 'all addresses are to be published',
    async play(stage) {
      await addPod(stage, 3, { ready: false });
      await create(stage, 4);
      await addPod(stage, 5);
      await setStatus(stage, 5, { phase: 'Failed' });
      await begin(stage, { publishNotReadyAddresses: true, clusterIP: 'None' });
      await leave(stage, 1);
      await stage.settles(60_000);
      await patchService(stage, { spec: { publishNotReadyAddresses: false } });
      await stage.wait(2000);
      await quiet(stage);
    },
  },
  {
    name: 'others keep slices as well',
    async play(stage) {
      await begin(stage);
      await addForeign(stage, 'mirror');
      await addForeign(stage, 'by-hand', {});
      await stage.wait(1000);
      await setReady(stage, 1, false);
      await stage.settles(60_000);
      await stage.command(`kubectl label service ${stage.target.name} -n ${stage.target.namespace} team=a`);
      await stage.wait(2000);
      await quiet(stage);
    },
  },
  {
    name: 'a Service has no selector',
    async play(stage) {
      const { name, namespace } = stage.target;
      await begin(stage);
      await apply(stage, 'v1', 'Service', { metadata: { name: `${name}-manual`, namespace }, spec: { ports: [{ port: 80 }] } });
      await stage.wait(2000);
      await stage.command(`kubectl annotate service ${name}-manual -n ${namespace} seen=yes`);
      await stage.wait(2000);
      await quiet(stage);
    },
  },
  {
    name: 'someone changes a slice',
    async play(stage) {
      await begin(stage);
      const [slice] = slicesOf(stage);
      if (slice !== undefined && stage.random.chance(0.5)) await stage.command(`kubectl delete endpointslice ${slice.metadata.name} -n ${stage.target.namespace}`);
      else if (slice !== undefined) await patch(stage, `endpointslice ${slice.metadata.name}`, { endpoints: [] });
      await stage.wait(3000);
      await quiet(stage);
    },
  },
  {
    name: 'a Service goes, and another takes its name',
    async play(stage) {
      await begin(stage);
      await stage.command(`kubectl delete service ${stage.target.name} -n ${stage.target.namespace}`);
      await stage.wait(3000);
      await setReady(stage, 1, false);
      await applyService(stage);
      await stage.wait(3000);
      await quiet(stage);
    },
  },
  {
    name: 'there are many Pods',
    async play(stage) {
      await applyService(stage);
      // More than one slice holds, in one of three universes: each Pod costs time.
      const numbers = Array.from({ length: stage.random.pick([103, 12, 12]) }, (_, index) => index + 1);
      const { namespace, labels } = stage.target;
      const pods = numbers.map((number) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: `pod-${number}`, namespace, labels }, spec: { nodeName: 'node-1', containers: [{ name: 'web', image: 'nginx:1.29' }] } }));
      await stage.apply('pods.yaml', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: pods }));
      const patches = numbers.map((number) => `kubectl patch pod pod-${number} -n ${namespace} --subresource=status --type=merge -p '${JSON.stringify({ status: statusOf(number, number % 9 > 0) })}'`);
      await stage.command(patches.join('\n'));
      await stage.settles(60_000);
      await setReady(stage, numbers.length - 1, false);
      await quiet(stage);
    },
  },
  {
    name: 'the cache is late',
    trouble: 'late',
    async play(stage) {
      await begin(stage);
      await end(stage, 2);
      await stage.settles(60_000);
      await late(stage, 900 + stage.random.int(600));
      const [slice] = slicesOf(stage);
      await stage.command(`kubectl delete endpointslice ${slice?.metadata.name} -n ${stage.target.namespace}`);
      await stage.wait(1200 + stage.random.int(600));
      // Heard of beside it: another pass begins before the new slice is in the cache.
      await stage.command(`kubectl annotate service ${stage.target.name} -n ${stage.target.namespace} late=yes`);
      await stage.wait(300);
      await setReady(stage, 1, false);
      // Stored before the loop hears of the Pod, and shown after it.
      const [made] = slicesOf(stage);
      if (made !== undefined) await stage.command(`kubectl annotate endpointslice ${made.metadata.name} -n ${stage.target.namespace} seen=yes`);
      await stage.wait(12_000);
      await quiet(stage);
    },
  },
  {
    name: 'the API server refuses for a moment',
    trouble: 'refused',
    async play(stage) {
      for (const [index, port] of [8080, 9090, 7070, 6060].entries()) await addPod(stage, index + 1, { port });
      // Some of four slices are made, and the cache doesn't show them yet.
      await late(stage, 900 + stage.random.int(600));
      await refuse(stage, 'create', 2000 + stage.random.int(2000), 0.5);
      await applyService(stage, { ports: [{ name: 'web', port: 80, targetPort: 'http' }] });
      await stage.wait(5000);
      await stage.settles(60_000);
      for (const verb of ['update', 'patch']) await refuse(stage, verb, 3000);
      await setReady(stage, 1, false);
      await stage.wait(4000);
      await stage.settles(60_000);
      // The only Pod with its port: its slice has to go, and no other is to be made in its place.
      await refuse(stage, 'delete', 3000);
      await end(stage, 1);
      await stage.wait(4000);
      await quiet(stage);
    },
  },
];
