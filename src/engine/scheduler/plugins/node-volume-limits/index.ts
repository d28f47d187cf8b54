import {
  CSINode,
  isOfKind,
  type KubeObject,
  PersistentVolume,
  PersistentVolumeClaim,
  type Pod,
  type SchedulerPlugin,
  type SchedulingTools,
  StorageClass,
  VolumeAttachment,
  volumeMatching,
} from 'converge/sdk';

const REJECTED = { reasons: ['node(s) exceed max volume count'], resolvable: true };

/** Drivers of volumes, by the volume: a volume that several Pods use counts once. */
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
    for (const [driver, limit] of limits) {
      const added = [...volumes].filter(([volume, of]) => of === driver && !there.has(volume)).length;
      const count = [...there.values()].filter((of) => of === driver).length;
      if (added > 0 && count + added > limit) return REJECTED;
    }
    return undefined;
  },
  wokenBy(event, { pod }) {
    if (event.type === 'assigned-pod-delete') return volumeMatching.claimKeys(event.pod.pod).length > 0;
    if (event.type !== 'object') return event.type === 'node-add';
    const { kind, before, now } = event;
    if (kind === CSINode) return isRaised(before, now);
    if (kind === VolumeAttachment) return now === undefined;
    return kind === PersistentVolumeClaim && before === undefined && volumeMatching.claimKeys(pod).some((key) => key === `${now?.metadata.namespace}/${now?.metadata.name}`);
  },
};

/** By driver; a driver without a limit isn't there. */
function limitsOf(node: KubeObject | undefined): ReadonlyMap<string, number> {
  const drivers = node !== undefined && isOfKind(CSINode, node) ? node.spec.drivers : [];
  return new Map(drivers.flatMap(({ name, allocatable }) => (allocatable?.count === undefined ? [] : [[name, allocatable.count] as const])));
}

/** Some driver may have more volumes there than before. */
function isRaised(before: KubeObject | undefined, now: KubeObject | undefined): boolean {
  const old = limitsOf(before);
  return before === undefined || [...limitsOf(now)].some(([driver, limit]) => limit > (old.get(driver) ?? 0));
}

/** Of a claim without a volume the class says the driver: it will have one. */
function addVolumes(pod: Pod, drivers: Drivers, { lister }: SchedulingTools): void {
  if (pod.spec.volumes === undefined) return;
  for (const key of volumeMatching.claimKeys(pod)) {
    const claim = lister(PersistentVolumeClaim).get(key);
    if (claim === undefined) continue;
    const volume = lister(PersistentVolume).get(claim.spec.volumeName ?? '');
    if (volume === undefined) {
      const driver = lister(StorageClass).get(volumeMatching.storageClassOf(claim))?.provisioner;
      if (driver !== undefined) drivers.set(`claim ${key}`, driver);
    } else if (volume.spec.csi !== undefined) drivers.set(idOf(volume.spec.csi), volume.spec.csi.driver);
  }
}

/** Volumes that are still attached, though no Pod of the node uses them any more. */
function addAttached(nodeName: string, drivers: Drivers, { lister }: SchedulingTools): void {
  for (const { spec } of lister(VolumeAttachment).list()) {
    const csi = spec.nodeName === nodeName ? lister(PersistentVolume).get(spec.source.persistentVolumeName ?? '')?.spec.csi : undefined;
    if (csi !== undefined) drivers.set(idOf(csi), spec.attacher);
  }
}

const idOf = ({ driver, volumeHandle }: { readonly driver: string; readonly volumeHandle: string }): string => `${driver}/${volumeHandle}`;
