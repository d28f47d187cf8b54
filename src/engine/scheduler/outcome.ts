/** What the scheduler tells the world about a pod it could not place. */
import { conditionOf, formatTime, type Json, type Pod } from '../sdk/index.ts';

/** The events API takes notes of at most 1024 bytes. */
const longestNote = 1024;

/** A message cut to what an event takes. */
export function eventNote(message: string): string {
  return message.length <= longestNote ? message : `${message.slice(0, longestNote - 4)} ...`;
}

/**
 * The status patch that sets PodScheduled=False, and the node where room is being made: '' for none, undefined to leave that as it is.
 * Undefined when the pod says all of it already.
 */
export function notScheduledPatch(
  pod: Pod,
  reason: 'Unschedulable' | 'SchedulerError',
  message: string,
  nowMs: number,
  nominated?: string,
): Json | undefined {
  const { conditions, nominatedNodeName = '' } = pod.status;
  const old = conditionOf(conditions, 'PodScheduled');
  const isNominated = nominated === undefined || nominated === nominatedNodeName;
  if (isNominated && old?.status === 'False' && old.reason === reason && old.message === message) return undefined;
  const since = old?.status === 'False' ? old.lastTransitionTime : undefined;
  const lastTransitionTime = since ?? formatTime(nowMs);
  const condition = { type: 'PodScheduled', status: 'False', lastTransitionTime, reason, message };
  const nomination = isNominated ? {} : { nominatedNodeName: nominated === '' ? null : nominated };
  return { status: { conditions: [condition], ...nomination } };
}
