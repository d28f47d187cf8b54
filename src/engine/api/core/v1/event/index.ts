import {
  ageOf,
  checkQualifiedName,
  type FieldError,
  humanDuration,
  invalidValue,
  required,
  timeMsOf,
} from '../../../../meta/index.ts';
import { defineKind, textColumn } from '../../../define.ts';
import type { Event as EventObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type Event = EventObject;

/** What a component reports about an object. Repeats are counted on one Event. */
export const Event: KindDefinition<Event> = defineKind<Event>({
  group: '',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  namespaced: true,
  shortNames: ['ev'],
  rules: { generation: 'none', createOnUpdate: true, ttlSeconds: 3600, validate },
  selectable: {
    'involvedObject.kind': ({ involvedObject }) => involvedObject?.kind ?? '',
    'involvedObject.namespace': ({ involvedObject }) => involvedObject?.namespace ?? '',
    'involvedObject.name': ({ involvedObject }) => involvedObject?.name ?? '',
    'involvedObject.uid': ({ involvedObject }) => involvedObject?.uid ?? '',
    'involvedObject.apiVersion': ({ involvedObject }) => involvedObject?.apiVersion ?? '',
    'involvedObject.resourceVersion': ({ involvedObject }) => involvedObject?.resourceVersion ?? '',
    'involvedObject.fieldPath': ({ involvedObject }) => involvedObject?.fieldPath ?? '',
    reason: (event) => event.reason ?? '',
    reportingComponent: (event) => event.reportingComponent ?? '',
    source: (event) => event.source?.component ?? event.reportingComponent ?? '',
    type: (event) => event.type ?? '',
  },
  columns: [
    textColumn('Last Seen', 'Time since it last happened.', lastSeen),
    textColumn('Type', 'Normal, or Warning.', ({ type }) => type ?? ''),
    textColumn('Reason', 'One word for what happened.', ({ reason }) => reason ?? ''),
    textColumn('Object', 'What it happened to.', ({ involvedObject }) => {
      // Through events.k8s.io it may be missing.
      const { kind = '', name = '' } = involvedObject ?? {};
      return name === '' ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`;
    }),
    textColumn('Subobject', 'Which part of the object.', (event) => event.involvedObject?.fieldPath ?? '', 'wide'),
    textColumn('Source', 'Which component reported it, and where.', source, 'wide'),
    textColumn('Message', 'What happened, in a sentence.', (event) => (event.message ?? '').trim()),
    textColumn('First Seen', 'Time since it first happened.', firstSeen, 'wide'),
    textColumn('Count', 'How often it happened.', (event) => String(event.series?.count ?? event.count ?? 1), 'wide'),
    textColumn('Name', 'Name of the Event itself.', (event) => event.metadata.name, 'wide'),
  ],
});

function firstSeen(event: Event, nowMs: number): string {
  return ageOf(event.firstTimestamp ?? event.eventTime, nowMs);
}

function lastSeen(event: Event, nowMs: number): string {
  const { series, count = 0, lastTimestamp } = event;
  const first = firstSeen(event, nowMs);
  const latest = series?.lastObservedTime ?? lastTimestamp;
  if (latest === undefined) return first;
  const last = humanDuration(nowMs - timeMsOf(latest));
  const times = series?.count ?? count;
  return times > 1 ? `${last} (x${times} over ${first})` : last;
}

function source({ source: from, reportingComponent, reportingInstance }: Event): string {
  const component = from?.component ?? reportingComponent ?? '';
  const host = from?.host ?? reportingInstance ?? '';
  return host === '' ? component : `${component}, ${host}`;
}

const MOST_CHARACTERS = 128;
const LONGEST_MESSAGE = 1024;

/** Events of today have an eventTime, and say more about who reports; those of old need only be where their object is. */
function validate(event: Event): readonly FieldError[] {
  const namespace = event.involvedObject?.namespace ?? '';
  const place = event.metadata.namespace ?? '';
  const elsewhere = invalidValue('involvedObject.namespace', namespace, 'does not match event.namespace');
  // Events about objects of cluster scope live in `default`.
  if (event.eventTime === undefined) {
    return (namespace === '' ? place === '' || place === 'default' : namespace === place) ? [] : [elsewhere];
  }
  const { reportingComponent = '', reportingInstance = '', action = '', reason = '', message = '' } = event;
  const errors: FieldError[] = [];
  if (namespace === '' && place !== 'default' && place !== 'kube-system') errors.push(elsewhere);
  if (reportingComponent === '') errors.push(required('reportingComponent'));
  for (const each of checkQualifiedName(reportingComponent)) {
    errors.push(invalidValue('reportingComponent', reportingComponent, each));
  }
  for (const [field, text] of Object.entries({ reportingInstance, action, reason })) {
    if (text === '') errors.push(required(field));
    if (text.length > MOST_CHARACTERS) {
      errors.push(invalidValue(field, '', `can have at most ${MOST_CHARACTERS} characters`));
    }
  }
  if (message.length > LONGEST_MESSAGE) {
    errors.push(invalidValue('message', '', `can have at most ${LONGEST_MESSAGE} characters`));
  }
  return errors;
}
