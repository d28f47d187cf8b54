/** What DaemonSets and StatefulSets keep of their templates, to go back to: ControllerRevisions. (upstream pkg/controller/history) */
import { ControllerRevision, type DaemonSet, type Json, type JsonObject, type PodTemplateSpec, type StatefulSet, type Tools } from 'converge/sdk';

export type Revisioned = DaemonSet | StatefulSet;

/** The label of a Pod that says from which revision it was made. */
export const revisionLabel = 'controller-revision-hash';

/** A strategic merge patch that brings the template back: what a revision stores. */
export function patchOf({ spec }: Revisioned): { readonly spec: { readonly template: Json } } {
  // A typed object is JSON by construction.
  return { spec: { template: { $patch: 'replace', ...(spec.template as unknown as Record<string, Json>) } } };
}

/** The template that a revision stores; undefined when it stores something else. */
export function templateOf({ data }: ControllerRevision): PodTemplateSpec | undefined {
  const spec = isObject(data) ? data['spec'] : undefined;
  const template = isObject(spec) ? spec['template'] : undefined;
  if (!isObject(template) || !isObject(template['spec'])) return undefined;
  const { $patch: _, ...rest } = template;
  // It was a template of the API's when the controller stored it, and a revision can't be changed.
  return rest as unknown as PodTemplateSpec;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Oldest first; of the same number the one that was made first. (upstream history.go SortControllerRevisions) */
export function byRevision(a: ControllerRevision, b: ControllerRevision): number {
  if (a.revision !== b.revision) return a.revision - b.revision;
  const [left, right] = [a.metadata, b.metadata];
  if (left.creationTimestamp !== right.creationTimestamp) return left.creationTimestamp < right.creationTimestamp ? -1 : 1;
  return left.name < right.name ? -1 : 1;
}

/** Deletes revisions that no Pod lives by, the oldest first, until `limit` of the old ones are left. `old`: oldest first. */
export async function trimRevisions(
  old: readonly ControllerRevision[],
  isLive: (revision: ControllerRevision) => boolean,
  limit: number,
  { client }: Pick<Tools, 'client'>,
): Promise<void> {
  let surplus = old.length - limit;
  for (const revision of old) {
    if (surplus <= 0) return;
    if (isLive(revision)) continue;
    await client.delete(ControllerRevision, revision, { preconditions: { uid: revision.metadata.uid } });
    surplus -= 1;
  }
}
