/** What a pod mounts: volumes filled from the API, scratch folders, claims; and where containers see them. */
import type {
  Container,
  KeyToPath,
  Kind,
  Pod,
  ServiceAccountTokenProjection,
  Volume,
  VolumeMount,
} from '../sdk/index.ts';
import type { ConnectedClient } from '../sdk/internal.ts';
import { toByteText } from './bytes.ts';
import { type EnvironmentInput, fieldOf } from './environment.ts';
import type { Mount } from './files/container-files.ts';
import { absolutePath, createTree, plant, plantFolder, type Tree } from './files/tree.ts';
import type { Data, Names, References } from './references.ts';
import { resourceField } from './resource-field.ts';

/** By the pod's names of its volumes, keys of `PodNetwork.disks`. */
export type Places = ReadonlyMap<string, string>;

export type PodFacts = Pick<EnvironmentInput, 'pod' | 'nodeName' | 'hostIP' | 'podIP' | 'allocatable'>;

/** Notes the ConfigMaps and Secrets that volumes are filled from; true when there is anything to ask for. */
export function addVolumeNames({ volumes = [] }: Pod['spec'], names: Names): boolean {
  for (const { configMap, secret, projected } of volumes) {
    if (configMap?.name !== undefined) names.configMaps.add(configMap.name);
    if (secret?.secretName !== undefined) names.secrets.add(secret.secretName);
    // What every pod gets is fetched only when it is read.
    if (projected === undefined || isAccessVolume(projected)) continue;
    for (const source of projected.sources ?? []) {
      if (source.configMap?.name !== undefined) names.configMaps.add(source.configMap.name);
      if (source.secret?.name !== undefined) names.secrets.add(source.secret.name);
    }
  }
  return names.configMaps.size + names.secrets.size > 0;
}

type Projected = NonNullable<Volume['projected']>;

/** Whether files of a volume show fields of the pod. */
export function showsFields({ spec: { volumes = [] } }: Pod): boolean {
  return volumes.some(
    ({ downwardAPI, projected }) =>
      downwardAPI !== undefined ||
      (projected !== undefined && !isAccessVolume(projected) && projected.sources?.some((each) => each.downwardAPI)),
  );
}

/** The volume that the ServiceAccount admission plugin adds: a token, the cluster's certificate, the namespace. */
function isAccessVolume({ sources = [] }: Projected): boolean {
  return sources.some(({ serviceAccountToken }) => serviceAccountToken !== undefined);
}

/** Makes or refreshes the volumes of a pod; `places` says where those are that are claimed. A text is why one can't be (the message of a FailedMount event). */
export function fillVolumes(
  trees: Map<string, Tree>,
  facts: PodFacts,
  references: References,
  places: Places | undefined,
  disks: Map<string, Tree>,
  newTree: (mode?: number) => Tree,
): string | undefined {
  for (const volume of facts.pod.spec.volumes ?? []) {
    const tree = trees.get(volume.name) ?? diskOf(volume, facts, places, disks, newTree);
    const problem = fill(tree, volume, facts, references);
    if (problem !== undefined) return `MountVolume.SetUp failed for volume "${volume.name}" : ${problem}`;
    trees.set(volume.name, tree);
  }
  return undefined;
}

/** Whatever user a container has may write there (upstream empty_dir.go, on which volumes from the API are built, too). */
const SCRATCH_MODE = 0o777;

/** What is claimed and the node's own folders are there for the next pod too. */
function diskOf({ name, hostPath }: Volume, { nodeName }: PodFacts, places: Places | undefined, disks: Map<string, Tree>, newTree: (mode?: number) => Tree): Tree {
  const key = places?.get(name) ?? (hostPath && `host/${nodeName}${hostPath.path}`);
  if (key === undefined) return newTree(SCRATCH_MODE);
  const tree = disks.get(key) ?? newTree();
  disks.set(key, tree);
  return tree;
}

function fill(tree: Tree, volume: Volume, facts: PodFacts, references: References): string | undefined {
  const { configMap, secret, downwardAPI, projected } = volume;
  const wanted = new Map<string, File>();
  let problem: string | undefined;
  if (configMap !== undefined) {
    const { name = '', items, defaultMode, optional } = configMap;
    problem = take(wanted, { kind: 'configmap', name, items, optional, mode: defaultMode }, references.configMaps);
  } else if (secret !== undefined) {
    const { secretName: name = '', items, defaultMode, optional } = secret;
    problem = take(wanted, { kind: 'secret', name, items, optional, mode: defaultMode }, references.secrets);
  } else if (downwardAPI !== undefined) {
    takeFields(wanted, downwardAPI.items ?? [], downwardAPI.defaultMode, facts);
  } else if (projected !== undefined) {
    if (isAccessVolume(projected)) return undefined;
    for (const source of projected.sources ?? []) {
      const mode = projected.defaultMode;
      if (source.configMap !== undefined) {
        const { name = '', items, optional } = source.configMap;
        problem ??= take(wanted, { kind: 'configmap', name, items, optional, mode }, references.configMaps);
      }
      if (source.secret !== undefined) {
        const { name = '', items, optional } = source.secret;
        problem ??= take(wanted, { kind: 'secret', name, items, optional, mode }, references.secrets);
      }
      takeFields(wanted, source.downwardAPI?.items ?? [], mode, facts);
    }
  } else return undefined;
  if (problem !== undefined) return problem;
  replaceFiles(tree, wanted);
  return undefined;
}

interface File {
  readonly content: string;
  readonly mode: number;
}

interface Source {
  readonly kind: 'configmap' | 'secret';
  readonly name: string;
  readonly items: readonly KeyToPath[] | undefined;
  readonly optional: boolean | undefined;
  readonly mode: number | undefined;
}

const FILE_MODE = 0o644;

function take(wanted: Map<string, File>, source: Source, objects: ReadonlyMap<string, Data>): string | undefined {
  const { kind, name, items, optional, mode = FILE_MODE } = source;
  const data = objects.get(name);
  if (data === undefined) return optional === true ? undefined : `${kind} "${name}" not found`;
  if (items === undefined) {
    for (const [key, content] of Object.entries(data)) wanted.set(`/${key}`, { content, mode });
    return undefined;
  }
  for (const item of items) {
    const content = data[item.key];
    if (content === undefined) {
      if (optional !== true)
        return `references non-existent ${kind === 'secret' ? 'secret' : 'config'} key: ${item.key}`;
    } else wanted.set(absolutePath(item.path, '/'), { content, mode: item.mode ?? mode });
  }
  return undefined;
}

type FieldFiles = NonNullable<NonNullable<Volume['downwardAPI']>['items']>;

function takeFields(wanted: Map<string, File>, items: FieldFiles, mode: number | undefined, facts: PodFacts): void {
  const { containers, initContainers = [] } = facts.pod.spec;
  for (const item of items) {
    const { fieldRef, resourceFieldRef } = item;
    const container = [...containers, ...initContainers].find(({ name }) => name === resourceFieldRef?.containerName);
    const text =
      fieldRef !== undefined
        ? fieldOf(fieldRef.fieldPath, facts)
        : resourceFieldRef !== undefined && container !== undefined
          ? resourceField(container, resourceFieldRef, facts.allocatable)
          : '';
    wanted.set(absolutePath(item.path, '/'), { content: toByteText(text), mode: item.mode ?? mode ?? FILE_MODE });
  }
}

function replaceFiles(tree: Tree, wanted: ReadonlyMap<string, File>): void {
  for (const path of filesOf(tree, '/')) if (!wanted.has(path)) tree.remove(path);
  for (const [path, { content, mode }] of wanted) if (tree.read(path) !== content) plant(tree, path, content, mode);
}

function filesOf(tree: Tree, folder: string): string[] {
  return (tree.list(folder) ?? []).flatMap((name) => {
    const path = absolutePath(name, folder);
    return tree.stat(path)?.folder === true ? filesOf(tree, path) : [path];
  });
}

/** Where a container sees the volumes. */
export function mountsOf(container: Container, volumes: ReadonlyMap<string, Tree>, pod: Pod): readonly Mount[] {
  return (container.volumeMounts ?? []).flatMap((mount) => {
    const held = volumes.get(mount.name);
    if (held === undefined) return [];
    const volume = pod.spec.volumes?.find(({ name }) => name === mount.name);
    const tree = mount.subPath !== undefined && isFilled(volume) ? copyOf(held) : held;
    return [
      { path: absolutePath(mount.mountPath), tree, within: withinOf(mount, tree), readOnly: isReadOnly(mount, volume) },
    ];
  });
}

/** Who mounts a part of a volume from the API keeps what it held then: updates come as other files beside those (upstream atomic_writer.go). */
function copyOf(tree: Tree): Tree {
  let changedMs = 0;
  const copy = createTree(() => changedMs);
  for (const path of filesOf(tree, '/')) {
    const stat = tree.stat(path);
    changedMs = stat?.changedMs ?? 0;
    plant(copy, path, tree.read(path) ?? '', stat?.mode);
  }
  return copy;
}

function withinOf({ subPath = '' }: VolumeMount, tree: Tree): string {
  const within = absolutePath(subPath, '/');
  plantFolder(tree, within);
  return within;
}

function isReadOnly({ readOnly }: VolumeMount, volume: Volume | undefined): boolean {
  return readOnly === true || isFilled(volume) || volume?.projected !== undefined;
}

/** From the API, and again when that changes. */
function isFilled(volume: Volume | undefined): boolean {
  const { configMap, secret, downwardAPI, projected } = volume ?? {};
  return (configMap ?? secret ?? downwardAPI) !== undefined || (projected !== undefined && !isAccessVolume(projected));
}

/** Fills the volume with the pod's credentials; nothing is fetched twice. Rejects when the API server can't be reached. */
export async function fillAccessVolumes(
  trees: ReadonlyMap<string, Tree>,
  facts: PodFacts,
  client: ConnectedClient,
  readConfigMap: (name: string) => Promise<Data>,
): Promise<void> {
  const { pod } = facts;
  for (const { name, projected } of pod.spec.volumes ?? []) {
    const tree = trees.get(name);
    if (projected === undefined || tree === undefined || !isAccessVolume(projected)) continue;
    if ((tree.list('/') ?? []).length > 0) continue;
    for (const { serviceAccountToken, configMap, downwardAPI } of projected.sources ?? []) {
      const wanted = new Map<string, File>();
      if (configMap?.name !== undefined) {
        const objects = new Map([[configMap.name, await readConfigMap(configMap.name)]]);
        take(
          wanted,
          { kind: 'configmap', name: configMap.name, items: configMap.items, optional: true, mode: undefined },
          objects,
        );
      }
      takeFields(wanted, downwardAPI?.items ?? [], undefined, facts);
      if (serviceAccountToken !== undefined) {
        const content = await requestToken(pod, serviceAccountToken, client);
        wanted.set(absolutePath(serviceAccountToken.path, '/'), { content, mode: FILE_MODE });
      }
      for (const [path, { content, mode }] of wanted) plant(tree, path, content, mode);
    }
  }
}

/** Only their address: not every server has them. */
const serviceAccounts: Kind = {
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  namespaced: true,
};

async function requestToken(
  pod: Pod,
  { audience, expirationSeconds = 3607 }: ServiceAccountTokenProjection,
  client: ConnectedClient,
): Promise<string> {
  const { namespace = 'default', name, uid } = pod.metadata;
  const spec = {
    audiences: audience === undefined ? [] : [audience],
    expirationSeconds,
    boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name, uid },
  };
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata: {}, spec };
  const account = { namespace, name: pod.spec.serviceAccountName ?? 'default' };
  const answer = await client.postSubresource(serviceAccounts, account, 'token', body);
  const status = typeof answer === 'object' && answer !== null && 'status' in answer ? answer['status'] : undefined;
  const token = typeof status === 'object' && status !== null && 'token' in status ? status['token'] : undefined;
  return typeof token === 'string' ? token : '';
}
