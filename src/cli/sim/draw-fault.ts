/** Who is in a simulated cluster, and what goes wrong with whom: the whole vocabulary of faults. */
import type { Fault, Random } from '../../engine/index.ts';

/** What the cluster is made of. */
export interface Cast {
  readonly etcd?: 3;
  readonly controlPlanes: 1 | 3;
  /** It runs in a cloud, whose disks and routes its volumes and nodes need. */
  readonly cloud?: true;
  /** Nodes run the control plane from static Pods. */
  readonly controlPlanePods?: true;
}

interface Members {
  readonly loops: readonly string[];
  readonly servers: readonly string[];
  readonly kubelets: readonly string[];
  readonly etcd: readonly string[];
}

/** One seed in three has three members of etcd, one in six three control planes: they cost most, and hide what one would show. */
export function drawCast(random: Random): Cast {
  return { ...(random.chance(0.33) && { etcd: 3 }), controlPlanes: random.chance(0.17) ? 3 : 1 };
}

/** What stands beside a cluster: one seed in six has a cloud, one in six a control plane of Pods. */
export function drawSurroundings(random: Random): Pick<Cast, 'cloud' | 'controlPlanePods'> {
  const roll = random.next();
  if (roll < 0.17) return { cloud: true };
  return roll < 0.34 ? { controlPlanePods: true } : {};
}

/** One of the cloud's API. */
export function drawCloudFault(random: Random): TimedFault {
  const [at, forMs] = [random.int(100_000), 1000 + random.int(20_000)];
  const roll = random.next();
  const fault = (cloud: Extract<Fault, { type: 'cloud' }>['cloud']): TimedFault => ({ at, forMs, fault: { type: 'cloud', component: 'cloud', cloud } });
  if (roll < 0.4) return fault({ what: 'refuse', chance: 0.2 + random.next() / 2, code: random.chance(0.5) ? 504 : 503 });
  return roll < 0.7 ? fault({ what: 'slow', byMs: random.int(5000) }) : fault({ what: 'quota' });
}

/** In one of three clusters with members of etcd, one is cut off from the others, and its clients still reach it. */
export function drawIsolation(random: Random, cast: Cast): readonly TimedFault[] {
  const { etcd } = membersOf(cast);
  if (etcd.length === 0 || !random.chance(0.33)) return [];
  const component = random.pick(etcd);
  const from = etcd.filter((each) => each !== component);
  return [{ at: random.int(100_000), forMs: 3000 + random.int(12_000), fault: { type: 'partition', component, from } }];
}

/** A fault, when it begins and how long it lasts, milliseconds. */
interface TimedFault {
  readonly at: number;
  readonly forMs: number;
  readonly fault: Fault;
}

/** One that hits these loops, or the API server they speak to. */
export function drawFaultOf(loops: readonly string[], random: Random, cast: Cast): TimedFault {
  const [at, forMs] = [random.int(100_000), 1000 + random.int(20_000)];
  const { servers } = membersOf(cast);
  return { at, forMs, fault: drawForOthers(random, { loops, servers, kubelets: [], etcd: [] }) };
}

/** One that hits anybody. */
export function drawFault(random: Random, cast: Cast): TimedFault {
  const at = random.int(100_000);
  const forMs = 1000 + random.int(20_000);
  const members = membersOf(cast);
  const fault =
    members.etcd.length > 0 && random.chance(0.5) ? drawForEtcd(random, members.etcd) : drawForOthers(random, members);
  return { at, forMs, fault };
}

function membersOf({ etcd, controlPlanes }: Cast): Members {
  const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${name}-${at}`);
  const loops = ['controller/replicaset', 'controller/deployment', 'controller/garbage-collector', 'scheduler'];
  const others = ['endpointslice', 'endpoints', 'disruption', 'resourcequota'].map((name) => `controller/${name}`);
  const many = controlPlanes > 1;
  return {
    loops: many
      ? [...loops, ...others, ...numbered('controller-manager', controlPlanes), ...numbered('scheduler', controlPlanes)]
      : [...loops, ...others],
    servers: many ? numbered('apiserver', controlPlanes) : ['apiserver'],
    kubelets: ['kubelet/node-1', 'kubelet/node-2', 'kubelet/node-3'],
    etcd: numbered('etcd', etcd ?? 0),
  };
}

function drawForOthers(random: Random, { loops, servers, kubelets }: Members): Fault {
  const component = random.pick(loops);
  const server = random.pick(servers);
  const anyone = random.pick([...loops, ...kubelets, ...servers]);
  const events = { type: 'link', from: server, to: random.chance(0.3) ? '*' : component } as const;
  const roll = random.next();
  if (roll < 0.16)
    return { ...events, watchOnly: random.chance(0.7), delayMs: random.int(1500), jitterMs: 1 + random.int(500) };
  if (roll < 0.28) return { ...events, duplicate: 0.2 + random.next() / 2 };
  if (roll < 0.4) return { ...events, cut: 0.02 + random.next() / 10 };
  if (roll < 0.52)
    return { type: 'link', from: component, to: server, delayMs: random.int(800), jitterMs: 1 + random.int(300) };
  // Down for longer than any answer can be under way, so that a restarted loop sees all it did before.
  if (roll < 0.66) return { type: 'crash', component: anyone, downMs: 6000 + random.int(5000) };
  if (roll < 0.71) return { type: 'restart', component: anyone };
  if (roll < 0.78) return { type: 'pause', component: anyone };
  if (roll < 0.84) return { type: 'partition', component: anyone };
  if (roll < 0.88) return { type: 'partition', component: random.pick([...loops, ...kubelets]), from: [server] };
  if (roll < 0.94) return { type: 'skew', component: anyone, byMs: random.int(1_200_000) - 600_000 };
  return { type: 'refuse', component, chance: 0.1 + random.next() / 3 };
}

function drawForEtcd(random: Random, members: readonly string[]): Fault {
  const component = random.pick(members);
  const others = members.filter((each) => each !== component);
  const roll = random.next();
  if (roll < 0.2) return { type: 'crash', component, downMs: 1000 + random.int(20_000) };
  if (roll < 0.3) return { type: 'restart', component };
  if (roll < 0.4) return { type: 'pause', component };
  if (roll < 0.55) return { type: 'partition', component, ...(random.chance(0.6) && { from: [random.pick(others)] }) };
  if (roll < 0.65)
    return { type: 'link', from: 'etcd-*', to: 'etcd-*', drop: random.next() / 5, duplicate: random.next() / 5 };
  if (roll < 0.75)
    return { type: 'link', from: component, to: '*', delayMs: random.int(200), jitterMs: 1 + random.int(300) };
  if (roll < 0.85) return { type: 'disk', component, disk: { type: 'slow', latencyMs: 10 + random.int(400) } };
  if (roll < 0.92) return { type: 'disk', component, disk: { type: 'full' } };
  if (roll < 0.97) return { type: 'disk', component, disk: { type: 'torn' } };
  // Always the same one: a second loss would take the quorum for good.
  return { type: 'disk', component: members[0] ?? component, disk: { type: 'lost' } };
}
