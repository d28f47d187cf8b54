/** What happens to Services, to nodes, and in the cloud behind the cluster’s back. */
import { Service } from 'converge/sdk';
import { balancerName } from './expected-balancer.ts';
import type { Scenario, Stage } from '../../../../lesson/universes/types.ts';
import { othersFinalizer, strangersName } from './rules.ts';

const settleMs = 400_000;

const apply = (stage: Stage, kind: string, rest: object): Promise<void> => stage.apply('object.yaml', JSON.stringify({ apiVersion: 'v1', kind, ...rest }));

/** No kubelet looks after it: the scenario says how it is doing. */
const setReady = (stage: Stage, name: string, ready: boolean): Promise<void> =>
  stage.command(`kubectl patch node ${name} --type=merge --subresource=status -p '${JSON.stringify({ status: { conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] } })}'`);

async function addNode(stage: Stage, name: string): Promise<void> {
  await apply(stage, 'Node', { metadata: { name } });
  await setReady(stage, name, true);
}

/** The small profile hands out no node ports. */
const portOf = (port: number, type = 'LoadBalancer'): object => ({ port, targetPort: 8080, ...(type === 'LoadBalancer' && { nodePort: 30_080 }) });

const applyService = (stage: Stage, name = stage.target.name, type = 'LoadBalancer', finalizers: readonly string[] = []): Promise<void> =>
  apply(stage, 'Service', { metadata: { name, namespace: stage.target.namespace, ...(finalizers.length > 0 && { finalizers }) }, spec: { type, selector: stage.target.labels, ports: [portOf(80, type)] } });

const patchService = ({ command, target: { name, namespace } }: Stage, spec: object): Promise<void> =>
  command(`kubectl patch service ${name} -n ${namespace} --type=merge -p '${JSON.stringify({ spec })}'`);

const deleteService = ({ command, target: { name, namespace } }: Stage): Promise<void> => command(`kubectl delete service ${name} -n ${namespace} --wait=false`);

function rentedName({ world, target }: Stage): string {
  const service = world.objects(Service).find(({ metadata }) => metadata.name === target.name && metadata.namespace === target.namespace);
  return service === undefined ? '' : balancerName(service);
}

/**
 * Two nodes, a load balancer of someone else, and two Services: one asks for a load balancer.
 * @param finalizers Of other controllers, on that one.
 */
async function begin(stage: Stage, finalizers: readonly string[] = []): Promise<void> {
  for (const name of ['node-1', 'node-2']) await addNode(stage, name);
  await stage.command(`converge cloud create balancer ${strangersName} listeners=443:30443/TCP targets=node-1`);
  await applyService(stage, 'inside', 'ClusterIP');
  await applyService(stage, undefined, undefined, finalizers);
}

/** The same, until the Service has what it asks for. */
async function beginAndSettle(stage: Stage): Promise<void> {
  await begin(stage);
  await stage.settles(settleMs);
}

/** @param verb What the cloud refuses, each time; a 504 is carried out all the same. */
const cloudRefuses = (stage: Stage, verb: 'create' | 'update' | 'delete', code: 500 | 503 | 504, forMs: number, words: string): Promise<void> =>
  stage.fault({ type: 'cloud', component: 'cloud', cloud: { what: 'refuse', chance: 1, verb, code } }, forMs, words);

const serverRefuses = (stage: Stage, verb: 'patch' | 'update', chance: number, forMs: number, words: string): Promise<void> =>
  stage.fault({ type: 'refuse', component: 'controller/service', chance, verb, code: 503 }, forMs, words);

const late = (stage: Stage): Promise<void> => {
  const delayMs = 900 + stage.random.int(600);
  return stage.fault({ type: 'link', from: 'apiserver', to: 'controller/service', watchOnly: true, delayMs }, 10_000, `the watch to your loop ran ${delayMs} ms behind`);
};

/** Another controller adds its finalizer. */
const hold = ({ command, target: { name, namespace } }: Stage): Promise<void> =>
  command(`kubectl patch service ${name} -n ${namespace} -p '${JSON.stringify({ metadata: { finalizers: [othersFinalizer] } })}'`);

export const scenarios: readonly Scenario[] = [
  {
    name: 'a Service comes and goes',
    async play(stage) {
      await beginAndSettle(stage);
      await deleteService(stage);
      await stage.settles(settleMs);
      await applyService(stage);
      await stage.settles(settleMs);
    },
  },
  {
    name: 'a Service is deleted early',
    async play(stage) {
      await begin(stage);
      await stage.wait(stage.random.int(4000));
      await deleteService(stage);
      await stage.settles(settleMs);
    },
  },
  {
    name: 'nodes come and go',
    async play(stage) {
      await beginAndSettle(stage);
      await addNode(stage, 'node-3');
      await stage.settles(settleMs);
      await setReady(stage, 'node-1', false);
      await stage.settles(settleMs);
      await stage.command('kubectl delete node node-2');
      await stage.settles(settleMs);
    },
  },
  {
    name: 'someone deletes the load balancer in the console',
    async play(stage) {
      await beginAndSettle(stage);
      await stage.command(`converge cloud delete balancer ${rentedName(stage)}`);
      await stage.wait(5000);
      await stage.settles(settleMs);
    },
  },
  {
    name: 'someone changes its targets in the console',
    async play(stage) {
      await beginAndSettle(stage);
      await stage.command(`converge cloud edit balancer ${rentedName(stage)} targets=node-2,node-9`);
      await stage.settles(settleMs);
    },
  },
  {
    name: 'someone changes its targets while the cloud refuses updates',
    trouble: 'cloud refused',
    async play(stage) {
      await beginAndSettle(stage);
      await cloudRefuses(stage, 'update', 500, 45_000, 'for 45.0 s the cloud refused each update with 500');
      await stage.command(`converge cloud edit balancer ${rentedName(stage)} targets=node-2`);
      await stage.settles(settleMs);
    },
  },
  {
    name: 'a Service leaves while the cloud keeps its load balancer',
    trouble: 'cloud refused',
    async play(stage) {
      await beginAndSettle(stage);
      await cloudRefuses(stage, 'delete', 503, 20_000, 'for 20.0 s the cloud refused each delete with 503');
      await deleteService(stage);
      await stage.settles(settleMs);
    },
  },
  {
    name: 'a Service leaves while the API server refuses',
    trouble: 'refused',
    async play(stage) {
      await begin(stage);
      // Half of them leave before they have an address.
      if (stage.random.int(2) === 0) await stage.settles(settleMs);
      else await stage.wait(1500);
      await serverRefuses(stage, 'patch', 1, 20_000, 'for 20.0 s the API server refused each patch of your loop with 503');
      await serverRefuses(stage, 'update', 1, 20_000, 'for 20.0 s the API server refused each update of your loop with 503');
      await deleteService(stage);
      await stage.settles(settleMs);
    },
  },
  {
    name: 'a Service wants none any more, and the API server refuses some requests',
    trouble: 'refused',
    async play(stage) {
      await beginAndSettle(stage);
      await serverRefuses(stage, 'patch', 0.5, 30_000, 'for 30.0 s the API server refused every second patch of your loop with 503');
      await patchService(stage, { type: 'ClusterIP', ports: [portOf(80, 'ClusterIP')] });
      await stage.settles(settleMs);
    },
  },
  {
    name: 'nobody does anything for an hour',
    async play(stage) {
      await beginAndSettle(stage);
      await stage.rests(3_600_000);
    },
  },
  {
    name: 'its ports and its type change',
    async play(stage) {
      await beginAndSettle(stage);
      await patchService(stage, { ports: [portOf(8081)] });
      await stage.settles(settleMs);
      await patchService(stage, { type: 'ClusterIP', ports: [portOf(8081, 'ClusterIP')] });
      await stage.settles(settleMs);
    },
  },
  {
    name: 'its health is to be asked at another port',
    async play(stage) {
      await beginAndSettle(stage);
      await patchService(stage, { externalTrafficPolicy: 'Local', healthCheckNodePort: 32_100 });
      await stage.settles(settleMs);
      await patchService(stage, { externalTrafficPolicy: 'Cluster', healthCheckNodePort: null });
      await stage.settles(settleMs);
    },
  },
  {
    name: 'another controller holds the Service, too',
    async play(stage) {
      await begin(stage, [othersFinalizer]);
      const { namespace, name } = stage.target;
      const conditions = [{ type: 'Audited', status: 'True', reason: 'Seen', message: 'seen', lastTransitionTime: '2026-01-01T00:00:00Z' }];
      await stage.command(`kubectl patch service ${name} -n ${namespace} --subresource=status --type=merge -p '${JSON.stringify({ status: { conditions } })}'`);
      await stage.settles(settleMs);
      // Half of them want none any more before they are deleted.
      if (stage.random.int(2) === 0) {
        await patchService(stage, { type: 'ClusterIP', ports: [portOf(80, 'ClusterIP')] });
        await stage.settles(settleMs);
      }
      await deleteService(stage);
      await stage.settles(settleMs);
    },
  },
  {
    name: 'another controller takes hold of the Service while the cache is late',
    trouble: 'late',
    async play(stage) {
      if (stage.random.int(3) === 0) {
        await late(stage);
        await begin(stage);
      } else {
        await beginAndSettle(stage);
        await stage.command(`converge cloud delete balancer ${rentedName(stage)}`);
        await stage.wait(4000);
        await late(stage);
        await patchService(stage, { type: 'ClusterIP', ports: [portOf(80, 'ClusterIP')] });
      }
      // Stored before the loop's next write, and shown after it.
      await hold(stage);
      await stage.settles(settleMs);
      await deleteService(stage);
      await stage.settles(settleMs);
    },
  },
  {
    name: 'the quota is used up for a minute',
    async play(stage) {
      await stage.command('converge cloud quota balancers 1');
      await begin(stage);
      await stage.wait(60_000);
      await stage.command('converge cloud quota balancers 5');
      await stage.settles(settleMs);
    },
  },
  {
    name: 'a create is carried out, and its answer is lost',
    trouble: 'cloud refused',
    async play(stage) {
      await cloudRefuses(stage, 'create', 504, 12_000, 'for 12.0 s the cloud carried out each create and lost the answer');
      await beginAndSettle(stage);
      await deleteService(stage);
      await stage.settles(settleMs);
    },
  },
];
