import { PersistentVolume, PersistentVolumeClaim, type SchedulerPlugin } from 'converge/sdk';

const REJECTED = { reasons: ['node(s) had no available volume zone'], resolvable: false };

const keys = [
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
];

/** The labels that nodes had before. */
const older = (key: string): string => key.replace('topology.kubernetes.io', 'failure-domain.beta.kubernetes.io');
const newer = (key: string): string => key.replace('failure-domain.beta.kubernetes.io', 'topology.kubernetes.io');

interface Place {
  readonly key: string;
  readonly values: ReadonlySet<string>;
}

/** A pod runs where its volumes are, as far as the volumes' labels say where that is (upstream volumezone/volume_zone.go). */
export const volumeZone: SchedulerPlugin<readonly Place[]> = {
  name: 'VolumeZone',
  reads: [PersistentVolumeClaim, PersistentVolume],
  preFilter({ pod }, _nodes, { lister }) {
    const places: Place[] = [];
    for (const { persistentVolumeClaim } of pod.spec.volumes ?? []) {
      if (persistentVolumeClaim === undefined) continue;
      const claim = lister(PersistentVolumeClaim).get(`${pod.metadata.namespace}/${persistentVolumeClaim.claimName}`);
      const volume = lister(PersistentVolume).get(claim?.spec.volumeName ?? '');
      for (const key of keys) {
        const value = volume?.metadata.labels?.[key];
        // A volume in several zones has them all in one label.
        if (value !== undefined) places.push({ key, values: new Set(value.split('__')) });
      }
    }
    return places.length === 0 ? 'skip' : { state: places };
  },
  filter(_pod, { labels }, places) {
    // A cluster without zones has nothing to say of them.
    if (!keys.some((key) => labels[key] !== undefined)) return undefined;
    for (const { key, values } of places) {
      const value = labels[key] ?? labels[newer(key)] ?? labels[older(key)];
      if (value === undefined || !values.has(value)) return REJECTED;
    }
    return undefined;
  },
  wokenBy(event) {
    if (event.type === 'node-add' || event.type === 'object') return true;
    return event.type === 'node-update' && event.changed.includes('labels');
  },
};
