/** `/healthz`, `/livez`, `/readyz`: whether this server can do its work, which it can't without etcd. */

import type { Etcd } from '../etcd/index.ts';
import type { Clock } from '../kernel/index.ts';

/** How long etcd may take to answer before it counts as failed, milliseconds (upstream: --etcd-healthcheck-timeout). */
const etcdTimeoutMs = 2_000;

/** Asks etcd for a linearizable read, which only a quorum can answer; `done` hears once. */
export function checkEtcd(etcd: Etcd, clock: Clock, done: (healthy: boolean) => void): void {
  let open = true;
  function finish(healthy: boolean): void {
    if (!open) return;
    open = false;
    timer.cancel();
    done(healthy);
  }
  const timer = clock.after(etcdTimeoutMs, () => finish(false));
  etcd.range({ key: '/registry/health' }, ({ failure }) => finish(failure === undefined));
}

/** The answer's text: one word when all is well and nobody asked for more, else a line a check. */
export function healthText(name: string, etcdHealthy: boolean, verbose: boolean): string {
  if (etcdHealthy && !verbose) return 'ok';
  const etcd = etcdHealthy ? '[+]etcd ok' : '[-]etcd failed: reason withheld';
  const rest = '[+]poststarthook/start-apiserver-admission-initializer ok';
  return ['[+]ping ok', '[+]log ok', etcd, rest, `${name} check ${etcdHealthy ? 'passed' : 'failed'}`, ''].join('\n');
}
