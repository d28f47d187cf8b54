/** What must hold at every commit, whatever goes wrong. */

import { decodeObject, type KubeObject, type WatchEvent } from '../../engine/index.ts';
import * as sdk from '../../engine/sdk/index.ts';
import { mostPods } from './environment.ts';

export interface Violation {
  /** Virtual milliseconds since the Unix epoch. */
  readonly time: number;
  readonly revision: number;
  readonly what: string;
}

/** A loop may act on a cache that is this old: late events, retries and a pause included. Milliseconds. */
const staleMs = 45_000;

interface Wanted {
  readonly time: number;
  readonly replicas: number;
}

function isOver({ status }: sdk.Pod): boolean {
  return status.phase === 'Succeeded' || status.phase === 'Failed';
}

/** Watches commits; `check` returns the first rule a commit breaks. */
export function createInvariants(now: () => number): {
  check(events: readonly WatchEvent[], revision: number): Violation | undefined;
} {
  const objects = new Map<string, KubeObject>();
  /** What each ReplicaSet has wanted lately, by uid. */
  const wanted = new Map<string, Wanted[]>();

  function active(owner: string): number {
    let count = 0;
    for (const object of objects.values()) {
      if (sdk.isOfKind(sdk.Pod, object) && sdk.isActive(object) && sdk.controllerOf(object)?.uid === owner) count += 1;
    }
    return count;
  }

  /** No pod is admitted beyond what the quota allows, from when it is counted on. */
  function overQuota(): string | undefined {
    let quotaStands = false;
    let count = 0;
    for (const object of objects.values()) {
      if (sdk.isOfKind(sdk.ResourceQuota, object)) quotaStands = true;
      else if (sdk.isOfKind(sdk.Pod, object) && !isOver(object)) count += 1;
    }
    return quotaStands && count > mostPods ? `there are ${count} Pods, and the quota allows ${mostPods}` : undefined;
  }

  /** A ready pod that is evicted was granted by its budget. */
  function againstBudget(before: KubeObject | undefined, after: sdk.Pod): string | undefined {
    if (before === undefined || !sdk.isOfKind(sdk.Pod, before) || after.metadata.deletionTimestamp === undefined)
      return;
    const target = sdk.conditionOf(after.status.conditions, 'DisruptionTarget');
    const isNew = before.metadata.deletionTimestamp === undefined && target?.reason === 'EvictionByEvictionAPI';
    if (!isNew || !sdk.isTrue(before.status.conditions, 'Ready')) return undefined;
    const name = after.metadata.labels?.['app'];
    for (const object of objects.values()) {
      if (!sdk.isOfKind(sdk.PodDisruptionBudget, object) || object.metadata.name !== name) continue;
      const granted = Object.hasOwn(object.status?.disruptedPods ?? {}, after.metadata.name);
      if (!granted) return `${after.metadata.name} was evicted, and its budget did not grant it`;
    }
    return undefined;
  }

  function noteWanted(uid: string, replicas: number): void {
    const time = now();
    const recent = (wanted.get(uid) ?? []).filter((_, index, all) => {
      const next = all[index + 1];
      return next === undefined || next.time >= time - staleMs;
    });
    wanted.set(uid, [...recent, { time, replicas }]);
  }

  function mostWanted(uid: string): number {
    const recent = (wanted.get(uid) ?? []).filter((_, index, all) => {
      const next = all[index + 1];
      return next === undefined || next.time >= now() - staleMs;
    });
    return Math.max(0, ...recent.map((each) => each.replicas));
  }

  function checkPut(before: KubeObject | undefined, after: KubeObject): string | undefined {
    if (before !== undefined) {
      if (before.metadata.uid !== after.metadata.uid) return `${after.metadata.name} changed its uid`;
      if ((after.metadata.generation ?? 0) < (before.metadata.generation ?? 0))
        return `${after.metadata.name}: generation fell`;
      if (before.metadata.deletionTimestamp !== undefined && after.metadata.deletionTimestamp === undefined) {
        return `${after.metadata.name} came back from deletion`;
      }
    }
    if (sdk.isOfKind(sdk.ReplicaSet, after)) noteWanted(after.metadata.uid, after.spec.replicas ?? 1);
    if (sdk.isOfKind(sdk.Pod, after)) {
      const broken = (before === undefined ? overQuota() : undefined) ?? againstBudget(before, after);
      if (broken !== undefined) return broken;
      const owner = sdk.controllerOf(after);
      const count = owner === undefined ? 0 : active(owner.uid);
      if (before === undefined && owner !== undefined && count > mostWanted(owner.uid)) {
        return `${after.metadata.name} is Pod ${count} of ReplicaSet ${owner.name}, which wants ${mostWanted(owner.uid)} at most`;
      }
      if (before !== undefined && sdk.isOfKind(sdk.Pod, before)) {
        const node = before.spec.nodeName;
        if (node !== undefined && after.spec.nodeName !== node) return `${after.metadata.name} moved from ${node}`;
      }
    }
    return undefined;
  }

  function apply(event: WatchEvent): string | undefined {
    const key = event.type === 'put' ? event.kv.key : event.key;
    const before = objects.get(key);
    if (event.type === 'delete') {
      objects.delete(key);
      return undefined;
    }
    const after = decodeObject(event.kv);
    if (after === undefined) return undefined;
    objects.set(key, after);
    return checkPut(before, after);
  }

  return {
    check(events, revision) {
      for (const event of events) {
        const what = apply(event);
        if (what !== undefined) return { time: now(), revision, what };
      }
      return undefined;
    },
  };
}
