/** GET with watch=true: changes as they come, until the client hangs up or the time is over. */
import type { Timer } from '../../kernel/index.ts';
import { type KubeObject, type Status, StatusError } from '../../meta/index.ts';
import { asJson } from '../codec.ts';
import type { Context } from '../context.ts';
import { checkListOptions, integerOf, revisionOf, selectionOf } from '../parameters.ts';
import { type Representation, representation } from '../representation.ts';
import { isTrueParameter } from '../request-info.ts';
import type { Change } from '../subscriptions.ts';

const minimumWatchSeconds = 1800;
/** How often a watch that requests bookmarks gets one. */
const bookmarkEveryMs = 60_000;
/** How long before the end it gets the last one. */
const lastBookmarkMs = 2000;

/** A stream that is open, or was. */
interface WatchStream {
  readonly context: Context;
  readonly shape: Representation;
  /** Nothing has been sent yet: a table begins with its columns. */
  first: boolean;
  open: boolean;
  unsubscribe(): void;
  readonly timers: Timer[];
}

/** Starts the stream. Where it would begin at a revision that is too old, the stream ends with an ERROR event, as upstream's does. */
export function watch(context: Context): void {
  const { parts, storage, exchange, info, request, resource } = context;
  const { query } = request;
  checkListOptions(request, true);
  const selection = selectionOf(resource, query, info.namespace);
  const shape = representation(context);
  const from = revisionOf(query['resourceVersion']);
  const timeout = integerOf(query, 'timeoutSeconds') ?? 0;
  // Below zero it is over at once, as upstream's is.
  const seconds = timeout === 0 ? minimumWatchSeconds + parts.watchTimes.int(minimumWatchSeconds) : Math.max(0, timeout);
  const stream: WatchStream = { context, shape, first: true, open: true, unsubscribe: () => undefined, timers: [] };
  const end = (status?: Status): void => endStream(stream, status);
  stream.timers.push(parts.clock.after(seconds * 1000, () => end(), { background: true }));
  context.onHangUp(() => close(stream));
  exchange.respond({
    code: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache, private' },
  });
  try {
    const subscription = { ...selection, send: (event: Change) => send(stream, event), closed: end };
    stream.unsubscribe = storage.cache.subscribe(subscription, from === 0 ? undefined : from);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    end(error.status);
    return;
  }
  if (isTrueParameter(query['allowWatchBookmarks'])) sendBookmarks(stream, seconds);
}

function send(stream: WatchStream, event: Change): void {
  if (!stream.open) return;
  const { shape } = stream;
  if (shape.plain) stream.context.exchange.write(asJson(event));
  else write(stream, event.type, shape.event(event.object, stream.first));
  stream.first = false;
}

function write({ context }: WatchStream, type: string, object: object): void {
  context.exchange.write(asJson({ type, object }));
}

/** Every minute, and shortly before the end. */
function sendBookmarks(stream: WatchStream, seconds: number): void {
  const { clock } = stream.context.parts;
  const tick = (): void => {
    bookmark(stream);
    stream.timers[1] = clock.after(bookmarkEveryMs, tick, { background: true });
  };
  stream.timers.push(clock.after(bookmarkEveryMs, tick, { background: true }));
  const lastMs = Math.max(0, seconds * 1000 - lastBookmarkMs);
  stream.timers.push(clock.after(lastMs, () => bookmark(stream), { background: true }));
}

function bookmark(stream: WatchStream): void {
  const { context, shape, first } = stream;
  const { storage, parts, resource } = context;
  storage.cache.progress(parts.currentRevision());
  const resourceVersion = String(storage.cache.revision());
  const metadata = { resourceVersion, creationTimestamp: null };
  const object = { kind: resource.definition.kind, apiVersion: resource.apiVersion, metadata };
  write(stream, 'BOOKMARK', shape.plain ? object : shape.event(object as unknown as KubeObject, first));
}

function close(stream: WatchStream): void {
  if (!stream.open) return;
  stream.open = false;
  stream.unsubscribe();
  for (const timer of stream.timers) timer.cancel();
}

function endStream(stream: WatchStream, status?: Status): void {
  if (!stream.open) return;
  if (status !== undefined) write(stream, 'ERROR', status);
  close(stream);
  stream.context.exchange.end();
}
