/** How many pods there are to be, by the controllers of those that are there. (upstream disruption.go getExpectedScale) */
import {
  controllerOf,
  Deployment,
  definitions,
  isNotFound,
  type Kind,
  type KindDefinition,
  type OwnerReference,
  type Pod,
  ReplicaSet,
  ReplicationController,
  StatefulSet,
  type Tools,
} from 'converge/sdk';
import { findKind, groupOf } from '../shared/referenced-kind.ts';

export interface Expected {
  readonly pods: number;
  /** Pods without a controller: it isn't known how many of them there are to be. */
  readonly unmanaged: number;
}

interface Scale {
  readonly uid: string;
  readonly replicas: number;
}

/** Throws an Error for a pod whose controller can't tell. `served`: the server's own kinds. */
export async function expectedScale(pods: readonly Pod[], served: readonly KindDefinition[], tools: Tools): Promise<Expected> {
  const scales = new Map<string, number>();
  let unmanaged = 0;
  for (const pod of pods) {
    const { name, namespace = '' } = pod.metadata;
    const owner = controllerOf(pod);
    if (owner === undefined) unmanaged += 1;
    if (owner === undefined || scales.has(owner.uid)) continue;
    const scale = cachedScale(owner, namespace, tools) ?? (await liveScale(owner, namespace, served, tools));
    if (scale === undefined) throw new Error(`found no controllers for pod ${JSON.stringify(name)}`);
    scales.set(scale.uid, scale.replicas);
  }
  return { pods: [...scales.values()].reduce((sum, replicas) => sum + replicas, 0), unmanaged };
}

/** Of the kinds that are followed: of a ReplicaSet its Deployment's, when it has one. */
function cachedScale(owner: OwnerReference, namespace: string, { lister }: Tools): Scale | undefined {
  const key = `${namespace}/${owner.name}`;
  if (isOf(owner, StatefulSet)) return scaleIn(lister(StatefulSet).get(key), owner.uid);
  if (isOf(owner, ReplicationController)) return scaleIn(lister(ReplicationController).get(key), owner.uid);
  if (!isOf(owner, ReplicaSet)) return undefined;
  const set = lister(ReplicaSet).get(key);
  if (set === undefined || set.metadata.uid !== owner.uid) return undefined;
  const above = controllerOf(set);
  if (above?.kind !== Deployment.kind) return scaleIn(set, owner.uid);
  return isOf(above, Deployment) ? scaleIn(lister(Deployment).get(`${namespace}/${above.name}`), above.uid) : undefined;
}

function isOf({ apiVersion, kind }: OwnerReference, wanted: Kind): boolean {
  return kind === wanted.kind && groupOf(apiVersion) === wanted.group;
}

type Scaled = {
  readonly metadata: { readonly uid: string };
  readonly spec: { readonly replicas?: number };
};

function scaleIn(object: Scaled | undefined, uid: string): Scale | undefined {
  return object?.metadata.uid === uid ? { uid, replicas: object.spec.replicas ?? 1 } : undefined;
}

interface ScaleBody {
  readonly metadata: { readonly uid?: string };
  readonly spec?: { readonly replicas?: number };
}

/** Of any other kind, by its subresource `scale`. */
async function liveScale(owner: OwnerReference, namespace: string, served: readonly KindDefinition[], tools: Tools): Promise<Scale | undefined> {
  const kind = findKind(owner, served, tools);
  if (kind === undefined) throw new Error(`no matches for kind "${owner.kind}" in version "${owner.apiVersion}"`);
  try {
    const answer = await tools.client.getSubresource(kind, { name: owner.name, namespace }, 'scale');
    const { metadata, spec } = answer as unknown as ScaleBody;
    return metadata.uid === owner.uid ? { uid: owner.uid, replicas: spec?.replicas ?? 0 } : undefined;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (hasScale(kind, served, tools)) return undefined;
    const resource = kind.group === '' ? kind.plural : `${kind.plural}.${kind.group}`;
    throw new Error(`${resource} does not implement the scale subresource`, { cause: error });
  }
}

/** Whether the kind has the subresource `scale`. */
function hasScale({ group, version, plural }: Kind, served: readonly KindDefinition[], { lister }: Tools): boolean {
  const builtIn = served.find((each) => each.group === group && each.plural === plural);
  if (builtIn !== undefined) return builtIn.subresources.scale !== undefined;
  return lister(definitions).get(`${plural}.${group}`)?.spec.versions.find(({ name }) => name === version)?.subresources?.scale !== undefined;
}
