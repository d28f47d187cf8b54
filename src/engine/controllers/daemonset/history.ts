/** The templates that a DaemonSet has had: one revision each, the present one with the highest number. (upstream daemon/update.go constructHistory) */
import {
  claim,
  ControllerRevision,
  DaemonSet,
  deepEqual,
  isAlreadyExists,
  ownerReferenceFor,
  Pod,
  type Tools,
} from 'converge/sdk';
import { byRevision, patchOf, revisionLabel } from '../shared/revisions.ts';
import { templateHash } from '../shared/template-hash.ts';

export interface History {
  /** Of the present template. */
  readonly hash: string;
  /** Of other templates, oldest first. */
  readonly old: readonly ControllerRevision[];
}

/** Finds or makes the revision of the present template and numbers it. */
export async function historyOf(set: DaemonSet, tools: Tools): Promise<History> {
  const claimed = await claim(set, DaemonSet, ControllerRevision, tools);
  const all = await Promise.all(claimed.map((each) => withHash(each, tools)));
  all.sort(byRevision);
  const patch = patchOf(set);
  const old = all.filter(({ data }) => !deepEqual(data, patch));
  const same = all.filter((each) => !old.includes(each));
  const revision = (old.at(-1)?.revision ?? 0) + 1;
  const current = same.at(-1);
  if (current === undefined) return { hash: hashOf(await snapshot(set, revision, tools)), old };
  await dropDuplicates(set, current, same.slice(0, -1), tools);
  // A template that comes back has the newest number again.
  if (current.revision < revision) await tools.client.update(ControllerRevision, { ...current, revision });
  return { hash: hashOf(current), old };
}

/** The hash that Pods of this revision have as their label. */
export function hashOf({ metadata }: ControllerRevision): string {
  return metadata.labels?.[revisionLabel] ?? metadata.name;
}

/** Revisions that something else has made may lack the label; their name is as unique. */
async function withHash(revision: ControllerRevision, { client }: Tools): Promise<ControllerRevision> {
  const { metadata } = revision;
  if (metadata.labels?.[revisionLabel] !== undefined) return revision;
  const labels = { ...metadata.labels, [revisionLabel]: metadata.name };
  return client.update(ControllerRevision, { ...revision, metadata: { ...metadata, labels } });
}

async function snapshot(set: DaemonSet, revision: number, { client }: Tools): Promise<ControllerRevision> {
  const { metadata, spec, status } = set;
  const data = patchOf(set);
  const hash = templateHash(spec.template, status.collisionCount ?? 0);
  const wanted = {
    metadata: {
      name: `${metadata.name}-${hash}`,
      ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
      labels: { ...spec.template.metadata?.labels, [revisionLabel]: hash },
      ...(metadata.annotations !== undefined && { annotations: metadata.annotations }),
      ownerReferences: [ownerReferenceFor(set)],
    },
    data,
    revision,
  };
  try {
    return await client.create(ControllerRevision, wanted);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    // The cache may lag: it is the one that an earlier pass has made.
    const found = await client.get(ControllerRevision, wanted.metadata);
    if (deepEqual(found.data, data)) return found;
    // Another template has this name: hash again with the next count of collisions.
    const live = await client.get(DaemonSet, set);
    const collisionCount = (live.status.collisionCount ?? 0) + 1;
    await client.updateStatus(DaemonSet, { ...live, status: { ...live.status, collisionCount } });
    throw error;
  }
}

/** Of several revisions of one template the newest stays; the Pods of the others become its. */
async function dropDuplicates(
  set: DaemonSet,
  kept: ControllerRevision,
  others: readonly ControllerRevision[],
  tools: Tools,
): Promise<void> {
  if (others.length === 0) return;
  const hashes = others.map(hashOf);
  const labels = { [revisionLabel]: hashOf(kept) };
  for (const pod of tools.lister(Pod).controlledBy(set)) {
    if (hashes.includes(pod.metadata.labels?.[revisionLabel] ?? '')) {
      await tools.client.patch(Pod, pod, { metadata: { labels, uid: pod.metadata.uid } });
    }
  }
  for (const each of others) await tools.client.delete(ControllerRevision, each);
}
