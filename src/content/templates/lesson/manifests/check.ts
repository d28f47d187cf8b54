/** What the Service is held against: two Deployments whose Pods have a label in common. */
import { EndpointSlice, Pod, Service } from 'converge/sdk';
import { mistake } from '../../../../lesson/universes/finding.ts';
import type { Bench } from '../../../../lesson/universes/trials/bench.ts';
import type { Check, Trial } from '../../../../lesson/universes/types.ts';

const none = mistake('made no Service called web', 'Which name has the Service of your manifest?', 'too-few');
const nobody = mistake('reached no Pod of web', 'Which labels have the Pods of web, and which of them does your selector ask for?', 'too-few');
const others = mistake('reached other Pods', 'Which labels have the Pods of both Deployments in common? Which has web alone?', 'too-many');
const wrongDoor = mistake('listened on another port', 'Which port do customers ask for?');
const wrongRoom = mistake('sent to another port', 'On which port does the container listen? Where does a Service say so?');

const addressesOf = (bench: Bench): readonly string[] =>
  bench.objects(EndpointSlice).flatMap(({ metadata, endpoints }) => (metadata.labels?.['kubernetes.io/service-name'] === 'web' ? (endpoints ?? []).flatMap(({ addresses }) => addresses) : []));

const addressesBehind = (bench: Bench, tier: string): readonly string[] =>
  bench.objects(Pod).flatMap(({ metadata, status }) => (metadata.labels?.['tier'] === tier && status.podIP !== undefined ? [status.podIP] : []));

const customers: Trial = {
  name: 'customers come',
  async judge(bench, random) {
    await bench.applyFile('pods.yaml');
    await bench.run(`kubectl scale deployment web admin --replicas=${random.pick([1, 2, 3])}`);
    await bench.applyFile('service.yaml');
    await bench.wait(10_000);
    const service = bench.objects(Service).find(({ metadata }) => metadata.namespace === 'default' && metadata.name === 'web');
    if (service === undefined) return { ...none, seen: 'The namespace default has no Service called `web`.' };
    const reached = addressesOf(bench);
    const missed = addressesBehind(bench, 'front').filter((address) => !reached.includes(address));
    if (missed.length > 0) return { ...nobody, seen: `The Pod with the address ${missed[0]} is one of web, and the Service doesn’t reach it.` };
    const wrong = addressesBehind(bench, 'admin').find((address) => reached.includes(address));
    if (wrong !== undefined) return { ...others, seen: `The Service reaches ${wrong}, the address of a Pod of admin.` };
    const ports = service.spec.ports ?? [];
    if (!ports.some(({ port }) => port === 80)) return { ...wrongDoor, seen: `The Service has the ports ${ports.map(({ port }) => port).join(', ')}, and not 80.` };
    const targets = bench.objects(EndpointSlice).flatMap(({ ports: ofSlice }) => (ofSlice ?? []).map(({ port }) => port));
    return targets.includes(8080) ? undefined : { ...wrongRoom, seen: `Requests go to port ${targets.join(', ')} of the Pods, which listen on 8080.` };
  },
};

export default {
  controller: 'service.yaml',
  entry: 'service.yaml',
  cluster: { nodes: 1 },
  subject: { kind: Service, writes: [] },
  scenarios: [],
  trials: [customers],
  always: [],
  settled: [],
} satisfies Check;
