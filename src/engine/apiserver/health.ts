/**
 * `/healthz`, `/livez`, `/readyz`: whether this server can do its work, which it can't without etcd (upstream: apiserver pkg/server/healthz).
 * Each check also has a path of its own below them.
 */

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

/** What is checked before the server serves at all: it serves, so they pass. */
const hooks = [
  'start-apiserver-admission-initializer',
  'generic-apiserver-start-informers',
  'priority-and-fairness-config-consumer',
  'start-system-namespaces-controller',
  'bootstrap-controller',
  'rbac/bootstrap-roles',
  'scheduling/bootstrap-system-priority-classes',
  'apiservice-openapiv3-controller',
].map((name) => `poststarthook/${name}`);

const checks: Readonly<Record<string, readonly string[]>> = {
  healthz: ['ping', 'log', 'etcd', ...hooks],
  livez: ['ping', 'log', 'etcd', ...hooks],
  readyz: ['ping', 'log', 'etcd', 'etcd-readiness', 'informer-sync', ...hooks, 'shutdown'],
};

/** All paths there are. */
export const healthPaths: readonly string[] = Object.entries(checks).flatMap(([name, all]) => [
  `/${name}`,
  ...all.map((check) => `/${name}/${check}`),
]);

export interface HealthQuestion {
  /** `healthz`, `livez`, `readyz`. */
  readonly name: string;
  /** One check alone; '' for all. */
  readonly check: string;
  readonly verbose: boolean;
  readonly exclude: readonly string[];
}

/** What a path asks for; undefined when there is no such check. */
export function healthQuestion(
  path: string,
  {
    query,
    repeated = {},
  }: {
    readonly query: Readonly<Record<string, string>>;
    readonly repeated?: Readonly<Record<string, readonly string[]>>;
  },
): HealthQuestion | undefined {
  const [name = '', ...rest] = path.split('/').slice(1);
  const known = Object.hasOwn(checks, name) ? checks[name] : undefined;
  const check = rest.join('/');
  if (known === undefined || (check !== '' && !known.includes(check))) return undefined;
  const one = query['exclude'];
  const exclude = repeated['exclude'] ?? (one === undefined ? [] : [one]);
  return { name, check, verbose: query['verbose'] !== undefined, exclude };
}

/** The answer: one word when all is well and no details are requested, else a line for each check. */
export function healthAnswer(
  { name, check, verbose, exclude }: HealthQuestion,
  etcdHealthy: boolean,
): { readonly code: number; readonly text: string } {
  const failing = (each: string): boolean => !etcdHealthy && each.startsWith('etcd');
  if (check !== '') {
    return failing(check)
      ? { code: 500, text: 'internal server error: etcd failed: context deadline exceeded\n' }
      : { code: 200, text: 'ok' };
  }
  const all = checks[name] ?? [];
  const lines = all.map((each) => {
    if (exclude.includes(each)) return `[+]${each} excluded: ok`;
    return failing(each) ? `[-]${each} failed: reason withheld` : `[+]${each} ok`;
  });
  const unknown = exclude.filter((each) => !all.includes(each)).map((each) => JSON.stringify(each));
  if (unknown.length > 0)
    lines.push(`warn: some health checks cannot be excluded: no matches for ${unknown.join(',')}`);
  const failed = all.some((each) => failing(each) && !exclude.includes(each));
  const text = `${lines.join('\n')}\n${name} check ${failed ? 'failed' : 'passed'}\n`;
  return failed ? { code: 500, text } : { code: 200, text: verbose ? text : 'ok' };
}
