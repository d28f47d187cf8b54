/**
 * A tap on a running cluster, for drawings: it notes what travels between components and API servers, and between those and etcd, and what
 * the scheduler decides. It passes everything on at once and unchanged, so that the same cluster without it has the same history.
 */
import type { Etcd } from '../etcd/types.ts';
import type { ApiRequest, Exchange, Handler, Json, User } from '../meta/index.ts';
import { createDecisions, type Decisions } from '../scheduler/decisions.ts';
import type { Connections, Servers } from './connection.ts';

/** One message in flight, or one that was. Times are milliseconds since the epoch. */
export interface InFlightMessage {
  /** Rises with the time of sending. */
  readonly id: number;
  /** `write`: to etcd and back. The others are between a component and an API server. */
  readonly kind: 'request' | 'answer' | 'event' | 'write';
  /** The client of the request or watch; the API server for a `write`. */
  readonly component: string;
  /** The API server; `etcd` for a `write`. */
  readonly server: string;
  readonly sentMs: number;
  /** Absent while it is in flight. */
  arrivedMs?: number;
  /** It never arrived: the connection broke, or the receiver is gone. */
  lost?: boolean;
  /** The request it is, or is about. */
  readonly request?: ApiRequest;
  /** Of an event: what the watch says. Of an answer: its code. Of a write: the key. */
  readonly says: Json;
}

export interface NetworkTap extends Decisions {
  /** The connections that `open` makes, tapped. */
  connections(open: (servers: Servers) => Connections, servers: Servers): Connections;
  /** What is sent on watches of this component is noted for each of those that read the path with it. */
  shareWatches(component: string, readersOf: (path: string) => readonly string[]): void;
  /** etcd as this API server has it. */
  etcd(server: string, etcd: Etcd): Etcd;
  /** What is remembered of what was sent, oldest first. `complete` since that time. */
  messages(): { readonly messages: readonly InFlightMessage[]; readonly completeSinceMs: number };
}

/** So many messages are remembered. */
const capacity = 20_000;

/** A request and what has been sent back for it and hasn't arrived. */
interface Exchanged {
  readonly request: InFlightMessage;
  readonly back: InFlightMessage[];
}

/** What the tap remembers: a ring of messages, and the exchanges that go on. */
interface Memory {
  readonly now: () => number;
  readonly ring: InFlightMessage[];
  lastId: number;
  completeSinceMs: number;
  readonly exchanges: WeakMap<ApiRequest, Exchanged>;
  /** By the component whose watches they read. */
  readonly readersOf: Map<string, (path: string) => readonly string[]>;
}

/** Creates a tap where the options ask for one. */
export function createNetworkTap(
  now: () => number,
  { observed }: { readonly observed?: boolean },
): NetworkTap | undefined {
  if (observed !== true) return undefined;
  const memory: Memory = {
    now,
    ring: [],
    lastId: 0,
    completeSinceMs: now(),
    exchanges: new WeakMap(),
    readersOf: new Map(),
  };
  return {
    ...createDecisions(now),
    connections: (open, servers) => tappedConnections(memory, open, servers),
    shareWatches: (component, readersOf) => void memory.readersOf.set(component, readersOf),
    etcd: (component, etcd) => tappedEtcd(memory, component, etcd),
    messages: () => ({ messages: inOrder(memory), completeSinceMs: memory.completeSinceMs }),
  };
}

function note(memory: Memory, message: Omit<InFlightMessage, 'id' | 'sentMs'>): InFlightMessage {
  memory.lastId += 1;
  const noted: InFlightMessage = { ...message, id: memory.lastId, sentMs: memory.now() };
  const place = memory.lastId % capacity;
  const forgotten = memory.ring[place];
  if (forgotten !== undefined) memory.completeSinceMs = forgotten.sentMs + 1;
  memory.ring[place] = noted;
  return noted;
}

function arrive({ now }: Memory, message: InFlightMessage | undefined, lost = false): void {
  if (message === undefined || message.arrivedMs !== undefined) return;
  message.arrivedMs = now();
  if (lost) message.lost = true;
}

/** What was sent back before this one and hasn't arrived won't any more: a pipe keeps its order. */
function arriveBack(memory: Memory, { back }: Exchanged, says: Json | undefined): void {
  const index = back.findIndex((message) => says === undefined || message.says === says);
  if (index < 0) return;
  // It may be noted several times in a row: once for each reader.
  let next = index;
  for (; next < back.length && back[next]?.says === back[index]?.says; next += 1) arrive(memory, back[next]);
  back.splice(0, next);
}

function loseAll(memory: Memory, { request, back }: Exchanged): void {
  arrive(memory, request, true);
  for (const message of back.splice(0)) arrive(memory, message, true);
}

function tappedConnections(memory: Memory, open: (servers: Servers) => Connections, servers: Servers): Connections {
  const connections = open({
    ...servers,
    handler(name) {
      const handler = servers.handler(name);
      return handler && atServer(memory, handler);
    },
  });
  const connect = (component: string, user?: User): Handler =>
    atClient(memory, connections.connect(component), { component, server: () => servers.choose(component), isOutside: (path) => servers.outside?.(path) !== undefined, user });
  return { ...connections, connect };
}

interface ClientEnd {
  readonly component: string;
  server(): string;
  /** What leads there isn't drawn. */
  isOutside(path: string): boolean;
  readonly user: User | undefined;
}

function atClient(memory: Memory, handler: Handler, { component, server, isOutside, user }: ClientEnd): Handler {
  return (request, exchange) => {
    if (isOutside(request.path)) return handler(request, exchange);
    // The same object reaches the server: it ties the two ends together.
    const sent = user === undefined ? { ...request } : { ...request, user };
    const message = note(memory, { kind: 'request', component, server: server(), request: sent, says: null });
    const exchanged: Exchanged = { request: message, back: [] };
    memory.exchanges.set(sent, exchanged);
    const hangUp = handler(sent, clientExchange(memory, exchanged, exchange));
    return () => {
      loseAll(memory, exchanged);
      hangUp();
    };
  };
}

function atServer(memory: Memory, handler: Handler): Handler {
  return (request, exchange) => {
    const exchanged = memory.exchanges.get(request);
    arrive(memory, exchanged?.request);
    return handler(request, exchanged === undefined ? exchange : serverExchange(memory, exchanged, exchange));
  };
}

function clientExchange(memory: Memory, exchanged: Exchanged, exchange: Exchange): Exchange {
  const { upgrade } = exchange;
  return {
    respond(response) {
      arrive(memory, exchanged.request);
      arriveBack(memory, exchanged, undefined);
      exchange.respond(response);
    },
    write(chunk) {
      arriveBack(memory, exchanged, chunk);
      exchange.write(chunk);
    },
    end() {
      loseAll(memory, exchanged);
      exchange.end();
    },
    ...(upgrade !== undefined && { upgrade: (peer) => upgrade(peer) }),
  };
}

function serverExchange(memory: Memory, { request: asked, back }: Exchanged, exchange: Exchange): Exchange {
  const { upgrade } = exchange;
  const { request, component, server } = asked;
  const about = { component, server, ...(request !== undefined && { request }) };
  return {
    respond(response) {
      back.push(note(memory, { ...about, kind: 'answer', says: response.code }));
      exchange.respond(response);
    },
    write(chunk) {
      const readers = memory.readersOf.get(component)?.(request?.path ?? '') ?? [component];
      for (const reader of readers) back.push(note(memory, { ...about, component: reader, kind: 'event', says: chunk }));
      exchange.write(chunk);
    },
    end: () => exchange.end(),
    ...(upgrade !== undefined && { upgrade: (peer) => upgrade(peer) }),
  };
}

function tappedEtcd(memory: Memory, component: string, etcd: Etcd): Etcd {
  return {
    ...etcd,
    propose(txn, done) {
      const [op] = txn.success;
      const says = op !== undefined && 'key' in op ? op.key : '';
      const message = note(memory, { kind: 'write', component, server: 'etcd', says });
      etcd.propose(txn, (result: Parameters<typeof done>[0]) => {
        arrive(memory, message);
        done(result);
      });
    },
  };
}

function inOrder({ ring, lastId }: Memory): readonly InFlightMessage[] {
  // Ids begin at 1: the first place is empty until the ring is full.
  if (lastId < capacity) return ring.slice(1);
  const first = (lastId + 1) % capacity;
  return [...ring.slice(first), ...ring.slice(0, first)];
}
