/**
 * etcd with several members: each a process with a disk of its own and a place on the network (`etcd-0`, `etcd-1` …), agreed by
 * raft. Members crash, start again, are added and removed; what is on a disk outlives its process.
 */
import { createDisk, type Disk, type DiskFault, type Kernel } from '../../kernel/index.ts';
import {
  type Change as RaftChange,
  type Disk as RaftDisk,
  emptyDisk,
  foundingDisk,
  lastIndex,
  type Message,
  restoredDisk,
} from '../../raft/index.ts';
import { failure } from '../failure.ts';
import { createGateway, type Gateway } from '../gateway/gateway.ts';
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
import { createChronicle } from './chronicle.ts';
import { createClients } from './client.ts';
import { type Driver, startDriver } from './driver.ts';
import type { ChangeContext, MachineSnapshot } from './entry.ts';
import type { LeaderQuestion } from './leader-line.ts';
import { hostOf, memberIdOf, raftIdOf } from './roster.ts';

export interface EtcdClusterOptions {
  readonly kernel: Kernel;
  /** Founders: 1, 3 or 5. */
  readonly members: number;
  /** One write and sync of a member's disk, milliseconds; 2 unless told. */
  readonly diskLatencyMs?: number;
  readonly describeKey?: (key: string) => string;
  readonly quotaBytes?: number;
  /** Entries applied between two snapshots of the log; 10,000 unless told, of which 5,000 are kept for slow followers. */
  readonly snapshotCount?: number;
  /** Runs while history that is about to be compacted can still be read. */
  readonly beforeCompaction?: () => void;
  /** A member was added whose address names this machine: its process is to be started there. */
  readonly onAdded?: (name: string) => void;
  /** A member was removed for good: its process has ended. */
  readonly onRemoved?: (name: string) => void;
  /** Every message members send each other, for views. */
  readonly onMessage?: (from: string, to: string, message: Message) => void;
}

export interface EtcdCluster {
  /** Machines that hold a member, running or not. */
  readonly names: readonly string[];
  /** Undefined while it is down. */
  member(name: string): EtcdMember | undefined;
  /** Starts the process of a machine; it goes on from its disk. Returns what ends it, as a crash does. */
  start(name: string): { stop(): void };
  /** A client in `component` that asks `prefer` first and goes on to the others when it is lost. */
  client(component: string, prefer?: string): Etcd;
  /** What all have agreed on, for those who look from outside. */
  readonly view: Pick<Etcd, 'peek' | 'status' | 'history' | 'watch'>;
  gateway(name: string): Gateway;
  addDiskFault(name: string, fault: DiskFault): () => void;
  /** Starts all over from a snapshot, as `etcdutl snapshot restore` on every member: another cluster, with the same machines. */
  restore(snapshot: StoreSnapshot): void;
  views(): readonly MemberView[];
}

/** A member as it is drawn. */
export interface MemberView {
  readonly name: string;
  readonly id: number;
  readonly up: boolean;
  readonly role: 'follower' | 'preCandidate' | 'candidate' | 'leader' | 'learner' | 'down';
  readonly term: number;
  readonly leader: string;
  readonly firstIndex: number;
  readonly lastIndex: number;
  readonly commit: number;
  readonly applied: number;
  readonly revision: number;
}

interface Machine {
  readonly name: string;
  id: number;
  disk: Disk<RaftDisk>;
  driver: Driver | undefined;
  starts: number;
  /** Had a member's data once: an empty disk means that they are lost. */
  founded: boolean;
  /** Wanted to run: restarted by its supervisor when it fails. */
  wanted: boolean;
}

const keptPart = 2;
/** A process that ended with an error is started again after this. */
const supervisorMs = 5000;

/** Founds a cluster. Nothing runs before `start`. */
export function createEtcdCluster(options: EtcdClusterOptions): EtcdCluster {
  const { kernel, diskLatencyMs: latencyMs = 2, snapshotCount = 10_000 } = options;
  const { clock, network, random, trace } = kernel;
  const machines = new Map<string, Machine>();
  const chronicle = createChronicle(clock, trace, options.describeKey, options.beforeCompaction ?? (() => {}));
  let clusterId = memberIdOf('etcd-cluster');
  let restores = 0;

  function addMachine(name: string, id: number, content: RaftDisk, founded: boolean): Machine {
    const disk = createDisk<RaftDisk>({ clock, latencyMs, random: random.fork(`disk/${name}`), empty: emptyDisk });
    disk.replace(content);
    const machine: Machine = { name, id, disk, driver: undefined, starts: 0, founded, wanted: false };
    disk.failed = () => fail(machine);
    machines.set(name, machine);
    return machine;
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
  for (const { name, id } of founders) addMachine(name, id, founding, true);

  function byRaftId(id: string): Machine | undefined {
    for (const machine of machines.values()) if (raftIdOf(machine.id) === id) return machine;
    return undefined;
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
      const there = raftIdOf(to.id) === message.to ? to.driver : undefined;
      there?.receive(message);
      if (there === undefined || message.type === 'snapshot') report(there !== undefined);
    };
    network.post(from.name, to.name, deliver, { background: true, lost: () => report(false) });
  }

  function askLeader(from: string, leader: string, question: LeaderQuestion, done: Done<unknown>): void {
    const to = byRaftId(leader);
    if (to === undefined) return;
    network.post(from, to.name, () => {
      to.driver?.answer(question, (result) => network.post(to.name, from, () => done(result)));
    });
  }

  function start(machine: Machine): void {
    if (machine.driver !== undefined) return;
    const { name, disk } = machine;
    // "member has already been bootstrapped": one that lost its data can't come back under the same id.
    if (machine.founded && lastIndex(disk.content.log) === 0 && disk.content.snapshot === undefined) {
      trace.record({ component: name, type: 'error', what: 'member has already been bootstrapped: its data are lost' });
      return;
    }
    const first = machine.starts === 0;
    machine.starts += 1;
    const origin = `${raftIdOf(machine.id)}/${restores}.${machine.starts}`;
    machine.driver = startDriver({
      kernel,
      chronicle,
      disk,
      name,
      id: machine.id,
      clusterId,
      origin,
      snapshotCount,
      keptEntries: Math.floor(snapshotCount / keptPart),
      hurry: first,
      random: random.fork(`${name}/${origin}`),
      ...(options.quotaBytes !== undefined && { quotaBytes: options.quotaBytes }),
      send,
      askLeader: (leader, question, done) => askLeader(name, leader, question, done),
      changed: (change) => changed(change),
    });
    // What is on the disk from now on must not vanish.
    machine.founded = true;
  }

  function stop(machine: Machine): void {
    const { driver } = machine;
    machine.driver = undefined;
    machine.disk.crash();
    clients.broken(machine.name);
    driver?.stop();
  }

  /** The process ends itself (a write failed), and its supervisor tries again. */
  function fail(machine: Machine): void {
    if (machine.driver === undefined) return;
    trace.record({ component: machine.name, type: 'error', what: 'raft save state and entries error' });
    stop(machine);
    retry(machine);
  }

  function retry(machine: Machine): void {
    clock.after(
      supervisorMs,
      () => {
        if (machines.get(machine.name) !== machine || !machine.wanted || machine.driver !== undefined) return;
        start(machine);
      },
      { background: true },
    );
  }

  /** A change in force somewhere. Every member tells of it, and again after a restart: it is done once. */
  function changed(change: RaftChange): void {
    const { member } = change.context as ChangeContext;
    if (change.type === 'remove') {
      const machine = byRaftId(change.member);
      // The last message that tells it of its removal is still on its way.
      if (machine !== undefined) clock.after(1000, () => retire(machine, change.member), { background: true });
      return;
    }
    if (member === undefined || change.type === 'promote') return;
    const name = hostOf(member.peerUrls);
    const there = machines.get(name);
    if (name === '' || there?.id === member.id || removed.has(member.id)) return;
    if (there !== undefined) retire(there, raftIdOf(there.id));
    addMachine(name, member.id, emptyDisk, false);
    clock.after(0, () => options.onAdded?.(name));
  }
  const removed = new Set<number>();

  function retire(machine: Machine, raftId: string): void {
    if (machines.get(machine.name) !== machine || raftIdOf(machine.id) !== raftId) return;
    removed.add(machine.id);
    machine.wanted = false;
    stop(machine);
    machines.delete(machine.name);
    options.onRemoved?.(machine.name);
  }

  /** The member that knows most: whoever has applied the most. */
  function ahead(): EtcdMember | undefined {
    let best: Driver | undefined;
    for (const { driver } of machines.values()) {
      if (driver !== undefined && driver.state.applied > (best?.state.applied ?? -1)) best = driver;
    }
    return best?.member;
  }

  let lastStatus: EtcdStatus = { revision: 1, compactRevision: 0, keys: 0 };
  const member = (name: string): EtcdMember | undefined => machines.get(name)?.driver?.member;
  const clients = createClients(kernel, member, () => [...machines.keys()]);

  return {
    get names() {
      return [...machines.keys()];
    },
    member,
    start(name) {
      const machine = machines.get(name);
      if (machine === undefined) throw new Error(`there is no machine ${name} for etcd`);
      machine.wanted = true;
      start(machine);
      return {
        stop() {
          machine.wanted = false;
          stop(machine);
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
        return { ...lastStatus, revision: chronicle.revision, compactRevision: chronicle.compactRevision };
      },
      watch: chronicle.hub.add,
      *history(after) {
        for (const { revision, time, events } of chronicle.commitsFrom(after + 1)) {
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
      const machine = machines.get(name);
      if (machine === undefined) throw new Error(`there is no machine ${name} for etcd`);
      return machine.disk.addFault(fault);
    },
    restore(snapshot) {
      const running = [...machines.values()].filter(({ wanted }) => wanted);
      for (const machine of machines.values()) stop(machine);
      restores += 1;
      clusterId = memberIdOf(`etcd-cluster/${restores}`);
      chronicle.reset(snapshot);
      const names = [...machines.keys()];
      const members = names.map((name): Member => {
        const urls = { peerUrls: [`http://${name}:2380`], clientUrls: [`http://${name}:2379`] };
        return { id: memberIdOf(`${name}/${restores}`), name, ...urls, learner: false };
      });
      const voters = members.map(({ id }) => raftIdOf(id)).sort();
      const data: MachineSnapshot = { clusterId, store: snapshot, members };
      const disk = restoredDisk({ index: members.length, term: 1, membership: { voters, learners: [] }, data });
      for (const { name, id } of members) {
        const machine = machines.get(name);
        if (machine === undefined) continue;
        machine.id = id;
        machine.starts = 0;
        machine.founded = true;
        machine.disk.replace(disk);
      }
      for (const machine of running) start(machine);
    },
    views: () => [...machines.values()].map(viewOf),
  };

  function viewOf({ name, id, driver, disk }: Machine): MemberView {
    if (driver === undefined) {
      const { hardState, log } = disk.content;
      const raft = {
        term: hardState.term,
        firstIndex: log.offset + 1,
        lastIndex: lastIndex(log),
        commit: hardState.commit,
      };
      return { name, id, up: false, role: 'down', leader: '', applied: 0, revision: 0, ...raft };
    }
    const { state, member: running } = driver;
    const leader =
      state.role.name === 'leader' ? driver.raftId : state.role.name === 'follower' ? state.role.leader : undefined;
    const learner = state.membership.learners.includes(driver.raftId);
    return {
      name,
      id,
      up: true,
      role: learner ? 'learner' : state.role.name,
      term: state.term,
      leader: leader === undefined ? '' : (byRaftId(leader)?.name ?? ''),
      firstIndex: state.log.offset + 1,
      lastIndex: lastIndex(state.log),
      commit: state.commit,
      applied: state.applied,
      revision: running.status().revision,
    };
  }
}
