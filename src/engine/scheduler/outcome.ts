/** What the scheduler tells the world about a pod it could not place. */
import { conditionOf, formatTime, type Json, type Pod } from '../sdk/index.ts';

/** The events API takes notes of at most 1024 bytes. */
const longestNote = 1024;

/** A message cut to what an event takes. */
export function eventNote(message: string): string {
  return message.length <= longestNote ? message : `${message.slice(0, longestNote - 4)} ...`;
}

/** The status patch that sets PodScheduled=False; undefined when it says so already. */
export function notScheduledPatch(
  pod: Pod,
  reason: 'Unschedulable' | 'SchedulerError',
  message: string,
  nowMs: number,
): Json | undefined {
  const old = conditionOf(pod.status.conditions, 'PodScheduled');
  if (old?.status === 'False' && old.reason === reason && old.message === message) return undefined;
  const since = old?.status === 'False' ? old.lastTransitionTime : undefined;
  const lastTransitionTime = since ?? formatTime(nowMs);
  const condition = { type: 'PodScheduled', status: 'False', lastTransitionTime, reason, message };
  return { status: { conditions: [condition] } };
}
