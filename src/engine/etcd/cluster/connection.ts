/** One connection of a client to one member: requests and watches travel on it, and all of them end when it breaks. */
import type { Kernel, Pipe, Timer } from '../../kernel/index.ts';
import { failure } from '../failure.ts';
import type { Done, EtcdFailure, EtcdMember, WatchObserver, WatchRequest } from '../types.ts';

export interface Connection {
  readonly endpoint: string;
  readonly there: Pipe;
  readonly back: Pipe;
  /** Called when the connection breaks. */
  readonly open: Set<(failed: EtcdFailure) => void>;
  closed: boolean;
}

/** The open connections of all clients. */
export type Connections = Set<Connection>;

/** Opens a connection. It breaks when the network loses a message, or with `close`. */
export function connect(connections: Connections, kernel: Kernel, component: string, endpoint: string): Connection {
  const broken = (): void => close(connections, connection, failure('unavailable'));
  const connection: Connection = {
    endpoint,
    there: kernel.network.pipe(component, endpoint, broken),
    back: kernel.network.pipe(endpoint, component, broken),
    open: new Set(),
    closed: false,
  };
  connections.add(connection);
  return connection;
}

/** Closes a connection: whatever is under way on it fails. */
export function close(connections: Connections, connection: Connection, failed: EtcdFailure): void {
  if (connection.closed) return;
  connection.closed = true;
  connections.delete(connection);
  connection.there.close();
  connection.back.close();
  for (const fail of [...connection.open]) fail(failed);
}

export interface RequestOptions<T> {
  readonly connection: Connection;
  /** Undefined while its process is down. */
  readonly member: (endpoint: string) => EtcdMember | undefined;
  readonly send: (member: EtcdMember, done: Done<T>) => void;
  readonly timer: Timer;
  readonly done: Done<T>;
  /** The member's process is down: nothing was sent. */
  readonly refused: () => void;
}

/** Sends a request; exactly one of `done` and `refused` runs. Returns what makes it fail before. */
export function sendRequest<T>(options: RequestOptions<T>): (failed: EtcdFailure) => void {
  const { connection, timer, done } = options;
  const pending = { over: false };
  const finish = (): boolean => {
    if (pending.over) return false;
    pending.over = true;
    timer.cancel();
    connection.open.delete(fail);
    return true;
  };
  const fail = (failed: EtcdFailure): void => {
    if (finish()) done({ failure: failed });
  };
  connection.open.add(fail);
  connection.there.send(() => {
    if (pending.over) return;
    const member = options.member(connection.endpoint);
    if (member === undefined) {
      finish();
      return options.refused();
    }
    options.send(member, (result) => {
      if (!connection.closed) connection.back.send(() => finish() && done(result));
    });
  });
  return fail;
}

export interface WatchOptions {
  readonly connection: Connection;
  readonly member: (endpoint: string) => EtcdMember | undefined;
  readonly request: WatchRequest;
  /** `cancelled` runs once: when the member cancels the watch, or the connection breaks. */
  readonly observer: WatchObserver;
  /** Another member should be tried: this one is down or knows no leader. */
  readonly leave: () => void;
}

/** Opens a watch on one connection. Returns what ends it. */
export function openWatch({ connection, member, request, observer, leave }: WatchOptions): () => void {
  const watch: { over: boolean; cancel: (() => void) | undefined } = { over: false, cancel: undefined };
  const { open, there, back } = connection;
  const stop = (): void => {
    watch.over = true;
    open.delete(end);
    watch.cancel?.();
  };
  const end = (failed: EtcdFailure): void => {
    if (watch.over) return;
    stop();
    observer.cancelled(failed);
  };
  open.add(end);
  there.send(() => {
    if (watch.over) return;
    const found = member(connection.endpoint);
    if (found === undefined) {
      leave();
      return end(failure('unavailable'));
    }
    watch.cancel = found.watch(request, {
      events: (events, revision, cause) => back.send(() => watch.over || observer.events(events, revision, cause)),
      progress: (revision) => back.send(() => watch.over || observer.progress?.(revision)),
      cancelled(failed) {
        back.send(() => {
          // Others may have a leader.
          if (failed.error === 'noLeader') leave();
          end(failed);
        });
      },
    });
  });
  return stop;
}
