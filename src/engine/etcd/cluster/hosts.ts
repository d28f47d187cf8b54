/** The machines of an etcd cluster: what each remembers, and how its process ends, fails and is started again. */
import type { EtcdMember, EtcdStatus } from '../types.ts';
import type { Clients } from './client.ts';
import type { EtcdClusterOptions } from './cluster-types.ts';
import type { CommitLog } from './commit-log.ts';
import type { Driver } from './driver-types.ts';
import type { Host } from './host.ts';

/** A process that ended with an error is started again after this. */
const supervisorMs = 5000;

export interface ClusterState {
  readonly options: EtcdClusterOptions;
  readonly hosts: Map<string, Host>;
  /** Ids of members that were removed for good. */
  readonly removed: Set<number>;
  readonly commitLog: CommitLog;
  readonly clients: Clients;
  clusterId: number;
  /** How often it was restored from a snapshot. */
  restores: number;
  lastStatus: EtcdStatus;
}

/** The host of a member, by raft's name for that. */
export function byRaftId({ hosts }: ClusterState, id: string): Host | undefined {
  for (const host of hosts.values()) if (host.raftId === id) return host;
  return undefined;
}

/** Ends a host's process, as a crash does. */
export function stopProcess({ clients }: ClusterState, host: Host): void {
  const { driver } = host;
  host.driver = undefined;
  host.disk.crash();
  clients.broken(host.name);
  driver?.stop();
}

/** The process ends itself, because a write failed or raft's rules are broken; its supervisor starts it again later. */
export function processFailed(cluster: ClusterState, host: Host, what: string, start: (cluster: ClusterState, host: Host) => void): void {
  const { clock, trace } = cluster.options.kernel;
  if (host.driver === undefined) return;
  trace.record({ component: host.name, type: 'error', what });
  stopProcess(cluster, host);
  const again = (): void => {
    if (cluster.hosts.get(host.name) === host && host.wanted && host.driver === undefined) start(cluster, host);
  };
  clock.after(supervisorMs, again, { background: true });
}

/** Takes a host out of the cluster, unless its member is another by now. */
export function retire(cluster: ClusterState, host: Host, raftId: string): void {
  const { hosts, removed, options } = cluster;
  if (hosts.get(host.name) !== host || host.raftId !== raftId) return;
  removed.add(host.id);
  host.wanted = false;
  stopProcess(cluster, host);
  hosts.delete(host.name);
  options.onRemoved?.(host.name);
}

/** The running member that has applied most. */
export function mostAdvanced({ hosts }: ClusterState): EtcdMember | undefined {
  let best: Driver | undefined;
  for (const { driver } of hosts.values()) {
    if (driver !== undefined && driver.state().applied > (best?.state().applied ?? -1)) best = driver;
  }
  return best?.member;
}
