/** Events under the names of core/v1 and of events.k8s.io/v1 (pkg/apis/events/v1/conversion.go). Each is made once per object. */
import type { Event, EventsEvent } from '../../../generated/types.ts';

const asEvents = new WeakMap<Event, EventsEvent>();
const asCore = new WeakMap<EventsEvent, Event>();

/** As events.k8s.io/v1 has it. */
export function fromCoreEvent(event: Event): EventsEvent {
  let converted = asEvents.get(event);
  if (converted === undefined) {
    const { apiVersion: _, involvedObject, message, source, firstTimestamp, lastTimestamp, count, ...same } = event;
    const { reportingComponent, eventTime, ...rest } = same;
    converted = {
      ...rest,
      apiVersion: 'events.k8s.io/v1',
      // Go writes an absent time as null; clients of this group read it first.
      eventTime: eventTime ?? null,
      ...present({
        note: message,
        regarding: involvedObject,
        reportingController: reportingComponent,
        deprecatedSource: source,
        deprecatedFirstTimestamp: firstTimestamp,
        deprecatedLastTimestamp: lastTimestamp,
        deprecatedCount: count,
      }),
    } as unknown as EventsEvent;
    if (Object.isFrozen(event)) Object.freeze(converted);
    asEvents.set(event, converted);
    asCore.set(converted, event);
  }
  return converted;
}

/** As core/v1 has it. */
export function toCoreEvent(event: EventsEvent): Event {
  let converted = asCore.get(event);
  if (converted === undefined) {
    const { apiVersion: _, note, regarding, reportingController, eventTime, deprecatedSource, ...same } = event;
    const { deprecatedFirstTimestamp, deprecatedLastTimestamp, deprecatedCount, ...rest } = same;
    converted = {
      ...rest,
      apiVersion: 'v1',
      involvedObject: regarding ?? {},
      ...present({
        eventTime: eventTime ?? undefined,
        message: note,
        reportingComponent: reportingController,
        source: deprecatedSource,
        firstTimestamp: deprecatedFirstTimestamp,
        lastTimestamp: deprecatedLastTimestamp,
        count: deprecatedCount,
      }),
    } as Event;
    asCore.set(event, converted);
  }
  return converted;
}

function present<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
