/**
 * How the API server reaches etcd: one connection to one member, requests and watches on it. When the connection breaks, or
 * a request isn't answered in time, the next member is asked from then on (client/v3 balancer).
 */
import type { Kernel, Pipe, Timer } from '../../kernel/index.ts';
import { failure } from '../failure.ts';
import type { Done, Etcd, EtcdFailure, EtcdMember, WatchObserver, WatchRequest } from '../types.ts';
import { requestTimeoutMs } from './pending-requests.ts';

export interface Clients {
  create(component: string, prefer?: string): Etcd;
  /** A member's process has ended: its connections are reset. */
  broken(name: string): void;
}

/** The member's own time limit comes first; this is for answers that don't arrive at all. */
const patienceMs = requestTimeoutMs + 500;
/** A read may wait for the proof that is under way, and then for its own. */
const readPatienceMs = 2 * requestTimeoutMs + 500;

/** Between a connection's loss and the next try of a watch: doubled each time. */
const resumeMs = 25;
const longestResumeMs = 5000;
const mostReads = 10;

interface Connection {
  readonly endpoint: string;
  readonly there: Pipe;
  readonly back: Pipe;
  /** What is told when the connection breaks. */
  readonly open: Set<(failed: EtcdFailure) => void>;
  closed: boolean;
}

/** `members` by name, undefined while down; `names` are all endpoints there are now. */
export function createClients(
  kernel: Kernel,
  members: (name: string) => EtcdMember | undefined,
  names: () => readonly string[],
): Clients {
  const connections = new Set<Connection>();

  function connect(component: string, endpoint: string): Connection {
    const broken = (): void => close(connection, failure('unavailable'));
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

  function close(connection: Connection, failed: EtcdFailure): void {
    if (connection.closed) return;
    connection.closed = true;
    connections.delete(connection);
    connection.there.close();
    connection.back.close();
    for (const tell of [...connection.open]) tell(failed);
  }

  function create(component: string, prefer?: string): Etcd {
    let current: Connection | undefined;
    let place = Math.max(0, names().indexOf(prefer ?? ''));

    function connection(): Connection {
      if (current === undefined || current.closed) {
        const all = names();
        current = connect(component, all[place % all.length] ?? 'etcd-0');
      }
      return current;
    }

    /** The next request goes to the next member; what is under way on this connection goes on. */
    function leave(left: Connection): void {
      if (current !== left) return;
      current = undefined;
      place += 1;
    }

    /** Sends a request; one that finds nobody there is sent to the others first. */
    function call<T>(
      ask: (member: EtcdMember, done: Done<T>) => void,
      done: Done<T>,
      patience = patienceMs,
      tries = names().length,
    ): void {
      const line = connection();
      let over = false;
      const finish = (): boolean => {
        if (over) return false;
        over = true;
        timer.cancel();
        line.open.delete(lost);
        return true;
      };
      const lost = (failed: EtcdFailure): void => {
        if (finish()) done({ failure: failed });
      };
      const timer: Timer = kernel.clock.after(patience, () => {
        // Nothing comes back any more: whatever else waits on this connection waits in vain.
        lost(failure('timeout'));
        leave(line);
        close(line, failure('unavailable'));
      });
      line.open.add(lost);
      line.there.send(() => {
        if (over) return;
        const member = members(line.endpoint);
        if (member === undefined) {
          // Connection refused: nothing was sent, so the next one may be asked.
          finish();
          leave(line);
          if (tries > 1) call(ask, done, patience, tries - 1);
          else done({ failure: failure('unavailable') });
          return;
        }
        ask(member, (result) => {
          if (!line.closed) line.back.send(() => finish() && done(result));
        });
      });
    }

    /** Reads are asked again when a change of leader spoilt them: they change nothing (client/v3 retry_interceptor.go). */
    function read<T>(ask: (member: EtcdMember, done: Done<T>) => void, done: Done<T>, tries = mostReads): void {
      const answered: Done<T> = (result) => {
        if (result.failure?.error !== 'leaderChanged' || tries <= 1) return done(result);
        kernel.clock.after(resumeMs, () => read(ask, done, tries - 1));
      };
      call(ask, answered, readPatienceMs);
    }

    /** A watch outlives its connection: it goes on with another member behind the last revision it has seen. */
    function watch(request: WatchRequest, observer: WatchObserver): () => void {
      let over = false;
      let next = request.startRevision ?? 0;
      let failures = 0;
      let close = (): void => undefined;
      const begin = (): void => {
        if (over) return;
        close = watchOnce({ ...request, startRevision: next, requireLeader: true }, watcher);
      };
      const watcher: WatchObserver = {
        events(events, revision, cause) {
          failures = 0;
          next = revision + 1;
          seenRevision = Math.max(seenRevision, revision);
          observer.events(events, revision, cause);
        },
        progress: (revision) => observer.progress?.(revision),
        cancelled(failed) {
          if (over) return;
          if (failed.error !== 'unavailable') {
            over = true;
            return observer.cancelled(failed);
          }
          // The first try belongs to what the cluster is doing; a cluster that tries in vain for long is at rest.
          const background = failures > 0;
          failures += 1;
          kernel.clock.after(Math.min(resumeMs * 2 ** failures, longestResumeMs), begin, { background });
        },
      };
      begin();
      return () => {
        over = true;
        close();
      };
    }

    function watchOnce(request: WatchRequest, observer: WatchObserver): () => void {
      const line = connection();
      let over = false;
      let cancel: (() => void) | undefined;
      const stop = (): void => {
        over = true;
        line.open.delete(end);
        cancel?.();
      };
      const end = (failed: EtcdFailure): void => {
        if (over) return;
        stop();
        observer.cancelled(failed);
      };
      line.open.add(end);
      line.there.send(() => {
        if (over) return;
        const member = members(line.endpoint);
        if (member === undefined) {
          leave(line);
          return end(failure('unavailable'));
        }
        cancel = member.watch(request, {
          events: (events, revision, cause) => line.back.send(() => over || observer.events(events, revision, cause)),
          progress: (revision) => line.back.send(() => over || observer.progress?.(revision)),
          cancelled(failed) {
            line.back.send(() => {
              // Others may have a leader.
              if (failed.error === 'noLeader') leave(line);
              end(failed);
            });
          },
        });
      });
      return stop;
    }

    const seen = (): EtcdMember | undefined => members(current?.endpoint ?? '') ?? firstUp();
    const firstUp = (): EtcdMember | undefined => {
      for (const name of names()) {
        const member = members(name);
        if (member !== undefined) return member;
      }
      return undefined;
    };
    let lastStatus = { revision: 1, compactRevision: 0, keys: 0 };
    /** What has arrived by watch: everything up to here has, as a connection keeps the order. */
    let seenRevision = 1;

    return {
      propose: (txn, done) => call((member, answer) => member.propose(txn, answer), done),
      range: (request, done) => read((member, answer) => member.range(request, answer), done),
      compact: (revision, done) => call((member, answer) => member.compact(revision, answer), done),
      grant: (request, done) => call((member, answer) => member.grant(request, answer), done),
      revoke: (id, done) => call((member, answer) => member.revoke(id, answer), done),
      watch,
      peek: (request) => seen()?.peek(request) ?? { failure: failure('unavailable') },
      status() {
        lastStatus = seen()?.status() ?? lastStatus;
        return { ...lastStatus, revision: seenRevision };
      },
      *history(after) {
        yield* seen()?.history(after) ?? [];
      },
    };
  }

  return {
    create,
    broken(name) {
      for (const connection of [...connections]) {
        if (connection.endpoint === name) close(connection, failure('unavailable'));
      }
    },
  };
}
