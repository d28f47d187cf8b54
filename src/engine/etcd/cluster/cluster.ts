/**
 * etcd with several members: each a process with a disk of its own and a place on the network (`etcd-0`, `etcd-1` …), agreed by
 * raft. Members crash, start again, are added and removed; what is on a disk outlives its process.
 *
 * No machine: a cluster starts and stops processes, and each of those calls is one sequence; what raft and leadership decide by
 * states is in raft/step.ts and leadership.ts.
 */
import { createDisk } from '../../kernel/index.ts';
import {
  emptyDisk,
  foundingDisk,
  lastIndex,
  type Message,
  type Change as RaftChange,
  type Disk as RaftDisk,
  restoredDisk,
} from '../../raft/index.ts';
import { failure } from '../failure.ts';
import { createGateway } from '../gateway/gateway.ts';
import { bumpRevision, eventsTo } from '../store.ts';
import type { Done, EtcdMember, Member, RangeRequest, RangeResponse, Result, StoreSnapshot } from '../types.ts';
import { createClients } from './client.ts';
import type { EtcdCluster, EtcdClusterOptions } from './cluster-types.ts';
import { createCommitLog } from './commit-log.ts';
import { startDriver } from './driver.ts';
import type { ChangeContext, MachineSnapshot } from './entry.ts';
import { type Host, viewOf } from './host.ts';
import { byRaftId, type ClusterState, mostAdvanced, processFailed, retire, stopProcess } from './hosts.ts';
import type { LeaderRequest } from './leader-client.ts';
import { hostOf, memberIdOf, raftIdOf } from './member-list.ts';

/** Of the entries before a snapshot this part is kept, one in so many. */
const keptPart = 2;

/** Founds a cluster. Nothing runs before `start`. */
export function createEtcdCluster(options: EtcdClusterOptions): EtcdCluster {
  const { kernel } = options;
  const { clock, trace } = kernel;
  const hosts = new Map<string, Host>();
  const member = (name: string): EtcdMember | undefined => hosts.get(name)?.driver?.member;
  const commitLog = createCommitLog(clock, trace, options.describeKey, options.beforeCompaction ?? (() => {}));
  const cluster: ClusterState = {
    options,
    hosts,
    removed: new Set(),
    commitLog,
    clients: createClients(kernel, member, () => [...hosts.keys()]),
    clusterId: memberIdOf('etcd-cluster'),
    restores: 0,
    lastStatus: { revision: 1, compactRevision: 0, keys: 0 },
  };
  found(cluster);
  return {
    names: () => [...hosts.keys()],
    member,
    start(name) {
      const host = hostNamed(cluster, name);
      host.wanted = true;
      startProcess(cluster, host);
      return {
        stop() {
          host.wanted = false;
          stopProcess(cluster, host);
        },
      };
    },
    client: cluster.clients.create,
    view: viewOfAll(cluster),
    gateway: (name) =>
      createGateway(
        () => member(name),
        (run) => void clock.after(0, run),
      ),
    addDiskFault: (name, fault) => hostNamed(cluster, name).disk.addFault(fault),
    restore: (snapshot, { bumpRevision: by = 0 } = {}) =>
      restore(cluster, by > 0 ? bumpRevision(snapshot, by) : snapshot),
    views: () => [...hosts.values()].map((host) => viewOf(host, (id) => byRaftId(cluster, id)?.name ?? '')),
  };
}

/** Makes the founders' hosts: they know each other from the beginning of their logs. */
function found(cluster: ClusterState): void {
  const names = Array.from({ length: cluster.options.members }, (_, at) => `etcd-${at}`);
  const founders = names.map((name) => memberAt(name, memberIdOf(name)));
  const founding = foundingDisk(
    founders.map((member) => {
      const context: ChangeContext = { origin: '', id: 0, member };
      return { member: raftIdOf(member.id), context };
    }),
  );
  for (const { name, id } of founders) addHost(cluster, name, id, founding, true);
}

function memberAt(name: string, id: number): Member {
  const urls = { peerUrls: [`http://${name}:2380`], clientUrls: [`http://${name}:2379`] };
  return { id, name, ...urls, learner: false };
}

function hostNamed({ hosts }: ClusterState, name: string): Host {
  const host = hosts.get(name);
  if (host === undefined) throw new Error(`there is no host ${name} for etcd`);
  return host;
}

function send(cluster: ClusterState, message: Message): void {
  const { kernel, onMessage } = cluster.options;
  const from = byRaftId(cluster, message.from);
  const to = byRaftId(cluster, message.to);
  if (from === undefined) return;
  const { driver } = from;
  const report = (delivered: boolean): void => {
    if (from.driver !== driver) return;
    if (!delivered) driver?.unreachable(message.to);
    if (message.type === 'snapshot') driver?.snapshotReport(message.to, delivered);
  };
  if (to === undefined) return void kernel.clock.after(1, () => report(false), { background: true });
  onMessage?.(from.name, to.name, message);
  const deliver = (): void => {
    // A machine that was given to another member isn't the one the message is for.
    const there = to.raftId === message.to ? to.driver : undefined;
    there?.receive(message);
    if (there === undefined || message.type === 'snapshot') report(there !== undefined);
  };
  kernel.network.post(from.name, to.name, deliver, { background: true, lost: () => report(false) });
}

function callLeader(
  cluster: ClusterState,
  from: string,
  leader: string,
  request: LeaderRequest,
  done: Done<unknown>,
): void {
  const { network } = cluster.options.kernel;
  const to = byRaftId(cluster, leader);
  if (to === undefined) return;
  network.post(from, to.name, () => {
    to.driver?.answer(request, (result) => network.post(to.name, from, () => done(result)));
  });
}

/** Starts the process of a host on what its disk holds. */
function startProcess(cluster: ClusterState, host: Host): void {
  if (host.driver !== undefined) return;
  const { options, commitLog, clusterId, restores } = cluster;
  const { kernel, snapshotCount = 10_000 } = options;
  const { name, disk } = host;
  // "member has already been bootstrapped": one that lost its data can't come back under the same id.
  if (host.founded && lastIndex(disk.content().log) === 0 && disk.content().snapshot === undefined) {
    const what = 'member has already been bootstrapped: its data are lost';
    kernel.trace.record({ component: name, type: 'error', what });
    return;
  }
  const first = host.starts === 0;
  host.starts += 1;
  const origin = `${host.raftId}/${restores}.${host.starts}`;
  host.driver = startDriver({
    kernel,
    commitLog,
    disk,
    name,
    id: host.id,
    clusterId,
    origin,
    snapshotCount,
    keptEntries: Math.floor(snapshotCount / keptPart),
    hurry: first,
    random: kernel.random.fork(`${name}/${origin}`),
    ...(options.quotaBytes !== undefined && { quotaBytes: options.quotaBytes }),
    ...(options.voteRule !== undefined && { voteRule: options.voteRule }),
    ...(options.commitRule !== undefined && { commitRule: options.commitRule }),
    ...(options.autoCompaction !== undefined && { autoCompaction: options.autoCompaction }),
    send: (message) => send(cluster, message),
    callLeader: (leader, request, done) => callLeader(cluster, name, leader, request, done),
    changed: (change) => memberChanged(cluster, change),
    panicked: (what) => processFailed(cluster, host, `panic: ${what}`, startProcess),
  });
  // What is on the disk from now on must not vanish.
  host.founded = true;
}

/** A change in force somewhere. Every member reports it, and again after a restart: it is done once. */
function memberChanged(cluster: ClusterState, change: RaftChange): void {
  const { hosts, removed, options } = cluster;
  const { clock } = options.kernel;
  const { member } = change.context as ChangeContext;
  if (change.type === 'remove') {
    const host = byRaftId(cluster, change.member);
    // The last message that says it was removed is still on its way.
    if (host !== undefined) clock.after(1000, () => retire(cluster, host, change.member), { background: true });
    return;
  }
  if (member === undefined || change.type === 'promote') return;
  const name = hostOf(member.peerUrls);
  const there = hosts.get(name);
  if (name === '' || there?.id === member.id || removed.has(member.id)) return;
  if (there !== undefined) retire(cluster, there, there.raftId);
  addHost(cluster, name, member.id, emptyDisk, false);
  clock.after(0, () => options.onAdded?.(name));
}

function addHost(cluster: ClusterState, name: string, id: number, content: RaftDisk, founded: boolean): void {
  const { kernel, diskLatencyMs: latencyMs = 2 } = cluster.options;
  const { clock, random } = kernel;
  const disk = createDisk<RaftDisk>({ clock, latencyMs, random: random.fork(`disk/${name}`), empty: emptyDisk });
  disk.replace(content);
  const host: Host = { name, id, raftId: raftIdOf(id), disk, driver: undefined, starts: 0, founded, wanted: false };
  disk.failed = () => processFailed(cluster, host, 'raft save state and entries error', startProcess);
  cluster.hosts.set(name, host);
}

/** Every host's process ends, its disk gets the snapshot, and those that ran start as members of another cluster. */
function restore(cluster: ClusterState, snapshot: StoreSnapshot): void {
  const { hosts, commitLog } = cluster;
  const running = [...hosts.values()].filter(({ wanted }) => wanted);
  const before = mostAdvanced(cluster)?.peek({ key: '\0', rangeEnd: '\0' }).ok?.kvs ?? [];
  for (const host of hosts.values()) stopProcess(cluster, host);
  cluster.restores += 1;
  cluster.clusterId = memberIdOf(`etcd-cluster/${cluster.restores}`);
  commitLog.reset(snapshot, eventsTo(snapshot, before));
  const members = [...hosts.keys()].map((name) => memberAt(name, memberIdOf(`${name}/${cluster.restores}`)));
  const voters = members.map(({ id }) => raftIdOf(id)).sort();
  const data: MachineSnapshot = { clusterId: cluster.clusterId, store: snapshot, members };
  const disk = restoredDisk({ index: members.length, term: 1, membership: { voters, learners: [] }, data });
  for (const { name, id } of members) {
    const host = hosts.get(name);
    if (host === undefined) continue;
    host.id = id;
    host.raftId = raftIdOf(id);
    host.starts = 0;
    host.founded = true;
    host.disk.replace(disk);
  }
  for (const host of running) startProcess(cluster, host);
}

function viewOfAll(cluster: ClusterState): EtcdCluster['view'] {
  const { commitLog } = cluster;
  return {
    peek(request: RangeRequest): Result<RangeResponse> {
      return mostAdvanced(cluster)?.peek(request) ?? { failure: failure('unavailable') };
    },
    status() {
      cluster.lastStatus = mostAdvanced(cluster)?.status() ?? cluster.lastStatus;
      return { ...cluster.lastStatus, revision: commitLog.revision(), compactRevision: commitLog.compactRevision() };
    },
    watch: commitLog.hub.add,
    *history(after) {
      for (const { revision, time, events } of commitLog.commitsFrom(after + 1)) {
        for (const event of events) yield { revision, time, event };
      }
    },
  };
}
