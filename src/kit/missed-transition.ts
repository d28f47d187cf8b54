/**
 * A state of an object that the controller never sees. An open watch shows every change in order, but no watch stays open: one that breaks and
 * whose version is forgotten meanwhile (410) goes on from a new list, and what was between is gone. So that is what happens here.
 */
import { type Cluster, objectOfWatchEvent } from '../engine/index.ts';
import { withheldMs } from '../lesson/universes/plans/derive-plans.ts';
import type { PlannedFault } from '../lesson/universes/types.ts';
import { eventType } from './event-type.ts';
import type { RecordedRun } from './run-recorder.ts';

export type WithheldEvent = Extract<PlannedFault['fault'], { type: 'withhold' }>;

/** Whether the object of a run's nth event was deleted soon after: what it was before is then best missed as a whole. */
export function isDeletedSoon({ events }: RecordedRun, event: number): boolean {
  const missed = events[event - 1];
  if (missed === undefined) return false;
  return events.slice(event).some(({ t, object, type }) => object === missed.object && type === 'DELETED' && t <= missed.t + withheldMs);
}

/** In the words of a universe's trouble. */
export function missedWords({ events }: RecordedRun, event: number): string {
  const { object = 'an object', type = '' } = events[event - 1] ?? {};
  return `your controller missed a state of ${object} (${type}): its watch was broken off, and the new list had what came after`;
}

export interface MissOptions {
  readonly cluster: Cluster;
  readonly fault: WithheldEvent;
  /** Until it is deleted, rather than until the next event about it. */
  readonly untilDeleted: boolean;
  /** Breaks the controller's watches off, with the answer that their versions are too old. */
  expireWatches(): void;
}

/** Waits for the event. Returns what ends the waiting, and lets what is held back pass. */
export function missTransition({ cluster, fault, untilDeleted, expireWatches }: MissOptions): () => void {
  const { component } = fault;
  let left = fault.event;
  let missed: string | undefined;
  let release = (): void => {};

  const stopListening = cluster.onSend((receiver, chunk) => {
    const object = receiver === component ? objectOfWatchEvent(chunk) : undefined;
    if (object === undefined) return;
    if (missed === undefined) {
      left -= 1;
      if (left > 0) return;
      missed = object;
      release = cluster.addFault({ type: 'link', from: 'apiserver*', to: component, watchOnly: true, hold: true });
    } else if (object === missed && (!untilDeleted || eventType(chunk) === 'DELETED')) {
      stopListening();
      expireWatches();
      release();
    }
  });
  return () => {
    stopListening();
    release();
  };
}
