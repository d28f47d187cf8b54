/** What the controller remembers of each autoscaler. All of it can be lost: a new process begins with the replicas that there are. */
import type { ObjectKey } from 'converge/sdk';
import { downscaleWindowMs, type History, type Noted } from './limits.ts';

/** Each autoscaler is worked out so often, and no more often. */
export const periodMs = 15_000;
/** The longest window and the longest period that an autoscaler may have. */
const longestMs = 3_600_000;

export interface Memory extends History {
  /** When it is worked out next. */
  readonly dueMs: number;
  /** The selector of its target when it was last read. */
  readonly selector?: string;
}

/** Of an autoscaler that is seen for the first time: the first pass comes after a period. */
export function firstMemory(nowMs: number): Memory {
  return { recommendations: [], scaledUp: [], scaledDown: [], dueMs: nowMs + periodMs };
}

/** With a number that metrics have asked for. Old ones are dropped, the last of them too, as it decides nothing any more. */
export function withRecommendation(memory: Memory, replicas: number, nowMs: number): Memory {
  const recommendations = [
    ...recent(memory.recommendations, Math.max(longestMs, downscaleWindowMs), nowMs),
    { replicas, atMs: nowMs },
  ];
  return { ...memory, recommendations };
}

/** With a change of the number of replicas. */
export function withScaling(memory: Memory, before: number, after: number, nowMs: number): Memory {
  const noted = { replicas: Math.abs(after - before), atMs: nowMs };
  if (after > before) return { ...memory, scaledUp: [...recent(memory.scaledUp, longestMs, nowMs), noted] };
  return { ...memory, scaledDown: [...recent(memory.scaledDown, longestMs, nowMs), noted] };
}

function recent(noted: readonly Noted[], windowMs: number, nowMs: number): readonly Noted[] {
  return noted.filter(({ atMs }) => atMs >= nowMs - windowMs);
}

/** The other autoscalers of the namespace. */
export function othersIn(
  memories: ReadonlyMap<ObjectKey, Memory>,
  key: ObjectKey,
): readonly (readonly [ObjectKey, Memory])[] {
  const namespace = key.slice(0, key.indexOf('/') + 1);
  return [...memories].filter(([other]) => other !== key && other.startsWith(namespace));
}
