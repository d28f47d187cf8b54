/**
 * Somebody who looks on while a cluster runs, for drawings: notes what travels between a component and the API server, and between that and
 * etcd, and what the scheduler decides. It passes everything on at once and unchanged, so that the same cluster without it has the same history.
 */
import type { Etcd } from '../etcd/types.ts';
import type { ApiRequest, Exchange, Handler, Json } from '../meta/index.ts';
import { createDecisions, type Decisions } from '../scheduler/decisions.ts';
import type { Connections, Servers } from './connection.ts';

/** One message on its way, or one that was. Times are milliseconds since the epoch. */
export interface Flight {
  /** Rises with the time of sending. */
  readonly id: number;
  /** `write`: to etcd and back. The others are between a component and an API server. */
  readonly kind: 'request' | 'answer' | 'event' | 'write';
  /** Who asked, who is answered, who watches; the API server for a `write`. */
  readonly component: string;
  /** The API server; `etcd` for a `write`. */
  readonly server: string;
  readonly sentMs: number;
  /** Absent while it is on its way. */
  arrivedMs?: number;
  /** It never arrived: the connection broke, or nobody listens any more. */
  lost?: boolean;
  /** The request it is, or is about. */
  readonly request?: ApiRequest;
  /** Of an event: what the watch says. Of an answer: its code. Of a write: the key. */
  readonly says: Json;
}

export interface Onlooker extends Decisions {
  /** The connections that `open` makes, looked at. */
  connections(open: (servers: Servers) => Connections, servers: Servers): Connections;
  /** etcd as this API server has it. */
  etcd(server: string, etcd: Etcd): Etcd;
  /** What is remembered of what was sent, oldest first. `complete` since that time. */
  flights(): { readonly flights: readonly Flight[]; readonly completeSinceMs: number };
}

/** So many messages are remembered. */
const capacity = 20_000;

/** What has been sent for one request and hasn't arrived. */
interface Way {
  readonly asked: Flight;
  readonly back: Flight[];
}

/** Creates one who has seen nothing yet, where the options ask for one. */
export function createOnlooker(now: () => number, { observed }: { readonly observed?: boolean }): Onlooker | undefined {
  return observed === true ? createAwake(now) : undefined;
}

function createAwake(now: () => number): Onlooker {
  const ring: Flight[] = [];
  let last = 0;
  let completeSinceMs = now();
  const ways = new WeakMap<ApiRequest, Way>();

  function note(flight: Omit<Flight, 'id' | 'sentMs'>): Flight {
    last += 1;
    const noted: Flight = { ...flight, id: last, sentMs: now() };
    const forgotten = ring[last % capacity];
    if (forgotten !== undefined) completeSinceMs = forgotten.sentMs + 1;
    ring[last % capacity] = noted;
    return noted;
  }

  function land(flight: Flight | undefined, lost = false): void {
    if (flight === undefined || flight.arrivedMs !== undefined) return;
    flight.arrivedMs = now();
    if (lost) flight.lost = true;
  }

  /** What was sent back before this and isn't there won't come any more: a pipe keeps its order. */
  function arrived({ back }: Way, says: Json | undefined): void {
    const index = back.findIndex((flight) => says === undefined || flight.says === says);
    if (index < 0) return;
    land(back[index]);
    back.splice(0, index + 1);
  }

  function over({ asked, back }: Way): void {
    land(asked, true);
    for (const flight of back.splice(0)) land(flight, true);
  }

  /** The client's end of an exchange. */
  function hearing(way: Way, exchange: Exchange): Exchange {
    const { upgrade } = exchange;
    return {
      respond(response) {
        land(way.asked);
        arrived(way, undefined);
        exchange.respond(response);
      },
      write(chunk) {
        arrived(way, chunk);
        exchange.write(chunk);
      },
      end() {
        over(way);
        exchange.end();
      },
      ...(upgrade !== undefined && { upgrade: (peer) => upgrade(peer) }),
    };
  }

  /** The server's end of it. */
  function saying(way: Way, exchange: Exchange): Exchange {
    const { upgrade } = exchange;
    const { request, component, server } = way.asked;
    const about = { component, server, ...(request !== undefined && { request }) };
    return {
      respond(response) {
        way.back.push(note({ ...about, kind: 'answer', says: response.code }));
        exchange.respond(response);
      },
      write(chunk) {
        way.back.push(note({ ...about, kind: 'event', says: chunk }));
        exchange.write(chunk);
      },
      end: () => exchange.end(),
      ...(upgrade !== undefined && { upgrade: (peer) => upgrade(peer) }),
    };
  }

  return {
    ...createDecisions(now),
    connections(open, servers) {
      const connections = open({
        choose: servers.choose,
        handler(name) {
          const handler = servers.handler(name);
          return handler && listening(handler);
        },
      });
      return {
        ...connections,
        connect(component, user) {
          const handler = connections.connect(component);
          return (request, exchange) => {
            // As the request goes, so it comes: the same object at both ends.
            const sent = user === undefined ? { ...request } : { ...request, user };
            const server = servers.choose(component);
            const way = { asked: note({ kind: 'request', component, server, request: sent, says: null }), back: [] };
            ways.set(sent, way);
            const hangUp = handler(sent, hearing(way, exchange));
            return () => {
              over(way);
              hangUp();
            };
          };
        },
      };
    },
    etcd: (component, etcd) => ({
      ...etcd,
      propose(txn, done) {
        const [op] = txn.success;
        const says = op !== undefined && 'key' in op ? op.key : '';
        const flight = note({ kind: 'write', component, server: 'etcd', says });
        etcd.propose(txn, (result: Parameters<typeof done>[0]) => {
          land(flight);
          done(result);
        });
      },
    }),
    flights: () => ({ flights: inOrder(ring, last), completeSinceMs }),
  };

  function listening(handler: Handler): Handler {
    return (request, exchange) => {
      const way = ways.get(request);
      land(way?.asked);
      return handler(request, way === undefined ? exchange : saying(way, exchange));
    };
  }
}

function inOrder(ring: readonly Flight[], last: number): readonly Flight[] {
  // Ids begin at 1: the first place is empty until the ring is full.
  if (last < capacity) return ring.slice(1);
  const first = (last + 1) % capacity;
  return [...ring.slice(first), ...ring.slice(0, first)];
}

