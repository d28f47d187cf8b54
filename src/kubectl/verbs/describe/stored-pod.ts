/** What `kubectl describe` prints of a Pod that is at hand: nothing is asked of the API server. */
import { isObject, text } from '../../json.ts';
import { describeEvents, sortEvents } from './events.ts';
import { PrefixWriter } from './prefix-writer.ts';
import { describePod } from './pod.ts';

/** `events`: those about it are printed. `now`: virtual milliseconds since the epoch. */
export function describeStoredPod(pod: unknown, events: readonly unknown[], now: number): string {
  if (!isObject(pod)) return '';
  const page = new PrefixWriter(now);
  const uid = text(pod, 'metadata', 'uid');
  describePod({ page, object: pod });
  const about = events.filter(isObject).filter((event) => text(event, 'involvedObject', 'uid') === uid);
  describeEvents(page, sortEvents(about));
  return page.text();
}
