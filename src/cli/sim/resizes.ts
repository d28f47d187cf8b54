/** Pods that are resized in place and claims that grow: what is asked for, and what it comes to. */
import type { Cluster, Json, KubeObject, Random } from '../../engine/index.ts';
import * as sdk from '../../engine/sdk/index.ts';

/** What is asked for; `draw` chooses of what there is then. */
export type Resize =
  | { readonly type: 'resize'; readonly draw: number; readonly cpu: string }
  /** It asks for little again, after a while. */
  | { readonly type: 'resize briefly'; readonly draw: number; readonly cpu: string; readonly forMs: number }
  | { readonly type: 'grow'; readonly draw: number; readonly storage: string };

/** Any node has so much, but for the last. */
const cpus = ['50m', '150m', '300m', '64'];
/** Not every node has so much left: what waits for it, and who has got it, keeps others out meanwhile. */
const manyCpus = ['2', '3800m'];
/** Any node has so much. */
const littleCpu = '100m';
/** The last is more than a disk of the cloud can have. */
const sizes = ['2Gi', '3Gi', '5Gi', '20Ti'];

/** Up to four Pods, and up to three claims. */
export function drawResizes(random: Random): readonly (Resize & { readonly at: number })[] {
  const at = (): number => 10_000 + random.int(100_000);
  const pods = Array.from({ length: random.int(4) }, () => ({ at: at(), type: 'resize', draw: random.next(), cpu: random.pick(cpus) }) as const);
  const brief = Array.from({ length: random.int(2) }, () => ({ at: at(), type: 'resize briefly', draw: random.next(), cpu: random.pick(manyCpus), forMs: 5000 + random.int(30_000) }) as const);
  const claims = Array.from({ length: random.int(4) }, () => ({ at: at(), type: 'grow', draw: random.next(), storage: random.pick(sizes) }) as const);
  return [...pods, ...brief, ...claims];
}

interface PatchRequest {
  readonly method: 'PATCH';
  readonly path: string;
  readonly body: Json;
}

/** What is asked for, and later to undo it; undefined where there is nothing to resize. */
export function requestsOf(cluster: Cluster, resize: Resize): { readonly ask: PatchRequest; readonly undo?: PatchRequest; isThere(): boolean } | undefined {
  const kind: sdk.Kind<sdk.Pod | sdk.PersistentVolumeClaim> = resize.type === 'grow' ? sdk.PersistentVolumeClaim : sdk.Pod;
  const all = cluster.objects(kind).filter((each) => !sdk.isOfKind(sdk.Pod, each) || isResizable(each));
  const { metadata } = all[Math.floor(resize.draw * all.length)] ?? {};
  if (metadata === undefined) return undefined;
  const isThere = (): boolean => cluster.objects(kind).some(({ metadata: { uid } }) => uid === metadata.uid);
  const path = `/api/v1/namespaces/${metadata.namespace}/${kind.plural}/${metadata.name}`;
  if (resize.type === 'grow') return { ask: { method: 'PATCH', path, body: { spec: { resources: { requests: { storage: resize.storage } } } } }, isThere };
  const ofCpu = (cpu: string): PatchRequest => ({ method: 'PATCH', path: `${path}/resize`, body: { spec: { containers: [{ name: 'main', resources: { requests: { cpu } } }] } } });
  return { ask: ofCpu(resize.cpu), ...(resize.type === 'resize briefly' && { undo: ofCpu(littleCpu) }), isThere };
}

/** One of the simulation's own, on a node. */
const isResizable = (pod: sdk.Pod): boolean => sdk.isActive(pod) && pod.spec.nodeName !== undefined && pod.metadata.annotations?.[sdk.mirrorPodAnnotation] === undefined && pod.spec.containers[0]?.name === 'main';

/** What still differs from what was asked for, in words; undefined when nothing does. */
export const whyResizesNotConverged = (cluster: Cluster): string | undefined => whyClaimsNotGrown(cluster) ?? whyDisksDiffer(cluster) ?? whyPodsNotResized(cluster);

function amount(quantity: string | undefined): bigint {
  const parsed = sdk.parseQuantity(quantity ?? '0');
  return 'error' in parsed ? 0n : parsed.nanos;
}

function whyClaimsNotGrown(cluster: Cluster): string | undefined {
  for (const claim of cluster.objects(sdk.PersistentVolumeClaim)) {
    const { name } = claim.metadata;
    const [wanted, has] = [claim.spec.resources?.requests?.['storage'], claim.status.capacity?.['storage']];
    if (claim.status.phase !== 'Bound' || amount(has) >= amount(wanted)) continue;
    const state = claim.status.allocatedResourceStatuses?.['storage'];
    const isTooLarge = cluster.cloud !== undefined && wanted === sizes.at(-1);
    const isUsed = cluster.objects(sdk.Pod).some((pod) => sdk.isReady(pod) && sdk.volumeMatching.claimKeys(pod).includes(sdk.keyOf(claim)));
    if (isTooLarge ? state === 'ControllerResizeInfeasible' : state === 'NodeResizePending' && !isUsed) continue;
    return `claim ${name} asks for ${wanted}, has ${has} and says ${state ?? 'nothing'}`;
  }
  return undefined;
}

function whyDisksDiffer({ cloud, objects }: Cluster): string | undefined {
  const sizes = new Map(cloud?.disks().map(({ name, size }) => [name, size]));
  for (const { metadata, spec } of objects(sdk.PersistentVolume)) {
    const size = sizes.get(metadata.name);
    const has = spec.capacity?.['storage'];
    if (size !== undefined && amount(size) !== amount(has)) return `volume ${metadata.name} says that it has ${has}, and its disk has ${size}`;
  }
  return undefined;
}

function whyPodsNotResized(cluster: Cluster): string | undefined {
  for (const node of cluster.objects(sdk.Node)) {
    const { name } = node.metadata;
    const pods = cluster.objects(sdk.Pod).filter((pod) => pod.spec.nodeName === name && !sdk.hasEnded(pod));
    const all = amount(node.status.allocatable?.['cpu']);
    const given = pods.reduce((sum, pod) => sum + givenTo(pod), 0n);
    if (given > all) return `${name} has given its Pods more CPU than it has`;
    const why = pods.map((pod) => whyNotResized(pod, all, all - given)).find((each) => each !== undefined);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** CPU of all its containers that report what they were given. */
const givenTo = ({ status }: sdk.Pod): bigint => (status.containerStatuses ?? []).reduce((sum, { allocatedResources }) => sum + amount(allocatedResources?.['cpu']), 0n);

/** `all` and `free`: CPU of its node. */
function whyNotResized(pod: sdk.Pod, all: bigint, free: bigint): string | undefined {
  if (!isResizable(pod) || !sdk.isReady(pod)) return undefined;
  const { name } = pod.metadata;
  const { conditions } = pod.status;
  if (sdk.isTrue(conditions, 'PodResizeInProgress')) return `${name} is still being resized`;
  const wanted = amount(pod.spec.containers[0]?.resources?.requests?.['cpu']);
  const given = givenTo(pod);
  const pending = sdk.conditionOf(conditions, 'PodResizePending');
  if (pending?.status !== 'True') return wanted === given ? undefined : `${name} was given other CPU than it asks for, and nothing is pending`;
  if (pending.reason === 'Infeasible') return wanted > all ? undefined : `${name} can’t be resized, it says, and its node could`;
  return wanted - given > free ? undefined : `${name} waits for CPU that its node has`;
}

/** A volume never becomes smaller, and no claim says more than its volume has. */
export function brokenGrowth(objects: ReadonlyMap<string, KubeObject>, before: KubeObject | undefined, after: KubeObject): string | undefined {
  const { name } = after.metadata;
  if (sdk.isOfKind(sdk.PersistentVolume, after)) {
    const had = before !== undefined && sdk.isOfKind(sdk.PersistentVolume, before) ? before.spec.capacity?.['storage'] : undefined;
    const has = after.spec.capacity?.['storage'];
    return amount(has) < amount(had) ? `volume ${name} had ${had}, and has ${has}` : undefined;
  }
  if (!sdk.isOfKind(sdk.PersistentVolumeClaim, after)) return undefined;
  const has = after.status.capacity?.['storage'];
  const volume = objects.get(`/registry/persistentvolumes/${after.spec.volumeName}`);
  if (volume === undefined || !sdk.isOfKind(sdk.PersistentVolume, volume)) return undefined;
  const inVolume = volume.spec.capacity?.['storage'];
  return amount(has) > amount(inVolume) ? `claim ${name} says that it has ${has}, and its volume has ${inVolume}` : undefined;
}
