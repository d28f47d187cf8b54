/** How a component reaches the API server over the simulated network: one line for its requests, one for each of its watches. */
import type { Network, Pipe } from '../kernel/index.ts';
import type { ApiRequest, ApiResponse, Exchange, Handler, Json, Status, StreamEnd, User } from '../meta/index.ts';
import { failure } from '../meta/index.ts';

export interface Connections {
  /** A handler that carries requests of `component` to the API server and answers back; as `user`, or as the request says. */
  connect(component: string, user?: User): Handler;
  /** Breaks every exchange that is under way with this server: what its crash looks like from outside. */
  breakAll(server: string): void;
}

/** What faults make of what passes between a component and the API server. */
export interface Interference {
  /** Refuses a request on its arrival; undefined lets it pass. */
  refuse(component: string, request: ApiRequest): Status | undefined;
  /** The request as the server is to answer it. */
  served(component: string, request: ApiRequest): ApiRequest;
  /** The server has answered; nothing has been sent yet. Returns what is to be sent. */
  answered(component: string, request: ApiRequest, response: ApiResponse): ApiResponse;
  /** A piece of a stream is about to be sent to the component. False: it never is. */
  sending(component: string, chunk: Json, stream: SendingStream): boolean;
}

/** A watch, or another answer that goes on: the same object for each of its pieces. */
export interface SendingStream {
  /** Sends a piece that the server hasn't written. */
  send(chunk: Json): void;
}

/** The API servers of the cluster. */
export interface Servers {
  /** Component name of the server that this component connects to now. */
  choose(component: string): string;
  /** Component name of the server outside of the cluster that this path leads to; undefined: it leads to an API server. */
  outside?(path: string): string | undefined;
  /** Its entry point, or undefined while it is down. */
  handler(server: string): Handler | undefined;
}

/** What all connections of a cluster share. */
interface ConnectionState {
  readonly network: Network;
  readonly servers: Servers;
  readonly interference: Interference;
  /** What ends each open line with a loss, and the server it leads to. */
  readonly lines: Map<() => void, string>;
}

/** `servers` chooses anew for each line and each arrival, so that every client finds a restarted API server, or another one. */
export function createConnections(network: Network, servers: Servers, interference: Interference): Connections {
  const state: ConnectionState = { network, servers, interference, lines: new Map() };
  const { lines } = state;
  return {
    connect(component, user) {
      let shared: Line | undefined;
      return (request, exchange) => {
        const asUser = user === undefined ? request : { ...request, user };
        const outside = servers.outside?.(request.path);
        if (outside !== undefined || isStream(request) || exchange.upgrade !== undefined) {
          // A line of its own: what cuts one watch leaves the others alone.
          const line = openLine(state, component, outside);
          return carry(state, line, component, asUser, exchange, () => void lines.delete(line.lost));
        }
        if (shared === undefined || !lines.has(shared.lost)) shared = openLine(state, component);
        return carry(state, shared, component, asUser, exchange, () => {});
      };
    },
    breakAll(server) {
      for (const [lost, leadsTo] of [...lines]) if (leadsTo === server) lost();
    },
  };
}

interface Line {
  /** Component name of the server it leads to. */
  readonly server: string;
  readonly there: Pipe;
  readonly back: Pipe;
  /** Called for each exchange when its answer won't come. */
  readonly underWay: Set<() => void>;
  readonly lost: () => void;
}

/** A pair of pipes, as one TCP connection; when it breaks, all that is under way on it is lost. */
function openLine({ network, servers, lines }: ConnectionState, component: string, server = servers.choose(component)): Line {
  const underWay = new Set<() => void>();
  function lost(): void {
    if (!lines.delete(lost)) return;
    there.close();
    back.close();
    for (const lose of [...underWay]) lose();
  }
  const there = network.pipe(component, server, lost);
  const back = network.pipe(server, component, lost);
  lines.set(lost, server);
  return { server, there, back, underWay, lost };
}

/** One exchange on a line. */
interface Carried {
  readonly line: Line;
  readonly request: ApiRequest;
  readonly exchange: Exchange;
  /** A watch or a followed log: the answer's head doesn't end it. */
  readonly streams: boolean;
  answered: boolean;
  over: boolean;
  /** Ends the request at the server, once it has arrived. */
  hangUp: (() => void) | undefined;
  /** Of a two-way stream: the server's end, and the client's once the upgrade has arrived there. */
  ends: readonly StreamEnd[];
  readonly lose: () => void;
  /** It is over, in whatever way: called once. */
  readonly last: () => void;
}

/** Carries one request to the server and its answer back; returns what hangs up. */
function carry(
  { servers, interference }: ConnectionState,
  line: Line,
  component: string,
  request: ApiRequest,
  exchange: Exchange,
  last: () => void,
): () => void {
  const carried: Carried = {
    line,
    request,
    exchange,
    streams: isStream(request),
    answered: false,
    over: false,
    hangUp: undefined,
    ends: [],
    lose: () => loseExchange(carried),
    last,
  };
  line.underWay.add(carried.lose);
  const answer = answerOver(carried, component, interference);
  line.there.send(() => {
    if (carried.over) return;
    const handler = servers.handler(line.server);
    if (handler === undefined) return line.lost();
    const refused = interference.refuse(component, request);
    if (refused !== undefined) return answer.respond(statusResponse(refused));
    carried.hangUp = handler(interference.served(component, request), answer);
  });
  return () => {
    if (carried.over) return;
    finish(carried);
    // The server learns of it a link's latency later, as from a closed stream.
    line.there.send(() => {
      carried.hangUp?.();
      carried.ends[0]?.end();
    });
  };
}

function finish(carried: Carried): void {
  carried.over = true;
  carried.line.underWay.delete(carried.lose);
  carried.last();
}

/** The line broke: both sides see their end of it closed. */
function loseExchange(carried: Carried): void {
  if (carried.over) return;
  finish(carried);
  carried.hangUp?.();
  for (const end of carried.ends) end.end();
  if (carried.exchange.lost !== undefined) return carried.exchange.lost();
  if (!carried.answered) carried.exchange.respond(connectionLost());
  carried.exchange.end();
}

/** The server's side of the exchange: what it answers arrives at the client over the line. */
function answerOver(carried: Carried, component: string, interference: Interference): Exchange {
  const { exchange, streams, request } = carried;
  const { back } = carried.line;
  const stream: SendingStream = { send: (chunk) => back.send(() => carried.over || exchange.write(chunk), repeatable) };
  return {
    respond(given: ApiResponse) {
      const response = interference.answered(component, request, given);
      back.send(() => {
        if (carried.over) return;
        carried.answered = true;
        if (!streams) finish(carried);
        exchange.respond(response);
      });
    },
    write(chunk: Json) {
      if (interference.sending(component, chunk, stream)) stream.send(chunk);
    },
    end() {
      back.send(() => {
        if (carried.over) return;
        finish(carried);
        exchange.end();
      });
    },
    ...(exchange.upgrade !== undefined && {
      upgrade: (peer: StreamEnd) => upgrade(carried, (end) => exchange.upgrade?.(end) ?? end, peer),
    }),
  };
}

/** The server's end is open at once, the client's a link's latency later; each receives what the other sends with that latency, too. */
function upgrade(
  carried: Carried,
  accept: NonNullable<Exchange['upgrade']>,
  serverPeer: StreamEnd,
): StreamEnd {
  const { there, back } = carried.line;
  const toServer = endOver(there, carried, serverPeer);
  carried.ends = [serverPeer];
  let client: StreamEnd | undefined;
  back.send(() => {
    if (carried.over) return serverPeer.end();
    carried.answered = true;
    client = accept(toServer);
    carried.ends = [serverPeer, client];
  });
  const toClient = forwardTo(() => client);
  return endOver(back, carried, toClient);
}

/** What is written here arrives at `target` over the pipe, in order; the end of it ends the exchange. */
function endOver(pipe: Pipe, carried: Carried, target: StreamEnd): StreamEnd {
  return {
    write: (channel, bytes) => pipe.send(() => carried.over || target.write(channel, bytes)),
    close: (channel) => pipe.send(() => carried.over || target.close(channel)),
    end() {
      pipe.send(() => {
        if (carried.over) return;
        finish(carried);
        target.end();
      });
    },
  };
}

/** An end that is known only later. */
function forwardTo(end: () => StreamEnd | undefined): StreamEnd {
  return {
    write: (channel, bytes) => end()?.write(channel, bytes),
    close: (channel) => end()?.close(channel),
    end: () => end()?.end(),
  };
}

const repeatable = { repeatable: true } as const;

/** Watches and followed logs: their answers go on. */
function isStream({ query }: ApiRequest): boolean {
  return query['watch'] !== undefined || query['follow'] !== undefined;
}

/** What a client library makes of a refused or reset connection. */
function connectionLost(): ApiResponse {
  const message = 'the connection to the server was lost: connection reset by peer';
  return statusResponse(failure(503, 'ServiceUnavailable', message));
}

export function statusResponse(status: Status): ApiResponse {
  return { code: status.code, headers: { 'content-type': 'application/json' }, body: asJson(status) };
}

/** A Status is JSON: its type has no index signature, which is all that TypeScript misses. */
function asJson(status: Status): Json {
  return status as unknown as Json;
}
