/**
 * Keeps a store equal to what the API server has of one kind, by list and watch (client-go tools/cache/reflector.go). The order of
 * lists, watches and back-offs is in `parts/reflector.ts`.
 */
import type { Kind } from '../api/types.ts';
import type { Clock, Random } from '../kernel/index.ts';
import { type ApiResponse, isExpired, type Json, type KubeObject, StatusError } from '../meta/index.ts';
import { type BackOff, createBackOff } from './back-off.ts';
import { listQuery } from './client.ts';
import type { Connection } from './connection.ts';
import { parseList, parseStatus, parseWatchEvent } from './parse.ts';
import { collectionPath } from './paths.ts';
import {
  type ReflectorEffect,
  type ReflectorEvent,
  type ReflectorObject,
  type ReflectorState,
  stepReflector,
} from '../parts/reflector.ts';
import type { ListOptions, ReflectorStatus } from './types.ts';

/** Where a reflector puts the objects it receives. */
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
  /** What the store holds already: nothing is listed, the watch begins there. */
  readonly from?: string;
  /** What comes next; the engine's own rules if absent. */
  readonly step?: typeof stepReflector;
}

export interface Reflector {
  /** How far it has come, for views. */
  status(): ReflectorStatus;
  stop(): void;
}

/** The server ends a watch after 5 to 10 minutes, so that load spreads again; seconds. */
const watchTimeoutSeconds = 300;
/** A watch that ends sooner than this without an event is an error, not an end; milliseconds. */
const shortWatchMs = 1000;
/** How long after its time a watch is given up as dead; milliseconds. */
const watchGraceMs = 15_000;
/** How long a list may take; milliseconds. */
const listTimeoutMs = 75_000;

/** The memory of one reflector. */
interface Running<T extends KubeObject> {
  readonly options: ReflectorOptions<T>;
  readonly path: string;
  readonly selection: Readonly<Record<string, string>>;
  readonly backOff: BackOff;
  state: ReflectorState;
  /** What has arrived, for views; '' before the first list. */
  revision: string;
  /** A watch is open. */
  alive: boolean;
  /** Nothing happens any more, whatever the rules say. */
  isOver: boolean;
  /** Ends the request under way. */
  hangUp: (() => void) | undefined;
}

/** Starts at once and goes on until stopped. What comes next is decided by `stepReflector`; this makes the requests. */
export function startReflector<T extends KubeObject>(options: ReflectorOptions<T>): Reflector {
  const { clock, random, kind, selection, from = '' } = options;
  const running: Running<T> = {
    options,
    path: collectionPath(kind, selection?.namespace),
    selection: listQuery(selection),
    backOff: createBackOff(clock, random),
    state: { name: 'new' },
    revision: from,
    alive: false,
    isOver: false,
    hangUp: undefined,
  };
  happened(running, { type: 'start', from });
  return {
    status: () => ({ kind, revision: running.revision, alive: running.alive }),
    stop() {
      happened(running, { type: 'stop' });
      running.isOver = true;
      hangUp(running);
    },
  };
}

function happened<T extends KubeObject>(running: Running<T>, event: ReflectorEvent): void {
  if (running.isOver) return;
  const { step = stepReflector } = running.options;
  const { state, effects } = step(running.state, event);
  running.state = state;
  for (const effect of effects) carryOut(running, effect);
}

function carryOut<T extends KubeObject>(running: Running<T>, effect: ReflectorEffect): void {
  const { clock, store } = running.options;
  switch (effect.type) {
    case 'replace':
      return store.replace(effect.items.map((item) => objectOf<T>(item)));
    case 'put':
      return store.changed(objectOf(effect.object));
    case 'remove':
      return store.gone(objectOf(effect.object));
    case 'list':
      return list(running, effect.revision);
    case 'watch':
      return watch(running, effect.revision);
    case 'hangUp':
      return hangUp(running);
    case 'backOff': {
      // A background wait: a server that stays away doesn't keep the cluster from being quiet.
      clock.after(running.backOff.nextMs(), () => happened(running, { type: 'backOffOver' }), { background: true });
      return;
    }
  }
}

function hangUp<T extends KubeObject>(running: Running<T>): void {
  const end = running.hangUp;
  running.hangUp = undefined;
  end?.();
}

/** The rules pass on the objects that they were given, and those are of this kind. */
const objectOf = <T extends KubeObject>(object: ReflectorObject): T => object as T;

function list<T extends KubeObject>(running: Running<T>, resourceVersion: string): void {
  const { connection, clock, kind } = running.options;
  const { selection, path } = running;
  const query = resourceVersion === '' ? selection : { ...selection, resourceVersion };
  const request = { over: false };
  const finish = (event: ReflectorEvent): void => {
    if (request.over) return;
    request.over = true;
    deadline.cancel();
    happened(running, event);
  };
  const failed = (expired = false): void => finish({ type: 'listFailed', expired });
  const deadline = clock.after(listTimeoutMs, () => failed(), { background: true });
  const call = { method: 'GET', path, query, cause: 0 } as const;
  running.hangUp = connection.stream(call, {
    respond(response) {
      if (request.over) return;
      if (response.code !== 200) return failed(isExpired(errorOf(response)));
      const { items, resourceVersion: revision } = parseList(kind, response.body);
      running.revision = revision;
      finish({ type: 'listed', items, revision });
    },
    write() {},
    end: () => failed(),
  });
}

function watch<T extends KubeObject>(running: Running<T>, revision: string): void {
  const { connection, clock, random } = running.options;
  const timeoutSeconds = watchTimeoutSeconds + random.int(watchTimeoutSeconds);
  const request = { over: false, events: 0, startedAt: clock.now() };
  const finish = (event: ReflectorEvent): void => {
    if (request.over || running.isOver || running.state.name === 'stopped') return;
    request.over = true;
    running.alive = false;
    deadline.cancel();
    happened(running, event);
  };
  const broken = (error: StatusError): void =>
    finish({ type: 'watchFailed', expired: isExpired(error), code: error.status.code });
  const overdue = (): void => finish({ type: 'watchOverdue' });
  const deadline = clock.after(timeoutSeconds * 1000 + watchGraceMs, overdue, { background: true });
  const query = { ...running.selection, ...watchQuery(revision, timeoutSeconds) };
  running.hangUp = connection.stream(
    { method: 'GET', path: running.path, query, cause: 0 },
    {
      respond(response) {
        if (response.code !== 200) broken(errorOf(response));
        else running.alive = true;
      },
      write(chunk) {
        if (request.over) return;
        request.events += 1;
        const refused = take(running, chunk);
        if (refused !== undefined) broken(refused);
      },
      end() {
        const early = request.events === 0 && clock.now() - request.startedAt < shortWatchMs;
        finish({ type: 'watchEnded', early });
      },
    },
  );
}

function watchQuery(resourceVersion: string, timeoutSeconds: number): Readonly<Record<string, string>> {
  return { watch: 'true', allowWatchBookmarks: 'true', resourceVersion, timeoutSeconds: String(timeoutSeconds) };
}

/** Passes an event on. Returns the error that an ERROR event carries. */
function take<T extends KubeObject>(running: Running<T>, chunk: Json): StatusError | undefined {
  const event = parseWatchEvent(running.options.kind, chunk);
  if (event.type === 'ERROR') return new StatusError(event.status);
  running.revision = event.object.metadata.resourceVersion;
  happened(running, event);
  return undefined;
}

function errorOf(response: ApiResponse): StatusError {
  return new StatusError(parseStatus(response.body, response.code));
}
