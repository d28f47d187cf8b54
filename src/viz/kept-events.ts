/** The events that are kept for the view: the oldest are dropped first, and Warnings after the others, which would soon crowd them out. */
import type { EventView } from './model.ts';

const eventsKept = 200;
const warningsKept = 100;

/** By key of the Event; the last written comes last. */
export type KeptEvents = Map<string, EventView>;

export function keepEvent(events: KeptEvents, key: string, event: EventView): void {
  events.delete(key);
  events.set(key, event);
  if (events.size > eventsKept) events.delete(leastEvent(events) ?? '');
}

/** The key of the one that is dropped first. */
function leastEvent(events: KeptEvents): string | undefined {
  let warning: string | undefined;
  let warnings = 0;
  for (const [key, { type }] of events) {
    if (type !== 'Warning') return key;
    warning ??= key;
    warnings += 1;
    if (warnings > warningsKept) return warning;
  }
  return warning;
}
