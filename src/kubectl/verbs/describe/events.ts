/** The `Events:` block, and the events about an object. */
import { ageOf, type JsonObject, timeMsOf } from '../../../engine/index.ts';
import type { Context } from '../../command.ts';
import { number, text } from '../../json.ts';
import { listObjects } from '../../resource/builder.ts';
import type { PrefixWriter } from './prefix-writer.ts';

/** Events about this object, oldest first. Those of a node may also carry its name as uid. */
export async function eventsOf(context: Context, object: JsonObject): Promise<readonly JsonObject[]> {
  const name = text(object, 'metadata', 'name');
  const kind = text(object, 'kind');
  const uids = kind === 'Node' ? [text(object, 'metadata', 'uid'), name] : [text(object, 'metadata', 'uid')];
  const namespace = text(object, 'metadata', 'namespace');
  const resource = await context.mapper.resource('events');
  const found: JsonObject[] = [];
  for (const uid of uids) {
    const parts = { name, namespace, kind, uid };
    const fieldSelector = Object.entries(parts)
      .filter(([, value]) => value !== '')
      .map(([key, value]) => `involvedObject.${key}=${value}`)
      .join(',');
    found.push(...(await listObjects(context, resource, namespace, { fieldSelector })));
  }
  return sortEvents(found);
}

/** By the time they were last seen. */
export function sortEvents(events: readonly JsonObject[]): readonly JsonObject[] {
  return events.toSorted((a, b) => lastSeen(a) - lastSeen(b));
}

/** Virtual milliseconds at which an event was last seen. */
export function lastSeen(event: JsonObject): number {
  const time = text(event, 'series', 'lastObservedTime') || text(event, 'lastTimestamp') || text(event, 'eventTime');
  return timeMsOf(time || text(event, 'metadata', 'creationTimestamp'));
}

/** `5s`, or `5s (x3 over 2m)`. */
export function eventAge(event: JsonObject, now: number): string {
  const age = (time: string): string => ageOf(time === '' ? undefined : time, now);
  const first = age(text(event, 'eventTime') || text(event, 'firstTimestamp'));
  const series = number(event, 'series', 'count');
  if (series !== undefined) return `${age(text(event, 'series', 'lastObservedTime'))} (x${series} over ${first})`;
  const count = number(event, 'count') ?? 0;
  return count > 1 ? `${age(text(event, 'lastTimestamp'))} (x${count} over ${first})` : first;
}

/** Writes the block. */
export function describeEvents(page: PrefixWriter, events: readonly JsonObject[]): void {
  if (events.length === 0) return page.raw('Events:\t<none>\n');
  page.flush();
  page.raw('Events:\n  Type\tReason\tAge\tFrom\tMessage\n');
  page.line(1, '----\t------\t----\t----\t-------');
  for (const event of events) {
    const source = text(event, 'source', 'component') || text(event, 'reportingComponent');
    const message = text(event, 'message').trim();
    page.line(1, [text(event, 'type'), text(event, 'reason'), eventAge(event, page.now), source, message].join('\t'));
  }
}
