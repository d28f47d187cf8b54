/**
 * Keeps a store equal to what the API server has of one kind: lists once, then watches from the list's revision, and
 * watches again from where it was when the connection ends. Only when the server no longer knows that revision (410), or
 * something is wrong, is everything listed again. (client-go tools/cache/reflector.go)
 */
import type { Kind } from '../api/types.ts';
import type { Clock, Random } from '../kernel/index.ts';
import { type ApiResponse, isExpired, type Json, type KubeObject, StatusError } from '../meta/index.ts';
import { createBackOff } from './back-off.ts';
import { listQuery } from './client.ts';
import type { Connection } from './connection.ts';
import { parseList, parseStatus, parseWatchEvent } from './parse.ts';
import { collectionPath } from './paths.ts';
import type { ListOptions } from './types.ts';

/** Where a reflector puts what it hears. */
export interface ReflectorStore<T extends KubeObject> {
  /** Everything there is; what isn't in it is gone. */
  replace(items: readonly T[]): void;
  changed(object: T): void;
  gone(object: T): void;
}

export interface ReflectorOptions<T extends KubeObject> {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly random: Random;
  readonly kind: Kind<T>;
  readonly selection?: ListOptions;
  readonly store: ReflectorStore<T>;
}

export interface Reflector {
  /** How far it has come, for views. */
  status(): ReflectorStatus;
  stop(): void;
}

export interface ReflectorStatus {
  readonly kind: Kind;
  /** resourceVersion up to which the store is what the server has; '' before the first list. */
  readonly revision: string;
  /** A watch is open. */
  readonly alive: boolean;
}

/** The server ends a watch after 5 to 10 minutes, so that load spreads again; seconds. */
const watchTimeoutSeconds = 300;
/** A watch that ends sooner than this without an event is an error, not an end; milliseconds. */
const shortWatchMs = 1000;
/** How long after its time a watch is given up as dead; milliseconds. */
const watchGraceMs = 15_000;

/** What to do next. `list` at a revision: '0' any, '' the newest. */
type Step = { readonly do: 'list'; readonly revision: string } | { readonly do: 'watch' };

/** Starts at once and goes on until stopped. */
export function startReflector<T extends KubeObject>(options: ReflectorOptions<T>): Reflector {
  const { connection, clock, random, kind, store } = options;
  const path = collectionPath(kind, options.selection?.namespace);
  const selection = listQuery(options.selection);
  const backOff = createBackOff(clock, random);
  let revision = '';
  let stopped = false;
  let alive = false;
  let hangUp: (() => void) | undefined;

  function next(step: Step): void {
    if (stopped) return;
    if (step.do === 'list') list(step.revision);
    else watch();
  }

  /** Back-offs are background waits: a server that stays away doesn't keep the cluster from being quiet. */
  function later(step: Step): void {
    clock.after(backOff.nextMs(), () => next(step), { background: true });
  }

  function list(resourceVersion: string): void {
    const query = resourceVersion === '' ? selection : { ...selection, resourceVersion };
    let answered = false;
    const call = { method: 'GET', path, query, cause: 0 } as const;
    const deadline = clock.after(watchGraceMs + 60_000, () => failed(), { background: true });
    function failed(expired = false): void {
      if (answered || stopped) return;
      answered = true;
      deadline.cancel();
      hangUp?.();
      later({ do: 'list', revision: expired ? '' : resourceVersion });
    }
    hangUp = connection.stream(call, {
      respond(response) {
        if (answered) return;
        if (response.code !== 200) return failed(isExpired(errorOf(response)));
        answered = true;
        deadline.cancel();
        const found = parseList(kind, response.body);
        revision = found.resourceVersion;
        store.replace(found.items);
        next({ do: 'watch' });
      },
      write() {},
      end: () => failed(),
    });
  }

  function watch(): void {
    const timeoutSeconds = watchTimeoutSeconds + random.int(watchTimeoutSeconds);
    const startedAt = clock.now();
    let events = 0;
    let over = false;
    const query = {
      ...selection,
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion: revision,
      timeoutSeconds: String(timeoutSeconds),
    };
    const deadline = clock.after(timeoutSeconds * 1000 + watchGraceMs, () => finish({ do: 'watch' }, false), {
      background: true,
    });

    function finish(step: Step, wait: boolean): void {
      if (over || stopped) return;
      over = true;
      alive = false;
      deadline.cancel();
      hangUp?.();
      if (wait) later(step);
      else next(step);
    }
    /** A watch that is refused, or broken off with a Status. */
    function broken(error: StatusError): void {
      const { code } = error.status;
      if (isExpired(error)) finish({ do: 'list', revision: '' }, false);
      else if (code === 429 || code === 503) finish({ do: 'watch' }, true);
      else finish({ do: 'list', revision }, true);
    }
    hangUp = connection.stream(
      { method: 'GET', path, query, cause: 0 },
      {
        respond(response) {
          if (response.code !== 200) broken(errorOf(response));
          else alive = true;
        },
        write(chunk) {
          if (over) return;
          events += 1;
          const refused = take(chunk);
          if (refused !== undefined) broken(refused);
        },
        end() {
          const veryShort = events === 0 && clock.now() - startedAt < shortWatchMs;
          finish(veryShort ? { do: 'list', revision } : { do: 'watch' }, veryShort);
        },
      },
    );
  }

  function take(chunk: Json): StatusError | undefined {
    const event = parseWatchEvent(kind, chunk);
    switch (event.type) {
      case 'ERROR':
        return new StatusError(event.status);
      case 'BOOKMARK':
        revision = event.resourceVersion;
        return undefined;
      case 'DELETED':
        revision = event.object.metadata.resourceVersion;
        store.gone(event.object);
        return undefined;
      default:
        revision = event.object.metadata.resourceVersion;
        store.changed(event.object);
        return undefined;
    }
  }

  // Any state of the watch cache will do for a start: what came later is watched.
  next({ do: 'list', revision: '0' });
  return {
    status: () => ({ kind, revision, alive }),
    stop() {
      stopped = true;
      hangUp?.();
    },
  };
}

function errorOf(response: ApiResponse): StatusError {
  return new StatusError(parseStatus(response.body, response.code));
}
