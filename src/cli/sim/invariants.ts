/** What must hold at every commit, whatever goes wrong. */

import { type Answered, decodeObject, type KubeObject, type WatchEvent } from '../../engine/index.ts';
import * as sdk from '../../engine/sdk/index.ts';
import { mostPods } from './environment.ts';
import { brokenGrowth } from './resizes.ts';
import { type LastReady, noteReady, outOfOrder, ownerless, secondOnNode } from './workload-invariants.ts';

export interface Violation {
  /** Virtual milliseconds since the Unix epoch. */
  readonly time: number;
  readonly revision: number;
  readonly what: string;
}

/** A loop may act on a cache that is this old: late events, retries and a pause included. Milliseconds. */
const staleMs = 45_000;

/** So long after its request a Pod is made at the latest, whatever has become of who asked for it. Milliseconds. */
const inFlightMs = 1000;

interface Wanted {
  readonly time: number;
  readonly replicas: number;
}

function isUnderQuota({ metadata, status }: sdk.Pod): boolean {
  return metadata.namespace === 'default' && status.phase !== 'Succeeded' && status.phase !== 'Failed';
}

/** The cluster as it was after the last commit, and what each ReplicaSet has wanted lately, by uid. */
interface Seen {
  readonly objects: Map<string, KubeObject>;
  readonly wanted: Map<string, readonly Wanted[]>;
  readonly lastReady: LastReady;
  /** By the owner's uid: when its loop was told that a Pod wasn't made, which may have been made all the same. */
  readonly unknown: Map<string, readonly number[]>;
  /** By component: when its process last began anew. */
  readonly restarted: Map<string, number>;
  /** By the Pod's name: when its budget last granted its eviction. */
  readonly granted: Map<string, number>;
  now(): number;
}

/** Watches commits; `check` returns the first rule a commit breaks. */
export function createInvariants(now: () => number): {
  check(events: readonly WatchEvent[], revision: number): Violation | undefined;
  /** Sees each answer before it is sent. */
  answered(answer: Answered): void;
  /** Its process has ended and another one begun, which knows only what its first lists show. */
  restarted(component: string): void;
} {
  const seen: Seen = { objects: new Map(), wanted: new Map(), lastReady: new Map(), unknown: new Map(), restarted: new Map(), granted: new Map(), now };
  return {
    answered: (answer) => noteUnknown(seen, answer),
    restarted: (component) => void seen.restarted.set(component, now()),
    check(events, revision) {
      for (const event of events) {
        const what = apply(seen, event);
        if (what !== undefined) return { time: now(), revision, what };
      }
      return undefined;
    },
  };
}

function apply(seen: Seen, event: WatchEvent): string | undefined {
  const key = event.type === 'put' ? event.kv.key : event.key;
  const before = seen.objects.get(key);
  noteReady(seen.lastReady, before, seen.now());
  if (event.type === 'delete') {
    seen.objects.delete(key);
    return undefined;
  }
  const after = decodeObject(event.kv);
  if (after === undefined) return undefined;
  seen.objects.set(key, after);
  if (sdk.isOfKind(sdk.ReplicaSet, after) || sdk.isOfKind(sdk.ReplicationController, after)) noteWanted(seen, after.metadata.uid, after.spec.replicas ?? 1);
  if (sdk.isOfKind(sdk.PodDisruptionBudget, after)) noteGranted(seen, after);
  const isNewClaim = before === undefined && sdk.isOfKind(sdk.PersistentVolumeClaim, after);
  if (isNewClaim) return ownerless(seen.objects, after);
  return brokenMetadata(before, after) ?? brokenGrowth(seen.objects, before, after) ?? (sdk.isOfKind(sdk.Pod, after) ? brokenPod(seen, before, after) : undefined);
}

function brokenMetadata(before: KubeObject | undefined, after: KubeObject): string | undefined {
  if (before === undefined) return undefined;
  if (before.metadata.uid !== after.metadata.uid) return `${after.metadata.name} changed its uid`;
  if ((after.metadata.generation ?? 0) < (before.metadata.generation ?? 0)) return `${after.metadata.name}: generation fell`;
  const isBack = before.metadata.deletionTimestamp !== undefined && after.metadata.deletionTimestamp === undefined;
  return isBack ? `${after.metadata.name} came back from deletion` : undefined;
}

function brokenPod(seen: Seen, before: KubeObject | undefined, after: sdk.Pod): string | undefined {
  if (before === undefined) return overQuota(seen) ?? (beganAnew(seen, after) ? undefined : (beyondReplicas(seen, after) ?? beyondWorkload(seen, after)));
  if (!sdk.isOfKind(sdk.Pod, before)) return undefined;
  const node = before.spec.nodeName;
  const moved = node !== undefined && after.spec.nodeName !== node ? `${after.metadata.name} moved from ${node}` : undefined;
  return againstBudget(seen, before, after) ?? moved ?? revived(before, after);
}

/** What has succeeded, failed or was evicted never runs again. */
function revived(before: sdk.Pod, after: sdk.Pod): string | undefined {
  return sdk.hasEnded(before) && before.status.phase !== after.status.phase ? `${after.metadata.name} was ${before.status.phase}, and is ${after.status.phase ?? 'nothing'}` : undefined;
}

function beyondWorkload(seen: Seen, pod: sdk.Pod): string | undefined {
  const { objects, lastReady, now } = seen;
  const unknown = recentlyUnknown(seen, sdk.controllerOf(pod)?.uid ?? '').length;
  return secondOnNode(objects, pod, unknown) ?? outOfOrder(objects, lastReady, pod, now(), staleMs);
}

/** No Pod is admitted beyond what the quota allows, from when it is counted on. */
function overQuota({ objects }: Seen): string | undefined {
  let quotaStands = false;
  let count = 0;
  for (const object of objects.values()) {
    if (sdk.isOfKind(sdk.ResourceQuota, object)) quotaStands = true;
    else if (sdk.isOfKind(sdk.Pod, object) && isUnderQuota(object)) count += 1;
  }
  return quotaStands && count > mostPods ? `there are ${count} Pods, and the quota allows ${mostPods}` : undefined;
}

/** etcd may have stored what the API server waited for in vain: then the loop makes another, as upstream's does (replica_set.go, manageReplicas). */
function noteUnknown(seen: Seen, { request, response }: Answered): void {
  if (request.method !== 'POST' || !request.path.endsWith('/pods') || response.code !== 500) return;
  const { ownerReferences = [] } = (request.body as { readonly metadata?: KubeObject['metadata'] } | undefined)?.metadata ?? {};
  for (const { uid } of ownerReferences) seen.unknown.set(uid, [...recentlyUnknown(seen, uid), seen.now()]);
}

/** What its loop asked for before it began anew may still come, and its lists may not show it: upstream's makes one too many then, as well. */
function beganAnew({ restarted, now }: Seen, pod: sdk.Pod): boolean {
  const component = `controller/${sdk.controllerOf(pod)?.kind.toLowerCase() ?? ''}`;
  return (restarted.get(component) ?? Number.NEGATIVE_INFINITY) > now() - inFlightMs;
}

const recentlyUnknown = ({ unknown, now }: Seen, uid: string): readonly number[] => (unknown.get(uid) ?? []).filter((time) => time >= now() - staleMs);

/** No ReplicaSet or ReplicationController creates more Pods than it wanted at some time lately: its controller's cache may lag. */
function beyondReplicas(seen: Seen, pod: sdk.Pod): string | undefined {
  const owner = sdk.controllerOf(pod);
  if (owner?.kind !== 'ReplicaSet' && owner?.kind !== 'ReplicationController') return undefined;
  const count = activePods(seen, owner.uid);
  const most = mostWanted(seen, owner.uid) + recentlyUnknown(seen, owner.uid).length;
  return count > most ? `${pod.metadata.name} is Pod ${count} of ${owner.kind} ${owner.name}, which wants ${most} at most` : undefined;
}

function activePods({ objects }: Seen, owner: string): number {
  let count = 0;
  for (const object of objects.values()) {
    if (sdk.isOfKind(sdk.Pod, object) && sdk.isActive(object) && sdk.controllerOf(object)?.uid === owner) count += 1;
  }
  return count;
}

function noteGranted({ granted, now }: Seen, { status }: sdk.PodDisruptionBudget): void {
  for (const name of Object.keys(status?.disruptedPods ?? {})) granted.set(name, now());
}

/**
 * A ready Pod that is evicted was granted by its budget. The grant may be gone by the time that the Pod is deleted: a controller whose
 * cache doesn't have the Pod yet takes it back (upstream buildDisruptedPodMap), and the deletion goes on.
 */
function againstBudget({ objects, granted, now }: Seen, before: sdk.Pod, after: sdk.Pod): string | undefined {
  if (after.metadata.deletionTimestamp === undefined) return undefined;
  const target = sdk.conditionOf(after.status.conditions, 'DisruptionTarget');
  const isNew = before.metadata.deletionTimestamp === undefined && target?.reason === 'EvictionByEvictionAPI';
  if (!isNew || !sdk.isTrue(before.status.conditions, 'Ready')) return undefined;
  const name = after.metadata.labels?.['app'];
  for (const object of objects.values()) {
    if (!sdk.isOfKind(sdk.PodDisruptionBudget, object) || object.metadata.name !== name) continue;
    const grantedMs = granted.get(after.metadata.name) ?? Number.NEGATIVE_INFINITY;
    if (grantedMs < now() - staleMs) return `${after.metadata.name} was evicted, and its budget did not grant it`;
  }
  return undefined;
}

function noteWanted(seen: Seen, uid: string, replicas: number): void {
  seen.wanted.set(uid, [...recentlyWanted(seen, uid), { time: seen.now(), replicas }]);
}

const mostWanted = (seen: Seen, uid: string): number =>
  Math.max(0, ...recentlyWanted(seen, uid).map((each) => each.replicas));

/** What was wanted at some time that isn't stale yet. */
function recentlyWanted({ wanted, now }: Seen, uid: string): readonly Wanted[] {
  return (wanted.get(uid) ?? []).filter((_, index, all) => {
    const next = all[index + 1];
    return next === undefined || next.time >= now() - staleMs;
  });
}
