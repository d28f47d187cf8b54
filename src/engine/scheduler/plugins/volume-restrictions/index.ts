import { PersistentVolumeClaim, type Pod, type PodInfo, type SchedulerPlugin } from 'converge/sdk';

const DISK = { reasons: ['node(s) had no available disk'], resolvable: true };
const IN_USE = {
  reasons: ['node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode'],
  resolvable: true,
};

/** One disk, and whether it is only read. */
interface Disk {
  readonly id: string;
  readonly readOnly: boolean;
}

/** Disks of the kinds that one node can't attach twice. EBS volumes can't be shared even to read. */
function disksOf({ spec }: Pod): readonly Disk[] {
  return (spec.volumes ?? []).flatMap(({ gcePersistentDisk: gce, awsElasticBlockStore: ebs }): Disk[] => {
    if (gce !== undefined) return [{ id: `gce ${gce.pdName}`, readOnly: gce.readOnly === true }];
    return ebs === undefined ? [] : [{ id: `ebs ${ebs.volumeID}`, readOnly: false }];
  });
}

function clash(wanted: readonly Disk[], taken: readonly Disk[]): boolean {
  return wanted.some((disk) => taken.some(({ id, readOnly }) => id === disk.id && !(readOnly && disk.readOnly)));
}

function claimsOf({ metadata: { namespace = '' }, spec }: Pod): readonly string[] {
  return (spec.volumes ?? []).flatMap(({ persistentVolumeClaim }) =>
    persistentVolumeClaim === undefined ? [] : [`${namespace}/${persistentVolumeClaim.claimName}`],
  );
}

function usesOneOf(claims: ReadonlySet<string>, { pod }: PodInfo): boolean {
  return pod.spec.volumes !== undefined && claimsOf(pod).some((claim) => claims.has(claim));
}

interface Wanted {
  readonly disks: readonly Disk[];
  /** Another pod, wherever it runs, has a claim that one pod alone may use. */
  readonly isInUse: boolean;
}

/** What can't be attached twice isn't (upstream volumerestrictions/volume_restrictions.go). */
export const volumeRestrictions: SchedulerPlugin<Wanted> = {
  name: 'VolumeRestrictions',
  reads: [PersistentVolumeClaim],
  preFilter({ pod }, nodes, { lister }) {
    if (pod.spec.volumes === undefined) return 'skip';
    const exclusive = new Set<string>();
    for (const key of claimsOf(pod)) {
      const claim = lister(PersistentVolumeClaim).get(key);
      if (claim === undefined) {
        const reason = `persistentvolumeclaim "${key.slice(key.indexOf('/') + 1)}" not found`;
        return { reject: { reasons: [reason], resolvable: false } };
      }
      if (claim.spec.accessModes?.includes('ReadWriteOncePod') === true) exclusive.add(key);
    }
    const disks = disksOf(pod);
    if (disks.length === 0 && exclusive.size === 0) return 'skip';
    const isInUse = exclusive.size > 0 && nodes.some(({ pods }) => [...pods.values()].some((other) => usesOneOf(exclusive, other)));
    return { state: { disks, isInUse } };
  },
  filter(_pod, { pods }, { disks, isInUse }) {
    if (disks.length > 0) for (const { pod } of pods.values()) if (clash(disks, disksOf(pod))) return DISK;
    return isInUse ? IN_USE : undefined;
  },
  wokenBy(event, { pod }) {
    switch (event.type) {
      case 'assigned-pod-delete':
        return clash(disksOf(pod), disksOf(event.pod.pod)) || usesOneOf(new Set(claimsOf(pod)), event.pod);
      case 'object':
        return event.now !== undefined && claimsOf(pod).includes(`${event.now.metadata.namespace}/${event.now.metadata.name}`);
      default:
        return event.type === 'node-add';
    }
  },
};
