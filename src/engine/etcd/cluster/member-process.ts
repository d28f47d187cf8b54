/** What a running member is made of, put together: raft's state, the store behind it, and those who wait for either. */
import type { Timer } from '../../kernel/index.ts';
import { type Input, lastIndex, leaderOf, type RaftState, startMember, ticksUntilDue } from '../../raft/index.ts';
import type { Consensus } from '../consensus.ts';
import { type Core, createCore } from '../core.ts';
import type { Answer } from '../store.ts';
import type { Done, MemberChange } from '../types.ts';
import type { DriverOptions } from './driver-types.ts';
import type { ChangeContext, EntryData } from './entry.ts';
import { createLeaderClient, type LeaderClient } from './leader-client.ts';
import { knownLeader, type Leadership, startLeadership, timeoutFailure } from './leadership.ts';
import { createMachine, type Machine } from './machine.ts';
import { raftIdOf } from './member-list.ts';
import { createPendingInputs, type PendingInputs } from './pending-inputs.ts';
import { createPendingRequests, type PendingRequests } from './pending-requests.ts';
import { createReads, type Reads } from './reads.ts';
import { createTicks, type Ticks } from './ticks.ts';

export interface MemberProcess {
  readonly options: DriverOptions;
  readonly raftId: string;
  readonly core: Core;
  readonly machine: Machine;
  readonly consensus: Consensus;
  readonly reads: Reads;
  readonly ticks: Ticks;
  readonly leaderClient: LeaderClient;
  readonly proposals: PendingRequests<Done<Answer>>;
  readonly changes: PendingRequests<Done<MemberChange>>;
  /** Inputs that wait for a leader. */
  readonly pendingInputs: PendingInputs;
  raft: RaftState;
  leadership: Leadership;
  /** `stepping`: inputs are queued and taken one after the other. */
  activity: 'idle' | 'stepping' | 'stopped';
  inputs: Input[];
  lastId: number;
  /** Index of the last snapshot of the log. */
  snapshotIndex: number;
  /** Its name is in the list of members, or on its way there. */
  recorded: boolean;
  cancelStreams: Timer | undefined;
  transfer: { readonly done: Done<true>; readonly timer: Timer } | undefined;
}

/** How inputs reach raft, and what answers requests of the member's services. */
export interface ProcessWiring {
  /** Gives raft an input. */
  readonly drive: (process: MemberProcess, input: Input) => void;
  /** Gives raft what needs a leader, or keeps it until there is one. */
  readonly offer: (process: MemberProcess, input: Input) => void;
  readonly createConsensus: (process: () => MemberProcess) => Consensus;
}

/** Puts a member together from its disk. Returns it with raft's first step, whose effects are still to be carried out. */
export function createMemberProcess(options: DriverOptions, wiring: ProcessWiring) {
  const { kernel, commitLog, disk, random } = options;
  const { clock, trace } = kernel;
  const { drive, offer } = wiring;
  const raftId = raftIdOf(options.id);
  const self = (): MemberProcess => process;
  const consensus = wiring.createConsensus(self);
  const core = createCore({
    clock,
    trace,
    createCommit: commitLog.createCommit,
    revoke: (id) => consensus.propose({ type: 'revoke', id }, () => undefined),
  });
  const expired = <T>(done: Done<T>, since: number) => done({ failure: timeoutFailure(process.leadership, since) });
  const started = startMember(
    {
      id: raftId,
      seed: random.int(0x7fffffff),
      ...(options.voteRule !== undefined && { voteRule: options.voteRule }),
      ...(options.commitRule !== undefined && { commitRule: options.commitRule }),
    },
    disk.content(),
  );
  const process: MemberProcess = {
    options,
    raftId,
    core,
    machine: machineOf(options, core, consensus, self),
    consensus,
    reads: createReads(
      clock,
      () => `${options.origin}/${nextId(process)}`,
      (id) => offer(process, { type: 'readIndex', id }),
    ),
    ticks: createTicks(
      clock,
      () => ticksUntilDue(process.raft),
      (count) => drive(process, { type: 'tick', count }),
    ),
    leaderClient: leaderClientOf(options, core, raftId, self),
    proposals: createPendingRequests<Done<Answer>>(clock, expired),
    changes: createPendingRequests<Done<MemberChange>>(clock, expired),
    pendingInputs: createPendingInputs((input) => isAwaited(process, input)),
    raft: started.state,
    leadership: startLeadership(raftId),
    activity: 'idle',
    inputs: [],
    lastId: 0,
    snapshotIndex: started.state.snapshot?.index ?? 0,
    recorded: false,
    cancelStreams: undefined,
    transfer: undefined,
  };
  return { process, started };
}

/** Ids of requests, unique within one start of a member. */
export function nextId(process: MemberProcess): number {
  process.lastId += 1;
  return process.lastId;
}

/** Raft would take a proposal now. */
export function canTake({ raft, raftId }: MemberProcess): boolean {
  if (leaderOf(raft) === undefined) return false;
  if (raft.role.name !== 'leader') return true;
  // One that was removed leads on until the others have found another, and takes nothing more.
  if (!raft.membership.voters.includes(raftId)) return false;
  return raft.role.transferTo === undefined && raft.role.changeIndex <= raft.applied;
}

/** A client still waits for what this input is for. */
function isAwaited({ reads, changes, proposals }: MemberProcess, input: Input): boolean {
  if (input.type === 'readIndex') return reads.isAwaited(input.id);
  if (input.type === 'proposeChange') return changes.has((input.change.context as ChangeContext).id);
  if (input.type !== 'propose') return true;
  const { type, id } = input.data as EntryData;
  // What a member proposes about itself has no client.
  return id === 0 || (type === 'command' ? proposals : changes).has(id);
}

function machineOf(options: DriverOptions, core: Core, consensus: Consensus, self: () => MemberProcess): Machine {
  return createMachine({
    core,
    origin: options.origin,
    clusterId: options.clusterId,
    answered: (id, result) => self().proposals.take(id)?.(result),
    recorded: (id, change) => self().changes.take(id)?.({ ok: change() }),
    changed(change, id, member) {
      // The membership is raft's, and in force once this step is over.
      const answer = (request: number) =>
        self().changes.take(request)?.({ ok: { member, members: consensus.members() } });
      if (id !== undefined) options.kernel.clock.after(0, () => answer(id));
      options.changed(change);
    },
    compacted: options.commitLog.compacted,
    members: () => consensus.members(),
  });
}

function leaderClientOf(options: DriverOptions, core: Core, raftId: string, self: () => MemberProcess): LeaderClient {
  return createLeaderClient({
    clock: options.kernel.clock,
    core,
    leader: () => knownLeader(self().leadership),
    isSelf: (id) => id === raftId,
    call: options.callLeader,
    progressOf(id) {
      const { role } = self().raft;
      return role.name === 'leader' ? role.progress.get(id)?.match : undefined;
    },
    lastIndex: () => lastIndex(self().raft.log),
    expired: (since) => timeoutFailure(self().leadership, since),
  });
}
