/**
 * etcd with several members: each a process with a disk of its own and a place on the network (`etcd-0`, `etcd-1` …), agreed by
 * raft. Members crash, start again, are added and removed; what is on a disk outlives its process.
 */
import { createDisk, type DiskFault, type Kernel } from '../../kernel/index.ts';
import {
  emptyDisk,
  foundingDisk,
  lastIndex,
  type Message,
  type Change as RaftChange,
  type Disk as RaftDisk,
  restoredDisk,
} from '../../raft/index.ts';
import type { AutoCompaction } from '../auto-compaction.ts';
import { failure } from '../failure.ts';
import { createGateway, type Gateway } from '../gateway/gateway.ts';
import { bumpRevision, eventsTo } from '../store.ts';
import type {
  Done,
  Etcd,
  EtcdMember,
  EtcdStatus,
  Member,
  RangeRequest,
  RangeResponse,
  Result,
  StoreSnapshot,
} from '../types.ts';
import { createClients } from './client.ts';
import { createCommitLog } from './commit-log.ts';
import { startDriver } from './driver.ts';
import type { Driver } from './driver-types.ts';
import type { ChangeContext, MachineSnapshot } from './entry.ts';
import { type Host, type MemberView, viewOf } from './host.ts';
import type { LeaderRequest } from './leader-client.ts';
import { hostOf, memberIdOf, raftIdOf } from './member-list.ts';

export interface EtcdClusterOptions {
  readonly kernel: Kernel;
  /** Founders: 1, 3 or 5. */
  readonly members: number;
  /** One write and sync of a member's disk, milliseconds; 2 unless told. */
  readonly diskLatencyMs?: number;
  readonly describeKey?: (key: string) => string;
  readonly quotaBytes?: number;
  readonly autoCompaction?: AutoCompaction;
  /** Entries applied between two snapshots of the log; 10,000 unless told, of which 5,000 are kept for slow followers. */
  readonly snapshotCount?: number;
  /** Runs while history that is about to be compacted can still be read. */
  readonly beforeCompaction?: () => void;
  /** A member was added whose address names this host: its process is to be started there. */
  readonly onAdded?: (name: string) => void;
  /** A member was removed for good: its process has ended. */
  readonly onRemoved?: (name: string) => void;
  /** Every message members send each other, for views. */
  readonly onMessage?: (from: string, to: string, message: Message) => void;
}

export interface EtcdCluster {
  /** Hosts that hold a member, running or not. */
  names(): readonly string[];
  /** Undefined while it is down. */
  member(name: string): EtcdMember | undefined;
  /** Starts the process of a host; it goes on from its disk. Returns what ends it, as a crash does. */
  start(name: string): { stop(): void };
  /** A client in `component` that asks `prefer` first and goes on to the others when it is lost. */
  client(component: string, prefer?: string): Etcd;
  /** What all have agreed on, for those who look from outside. */
  readonly view: Pick<Etcd, 'peek' | 'status' | 'history' | 'watch'>;
  gateway(name: string): Gateway;
  addDiskFault(name: string, fault: DiskFault): () => void;
  /** Starts all over from a snapshot, as `etcdutl snapshot restore` on every member: another cluster, with the same hosts. */
  restore(snapshot: StoreSnapshot, options?: RestoreOptions): void;
  views(): readonly MemberView[];
}

export interface RestoreOptions {
  /** Added to the snapshot's revision, and everything up to there marked as compacted: watchers of the old cluster list anew. */
  readonly bumpRevision?: number;
}

const keptPart = 2;
/** A process that ended with an error is started again after this. */
const supervisorMs = 5000;

/** Founds a cluster. Nothing runs before `start`. */
export function createEtcdCluster(options: EtcdClusterOptions): EtcdCluster {
  const { kernel, diskLatencyMs: latencyMs = 2, snapshotCount = 10_000 } = options;
  const { clock, network, random, trace } = kernel;
  const hosts = new Map<string, Host>();
  const commitLog = createCommitLog(clock, trace, options.describeKey, options.beforeCompaction ?? (() => {}));
  let clusterId = memberIdOf('etcd-cluster');
  let restores = 0;

  function addHost(name: string, id: number, content: RaftDisk, founded: boolean): Host {
    const disk = createDisk<RaftDisk>({ clock, latencyMs, random: random.fork(`disk/${name}`), empty: emptyDisk });
    disk.replace(content);
    const host: Host = { name, id, raftId: raftIdOf(id), disk, driver: undefined, starts: 0, founded, wanted: false };
    disk.failed = () => fail(host);
    hosts.set(name, host);
    return host;
  }

  const founders: Member[] = Array.from({ length: options.members }, (_, at) => {
    const name = `etcd-${at}`;
    return {
      id: memberIdOf(name),
      name,
      peerUrls: [`http://${name}:2380`],
      clientUrls: [`http://${name}:2379`],
      learner: false,
    };
  });
  const founding = foundingDisk(
    founders.map((member) => {
      const context: ChangeContext = { origin: '', id: 0, member };
      return { member: raftIdOf(member.id), context };
    }),
  );
  for (const { name, id } of founders) addHost(name, id, founding, true);

  function byRaftId(id: string): Host | undefined {
    for (const host of hosts.values()) if (host.raftId === id) return host;
    return undefined;
  }

  function nameOf(raftId: string): string {
    return byRaftId(raftId)?.name ?? '';
  }

  function send(message: Message): void {
    const from = byRaftId(message.from);
    const to = byRaftId(message.to);
    if (from === undefined) return;
    const { driver } = from;
    const report = (delivered: boolean): void => {
      if (from.driver !== driver) return;
      if (!delivered) driver?.unreachable(message.to);
      if (message.type === 'snapshot') driver?.snapshotReport(message.to, delivered);
    };
    if (to === undefined) return void clock.after(1, () => report(false), { background: true });
    options.onMessage?.(from.name, to.name, message);
    const deliver = (): void => {
      // A machine that was given to another member isn't who the message is for.
      const there = to.raftId === message.to ? to.driver : undefined;
      there?.receive(message);
      if (there === undefined || message.type === 'snapshot') report(there !== undefined);
    };
    network.post(from.name, to.name, deliver, { background: true, lost: () => report(false) });
  }

  function callLeader(from: string, leader: string, request: LeaderRequest, done: Done<unknown>): void {
    const to = byRaftId(leader);
    if (to === undefined) return;
    network.post(from, to.name, () => {
      to.driver?.answer(request, (result) => network.post(to.name, from, () => done(result)));
    });
  }

  function start(host: Host): void {
    if (host.driver !== undefined) return;
    const { name, disk } = host;
    // "member has already been bootstrapped": one that lost its data can't come back under the same id.
    if (host.founded && lastIndex(disk.content().log) === 0 && disk.content().snapshot === undefined) {
      trace.record({ component: name, type: 'error', what: 'member has already been bootstrapped: its data are lost' });
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
      random: random.fork(`${name}/${origin}`),
      ...(options.quotaBytes !== undefined && { quotaBytes: options.quotaBytes }),
      ...(options.autoCompaction !== undefined && { autoCompaction: options.autoCompaction }),
      send,
      callLeader: (leader, request, done) => callLeader(name, leader, request, done),
      changed: (change) => changed(change),
    });
    // What is on the disk from now on must not vanish.
    host.founded = true;
  }

  function stop(host: Host): void {
    const { driver } = host;
    host.driver = undefined;
    host.disk.crash();
    clients.broken(host.name);
    driver?.stop();
  }

  /** The process ends itself (a write failed), and its supervisor tries again. */
  function fail(host: Host): void {
    if (host.driver === undefined) return;
    trace.record({ component: host.name, type: 'error', what: 'raft save state and entries error' });
    stop(host);
    retry(host);
  }

  function retry(host: Host): void {
    clock.after(
      supervisorMs,
      () => {
        if (hosts.get(host.name) !== host || !host.wanted || host.driver !== undefined) return;
        start(host);
      },
      { background: true },
    );
  }

  /** A change in force somewhere. Every member tells of it, and again after a restart: it is done once. */
  function changed(change: RaftChange): void {
    const { member } = change.context as ChangeContext;
    if (change.type === 'remove') {
      const host = byRaftId(change.member);
      // The last message that tells it of its removal is still on its way.
      if (host !== undefined) clock.after(1000, () => retire(host, change.member), { background: true });
      return;
    }
    if (member === undefined || change.type === 'promote') return;
    const name = hostOf(member.peerUrls);
    const there = hosts.get(name);
    if (name === '' || there?.id === member.id || removed.has(member.id)) return;
    if (there !== undefined) retire(there, there.raftId);
    addHost(name, member.id, emptyDisk, false);
    clock.after(0, () => options.onAdded?.(name));
  }
  const removed = new Set<number>();

  function retire(host: Host, raftId: string): void {
    if (hosts.get(host.name) !== host || host.raftId !== raftId) return;
    removed.add(host.id);
    host.wanted = false;
    stop(host);
    hosts.delete(host.name);
    options.onRemoved?.(host.name);
  }

  /** The member that knows most: whoever has applied the most. */
  function ahead(): EtcdMember | undefined {
    let best: Driver | undefined;
    for (const { driver } of hosts.values()) {
      if (driver !== undefined && driver.state().applied > (best?.state().applied ?? -1)) best = driver;
    }
    return best?.member;
  }

  let lastStatus: EtcdStatus = { revision: 1, compactRevision: 0, keys: 0 };
  const member = (name: string): EtcdMember | undefined => hosts.get(name)?.driver?.member;
  const clients = createClients(kernel, member, () => [...hosts.keys()]);

  return {
    names: () => [...hosts.keys()],
    member,
    start(name) {
      const host = hosts.get(name);
      if (host === undefined) throw new Error(`there is no host ${name} for etcd`);
      host.wanted = true;
      start(host);
      return {
        stop() {
          host.wanted = false;
          stop(host);
        },
      };
    },
    client: clients.create,
    view: {
      peek(request: RangeRequest): Result<RangeResponse> {
        return ahead()?.peek(request) ?? { failure: failure('unavailable') };
      },
      status() {
        lastStatus = ahead()?.status() ?? lastStatus;
        return { ...lastStatus, revision: commitLog.revision(), compactRevision: commitLog.compactRevision() };
      },
      watch: commitLog.hub.add,
      *history(after) {
        for (const { revision, time, events } of commitLog.commitsFrom(after + 1)) {
          for (const event of events) yield { revision, time, event };
        }
      },
    },
    gateway: (name) =>
      createGateway(
        () => member(name),
        (run) => void clock.after(0, run),
      ),
    addDiskFault(name, fault) {
      const host = hosts.get(name);
      if (host === undefined) throw new Error(`there is no host ${name} for etcd`);
      return host.disk.addFault(fault);
    },
    restore(saved, { bumpRevision: by = 0 } = {}) {
      const snapshot = by > 0 ? bumpRevision(saved, by) : saved;
      const running = [...hosts.values()].filter(({ wanted }) => wanted);
      const before = ahead()?.peek({ key: '\0', rangeEnd: '\0' }).ok?.kvs ?? [];
      for (const host of hosts.values()) stop(host);
      restores += 1;
      clusterId = memberIdOf(`etcd-cluster/${restores}`);
      commitLog.reset(snapshot, eventsTo(snapshot, before));
      const names = [...hosts.keys()];
      const members = names.map((name): Member => {
        const urls = { peerUrls: [`http://${name}:2380`], clientUrls: [`http://${name}:2379`] };
        return { id: memberIdOf(`${name}/${restores}`), name, ...urls, learner: false };
      });
      const voters = members.map(({ id }) => raftIdOf(id)).sort();
      const data: MachineSnapshot = { clusterId, store: snapshot, members };
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
      for (const host of running) start(host);
    },
    views: () => [...hosts.values()].map((host) => viewOf(host, nameOf)),
  };
}
