/**
 * How the API server reaches etcd: one connection to one member, with requests and watches on it. When the connection breaks, or a
 * request isn't answered in time, the client goes on with the next member (client/v3 balancer).
 *
 * No machine: what a client remembers is its connection and its place in the list of members, and each request and watch is one short
 * sequence (connection.ts) that reads better in its order than as a union of states.
 */
import type { Kernel, Timer } from '../../kernel/index.ts';
import { failure } from '../failure.ts';
import type { Done, Etcd, EtcdMember, EtcdStatus, WatchObserver, WatchRequest } from '../types.ts';
import { type Connection, type Connections, close, connect, openWatch, sendRequest } from './connection.ts';
import { requestTimeoutMs } from './pending-requests.ts';

export interface Clients {
  create(component: string, prefer?: string): Etcd;
  /** A member's process has ended: its connections are reset. */
  broken(name: string): void;
}

/** The member's own time limit comes first; this is for answers that don't arrive at all. */
const answerTimeoutMs = requestTimeoutMs + 500;
/** A read may wait for the proof that is under way, and then for its own. */
const readTimeoutMs = 2 * requestTimeoutMs + 500;

/** Between a connection's loss and the next try of a watch: doubled each time. */
const resumeMs = 25;
const longestResumeMs = 5000;
const mostReads = 10;

interface ClientState {
  readonly kernel: Kernel;
  readonly connections: Connections;
  readonly component: string;
  /** By name; undefined while down. */
  readonly members: (name: string) => EtcdMember | undefined;
  /** All endpoints there are now. */
  readonly names: () => readonly string[];
  current: Connection | undefined;
  /** Place in `names` of the member to connect to. */
  place: number;
  lastStatus: EtcdStatus;
  /** What has arrived by watch: everything up to here has, as a connection keeps the order. */
  seenRevision: number;
}

/** `members` by name, undefined while down; `names` are all endpoints there are now. */
export function createClients(
  kernel: Kernel,
  members: (name: string) => EtcdMember | undefined,
  names: () => readonly string[],
): Clients {
  const connections: Connections = new Set();
  return {
    create: (component, prefer) =>
      createClient({
        kernel,
        connections,
        component,
        members,
        names,
        current: undefined,
        place: Math.max(0, names().indexOf(prefer ?? '')),
        lastStatus: { revision: 1, compactRevision: 0, keys: 0 },
        seenRevision: 1,
      }),
    broken(name) {
      for (const connection of [...connections]) {
        if (connection.endpoint === name) close(connections, connection, failure('unavailable'));
      }
    },
  };
}

function createClient(client: ClientState): Etcd {
  return {
    propose: (txn, done) => call(client, (member, answer) => member.propose(txn, answer), done),
    range: (request, done) => read(client, (member, answer) => member.range(request, answer), done),
    compact: (revision, done) => call(client, (member, answer) => member.compact(revision, answer), done),
    grant: (request, done) => call(client, (member, answer) => member.grant(request, answer), done),
    revoke: (id, done) => call(client, (member, answer) => member.revoke(id, answer), done),
    watch: (request, observer) => watch(client, request, observer),
    peek: (request) => seenMember(client)?.peek(request) ?? { failure: failure('unavailable') },
    status() {
      client.lastStatus = seenMember(client)?.status() ?? client.lastStatus;
      return { ...client.lastStatus, revision: client.seenRevision };
    },
    *history(after) {
      yield* seenMember(client)?.history(after) ?? [];
    },
  };
}

function connectionOf(client: ClientState): Connection {
  const { current } = client;
  if (current !== undefined && !current.closed) return current;
  const all = client.names();
  const opened = connect(
    client.connections,
    client.kernel,
    client.component,
    all[client.place % all.length] ?? 'etcd-0',
  );
  client.current = opened;
  return opened;
}

/** The next request goes to the next member; what is under way on this connection goes on. */
function leave(client: ClientState, left: Connection): void {
  if (client.current !== left) return;
  client.current = undefined;
  client.place += 1;
}

/** The member this client reads from, for views; any other that is up while that one is down. */
function seenMember({ current, members, names }: ClientState): EtcdMember | undefined {
  const own = members(current?.endpoint ?? '');
  if (own !== undefined) return own;
  for (const name of names()) {
    const member = members(name);
    if (member !== undefined) return member;
  }
  return undefined;
}

/** Sends a request; where a member refuses the connection, the others are tried first. */
function call<T>(
  client: ClientState,
  send: (member: EtcdMember, done: Done<T>) => void,
  done: Done<T>,
  timeoutMs = answerTimeoutMs,
  tries = client.names().length,
): void {
  const connection = connectionOf(client);
  const timer: Timer = client.kernel.clock.after(timeoutMs, () => {
    // Nothing comes back any more: whatever else waits on this connection waits in vain.
    fail(failure('timeout'));
    leave(client, connection);
    close(client.connections, connection, failure('unavailable'));
  });
  const fail = sendRequest({
    connection,
    member: client.members,
    send,
    timer,
    done,
    refused() {
      leave(client, connection);
      if (tries > 1) call(client, send, done, timeoutMs, tries - 1);
      else done({ failure: failure('unavailable') });
    },
  });
}

/** Reads are sent again when a change of leader spoilt them: they change nothing (client/v3 retry_interceptor.go). */
function read<T>(
  client: ClientState,
  send: (member: EtcdMember, done: Done<T>) => void,
  done: Done<T>,
  tries = mostReads,
): void {
  const answered: Done<T> = (result) => {
    if (result.failure?.error !== 'leaderChanged' || tries <= 1) return done(result);
    client.kernel.clock.after(resumeMs, () => read(client, send, done, tries - 1));
  };
  call(client, send, answered, readTimeoutMs);
}

/** A watch outlives its connection: it goes on with another member behind the last revision it has seen. */
function watch(client: ClientState, request: WatchRequest, observer: WatchObserver): () => void {
  const state = { over: false, next: request.startRevision ?? 0, failures: 0, close: (): void => undefined };
  const begin = (): void => {
    if (state.over) return;
    const connection = connectionOf(client);
    state.close = openWatch({
      connection,
      member: client.members,
      request: { ...request, startRevision: state.next, requireLeader: true },
      observer: watcher,
      leave: () => leave(client, connection),
    });
  };
  const watcher: WatchObserver = {
    events(events, revision, cause) {
      state.failures = 0;
      state.next = revision + 1;
      client.seenRevision = Math.max(client.seenRevision, revision);
      observer.events(events, revision, cause);
    },
    progress: (revision) => observer.progress?.(revision),
    cancelled(failed) {
      if (state.over) return;
      if (failed.error !== 'unavailable') {
        state.over = true;
        return observer.cancelled(failed);
      }
      // The first try belongs to what the cluster is doing; a cluster that tries in vain for long is at rest.
      const background = state.failures > 0;
      state.failures += 1;
      const delayMs = Math.min(resumeMs * 2 ** state.failures, longestResumeMs);
      client.kernel.clock.after(delayMs, begin, { background });
    },
  };
  begin();
  return () => {
    state.over = true;
    state.close();
  };
}
