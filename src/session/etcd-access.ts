/** etcd as a terminal of the session reaches it: its machines by name, at the cluster's time. */
import { type Cluster, decodeSnapshot, type Gateway } from '../engine/index.ts';
import type { EtcdAccess } from '../etcdctl/index.ts';

export function createEtcdAccess(cluster: Cluster): EtcdAccess {
  return {
    gateway(host) {
      const names = cluster.etcdMembers().map(({ name }) => name);
      // The terminal stands on the first member's machine.
      const name = host === '127.0.0.1' || host === 'localhost' ? names[0] : host;
      return name !== undefined && names.includes(name) ? settling(cluster, cluster.etcdGateway(name)) : undefined;
    },
    after(ms, run) {
      const timer = cluster.after(ms, () => {
        cluster.unsettled();
        run();
      });
      return () => timer.cancel();
    },
    restore: (snapshot, bumpRevision) => cluster.restoreEtcd(decodeSnapshot(snapshot), { bumpRevision }),
  };
}

/** Lets the kernel know that a client's promises are about to resolve. */
function settling(cluster: Cluster, gateway: Gateway): Gateway {
  function soon<T extends readonly unknown[]>(answer: (...args: T) => void): (...args: T) => void {
    return (...args) => {
      cluster.unsettled();
      answer(...args);
    };
  }
  return {
    request: (path, body, respond) => gateway.request(path, body, soon(respond)),
    get: (path, respond) => gateway.get(path, soon(respond)),
    streams: gateway.streams,
    open: (path, out, options) =>
      gateway.open(path, { respond: soon(out.respond), write: soon(out.write), end: soon(out.end) }, options),
  };
}
