/** A client of the cluster that lives beside the kernel. */
import type { Cluster, Handler, StreamEnd } from '../engine/index.ts';

/** Lets the kernel know that a client's promises are about to resolve. */
export function settling(cluster: Pick<Cluster, 'unsettled'>, handler: Handler): Handler {
  return (request, exchange) =>
    handler(request, {
      respond(response) {
        cluster.unsettled();
        exchange.respond(response);
      },
      write(chunk) {
        cluster.unsettled();
        exchange.write(chunk);
      },
      end() {
        cluster.unsettled();
        exchange.end();
      },
      ...(exchange.upgrade !== undefined && {
        upgrade(peer: StreamEnd) {
          cluster.unsettled();
          return settlingEnd(cluster, exchange.upgrade?.(peer) ?? peer);
        },
      }),
    });
}

function settlingEnd(cluster: Pick<Cluster, 'unsettled'>, end: StreamEnd): StreamEnd {
  return {
    write(channel, bytes) {
      cluster.unsettled();
      end.write(channel, bytes);
    },
    close(channel) {
      cluster.unsettled();
      end.close(channel);
    },
    end() {
      cluster.unsettled();
      end.end();
    },
  };
}
