import {
  type BindTools,
  type Client,
  keyOf,
  PersistentVolume,
  PersistentVolumeClaim,
  type PodInfo,
  type SchedulerPlugin,
  type SchedulingTools,
  selectedNodeAnnotation,
  StorageClass,
  volumeMatching,
} from 'converge/sdk';
import { claimsOf, isBound, type PodClaims } from './claims.ts';
import { type Bindings, fitOn } from './fit.ts';

interface State {
  readonly claims: PodClaims;
  readonly tools: SchedulingTools;
  /** What the filter has found, by the node's name. */
  readonly byNode: Map<string, Bindings>;
}

/** What is known of a Pod from its filters to its binding. */
const states = new WeakMap<PodInfo, State>();
/** Of each scheduler: what its Pods are about to get. */
const reservations = new WeakMap<SchedulingTools, Map<PodInfo, Bindings>>();

function reservedIn(tools: SchedulingTools): Map<PodInfo, Bindings> {
  const reserved = reservations.get(tools) ?? new Map<PodInfo, Bindings>();
  reservations.set(tools, reserved);
  return reserved;
}

/**
 * A Pod runs where its claims' volumes can be used; for claims that wait for it, it chooses volumes, or the node where they are to be
 * made. (upstream volumebinding/volume_binding.go)
 */
export const volumeBinding: SchedulerPlugin<State> = {
  name: 'VolumeBinding',
  reads: [PersistentVolumeClaim, PersistentVolume, StorageClass],
  preFilter(info, _nodes, tools) {
    if (info.pod.spec.volumes === undefined) return 'skip';
    const claims = claimsOf(info, tools);
    if ('reason' in claims) return { reject: { reasons: [claims.reason], resolvable: false } };
    if (claims.bound.length + claims.late.length === 0) return 'skip';
    const state = { claims, tools, byNode: new Map<string, Bindings>() };
    states.set(info, state);
    return { state };
  },
  filter(info, node, { claims, tools, byNode }) {
    const fit = fitOn(node, claims, takenByOthers(reservedIn(tools), info), tools);
    if ('reasons' in fit) return { reasons: fit.reasons, resolvable: false };
    byNode.set(node.name, fit);
    return undefined;
  },
  reserve(info, nodeName) {
    const state = states.get(info);
    const bindings = state?.byNode.get(nodeName);
    // Most Pods have no claims that wait: nothing is written for them, and nothing takes time.
    if (state !== undefined && bindings !== undefined && !isEmpty(bindings)) reservedIn(state.tools).set(info, bindings);
    return undefined;
  },
  unreserve: forget,
  preBind(info, nodeName, tools) {
    const state = states.get(info);
    const bindings = state === undefined ? undefined : reservedIn(state.tools).get(info);
    return state === undefined || bindings === undefined ? undefined : bind(bindings, nodeName, state, tools);
  },
  postBind: forget,
  wokenBy(event) {
    if (event.type === 'node-add' || event.type === 'object') return true;
    return event.type === 'node-update' && event.changed.includes('labels');
  },
};

function forget(info: PodInfo): void {
  const state = states.get(info);
  if (state !== undefined) reservedIn(state.tools).delete(info);
}

const isEmpty = ({ volumes, provisioned }: Bindings): boolean => volumes.length + provisioned.length === 0;

/** Upstream: bindTimeoutSeconds, and the period of its checks. */
const [bindTimeoutMs, checkMs] = [600_000, 1_000];
/** So long a binding that is on its way keeps the cluster from being quiet. */
const shortMs = 10_000;

/** The Pod gets its node when its claims are bound (upstream volumebinding/binder.go, BindPodVolumes). */
async function bind(bindings: Bindings, nodeName: string, { claims, tools }: State, { client, clock }: BindTools): Promise<void> {
  await write(bindings, nodeName, client);
  const untilMs = clock.now() + bindTimeoutMs;
  const sleep = (): Promise<void> => new Promise((resolve) => void clock.after(checkMs, resolve, { background: clock.now() > untilMs - bindTimeoutMs + shortMs }));
  do {
    await sleep();
    if (clock.now() > untilMs) throw new Error('binding volumes: context deadline exceeded');
  } while (!claims.late.every((claim) => isComplete(claim, nodeName, tools)));
}

/** Whether the binder is through with a claim. A provisioner that couldn't make a volume on the node takes the node back. */
function isComplete({ metadata }: PersistentVolumeClaim, nodeName: string, { lister }: SchedulingTools): boolean {
  const key = keyOf({ metadata });
  const claim = lister(PersistentVolumeClaim).get(key);
  if (claim === undefined) throw new Error(`binding volumes: persistentvolumeclaim "${metadata.name}" not found`);
  const volume = lister(PersistentVolume).get(claim.spec.volumeName ?? '');
  if (isBound(claim)) return volume !== undefined;
  const selected = claim.metadata.annotations?.[selectedNodeAnnotation];
  if (claim.spec.volumeName === undefined && selected !== undefined && selected !== nodeName) throw new Error(`binding volumes: provisioning failed for PVC "${metadata.name}"`);
  return false;
}

async function write({ volumes, provisioned }: Bindings, nodeName: string, client: Client): Promise<void> {
  for (const { volume, claim } of volumes) await client.update(PersistentVolume, chosenFor(volume, claim));
  for (const claim of provisioned) {
    if (claim.metadata.annotations?.[selectedNodeAnnotation] !== nodeName) await client.update(PersistentVolumeClaim, placed(claim, nodeName));
  }
}

function takenByOthers(reserved: ReadonlyMap<PodInfo, Bindings>, own: PodInfo): ReadonlySet<string> {
  const taken = new Set<string>();
  for (const [info, { volumes }] of reserved) {
    if (info.uid !== own.uid) for (const { volume } of volumes) taken.add(volume.metadata.name);
  }
  return taken;
}

/** The binder completes what the volume's side says. */
function chosenFor(volume: PersistentVolume, claim: PersistentVolumeClaim): PersistentVolume {
  const claimRef = volumeMatching.referenceTo(claim);
  const reservedAlready = volume.spec.claimRef !== undefined;
  const annotations = reservedAlready ? volume.metadata.annotations : { ...volume.metadata.annotations, 'pv.kubernetes.io/bound-by-controller': 'yes' };
  return { ...volume, metadata: annotations === undefined ? volume.metadata : { ...volume.metadata, annotations }, spec: { ...volume.spec, claimRef } };
}

function placed(claim: PersistentVolumeClaim, nodeName: string): PersistentVolumeClaim {
  const annotations = { ...claim.metadata.annotations, [selectedNodeAnnotation]: nodeName };
  return { ...claim, metadata: { ...claim.metadata, annotations } };
}
