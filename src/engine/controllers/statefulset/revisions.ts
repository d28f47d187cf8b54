/** The template that a StatefulSet comes from and the one it goes to. (upstream stateful_set_control.go getStatefulSetRevisions) */
import { claim, ControllerRevision, deepEqual, isAlreadyExists, ownerReferenceFor, StatefulSet, type Tools } from 'converge/sdk';
import { byRevision, patchOf } from '../shared/revisions.ts';
import { templateHash } from '../shared/template-hash.ts';

export interface Revisions {
  /** All that the set had before this pass, oldest first. */
  readonly all: readonly ControllerRevision[];
  /** What Pods below the partition have; the same as `update` when nothing rolls. */
  readonly current: ControllerRevision;
  readonly update: ControllerRevision;
  /** How often a name was taken by another template. */
  readonly collisionCount: number;
}

const hashLabel = 'controller.kubernetes.io/hash';
/** Names are cut so that a hash has room. */
const longestName = 223;

/** Finds or makes the revision of the present template and numbers it. */
export async function revisionsOf(set: StatefulSet, tools: Tools): Promise<Revisions> {
  const all = [...(await claim(set, StatefulSet, ControllerRevision, tools))].sort(byRevision);
  const patch = patchOf(set);
  const newest = all.at(-1);
  const same = all.filter(({ data }) => deepEqual(data, patch)).at(-1);
  const number = (newest?.revision ?? 0) + 1;
  const { collisionCount = 0, currentRevision } = set.status;
  const found = same === undefined ? await create(set, number, collisionCount, tools) : { update: same, collisionCount };
  // A template that comes back has the newest number again.
  const isBack = same !== undefined && same !== newest;
  const update = isBack ? await tools.client.update(ControllerRevision, { ...same, revision: number }) : found.update;
  const current = all.find(({ metadata }) => metadata.name === currentRevision) ?? update;
  return { ...found, all, current, update };
}

type Created = Pick<Revisions, 'collisionCount' | 'update'>;

/** Where another template has the name, the next count of collisions gives another. (upstream history.go CreateControllerRevision) */
async function create(set: StatefulSet, revision: number, collisionCount: number, tools: Tools): Promise<Created> {
  const { metadata, spec } = set;
  const data = patchOf(set);
  const hash = templateHash(data, collisionCount);
  const wanted = {
    metadata: {
      name: `${metadata.name.slice(0, longestName)}-${hash}`,
      ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
      labels: { ...spec.template.metadata?.labels, [hashLabel]: hash },
      ...(metadata.annotations !== undefined && { annotations: metadata.annotations }),
      ownerReferences: [ownerReferenceFor(set)],
    },
    data,
    revision,
  };
  try {
    return { update: await tools.client.create(ControllerRevision, wanted), collisionCount };
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    // The cache may lag: it is the one that an earlier pass has made.
    const found = await tools.client.get(ControllerRevision, wanted.metadata);
    return deepEqual(found.data, data) ? { update: found, collisionCount } : create(set, revision, collisionCount + 1, tools);
  }
}
