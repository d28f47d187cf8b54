/** Writes Events about objects: repeats are counted, look-alikes are combined, floods are cut (client-go tools/record). */
import { Event } from '../api/core/v1/event/index.ts';
import type { Clock, Random } from '../kernel/index.ts';
import { formatTime, isNotFound, type KubeObject, statusOf } from '../meta/index.ts';
import { clientOver } from './client.ts';
import type { Connection } from './connection.ts';
import { createEventCorrelator, type EventCorrelator } from './event-correlator.ts';
import { createRecentlyUsed, type RecentlyUsed } from './recently-used.ts';

export interface EventDetails {
  /** The part of the object: `spec.containers{nginx}`. */
  readonly fieldPath?: string;
  /** Trace event on whose behalf. */
  readonly cause?: number;
}

/** Never fails, never waits. */
export interface ObjectEventRecorder {
  record(type: 'Normal' | 'Warning', object: KubeObject, reason: string, message: string, details?: EventDetails): void;
}

/** Of a component that is to write no Events. */
export const noEvents: ObjectEventRecorder = {
  record() {},
};

export interface RecorderOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly random: Random;
  /** `replicaset-controller`, `default-scheduler`, `kubelet` with the node as host. */
  readonly source: { readonly component: string; readonly host?: string };
}

/** Events that a recorder remembers in order to count repeats. */
const remembered = 4096;
const retryMs = 10_000;
const maxTries = 12;
const maxMessageLength = 1024;

/** An Event with the metadata its author decides. */
type EventDraft = Omit<Event, 'metadata'> & {
  readonly metadata: { readonly name: string; readonly namespace: string };
};

/** One Event as it should be in the API. */
interface Record {
  draft: EventDraft;
  count: number;
  /** A write is on its way; when it's done, `count` is compared with what was written. */
  writing: boolean;
  /** Count the API server has; 0 before it was created. */
  written: number;
  cause: number;
}

/** What one recorder remembers. */
interface Recorder {
  readonly options: RecorderOptions;
  readonly correlator: EventCorrelator;
  /** By what makes two Events the same. */
  readonly records: RecentlyUsed<Record>;
  /** The time in the name that was given out last. */
  lastNanoseconds: bigint;
}

/** Creates a recorder that writes in the name of one source. */
export function createEventRecorder(options: RecorderOptions): ObjectEventRecorder {
  const { clock } = options;
  const correlator = createEventCorrelator(clock);
  const recorder: Recorder = { options, correlator, records: createRecentlyUsed(remembered), lastNanoseconds: 0n };
  return {
    record(type, object, reason, message, details) {
      const subject = `${object.metadata.uid} ${details?.fieldPath ?? ''}`;
      const seen = correlator.correlate(subject, `${type} ${reason}`, message);
      if (seen === undefined) return;
      const key = `${subject} ${type} ${reason} ${seen.combined ? '' : message}`;
      let record = recorder.records.get(key);
      if (record === undefined) {
        const draft = draftOf(recorder, type, object, reason, seen.message, details?.fieldPath);
        record = { draft, count: 0, writing: false, written: 0, cause: 0 };
        recorder.records.set(key, record);
      } else {
        record.draft = { ...record.draft, message: seen.message, lastTimestamp: formatTime(clock.now()) };
      }
      record.count += 1;
      record.cause = details?.cause ?? 0;
      if (record.writing) return;
      record.writing = true;
      void keepWritten(recorder, record);
    },
  };
}

async function keepWritten(recorder: Recorder, record: Record): Promise<void> {
  const { connection, clock } = recorder.options;
  for (let tries = 1; record.written < record.count && !connection.closed; ) {
    try {
      await write(recorder, record);
    } catch (error) {
      if (isNotFound(error) && record.written > 0) {
        // It was deleted, or its hour is over: begin anew.
        record.written = 0;
        record.draft = named(recorder, record.draft);
      } else if (statusOf(error)?.reason === 'ServiceUnavailable' && tries < maxTries) {
        clock.after(retryMs, () => void keepWritten(recorder, record), { background: true });
        return;
      } else {
        break;
      }
      tries += 1;
    }
  }
  record.writing = false;
}

async function write({ options }: Recorder, record: Record): Promise<void> {
  const client = clientOver(options.connection, record.cause);
  const { draft, count } = record;
  if (record.written === 0) {
    await client.create(Event, count === 1 ? draft : { ...draft, count });
  } else {
    const { message, lastTimestamp } = draft;
    await client.patch(Event, draft.metadata, { count, message, lastTimestamp });
  }
  record.written = count;
}

/** The same Event under a name that isn't taken: the object's and the time in nanoseconds, hexadecimal. */
function named(recorder: Recorder, event: EventDraft): EventDraft {
  const { clock, random } = recorder.options;
  const now = BigInt(clock.now()) * 1_000_000n;
  // Events of one millisecond keep their order by name.
  const from = recorder.lastNanoseconds > now ? recorder.lastNanoseconds : now;
  recorder.lastNanoseconds = from + BigInt(1 + random.int(20_000));
  const name = `${event.involvedObject.name ?? ''}.${recorder.lastNanoseconds.toString(16)}`;
  return { ...event, metadata: { ...event.metadata, name } };
}

function draftOf(
  recorder: Recorder,
  type: string,
  object: KubeObject,
  reason: string,
  message: string,
  fieldPath?: string,
): EventDraft {
  const { clock, source } = recorder.options;
  const { metadata, kind, apiVersion } = object;
  const { name, namespace, uid, resourceVersion } = metadata;
  const now = formatTime(clock.now());
  const inNamespace = namespace === undefined ? {} : { namespace };
  return named(recorder, {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: '', namespace: namespace ?? 'default' },
    involvedObject: {
      kind,
      ...inNamespace,
      name,
      uid,
      apiVersion,
      resourceVersion,
      ...(fieldPath === undefined ? {} : { fieldPath }),
    },
    reason,
    message: message.slice(0, maxMessageLength),
    source,
    firstTimestamp: now,
    lastTimestamp: now,
    count: 1,
    type,
    reportingComponent: source.component,
    reportingInstance: source.host ?? '',
  });
}
