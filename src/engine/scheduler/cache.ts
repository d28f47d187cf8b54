/** What the scheduler believes of nodes and their pods: the watch's truth plus what it has assumed itself. */
import { type Node, type NodeInfo, type PodInfo, type Resources, resourcesOf, type Taint } from '../sdk/index.ts';

export interface SchedulerCache {
  /** Nodes in the order cycles try them: round robin over zones. Valid until the next change of a node. */
  nodes(): readonly NodeInfo[];
  node(name: string): NodeInfo | undefined;
  /** Known nodes with pods that name affinity or anti-affinity to other pods. */
  nodesWithAffinity(): readonly NodeInfo[];
  /** How many known nodes list this image. */
  countNodesWithImage(image: string): number;
  setNode(node: Node): void;
  removeNode(name: string): void;
  /** Books a pod on a node before the API server knows. */
  assume(pod: PodInfo, nodeName: string): void;
  /** Takes an assumption back; harmless once the watch has confirmed it. */
  forget(uid: string): void;
  /** What the watch says; confirms an assumption or corrects it. */
  setPod(pod: PodInfo, nodeName: string): void;
  removePod(uid: string): void;
  isAssumed(uid: string): boolean;
  /** The pod as booked, assumed or not. */
  pod(uid: string): PodInfo | undefined;
  /** For a node as it would be: no node of this cache has had it, or will. */
  nextGeneration(): number;
}

interface Totals {
  milliCpu: number;
  memoryBytes: number;
  ephemeralBytes: number;
  pods: number;
  extended: Map<string, number> | undefined;
}

interface CachedNode extends NodeInfo {
  /** Undefined while only pods are known that claim to be there. */
  known: boolean;
  node: Node;
  labels: Readonly<Record<string, string>>;
  taints: readonly Taint[];
  allocatable: Resources;
  readonly requested: Totals;
  scoredMilliCpu: number;
  scoredMemoryBytes: number;
  readonly pods: Map<string, PodInfo>;
  generation: number;
  podsWithAffinity: Map<string, PodInfo> | undefined;
}

interface Booking {
  readonly pod: PodInfo;
  readonly nodeName: string;
  readonly assumed: boolean;
}

const NONE: Readonly<Record<string, never>> = {};
const NO_TAINTS: readonly Taint[] = [];
const NO_NODES: readonly NodeInfo[] = [];

/** What one cache remembers. */
interface CacheState {
  readonly nodes: Map<string, CachedNode>;
  /** By the pod's uid. */
  readonly bookings: Map<string, Booking>;
  /** The known nodes, round robin over zones; undefined when it is to be made anew. */
  ordered: readonly CachedNode[] | undefined;
  /** Nodes with `podsWithAffinity`. */
  readonly withAffinity: Set<CachedNode>;
  /** Known nodes by the images they list; each name of an image counts. */
  readonly withImage: Map<string, number>;
  /** Of the last change of any node: a node that is deleted and made again repeats none (upstream issue 63262). */
  generation: number;
}

/** Creates an empty cache. Sums per node are kept as pods come and go; nothing is ever summed up again. */
export function createSchedulerCache(): SchedulerCache {
  const cache: CacheState = {
    nodes: new Map(),
    bookings: new Map(),
    ordered: undefined,
    withAffinity: new Set(),
    withImage: new Map(),
    generation: 0,
  };
  const { nodes, bookings } = cache;
  return {
    nodes() {
      cache.ordered ??= roundRobinOverZones([...nodes.values()].filter((info) => info.known));
      return cache.ordered;
    },
    node(name) {
      const info = nodes.get(name);
      return info?.known === true ? info : undefined;
    },
    nodesWithAffinity: () => (cache.withAffinity.size === 0 ? NO_NODES : [...cache.withAffinity].filter((info) => info.known)),
    countNodesWithImage: (image) => cache.withImage.get(image) ?? 0,
    setNode: (node) => setNode(cache, node),
    removeNode(name) {
      const info = nodes.get(name);
      if (info?.known !== true) return;
      countImages(cache, info.node, -1);
      info.known = false;
      info.generation = nextGeneration(cache);
      cache.ordered = undefined;
      if (info.pods.size === 0) nodes.delete(name);
    },
    assume: (pod, nodeName) => book(cache, pod, nodeName, true),
    forget(uid) {
      if (bookings.get(uid)?.assumed === true) release(cache, uid);
    },
    setPod: (pod, nodeName) => book(cache, pod, nodeName, false),
    removePod: (uid) => release(cache, uid),
    isAssumed: (uid) => bookings.get(uid)?.assumed === true,
    pod: (uid) => bookings.get(uid)?.pod,
    nextGeneration: () => nextGeneration(cache),
  };
}

function nextGeneration(cache: CacheState): number {
  cache.generation += 1;
  return cache.generation;
}

function setNode(cache: CacheState, node: Node): void {
  const info = nodeFor(cache, node.metadata.name);
  if (!info.known || zoneOf(info.labels) !== zoneOf(node.metadata.labels ?? NONE)) cache.ordered = undefined;
  if (!info.known || info.node.status.images !== node.status.images) {
    if (info.known) countImages(cache, info.node, -1);
    countImages(cache, node, 1);
  }
  info.known = true;
  if (info.node.status.allocatable !== node.status.allocatable) {
    info.allocatable = resourcesOf(node.status.allocatable);
  }
  info.node = node;
  info.labels = node.metadata.labels ?? NONE;
  info.taints = node.spec.taints ?? NO_TAINTS;
  info.generation = nextGeneration(cache);
}

function countImages({ withImage }: CacheState, { status: { images = [] } }: Node, sign: 1 | -1): void {
  for (const image of new Set(images.flatMap(({ names = [] }) => names))) {
    const count = (withImage.get(image) ?? 0) + sign;
    if (count === 0) withImage.delete(image);
    else withImage.set(image, count);
  }
}

function nodeFor({ nodes }: CacheState, name: string): CachedNode {
  let info = nodes.get(name);
  if (info === undefined) {
    info = unknownNode(name);
    nodes.set(name, info);
  }
  return info;
}

function book(cache: CacheState, pod: PodInfo, nodeName: string, assumed: boolean): void {
  const { bookings } = cache;
  const before = bookings.get(pod.uid);
  if (before !== undefined) {
    if (before.nodeName === nodeName && before.pod.requests === pod.requests) {
      bookings.set(pod.uid, { pod, nodeName, assumed });
      put(cache, nodeFor(cache, nodeName), pod, before.pod);
      return;
    }
    release(cache, pod.uid);
  }
  bookings.set(pod.uid, { pod, nodeName, assumed });
  const info = nodeFor(cache, nodeName);
  put(cache, info, pod, undefined);
  addTo(info, pod, 1);
}

/** `before`: the same pod as it was there. */
function put(cache: CacheState, info: CachedNode, pod: PodInfo, before: PodInfo | undefined): void {
  info.pods.set(pod.uid, pod);
  const metadata = before?.pod.metadata;
  const { labels, deletionTimestamp } = pod.pod.metadata;
  if (metadata === undefined || metadata.labels !== labels || metadata.deletionTimestamp !== deletionTimestamp) info.generation = nextGeneration(cache);
  if (!namesOthers(pod)) return;
  info.podsWithAffinity ??= new Map();
  info.podsWithAffinity.set(pod.uid, pod);
  cache.withAffinity.add(info);
}

/** It has affinity or anti-affinity to other pods. */
export function namesOthers({ pod: { spec } }: PodInfo): boolean {
  return spec.affinity?.podAffinity !== undefined || spec.affinity?.podAntiAffinity !== undefined;
}

function release(cache: CacheState, uid: string): void {
  const { nodes, bookings, withAffinity } = cache;
  const booking = bookings.get(uid);
  if (booking === undefined) return;
  bookings.delete(uid);
  const info = nodes.get(booking.nodeName);
  if (info === undefined) return;
  info.pods.delete(uid);
  info.generation = nextGeneration(cache);
  if (info.podsWithAffinity?.delete(uid) === true && info.podsWithAffinity.size === 0) {
    info.podsWithAffinity = undefined;
    withAffinity.delete(info);
  }
  addTo(info, booking.pod, -1);
  if (!info.known && info.pods.size === 0) nodes.delete(booking.nodeName);
}

function unknownNode(name: string): CachedNode {
  const requested = { milliCpu: 0, memoryBytes: 0, ephemeralBytes: 0, pods: 0, extended: undefined };
  const metadata = { name, uid: '', resourceVersion: '', creationTimestamp: '' };
  return {
    name,
    known: false,
    node: { apiVersion: 'v1', kind: 'Node', metadata, spec: {}, status: {} },
    labels: NONE,
    taints: NO_TAINTS,
    allocatable: { ...requested },
    requested,
    scoredMilliCpu: 0,
    scoredMemoryBytes: 0,
    pods: new Map(),
    generation: 0,
    podsWithAffinity: undefined,
  };
}

/** The sums of a node that change as pods come and go. */
export type PodSums = Pick<CachedNode, 'requested' | 'scoredMilliCpu' | 'scoredMemoryBytes'>;

/** Adds what a pod asks for, or takes it off again. */
export function addTo(info: PodSums, pod: PodInfo, sign: 1 | -1): void {
  const { requests } = pod;
  const totals = info.requested;
  totals.milliCpu += sign * requests.milliCpu;
  totals.memoryBytes += sign * requests.memoryBytes;
  totals.ephemeralBytes += sign * requests.ephemeralBytes;
  totals.pods += sign;
  info.scoredMilliCpu += sign * pod.scoredMilliCpu;
  info.scoredMemoryBytes += sign * pod.scoredMemoryBytes;
  if (requests.extended === undefined) return;
  totals.extended ??= new Map();
  for (const [name, amount] of requests.extended) {
    totals.extended.set(name, (totals.extended.get(name) ?? 0) + sign * amount);
  }
}

/** Region and zone, as upstream's GetZoneKey; '' without either. */
function zoneOf(labels: Readonly<Record<string, string>>): string {
  const region = labels['topology.kubernetes.io/region'] ?? '';
  const zone = labels['topology.kubernetes.io/zone'] ?? '';
  return region === '' && zone === '' ? '' : `${region}:${zone}`;
}

/** The first node of each zone, then the second of each … Zones and nodes in the order they became known. */
function roundRobinOverZones(all: readonly CachedNode[]): readonly CachedNode[] {
  const zones = new Map<string, CachedNode[]>();
  for (const info of all) {
    const zone = zoneOf(info.labels);
    const members = zones.get(zone);
    if (members === undefined) zones.set(zone, [info]);
    else members.push(info);
  }
  const result: CachedNode[] = [];
  for (let round = 0; result.length < all.length; round += 1) {
    for (const members of zones.values()) {
      const info = members[round];
      if (info !== undefined) result.push(info);
    }
  }
  return result;
}
