/** Services that are drawn, small ones first: what a packet to each port must find. */
import type { Backend, Endpoint, EndpointSlice, Service, ServiceRule, ServiceView } from 'converge/sdk';
import type { Random } from '../../../../../../engine/index.ts';
import { mistake, type Mistake } from '../../../../../../lesson/universes/finding.ts';
import type { Case } from '../../../../../../lesson/universes/types.ts';

const tries = 60;
const nodes = ['node-1', 'node-2'] as const;

const forwarded = mistake('sent a connection to a Pod that isn’t ready', 'Which of the three conditions says that an endpoint is to get new connections?');
const toLeaving = mistake('sent a connection to a leaving Pod too early', 'When do leaving endpoints get connections at all: what must be true of all the others?');
const toHeld = mistake('sent a connection to a Pod that isn’t ready', 'It serves, it isn’t leaving, and yet it isn’t ready: its owner holds it back. Which endpoints may stand in for ready ones?');
const refusedReady = mistake('left out a ready Pod', 'Each ready endpoint of each slice that counts gets connections. Which one is missing?', 'too-few');
const refusedLeaving = mistake('gave up while a Pod still served', 'No endpoint is ready. Does any of them still answer on its way out?', 'too-few');
const refusedOfNode: Mistake = { ...refusedLeaving, question: 'The ready endpoints are on other nodes, and the policy is `Local`. Out of which endpoints does your code choose those that may stand in?' };
const elsewhere = mistake('sent a connection to another node', 'The policy is `Local`. Which field of an endpoint says where it is?');
const unplaced: Mistake = { ...elsewhere, question: 'The policy is `Local`, and this endpoint doesn’t say on which node it is. Is it one of yours?' };
const wrongPort = mistake('sent a connection to the wrong port', 'Each slice has its own ports, and the Service names its own. What do the two have in common?', 'threw');
const unnamedPort: Mistake = { ...wrongPort, question: 'This port of the Service has no name. Under which name does a slice list its number, and which entry does your code take?' };
const wrongAction = mistake('let a connection wait without end', 'No Pod could answer, on any node. Which of the two refusals does the client hear at once?', 'waiting');
const nowhere = mistake('forwarded a connection to nowhere', 'The list of backends is empty. What is the client to hear?', 'stood-still');
const wrongReject = mistake('refused what another node could answer', 'There are endpoints, only none on this node. Which action does the task name for that?', 'threw');
const twice = mistake('sent a Pod more than its share', 'One address is in two slices for a moment. How many backends is that?');
const unstuck = mistake('forgot which backend a client has', 'The Service says `sessionAffinity: ClientIP`. For how long, if it doesn’t say?', 'threw');
const stuck = mistake('tied a client to its backend', 'Which value of `sessionAffinity` asks for it? By default there is none.', 'threw');
const missingRule = mistake('made no rule for a port', 'How many ports has this Service, and how many rules did you return?', 'too-few');
const needless = mistake('made a rule for no address', 'A headless Service has no cluster IP: its DNS name has the addresses of Pods. What is there to match?');
const wrongMatch = mistake('matched the wrong address', 'What does a client connect to: which address, which port of the Service, and which protocol if it names none?', 'threw');
const wrongProtocol: Mistake = { ...wrongMatch, question: 'A port that names no protocol means `TCP`. Which protocol does each port here name, and which does its rule have?' };

interface Draw {
  readonly several?: true;
  readonly leaving?: true;
  readonly local?: true;
  readonly sticky?: true;
}

const doing = {
  ready: { ready: true, serving: true, terminating: false },
  starting: { ready: false, serving: false, terminating: false },
  leaving: { ready: false, serving: true, terminating: true },
  ending: { ready: false, serving: false, terminating: true },
  // Only a slice that another controller keeps has such a one.
  held: { ready: false, serving: true, terminating: false },
} as const;

const metrics = { name: 'metrics', port: 9100, protocol: 'TCP' };

function drawView(random: Random, most: number, { several, leaving, local, sticky }: Draw): ServiceView {
  const node = random.pick(nodes);
  // Only the slices say where containers listen: what a Service asks for may be a name, or not be there yet.
  const targetPort = random.pick([8080, 9090, 'web']);
  const named = several === true && random.chance(0.7);
  const udp = random.chance(0.4);
  const ports = named ? [{ name: 'http', port: 80, protocol: 'TCP', targetPort }, udp ? { ...metrics, protocol: 'UDP' } : { name: 'metrics', port: 9100 }] : [{ port: random.pick([80, 443]), protocol: 'TCP', targetPort }];
  const states = leaving === true ? (['ready', 'starting', 'leaving', 'ending', ...(several === true ? (['held'] as const) : [])] as const) : (['ready', 'ready', 'starting'] as const);
  const chosen = random.chance(0.5) ? states : states.filter((state) => state !== 'ready');
  let number = 1;
  const endpoint = (): Endpoint => {
    number += 1;
    // Who fills a slice by hand may leave its node out.
    const place = local !== true ? { nodeName: node } : random.chance(0.8) ? { nodeName: random.pick(nodes) } : {};
    return { addresses: [`10.244.0.${number}`], conditions: doing[random.pick(chosen)], ...place };
  };
  const slices = Array.from({ length: several === true ? random.int(3) : 1 }, (_, index): EndpointSlice => ({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: `web-${index}`,
      namespace: 'default',
      uid: `slice-${index}`,
      resourceVersion: '1',
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels: { 'kubernetes.io/service-name': 'web' },
    },
    addressType: 'IPv4',
    endpoints: Array.from({ length: random.int(most + 1) }, endpoint),
    ports: named
      ? [{ ...metrics, protocol: udp ? 'UDP' : 'TCP' }, { name: 'http', port: 8080 + index, protocol: 'TCP' }].slice(random.int(2))
      : [...(several === true && random.chance(0.5) ? [metrics] : []), { name: '', port: 8080 + index, protocol: 'TCP' }],
  }));
  const [first, second] = slices;
  // On its way from one slice to the other, an endpoint is in both.
  const moving = first?.endpoints?.[0];
  const both = second !== undefined && moving !== undefined && random.chance(0.5);
  const doubled = both ? [first, { ...second, ports: first?.ports ?? [], endpoints: [...(second.endpoints ?? []), moving] }, ...slices.slice(2)] : slices;
  const headless = several === true && random.chance(0.15);
  const affinity = sticky === true && random.chance(0.6) ? { sessionAffinity: 'ClientIP', ...(random.chance(0.5) && { sessionAffinityConfig: { clientIP: { timeoutSeconds: random.pick([60, 3600]) } } }) } : { sessionAffinity: 'None' };
  const spec = { clusterIP: headless ? 'None' : `10.96.0.${20 + random.int(200)}`, ports, selector: { app: 'web' }, internalTrafficPolicy: local === true && random.chance(0.8) ? 'Local' : 'Cluster', ...affinity };
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web', namespace: 'default', uid: 'web' }, spec } as unknown as Service;
  return { service, slices: doubled.flatMap((slice) => slice ?? []), node };
}

/** What a judge knows of one port. */
interface PortFacts {
  readonly ip: string;
  readonly port: number;
  readonly name: string;
  readonly protocol: string;
  readonly all: readonly { readonly backend: Backend; readonly endpoint: Endpoint }[];
}

const factsOf = ({ service, slices }: ServiceView): readonly PortFacts[] =>
  (service.spec.ports ?? []).map(({ port, protocol = 'TCP', name = '' }) => ({
    ip: service.spec.clusterIP ?? '',
    port,
    name,
    protocol,
    all: slices.flatMap(({ endpoints, ports }) => {
      const number = ports?.find((each) => (each.name ?? '') === name)?.port;
      return number === undefined ? [] : (endpoints ?? []).map((endpoint) => ({ endpoint, backend: { ip: endpoint.addresses[0] ?? '', port: number } }));
    }),
  }));

const isReady = ({ endpoint }: PortFacts['all'][number]): boolean => endpoint.conditions?.ready === true;

const inUse = (all: PortFacts['all']): PortFacts['all'] => {
  const ready = all.filter(isReady);
  return ready.length > 0 ? ready : all.filter(({ endpoint }) => endpoint.conditions?.serving === true && endpoint.conditions.terminating === true);
};

const keyOf = ({ ip, port }: Backend): string => `${ip}:${port}`;

function judgePort(facts: PortFacts, { service, node: here }: ServiceView, rule: ServiceRule | undefined): Mistake | undefined {
  if (rule === undefined) return missingRule;
  if (rule.ip !== facts.ip) return wrongMatch;
  if (rule.protocol !== facts.protocol) return wrongProtocol;
  const near = service.spec.internalTrafficPolicy === 'Local' ? facts.all.filter(({ endpoint }) => endpoint.nodeName === here) : facts.all;
  const expected = new Set(inUse(near).map(({ backend }) => keyOf(backend)));
  const returned = rule.backends.map(keyOf);
  for (const backend of rule.backends) {
    const known = facts.all.find((each) => each.backend.ip === backend.ip);
    if (known !== undefined && !facts.all.some((each) => keyOf(each.backend) === keyOf(backend))) return facts.name === '' ? unnamedPort : wrongPort;
    if (expected.has(keyOf(backend))) continue;
    if (known === undefined) return wrongPort;
    if (known.endpoint.nodeName !== here && near !== facts.all) return known.endpoint.nodeName === undefined ? unplaced : elsewhere;
    const { serving, terminating } = known.endpoint.conditions ?? {};
    return serving !== true ? forwarded : terminating === true ? toLeaving : toHeld;
  }
  if (new Set(returned).size < returned.length) return twice;
  if ([...expected].some((key) => !returned.includes(key))) {
    if (near.some(isReady)) return refusedReady;
    return facts.all.some(isReady) ? refusedOfNode : refusedLeaving;
  }
  const action = expected.size > 0 ? 'forward' : inUse(facts.all).length > 0 ? 'drop' : 'reject';
  if (rule.action !== action && rule.action === 'forward') return nowhere;
  if (rule.action !== action) return action === 'drop' ? wrongReject : action === 'reject' ? wrongAction : refusedReady;
  const seconds = service.spec.sessionAffinity === 'ClientIP' && action === 'forward' ? (service.spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? 10_800) : undefined;
  if (action !== 'forward' || rule.affinitySeconds === seconds) return undefined;
  return seconds === undefined ? stuck : unstuck;
}

function judgeRules(view: ServiceView, rules: readonly ServiceRule[]): Mistake | undefined {
  if (view.service.spec.clusterIP === 'None') return rules.length > 0 ? needless : undefined;
  const facts = factsOf(view);
  for (const each of facts) {
    const found = judgePort(each, view, rules.find(({ port }) => port === each.port));
    if (found !== undefined) return found;
  }
  return rules.length > facts.length ? wrongMatch : undefined;
}

const stateOf = ({ conditions, nodeName, addresses }: Endpoint): string => {
  const { ready, serving, terminating } = conditions ?? {};
  const state = ready === true ? 'ready' : terminating === true ? (serving === true ? 'leaving, still serves' : 'leaving') : serving === true ? 'serves, not ready' : 'not ready';
  return `${addresses[0]} (${state}, ${nodeName ?? 'no node'})`;
};

function wordsOf({ service, slices, node }: ServiceView): string {
  const { clusterIP, ports = [], internalTrafficPolicy, sessionAffinity } = service.spec;
  const listed = slices.map(({ endpoints, ports: inSlice }) => `[${(inSlice ?? []).map(({ name, port }) => `${name === '' ? '' : `${name}=`}${port}`).join(' ')}: ${(endpoints ?? []).map(stateOf).join('; ') || 'no endpoints'}]`);
  const more = [...(internalTrafficPolicy === 'Local' ? ['Local'] : []), ...(sessionAffinity === 'ClientIP' ? ['ClientIP'] : [])].map((word) => `, ${word}`).join('');
  return `On ${node}: the Service has ${clusterIP} and the ports ${ports.map(({ name, port, protocol }) => `${name === undefined ? '' : `${name}=`}${port}${protocol === 'UDP' ? '/UDP' : ''}`).join(' ')}${more}. Its slices: ${listed.join(' ') || 'none'}.`;
}

const wordsOfRule = ({ ip, port, protocol, action, backends, affinitySeconds }: ServiceRule): string =>
  `\`${ip}:${port}/${protocol} ${action} ${backends.map(keyOf).join(' ')}${affinitySeconds === undefined ? '' : ` for ${affinitySeconds} s`}\``;

const ruleCase = (name: string, draw: Draw): Case => ({
  name,
  async judge(run, random) {
    for (let count = 0; count < tries; count += 1) {
      const view = drawView(random, 1 + Math.floor(count / 15), draw);
      const { returned, problem } = await run([{ name: 'serviceRules', values: [JSON.parse(JSON.stringify(view))], atMs: 0 }]);
      const seen = wordsOf(view);
      if (problem !== undefined) return { problem, seen };
      const [answer] = returned;
      if (!Array.isArray(answer)) continue;
      // The session has checked it already: see `learner/parts/service-rules.ts`.
      const rules = answer as unknown as readonly ServiceRule[];
      const found = judgeRules(view, rules);
      if (found !== undefined) return { ...found, seen: `${seen} Your rules: ${rules.map(wordsOfRule).join(', ') || 'none'}.` };
    }
    return undefined;
  },
});

export const cases: readonly Case[] = [
  ruleCase('one slice, and Pods that are ready or not', {}),
  ruleCase('Pods on their way out', { leaving: true }),
  ruleCase('several ports and several slices', { several: true, leaving: true }),
  ruleCase('the policy Local', { local: true, leaving: true }),
  ruleCase('clients that keep their backend', { sticky: true }),
];
