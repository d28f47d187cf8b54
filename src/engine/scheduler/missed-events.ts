/** Cluster events that came while a pod was in flight: they may help a pod that is rejected a moment later (upstream active_queue.go). */
import type { ClusterEvent } from '../sdk/index.ts';

/** Events kept beyond those that a pod in flight can have missed, before they are dropped. */
const slack = 1024;

export interface MissedEvents {
  /** A flight begins: events from now on are kept for it. */
  begin(uid: string): void;
  /** Ends a flight; events that no pod in flight can have missed are dropped. */
  end(uid: string): void;
  /** Notes an event, for the pods in flight. */
  record(event: ClusterEvent): void;
  /** Some pod is in flight. */
  anyInFlight(): boolean;
  /** An event since this flight began for which `helps` holds. */
  some(uid: string, helps: (event: ClusterEvent) => boolean): boolean;
}

/** Creates the record of a queue without pods in flight. */
export function createMissedEvents(): MissedEvents {
  /** Number of the first event that a flight can have missed, by uid; oldest flight first. */
  const flights = new Map<string, number>();
  /** Events since the oldest flight began; `base` is the number of the first. */
  const kept: { events: ClusterEvent[]; base: number } = { events: [], base: 0 };
  return {
    begin: (uid) => void flights.set(uid, kept.base + kept.events.length),
    end(uid) {
      if (!flights.delete(uid)) return;
      const oldest = flights.values().next();
      const keptFrom = oldest.done === true ? kept.base + kept.events.length : oldest.value;
      if (oldest.done !== true && keptFrom - kept.base <= slack) return;
      kept.events = oldest.done === true ? [] : kept.events.slice(keptFrom - kept.base);
      kept.base = keptFrom;
    },
    record: (event) => void kept.events.push(event),
    anyInFlight: () => flights.size > 0,
    some(uid, helps) {
      const from = flights.get(uid) ?? kept.base;
      for (let index = from - kept.base; index < kept.events.length; index += 1) {
        const event = kept.events[index];
        if (event !== undefined && helps(event)) return true;
      }
      return false;
    },
  };
}
