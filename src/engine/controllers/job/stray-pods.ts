/** Pods that carry the finalizer and that no running Job will ever count: they couldn't go. (upstream syncOrphanPod) */
import { controllerOf, Job, joinKey, keyOf, matches, type ObjectKey, Pod, splitKey, type Tools } from 'converge/sdk';
import { isFinished } from './conditions.ts';
import { isTracked } from './job-pods.ts';
import { releasePod } from './pod-control.ts';

type Reading = Pick<Tools, 'lister'>;

const infix = '/pod/';

/** The key under which a Pod of its own is reconciled, as it is in upstream's second queue. */
export function strayKey({ metadata: { namespace, name } }: Pod): ObjectKey {
  return `${namespace}${infix}${name}`;
}

/** The Pod's key, when this is the key of one. */
export function strayPodOf(key: ObjectKey): ObjectKey | undefined {
  const at = key.indexOf(infix);
  return at < 0 ? undefined : joinKey(key.slice(0, at), key.slice(at + infix.length));
}

/** Another controller sees to it. */
export function isManagedElsewhere({ spec }: Job): boolean {
  return spec.managedBy !== undefined && spec.managedBy !== 'kubernetes.io/job-controller';
}

/** It has the finalizer, and no Job of this controller will take it away. */
export function isAbandoned(pod: Pod, reading: Reading): boolean {
  if (!isTracked(pod)) return false;
  const owner = controllerOf(pod);
  if (owner === undefined) return adopters(pod, reading).length === 0;
  if (owner.kind !== Job.kind || owner.apiVersion !== 'batch/v1') return false;
  const job = reading.lister(Job).get(joinKey(pod.metadata.namespace, owner.name));
  if (job === undefined || job.metadata.uid !== owner.uid) return true;
  return isFinished(job) && !isManagedElsewhere(job);
}

/** Jobs that may adopt a Pod without an owner. */
function adopters({ metadata }: Pod, { lister }: Reading): readonly Job[] {
  return lister(Job)
    .list(metadata.namespace)
    .filter((job) => !isFinished(job) && matches(job.spec.selector, metadata.labels));
}

/** After a Job has ended or gone: takes the finalizer from what it left behind. */
export async function releaseAbandoned(key: ObjectKey, tools: Tools): Promise<void> {
  const { namespace, name } = splitKey(key);
  const left = tools
    .lister(Pod)
    .list(namespace)
    .filter((pod) => controllerOf(pod)?.name === name && isAbandoned(pod, tools));
  for (const pod of left) await releasePod(pod, tools);
}

/** Keys to reconcile because of a Pod that no living Job owns. */
export function keysOfStray(pod: Pod, reading: Reading): readonly ObjectKey[] {
  const strays = isAbandoned(pod, reading) ? [strayKey(pod)] : [];
  if (controllerOf(pod) !== undefined) return strays;
  return [...strays, ...adopters(pod, reading).map(keyOf)];
}
