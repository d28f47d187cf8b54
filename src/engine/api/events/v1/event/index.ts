import { deepEqual, type FieldError, goTime, invalidValue, required } from '../../../../meta/index.ts';
import { Event } from '../../../core/v1/event/index.ts';
import { defineKind } from '../../../define.ts';
import type { Event as CoreEvent, EventsEvent as EventsEventObject } from '../../../generated/types.ts';
import { immutable } from '../../../number-validation.ts';
import type { FieldReader, KindDefinition } from '../../../types.ts';
import { fromCoreEvent, toCoreEvent } from './conversion.ts';

export type EventsEvent = EventsEventObject;

/** Fields that can be selected by, under the names they have here. */
const SELECTABLE: Readonly<Record<string, string>> = {
  reason: 'reason',
  'regarding.kind': 'involvedObject.kind',
  'regarding.namespace': 'involvedObject.namespace',
  'regarding.name': 'involvedObject.name',
  'regarding.uid': 'involvedObject.uid',
  'regarding.apiVersion': 'involvedObject.apiVersion',
  'regarding.resourceVersion': 'involvedObject.resourceVersion',
  'regarding.fieldPath': 'involvedObject.fieldPath',
  reportingController: 'reportingComponent',
  type: 'type',
};

/** The Events of core/v1 by other names: the same objects, held to stricter rules when they are written here. */
export const EventsEvent: KindDefinition<EventsEvent> = defineKind<EventsEvent>({
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  namespaced: true,
  shortNames: ['ev'],
  schema: 'io.k8s.api.events.v1.Event',
  rules: { generation: 'none', createOnUpdate: true, ttlSeconds: 3600, validate },
  storedAs: { kind: Event, toStored: toCoreEvent, fromStored: fromCoreEvent },
  selectable: Object.fromEntries(
    Object.entries(SELECTABLE).map(([name, coreName]): [string, FieldReader<EventsEvent>] => {
      const read = Event.selectable[coreName];
      return [name, (event) => read?.(toCoreEvent(event)) ?? ''];
    }),
  ),
  columns: Event.columns.map((column) => ({
    ...column,
    value: (event: EventsEvent, nowMs: number) => column.value(toCoreEvent(event), nowMs),
  })),
});

/** Errors name fields as core/v1 does, whatever they are called here: upstream checks what is stored. */
function validate(event: EventsEvent, old?: EventsEvent): readonly FieldError[] {
  const core = toCoreEvent(event);
  const errors: FieldError[] = [...(Event.rules.validate?.(core) ?? [])].map((error) => {
    return error.field === 'reportingComponent' ? { ...error, field: 'reportingController' } : error;
  });
  const { eventTime, type = '', firstTimestamp, lastTimestamp, count = 0, source } = core;
  if (old !== undefined) {
    const before = toCoreEvent(old);
    if (!deepEqual(core.series, before.series)) errors.push(...validateSeries(core));
    return [...errors, ...IMMUTABLE.flatMap((field) => shownTime(immutable(core[field], before[field], shownAs(field))))];
  }
  errors.push(...validateSeries(core));
  if (eventTime === undefined) errors.push(required('eventTime'));
  if (type !== 'Normal' && type !== 'Warning') errors.push(invalidValue('type', '', `has invalid value: ${type}`));
  const unset = (field: string, isSet: boolean): void => {
    if (isSet) errors.push(invalidValue(field, '', 'needs to be unset'));
  };
  unset('firstTimestamp', firstTimestamp !== undefined);
  unset('lastTimestamp', lastTimestamp !== undefined);
  unset('count', count !== 0);
  unset('source', (source?.component ?? '') !== '' || (source?.host ?? '') !== '');
  return errors;
}

const IMMUTABLE = [
  'involvedObject',
  'reason',
  'message',
  'source',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  // Upstream looks at it twice.
  'reason',
  'type',
  'eventTime',
  'action',
  'related',
  'reportingComponent',
  'reportingInstance',
] as const;

const times = ['eventTime', 'firstTimestamp', 'lastTimestamp'];

/** Times are printed as Go does. */
function shownTime(errors: readonly FieldError[]): readonly FieldError[] {
  return errors.map((error) => {
    const { field, value } = error;
    return times.includes(field) && typeof value === 'string' ? { ...error, shown: goTime(value) } : error;
  });
}

const shownAs = (field: keyof CoreEvent): string => (field === 'reportingComponent' ? 'reportingController' : field);

function validateSeries({ series }: CoreEvent): readonly FieldError[] {
  if (series === undefined) return [];
  return [
    ...((series.count ?? 0) < 2 ? [invalidValue('series.count', '', 'should be at least 2')] : []),
    ...(series.lastObservedTime === undefined ? [required('series.lastObservedTime')] : []),
  ];
}
