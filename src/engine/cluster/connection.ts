/** How a component reaches the API server: each request over its own pair of pipes of the simulated network. */
import type { Network } from '../kernel/index.ts';
import type { ApiRequest, ApiResponse, Exchange, Handler, Json, Status, User } from '../meta/index.ts';
import { failure } from '../meta/index.ts';

export interface Connections {
  /** A handler that carries requests of `component` to the API server and answers back; as `user`, or as the request says. */
  connect(component: string, user?: User): Handler;
  /** Breaks every exchange that is under way: what a crash of the API server looks like from outside. */
  breakAll(): void;
}

/** Refuses a request on its arrival, by a fault; undefined lets it pass. */
export type Refuse = (component: string, request: ApiRequest) => Status | undefined;

/** `server` is asked anew for each request, so that a restarted API server is found by everybody. */
export function createConnections(network: Network, server: () => Handler | undefined, refuse: Refuse): Connections {
  const underWay = new Set<() => void>();

  function exchangeOver(component: string, request: ApiRequest, exchange: Exchange): () => void {
    let answered = false;
    let over = false;
    let hangUp: (() => void) | undefined;

    function finish(): void {
      over = true;
      underWay.delete(lost);
    }
    function lost(): void {
      if (over) return;
      finish();
      hangUp?.();
      there.close();
      back.close();
      if (!answered) exchange.respond(connectionLost());
      exchange.end();
    }
    const there = network.pipe(component, 'apiserver', lost);
    const back = network.pipe('apiserver', component, lost);
    underWay.add(lost);

    const answer: Exchange = {
      respond(response: ApiResponse) {
        back.send(() => {
          if (over) return;
          answered = true;
          exchange.respond(response);
          if (request.query['watch'] === undefined && request.query['follow'] === undefined) finish();
        });
      },
      write(chunk: Json) {
        back.send(
          () => {
            if (!over) exchange.write(chunk);
          },
          { repeatable: true },
        );
      },
      end() {
        back.send(() => {
          if (over) return;
          finish();
          exchange.end();
        });
      },
    };
    there.send(() => {
      if (over) return;
      const handler = server();
      if (handler === undefined) return lost();
      const refused = refuse(component, request);
      if (refused !== undefined) return answer.respond(statusResponse(refused));
      hangUp = handler(request, answer);
    });
    return () => {
      if (over) return;
      finish();
      // The server learns of it a link's latency later, as from a closed socket.
      there.send(() => hangUp?.());
    };
  }

  return {
    connect: (component, user) => (request, exchange) =>
      exchangeOver(component, user === undefined ? request : { ...request, user }, exchange),
    breakAll() {
      for (const lost of [...underWay]) lost();
    },
  };
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
