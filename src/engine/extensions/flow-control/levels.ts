/**
 * Which requests share which part of the server's strength: upstream's default FlowSchemas and PriorityLevelConfigurations
 * (apiserver pkg/apis/flowcontrol/bootstrap).
 */

import type { RequestInfo } from '../../apiserver/request-info.ts';
import type { User } from '../../meta/index.ts';

export interface Level {
  readonly name: string;
  /** Requests at the same time. */
  readonly seats: number;
  /** Requests of one flow that may wait; 0: none, what finds no seat is refused. */
  readonly queueLength: number;
}

/** Requests at the same time in all: 400 that read and 200 that write (upstream: --max-requests-inflight, --max-mutating-requests-inflight). */
const serverSeats = 600;
/** By upstream's shares, of which there are 245; of 50 in a queue, of as many queues as a flow is dealt. */
const shares = {
  'node-high': { of: 40, queues: 6 },
  system: { of: 30, queues: 6 },
  'leader-election': { of: 10, queues: 4 },
  'workload-high': { of: 40, queues: 6 },
  'workload-low': { of: 100, queues: 6 },
  'global-default': { of: 20, queues: 6 },
  'catch-all': { of: 5, queues: 0 },
} as const;
const allShares = 245;

export type LevelName = keyof typeof shares;

/** Levels of a server that takes so many requests at the same time. */
export function createLevels(seats = serverSeats): Readonly<Record<LevelName, Level>> {
  const level = (name: LevelName): Level => {
    const { of, queues } = shares[name];
    return { name, seats: Math.ceil((seats * of) / allShares), queueLength: 50 * queues };
  };
  return {
    'node-high': level('node-high'),
    system: level('system'),
    'leader-election': level('leader-election'),
    'workload-high': level('workload-high'),
    'workload-low': level('workload-low'),
    'global-default': level('global-default'),
    'catch-all': level('catch-all'),
  };
}

export interface Flow {
  readonly schema: string;
  /** What tells one flow of a schema from the others. */
  readonly by: 'user' | 'namespace';
  readonly level: LevelName;
}

const systemAccounts = 'system:serviceaccounts:kube-system';
const managers: readonly string[] = ['system:kube-controller-manager', 'system:kube-scheduler'];
const probes: readonly string[] = ['/healthz', '/livez', '/readyz'];

/** The flow a request belongs to; undefined: it never waits. In upstream's order of precedence. */
export function flowOf(user: User, info: RequestInfo): Flow | undefined {
  const { name, groups } = user;
  if (groups.includes('system:masters')) return undefined;
  if (!info.isResource && probes.includes(info.path)) return undefined;
  const resource = info.isResource ? info.resource : '';
  const isAccount = groups.includes('system:serviceaccounts');
  const isSystem = managers.includes(name) || groups.includes(systemAccounts);
  if (resource === 'leases' && isSystem) return flows.systemLeaderElection;
  if (resource === 'leases' && isAccount) return flows.workloadLeaderElection;
  if (groups.includes('system:nodes')) {
    return resource === 'nodes' || resource === 'leases' ? flows.systemNodeHigh : flows.systemNodes;
  }
  if (name === managers[0]) return flows.controllerManager;
  if (name === managers[1]) return flows.scheduler;
  if (groups.includes(systemAccounts)) return flows.systemAccounts;
  if (isAccount) return flows.accounts;
  return groups.includes('system:authenticated') || groups.includes('system:unauthenticated')
    ? flows.globalDefault
    : flows.catchAll;
}

const flows = {
  systemLeaderElection: { schema: 'system-leader-election', by: 'user', level: 'leader-election' },
  workloadLeaderElection: { schema: 'workload-leader-election', by: 'user', level: 'leader-election' },
  systemNodeHigh: { schema: 'system-node-high', by: 'user', level: 'node-high' },
  systemNodes: { schema: 'system-nodes', by: 'user', level: 'system' },
  controllerManager: { schema: 'kube-controller-manager', by: 'namespace', level: 'workload-high' },
  scheduler: { schema: 'kube-scheduler', by: 'namespace', level: 'workload-high' },
  systemAccounts: { schema: 'kube-system-service-accounts', by: 'namespace', level: 'workload-high' },
  accounts: { schema: 'service-accounts', by: 'user', level: 'workload-low' },
  globalDefault: { schema: 'global-default', by: 'user', level: 'global-default' },
  catchAll: { schema: 'catch-all', by: 'user', level: 'catch-all' },
} as const satisfies Readonly<Record<string, Flow>>;
