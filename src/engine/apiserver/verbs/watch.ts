/** GET with watch=true: changes as they come, until the client hangs up or the time is over. */
import { forbiddenField, invalid, type KubeObject, type Status, StatusError } from '../../meta/index.ts';
import { asJson } from '../codec.ts';
import type { Context } from '../context.ts';
import { refuse } from '../outcome.ts';
import { integerOf, revisionOf, selectionOf } from '../parameters.ts';
import { representation } from '../representation.ts';
import { isTrueParameter } from '../request-info.ts';
import type { Change } from '../subscriptions.ts';

const minimumWatchSeconds = 1800;
/** How often a watch that asked for bookmarks is told how far it is. */
const bookmarkEveryMs = 60_000;
/** How long before the end it is told once more. */
const lastBookmarkMs = 2000;

/** Starts the stream. A start that is too old is told by an ERROR event on a stream that ends, as upstream does. */
export function watch(context: Context): void {
  const { parts, storage, exchange, info, request, resource } = context;
  const { query } = request;
  checkOptions(query);
  const selection = selectionOf(resource, query, info.namespace);
  const shape = representation(context);
  const asked = revisionOf(query['resourceVersion']);
  const seconds =
    Math.max(0, integerOf(query, 'timeoutSeconds') ?? 0) ||
    minimumWatchSeconds + parts.watchTimes.int(minimumWatchSeconds);
  const wantsBookmarks = isTrueParameter(query['allowWatchBookmarks']);
  let first = true;
  let open = true;
  let unsubscribe = (): void => undefined;

  function write(type: string, object: object): void {
    exchange.write(asJson({ type, object }));
  }

  function send(event: Change): void {
    if (!open) return;
    if (shape.plain) exchange.write(asJson(event));
    else write(event.type, shape.event(event.object, first));
    first = false;
  }

  function bookmark(): void {
    storage.cache.progress(parts.currentRevision());
    const resourceVersion = String(storage.cache.revision());
    const metadata = { resourceVersion, creationTimestamp: null };
    const object = { kind: resource.definition.kind, apiVersion: resource.apiVersion, metadata };
    write('BOOKMARK', shape.plain ? object : shape.event(object as unknown as KubeObject, first));
  }

  function close(): void {
    if (!open) return;
    open = false;
    unsubscribe();
    for (const timer of timers) timer.cancel();
  }

  function end(status?: Status): void {
    if (!open) return;
    if (status !== undefined) write('ERROR', status);
    close();
    exchange.end();
  }

  function tick(): void {
    bookmark();
    timers[1] = parts.clock.after(bookmarkEveryMs, tick, { background: true });
  }

  const timers = [parts.clock.after(seconds * 1000, () => end(), { background: true })];
  context.onHangUp(close);
  exchange.respond({
    code: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache, private' },
  });
  try {
    const subscription = { ...selection, send, closed: end };
    unsubscribe = storage.cache.subscribe(subscription, asked === 0 ? undefined : asked);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    end(error.status);
    return;
  }
  if (!wantsBookmarks) return;
  timers.push(parts.clock.after(bookmarkEveryMs, tick, { background: true }));
  timers.push(parts.clock.after(Math.max(0, seconds * 1000 - lastBookmarkMs), bookmark, { background: true }));
}

/** The WatchList feature is off, as it is by default in 1.33; clients then list first. */
function checkOptions(query: Context['request']['query']): void {
  if (query['sendInitialEvents'] !== undefined) {
    refuseOption('sendInitialEvents', 'is forbidden for watch unless the WatchList feature gate is enabled');
  }
  if (query['resourceVersionMatch'] !== undefined) {
    refuseOption('resourceVersionMatch', 'is forbidden for watch unless sendInitialEvents is provided');
  }
}

function refuseOption(option: string, why: string): never {
  return refuse(
    invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', [forbiddenField(option, `${option} ${why}`)]),
  );
}
