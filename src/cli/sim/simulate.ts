/** One simulated run: a cluster, a drawn workload, drawn faults, invariants at every commit, convergence at the end. */
import { type Cluster, type Controller, createCluster, type Fault, type Json, type KubeObject, type ServedParts } from '../../engine/index.ts';
import * as sdk from '../../engine/sdk/index.ts';
import { companionsOf, evictionOf, quota, whyCloudNotConverged, whyNotRouted, whyPlaneNotConverged, whyTokenNotTaken } from './environment.ts';
import { type Intrude, letIn } from './intruder.ts';
import { createInvariants, type Violation } from './invariants.ts';
import { drawPlan, type Plan, type Step } from './plan.ts';
import { endOfHog, hogOf, type Pressure } from './pressure.ts';
import { type Resize, requestsOf, whyResizesNotConverged } from './resizes.ts';
import { whyWorkloadsNotConverged } from './workloads.ts';
import { unix } from '../../posix/index.ts';

export interface SimulationResult {
  readonly seed: number;
  readonly violation?: Violation;
  /** Why it hasn't converged, where it hasn't. */
  readonly notConverged?: string;
  readonly revisions: number;
  readonly virtualMs: number;
  readonly hash: string;
}

export interface SimulationOptions {
  readonly seed: number;
  /** What is done and what goes wrong: by default drawn from the seed. */
  readonly plan?: Plan;
  readonly settle: () => Promise<void>;
  /** Run in place of the built-in ones: how a planted bug gets in. */
  readonly controllers?: readonly Controller[];
  readonly nodes?: number;
  /** Stored past the API server, from when the cluster has booted: how a bug of the API server gets in. */
  readonly intrude?: Intrude;
  /** Parts that kubelets and etcd run on in place of their own, from when the cluster has booted. */
  readonly parts?: ServedParts;
  /** Time after the last fault in which everything must have settled: by default so much that back-offs of minutes are included. */
  readonly patienceMs?: number;
}

const longestPatienceMs = 15 * 60_000;

/** Runs the plan of a seed, or the one that is given. The same seed gives the same result, hash included. */
export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  const plan = options.plan ?? drawPlan(options.seed);
  const { controlPlanePods, ...cast } = plan.cast;
  const addons = cast.cloud === true ? ['node-route'] : controlPlanePods === true ? ['control-plane-pods'] : undefined;
  const cluster = createCluster({
    unix,
    seed: options.seed,
    nodes: options.nodes ?? 3,
    ...cast,
    ...(addons !== undefined && { addons }),
    settle: options.settle,
    ...(options.controllers === undefined ? {} : { controllers: options.controllers }),
  });
  const invariants = createInvariants(() => cluster.now());
  cluster.onAnswer(invariants.answered);
  let violation: Violation | undefined;
  cluster.onCommit((events, revision) => {
    violation ??= invariants.check(events, revision);
    if (violation !== undefined) cluster.interrupt();
  });
  await cluster.run({ quiet: true, until: cluster.now() + 30_000 });
  const start = cluster.now();
  if (options.parts !== undefined) cluster.useParts(options.parts);
  if (options.intrude !== undefined) letIn(cluster, options.intrude);
  send(cluster, quota(), () => true);
  const wanted = new Map<string, number>();
  const latest = new Map<string, Step>();
  const heal: { at: number; heal: () => void }[] = [];

  for (const step of withHealing(plan.steps)) {
    if (violation !== undefined) break;
    await cluster.run({ until: start + step.at });
    if (step.type === 'heal') heal.splice(0).forEach((each) => (each.at <= step.at ? each.heal() : heal.push(each)));
    else if (step.type === 'fault') heal.push({ at: step.at + step.forMs, heal: addFault(cluster, step.fault, invariants.restarted) });
    else if (step.type === 'manifest') heal.push({ at: step.at + step.forMs, heal: takeManifest(cluster, step.file) });
    else if (step.type === 'pressure') heal.push({ at: step.at + step.forMs, heal: addPressure(cluster, step) });
    else if (step.type === 'workload') change(cluster, step, latest);
    else if (step.type === 'resize' || step.type === 'grow') resize(cluster, step);
    else if (step.type === 'resize briefly') heal.push({ at: step.at + step.forMs, heal: resize(cluster, step) });
    else act(cluster, step, wanted);
  }
  const deadline = start + plan.endsAt + (options.patienceMs ?? longestPatienceMs);
  while (violation === undefined && cluster.now() < deadline && whyNotConverged(cluster, wanted) !== undefined) {
    await cluster.run({ until: Math.min(deadline, cluster.now() + 5000) });
    scaleAgain(cluster, wanted);
  }
  let missing = violation === undefined ? whyNotConverged(cluster, wanted) : undefined;
  if (missing !== undefined) {
    await touchSets(cluster);
    missing = whyNotConverged(cluster, wanted);
  }
  // Members that differ first: the rest may be missing for that.
  const notConverged = violation === undefined ? ((await whyMembersDiffer(cluster)) ?? missing ?? (await whyTokenNotTaken(cluster))) : undefined;
  return {
    seed: options.seed,
    ...(violation === undefined ? {} : { violation }),
    ...(notConverged === undefined ? {} : { notConverged }),
    revisions: cluster.etcd().revision,
    virtualMs: cluster.now() - start,
    hash: cluster.historyHash(),
  };
}

/** Kinds whose loops wait for what they have created. */
const sets = [
  ['/apis/apps/v1', 'replicasets', sdk.ReplicaSet],
  ['/apis/apps/v1', 'daemonsets', sdk.DaemonSet],
  ['/api/v1', 'replicationcontrollers', sdk.ReplicationController],
] as const;

/**
 * Has each set reconciled once more. A Pod that came and went while a watch began anew was never seen: its loop waits for it five minutes, and
 * then for an event (upstream: controller_utils.go, ExpectationsTimeout). Upstream's informers make one after half a day.
 */
async function touchSets(cluster: Cluster): Promise<void> {
  const body = { metadata: { annotations: { touched: 'true' } } };
  for (const [root, plural, kind] of sets)
    for (const { metadata } of cluster.objects<KubeObject>(kind))
      send(cluster, { method: 'PATCH', path: `${root}/namespaces/${metadata.namespace}/${plural}/${metadata.name}`, body }, () => true);
  await cluster.run({ until: cluster.now() + 60_000 });
}

/** Loops run only where a leader is elected: what doesn't run can't break. Crashes end by themselves. */
function addFault(cluster: Cluster, fault: Fault, restarted: (component: string) => void): () => void {
  const absent = fault.type !== 'link' && !cluster.components().includes(fault.component);
  if (absent) return () => {};
  const heal = cluster.addFault(fault);
  if (fault.type === 'crash' || fault.type === 'skew') restarted(fault.component);
  if (fault.type === 'crash') return () => {};
  return () => {
    heal();
    if (fault.type === 'skew') restarted(fault.component);
  };
}

/** Returns what puts it back. */
function takeManifest(cluster: Cluster, file: string): () => void {
  const manifests = cluster.manifests('node-1');
  const text = manifests?.files.get(file);
  manifests?.write(file);
  return () => manifests?.write(file, text);
}

/** Returns what ends it. */
function addPressure(cluster: Cluster, pressure: Pressure): () => void {
  let isOver = false;
  send(cluster, hogOf(pressure), () => !isOver);
  return () => {
    isOver = true;
    send(cluster, endOfHog, () => true);
  };
}

type Timed = Step | { readonly at: number; readonly type: 'heal' };

/** Faults end at their time: each gets a step that heals it. Crashes end by themselves. */
function withHealing(steps: readonly Step[]): readonly Timed[] {
  const ends = steps.flatMap((step): Timed[] =>
    'forMs' in step ? [{ at: step.at + step.forMs, type: 'heal' }] : [],
  );
  return [...steps, ...ends].sort((a, b) => a.at - b.at);
}

/** A request that wasn't taken is made again after this. */
const againMs = 1000;
const deploymentsPath = '/apis/apps/v1/namespaces/default/deployments';

interface Sent {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: Json | undefined;
}

/** As a person would: again, until it is accepted or no longer needed. */
function send(cluster: Cluster, asked: Sent, stillWanted: () => boolean): void {
  const { method, path, body } = asked;
  const request = {
    method,
    path,
    query: {},
    headers: { 'content-type': method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json' },
    ...(body === undefined ? {} : { body }),
  };
  void cluster.request('sim', request).then(({ code }) => {
    const notTaken = code >= 500 || code === 429 || (method === 'PATCH' && code === 404);
    if (!notTaken) return;
    const again = (): void => {
      if (stillWanted()) send(cluster, asked, stillWanted);
    };
    cluster.after(againMs, again, { background: true });
  });
}

/** Until it is taken, or a later step is about the same. */
function change(cluster: Cluster, step: Extract<Step, { type: 'workload' }>, latest: Map<string, Step>): void {
  latest.set(step.about, step);
  const { method, path, body } = step.request;
  send(cluster, { method, path, body }, () => method !== 'DELETE' && latest.get(step.about) === step);
}

const scaleOf = (name: string, replicas: number): Sent => ({ method: 'PATCH', path: `${deploymentsPath}/${name}`, body: { spec: { replicas } } });

/** As a person would who sees that an earlier command was carried out after a later one. */
function scaleAgain(cluster: Cluster, wanted: ReadonlyMap<string, number>): void {
  for (const { metadata, spec } of cluster.objects(sdk.Deployment)) {
    const replicas = wanted.get(metadata.name);
    if (replicas === undefined || spec.replicas === replicas) continue;
    send(cluster, scaleOf(metadata.name, replicas), () => false);
  }
}

/** Once: what is refused isn't asked for again. Returns what undoes it. */
function resize(cluster: Cluster, step: Resize): () => void {
  const found = requestsOf(cluster, step);
  if (found === undefined) return () => {};
  const { ask, undo, isThere } = found;
  send(cluster, ask, () => false);
  return () => undo && send(cluster, undo, isThere);
}

function act(cluster: Cluster, step: Exclude<Step, { type: 'fault' | 'workload' | 'manifest' | 'pressure' | Resize['type'] }>, wanted: Map<string, number>): void {
  const path = `${deploymentsPath}/${step.name}`;
  if (step.type === 'deploy') {
    wanted.set(step.name, step.replicas);
    const body = deployment(step.name, step.replicas);
    send(cluster, { method: 'POST', path: deploymentsPath, body }, () => wanted.has(step.name));
    for (const each of companionsOf(step.name)) send(cluster, each, () => true);
  } else if (step.type === 'delete pod' || step.type === 'evict') {
    const pods = cluster.objects(sdk.Pod).filter((pod) => pod.metadata.labels?.['app'] === step.name);
    const pod = pods[Math.floor(step.draw * pods.length)];
    if (pod === undefined) return;
    const path = `/api/v1/namespaces/default/pods/${pod.metadata.name}`;
    if (step.type === 'evict') send(cluster, evictionOf(pod.metadata.name), () => wanted.has(step.name));
    else send(cluster, { method: 'DELETE', path }, () => false);
  } else if (!wanted.has(step.name)) {
    // It was deleted by an earlier step.
  } else if (step.type === 'scale') {
    wanted.set(step.name, step.replicas);
    const { name, replicas } = step;
    send(cluster, scaleOf(name, replicas), () => wanted.get(name) === replicas);
  } else if (step.type === 'image') {
    const containers = [{ name: 'main', image: step.image }];
    const body = { spec: { template: { spec: { containers } } } };
    send(cluster, { method: 'PATCH', path, body }, () => wanted.has(step.name));
  } else {
    wanted.delete(step.name);
    send(cluster, { method: 'DELETE', path }, () => !wanted.has(step.name));
  }
}

function deployment(name: string, replicas: number): Json {
  const labels = { app: name };
  const container = { name: 'main', image: 'nginx:1.28', resources: { requests: { cpu: '100m', memory: '64Mi' } } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container] } },
    },
  };
}

/** What still differs from the desired state, in words; undefined when nothing does. */
function whyNotConverged(cluster: Cluster, wanted: ReadonlyMap<string, number>): string | undefined {
  // Without these the rest doesn't go on.
  const below = whyPlaneNotConverged(cluster) ?? whyCloudNotConverged(cluster);
  if (below !== undefined) return below;
  const deployments = cluster.objects(sdk.Deployment);
  const extra = deployments.find((each) => !wanted.has(each.metadata.name));
  if (extra !== undefined) return `Deployment ${extra.metadata.name} is still there`;
  for (const [name, replicas] of wanted) {
    const found = deployments.find((each) => each.metadata.name === name);
    if (found === undefined) return `Deployment ${name} is missing`;
    const status = found.status;
    if (status?.observedGeneration !== found.metadata.generation)
      return `Deployment ${name}: its last change was not observed`;
    const counts = [status?.replicas, status?.updatedReplicas, status?.readyReplicas, status?.availableReplicas];
    if (counts.some((count) => (count ?? 0) !== replicas)) {
      return `Deployment ${name} wants ${replicas} and has ${counts.map((count) => count ?? 0).join('/')} total/updated/ready/available`;
    }
  }
  // What was evicted stays, as what it was.
  const pods = cluster.objects(sdk.Pod).filter((pod) => pod.metadata.namespace === 'default' && !sdk.hasEnded(pod));
  const sum = [...wanted.values()].reduce((total, replicas) => total + replicas, 0);
  if (pods.length !== sum) return `there are ${pods.length} Pods instead of ${sum}`;
  return whyNotRouted(cluster, wanted.keys()) ?? whyWorkloadsNotConverged(cluster) ?? whyResizesNotConverged(cluster);
}

/** Members of etcd that are up must hold the same, version by version; in words, if they don't. */
async function whyMembersDiffer(cluster: Cluster): Promise<string | undefined> {
  const up = cluster.etcdMembers().filter((member) => member.up);
  if (up.length < 2) return undefined;
  const revision = String(Math.min(...up.map((member) => member.revision)));
  const hashes = new Map<string, string>();
  for (const { name } of up) {
    cluster.etcdGateway(name).request('/v3/maintenance/hashkv', { revision }, ({ code, body }) => {
      hashes.set(name, `${code} ${JSON.stringify(body?.['hash'] ?? body)}`);
    });
  }
  await cluster.run({ until: cluster.now() + 1000 });
  const told = [...hashes].map(([name, hash]) => `${name}: ${hash}`);
  return new Set(hashes.values()).size === 1
    ? undefined
    : `at revision ${revision} etcd's members differ: ${told.join(', ')}`;
}
