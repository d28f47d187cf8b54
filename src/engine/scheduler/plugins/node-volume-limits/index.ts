import {
  CSINode,
  isOfKind,
  keyOf,
  type KubeObject,
  PersistentVolume,
  PersistentVolumeClaim,
  type Pod,
  type SchedulerPlugin,
  type SchedulingTools,
  StorageClass,
  storageClassOf,
  VolumeAttachment,
  volumeMatching,
} from 'converge/sdk';

const REJECTED = { reasons: ['node(s) exceed max volume count'], resolvable: true };

/** Drivers of volumes, by the volume: one that several Pods use counts once. */
type Drivers = Map<string, string>;

interface Wanted {
  readonly volumes: Drivers;
  readonly tools: SchedulingTools;
}

/** A node has no more volumes of a driver than its CSINode says that it can have. (upstream nodevolumelimits/csi.go) */
export const nodeVolumeLimits: SchedulerPlugin<Wanted> = {
  name: 'NodeVolumeLimits',
  reads: [PersistentVolumeClaim, PersistentVolume, StorageClass, CSINode, VolumeAttachment],
  preFilter({ pod }, _nodes, tools) {
    const volumes: Drivers = new Map();
    addVolumes(pod, volumes, tools);
    return volumes.size === 0 ? 'skip' : { state: { volumes, tools } };
  },
  filter(_pod, { name, pods }, { volumes, tools }) {
    const limits = limitsOf(tools.lister(CSINode).get(name));
    if (limits.size === 0) return undefined;
    const there: Drivers = new Map();
    for (const { pod } of pods.values()) addVolumes(pod, there, tools);
    addAttached(name, there, tools);
    const then = new Map([...there, ...volumes]);
    const isOver = ([driver, limit]: readonly [string, number]): boolean => countOf(then, driver) > Math.max(limit, countOf(there, driver));
    return [...limits].some(isOver) ? REJECTED : undefined;
  },
  wokenBy(event, { pod }) {
    if (event.type === 'assigned-pod-delete') return volumeMatching.claimKeys(event.pod.pod).length > 0;
    if (event.type !== 'object') return false;
    const { kind, before, now } = event;
    if (kind === VolumeAttachment) return now === undefined;
    if (kind === CSINode) return isRaised(before, now);
    return kind === PersistentVolumeClaim && before === undefined && now !== undefined && volumeMatching.claimKeys(pod).includes(keyOf(now));
  },
};

const countOf = (drivers: Drivers, driver: string): number => [...drivers.values()].filter((each) => each === driver).length;

/** By driver; a driver without a limit isn't there. */
function limitsOf(node: KubeObject | undefined): ReadonlyMap<string, number> {
  const limits = new Map<string, number>();
  if (node === undefined || !isOfKind(CSINode, node)) return limits;
  for (const { name, allocatable } of node.spec.drivers) if (allocatable?.count !== undefined) limits.set(name, allocatable.count);
  return limits;
}

/** Some driver may have more volumes there than before. */
function isRaised(before: KubeObject | undefined, now: KubeObject | undefined): boolean {
  const old = limitsOf(before);
  return before === undefined || [...limitsOf(now)].some(([driver, limit]) => limit > (old.get(driver) ?? 0));
}

/** Of a claim without a volume the class says the driver: it will have one. */
function addVolumes(pod: Pod, drivers: Drivers, { lister }: SchedulingTools): void {
  for (const key of volumeMatching.claimKeys(pod)) {
    const claim = lister(PersistentVolumeClaim).get(key);
    if (claim === undefined) continue;
    const volume = lister(PersistentVolume).get(claim.spec.volumeName ?? '');
    const provisioner = volume === undefined ? lister(StorageClass).get(storageClassOf(claim))?.provisioner : undefined;
    add(drivers, volume?.spec.csi ?? (provisioner && { driver: provisioner, volumeHandle: key }));
  }
}

/** Volumes that are still attached, though no Pod of the node uses them any more. */
function addAttached(nodeName: string, drivers: Drivers, { lister }: SchedulingTools): void {
  for (const { spec } of lister(VolumeAttachment).list()) {
    if (spec.nodeName === nodeName) add(drivers, lister(PersistentVolume).get(spec.source.persistentVolumeName ?? '')?.spec.csi);
  }
}

function add(drivers: Drivers, volume: { readonly driver: string; readonly volumeHandle: string } | '' | undefined): void {
  if (volume) drivers.set(`${volume.driver}/${volume.volumeHandle}`, volume.driver);
}
