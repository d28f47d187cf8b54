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

/** Refuses a request on its arrival, by a fault; undefined lets it pass. */
export type Refuse = (component: string, request: ApiRequest) => Status | undefined;

/** The API servers there are. */
export interface Servers {
  /** Component name of the one a component is led to now. */
  choose(component: string): string;
  /** Its door, or undefined while it is down. */
  handler(server: string): Handler | undefined;
}

/** `servers` is asked anew for each line and each arrival, so that a restarted API server, or another one, is found by everybody. */
export function createConnections(network: Network, servers: Servers, refuse: Refuse): Connections {
  /** What ends each open line with a loss, and the server it leads to. */
  const lines = new Map<() => void, string>();

  /** A pair of pipes, as one TCP connection; when it breaks, all that is under way on it is lost. */
  function openLine(component: string): Line {
    const underWay = new Set<() => void>();
    function lost(): void {
      if (!lines.delete(lost)) return;
      there.close();
      back.close();
      for (const lose of [...underWay]) lose();
    }
    const server = servers.choose(component);
    const there = network.pipe(component, server, lost);
    const back = network.pipe(server, component, lost);
    lines.set(lost, server);
    return { server, there, back, underWay, lost };
  }

  function carry(line: Line, component: string, request: ApiRequest, exchange: Exchange, last: () => void): () => void {
    const { there, back, underWay } = line;
    const streams = isStream(request);
    let answered = false;
    let over = false;
    let hangUp: (() => void) | undefined;
    /** Of a two-way stream: what the server's end and the client's end are told. */
    let ends: readonly StreamEnd[] = [];

    function finish(): void {
      over = true;
      underWay.delete(lose);
      last();
    }
    function lose(): void {
      if (over) return;
      finish();
      hangUp?.();
      for (const end of ends) end.end();
      if (!answered) exchange.respond(connectionLost());
      exchange.end();
    }
    underWay.add(lose);

    /** The server takes the upgrade at once, the client hears of it a link's latency later; so does each what the other sends. */
    function upgrade(accept: NonNullable<Exchange['upgrade']>, serverPeer: StreamEnd): StreamEnd {
      const toServer = endOver(there, () => over, serverPeer, finish);
      ends = [serverPeer];
      let client: StreamEnd | undefined;
      back.send(() => {
        if (over) return serverPeer.end();
        answered = true;
        client = accept(toServer);
        ends = [serverPeer, client];
      });
      return endOver(
        back,
        () => over,
        forwardTo(() => client),
        finish,
      );
    }

    const answer: Exchange = {
      respond(response: ApiResponse) {
        back.send(() => {
          if (over) return;
          answered = true;
          if (!streams) finish();
          exchange.respond(response);
        });
      },
      write(chunk: Json) {
        back.send(() => over || exchange.write(chunk), repeatable);
      },
      end() {
        back.send(() => {
          if (over) return;
          finish();
          exchange.end();
        });
      },
      ...(exchange.upgrade !== undefined && {
        upgrade: (peer: StreamEnd) => upgrade((end) => exchange.upgrade?.(end) ?? end, peer),
      }),
    };
    there.send(() => {
      if (over) return;
      const handler = servers.handler(line.server);
      if (handler === undefined) return line.lost();
      const refused = refuse(component, request);
      if (refused !== undefined) return answer.respond(statusResponse(refused));
      hangUp = handler(request, answer);
    });
    return () => {
      if (over) return;
      finish();
      // The server learns of it a link's latency later, as from a closed stream.
      there.send(() => {
        hangUp?.();
        ends[0]?.end();
      });
    };
  }

  return {
    connect(component, user) {
      let shared: Line | undefined;
      return (request, exchange) => {
        const asUser = user === undefined ? request : { ...request, user };
        if (isStream(request) || exchange.upgrade !== undefined) {
          // A line of its own: what cuts one watch leaves the others alone.
          const line = openLine(component);
          return carry(line, component, asUser, exchange, () => void lines.delete(line.lost));
        }
        if (shared === undefined || !lines.has(shared.lost)) shared = openLine(component);
        return carry(shared, component, asUser, exchange, () => {});
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
  /** What tells each exchange that its answer won't come. */
  readonly underWay: Set<() => void>;
  readonly lost: () => void;
}

/** What is written here arrives at `target` over the pipe, in order; the end of it ends the exchange. */
function endOver(pipe: Pipe, isOver: () => boolean, target: StreamEnd, finish: () => void): StreamEnd {
  return {
    write: (channel, bytes) => pipe.send(() => isOver() || target.write(channel, bytes)),
    close: (channel) => pipe.send(() => isOver() || target.close(channel)),
    end() {
      pipe.send(() => {
        if (isOver()) return;
        finish();
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

function statusResponse(status: Status): ApiResponse {
  return { code: status.code, headers: { 'content-type': 'application/json' }, body: asJson(status) };
}

/** A Status is JSON: its type has no index signature, which is all that TypeScript misses. */
function asJson(status: Status): Json {
  return status as unknown as Json;
}
