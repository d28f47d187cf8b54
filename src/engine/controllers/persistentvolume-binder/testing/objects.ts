/** Volumes, claims and classes for tests, written as upstream's framework_test.go writes them, and a store that passes work on. */
import {
  type Client,
  keyOf,
  type Kind,
  type KubeObject,
  type Lister,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StatusError,
  StorageClass,
  type Tools,
} from 'converge/sdk';
import { bindCompleted, boundByController } from '../annotations.ts';

const created = { resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
const short: Readonly<Record<string, string>> = { bound: boundByController, completed: bindCompleted };
/** `'bound completed'` names the two annotations; `name=value` any other. */
const annotationsOf = (words: string): { readonly annotations?: Readonly<Record<string, string>> } => {
  if (words === '') return {};
  const entries = words.split(' ').map((word): [string, string] => {
    const [name = '', value = 'yes'] = word.split('=');
    return [short[name] ?? name, value];
  });
  return { annotations: Object.fromEntries(entries) };
};

export interface VolumeMore {
  readonly notes?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly spec?: Partial<PersistentVolume['spec']>;
}

/** `claim`: `name` or `name uid`; '' for none. */
export function volumeOf(name: string, size: string, claim: string, phase: string, more: VolumeMore = {}): PersistentVolume {
  const [claimName = '', uid] = claim.split(' ');
  const reference = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'default', name: claimName, ...(uid && { uid }) };
  const { notes = '', labels, spec } = more;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, uid: name, ...created, ...annotationsOf(notes), ...(labels && { labels }) },
    spec: {
      capacity: { storage: size },
      accessModes: ['ReadWriteOnce', 'ReadOnlyMany'],
      persistentVolumeReclaimPolicy: 'Retain',
      volumeMode: 'Filesystem',
      ...(claimName !== '' && { claimRef: reference }),
      ...spec,
    },
    status: { phase },
  };
}

export interface ClaimMore {
  readonly notes?: string;
  readonly spec?: Partial<PersistentVolumeClaim['spec']>;
  readonly capacity?: string;
}

/** Its uid is its name with `uid` in front. A bound one has the size that it requests. */
export function claimOf(name: string, size: string, volumeName: string, phase: string, more: ClaimMore = {}): PersistentVolumeClaim {
  const { notes = '', spec, capacity = size } = more;
  const accessModes = ['ReadWriteOnce', 'ReadOnlyMany'];
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace: 'default', uid: `uid-${name}`, ...created, ...annotationsOf(notes) },
    spec: {
      accessModes,
      resources: { requests: { storage: size } },
      volumeMode: 'Filesystem',
      ...(volumeName !== '' && { volumeName }),
      ...spec,
    },
    status: phase === 'Bound' ? { phase, accessModes, capacity: { storage: capacity } } : { phase },
  };
}

export function classOf(name: string, more: Partial<StorageClass> = {}): StorageClass {
  return { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name, uid: name, ...created }, provisioner: 'example.com/disk', ...more };
}

export interface Objects {
  readonly volumes?: readonly PersistentVolume[];
  readonly claims?: readonly PersistentVolumeClaim[];
  readonly classes?: readonly StorageClass[];
  readonly pods?: readonly Pod[];
  /** The API server has it, the cache doesn't. */
  readonly unseen?: PersistentVolumeClaim;
}

/** Tools over objects in memory, which a cache shows at once; updates keep the status, and updates of the status all else. */
export function createStore({ volumes = [], claims = [], classes = [], pods = [], unseen }: Objects) {
  const byKind = new Map<Kind, Map<string, KubeObject>>();
  const fill = (kind: Kind, objects: readonly KubeObject[]): void => {
    byKind.set(kind, new Map(objects.map((object) => [keyOf(object), object])));
  };
  fill(PersistentVolume, volumes);
  fill(PersistentVolumeClaim, claims);
  fill(StorageClass, classes);
  fill(Pod, pods);
  const events: string[] = [];
  let revision = 1;

  function write<T extends KubeObject>(kind: Kind<T>, object: T, merge: (before: T) => T): T {
    const before = byKind.get(kind)?.get(keyOf(object)) as T | undefined;
    if (before?.metadata.resourceVersion !== object.metadata.resourceVersion) throw new Error('conflict');
    revision += 1;
    const merged = merge(before);
    const after = { ...merged, metadata: { ...merged.metadata, resourceVersion: String(revision) } };
    byKind.get(kind)?.set(keyOf(object), after);
    return after;
  }
  const withStatusOf = <T extends KubeObject>(object: T, of: T): T => ({ ...object, status: (of as { status?: unknown }).status });
  const client: Partial<Client> = {
    update: async (kind, object) => write(kind, object, (before) => withStatusOf(object, before)),
    updateStatus: async (kind, object) => write(kind, object, (before) => withStatusOf(before, object)),
    async get<T extends KubeObject>(kind: Kind<T>, ref: Parameters<Client['get']>[1]): Promise<T> {
      if (unseen !== undefined) return unseen as KubeObject as T;
      const found = typeof ref === 'object' && 'name' in ref ? byKind.get(kind)?.get(`${ref.namespace}/${ref.name}`) : undefined;
      if (found === undefined) throw new StatusError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 404, reason: 'NotFound', message: 'not found' });
      return found as T;
    },
    async delete(kind, ref) {
      byKind.get(kind)?.delete(keyOf(ref as KubeObject));
    },
  };
  const record = (type: string) => (_: KubeObject, reason: string, message: string): void => void events.push(`${type} ${reason} ${message}`);
  const lister = <T extends KubeObject>(kind: Kind<T>): Lister<T> => {
    const all = byKind.get(kind) ?? new Map<string, KubeObject>();
    const list = (): readonly T[] => [...all.values()] as readonly KubeObject[] as readonly T[];
    return { get: (key) => all.get(key) as T | undefined, list, controlledBy: () => [], orphans: () => [] };
  };
  const tools = {
    client: client as Client,
    lister,
    events: { normal: record('Normal'), warning: record('Warning') },
    now: () => Date.parse('2026-01-01T00:00:00Z'),
    log: (...values: readonly unknown[]) => void events.push(`log ${values.join(' ')}`),
  } as Partial<Tools> as Tools;
  return { tools, events, volumes: () => lister(PersistentVolume).list(), claims: () => lister(PersistentVolumeClaim).list() };
}

/** What a row of upstream's tables compares: without versions and times. */
export function essence(objects: readonly KubeObject[]): readonly unknown[] {
  return objects.map((object) => {
    const { resourceVersion: _, annotations = {}, ...metadata } = object.metadata;
    const { spec, status } = object as KubeObject & { spec: { claimRef?: object }; status: object };
    const { lastPhaseTransitionTime: __, ...said } = status as { lastPhaseTransitionTime?: string };
    const { resourceVersion: ___, ...claimRef } = (spec.claimRef ?? {}) as { resourceVersion?: string };
    return { metadata: { ...metadata, annotations }, spec: { ...spec, ...(spec.claimRef && { claimRef }) }, status: said };
  });
}
