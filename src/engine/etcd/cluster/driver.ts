/**
 * Runs one member of a cluster: raft's steps and their effects on a disk and a network, and the store behind them. Two pure machines
 * decide: raft (raft/step.ts), and what a change of leader means to clients (leadership.ts). What the process knows beyond its disk is
 * gone when it stops.
 */
import { applyWrite, type Effect, type Input, isMember, leaderOf, RaftPanic, type StepResult, step, ticksUntilDue } from '../../raft/index.ts';
import { failure } from '../failure.ts';
import { startMemberServices } from '../member.ts';
import type { Done, Member } from '../types.ts';
import type { Driver, DriverOptions } from './driver-types.ts';
import type { ChangeContext, EntryData, MachineSnapshot } from './entry.ts';
import {
  electionTimeoutMs,
  knownLeader,
  type LeadershipEffect,
  type LeadershipEvent,
  stepLeadership,
} from './leadership.ts';
import { canTake, createMemberProcess, type MemberProcess } from './member-process.ts';
import { createRaftConsensus } from './raft-consensus.ts';

/** A member that joined says its name in an entry of this size, bytes. */
const recordBytes = 128;
/** At its first boot a member waits for an election with all but one of these ticks gone. */
const hurriedTicks = 9;

/** Starts a member from its disk. */
export function startDriver(options: DriverOptions): Driver {
  const createConsensus = (self: () => MemberProcess) => createRaftConsensus(self, { offer, transfer });
  const { process, started } = createMemberProcess(options, { drive, offer, createConsensus });
  process.activity = 'stepping';
  carryOutAll(process, started.effects);
  process.activity = 'idle';
  if (options.hurry) hurry(process);
  settle(process);

  const { kernel, name, id, clusterId, random, quotaBytes, autoCompaction } = options;
  const services = startMemberServices({
    clock: kernel.clock,
    name,
    id,
    clusterId,
    core: process.core,
    consensus: process.consensus,
    random,
    ...(quotaBytes !== undefined && { quotaBytes }),
    ...(autoCompaction !== undefined && { autoCompaction }),
  });
  return {
    member: services.member,
    raftId: process.raftId,
    state: () => process.raft,
    receive(message) {
      if (process.activity === 'stopped') return;
      if (process.raft.role.name !== 'leader' || message.type !== 'appendReply') process.ticks.catchUp();
      drive(process, { type: 'message', message });
    },
    unreachable(to) {
      if (isMember(process.raft.membership, to)) drive(process, { type: 'unreachable', member: to });
    },
    snapshotReport: (to, delivered) => drive(process, { type: 'snapshotReport', member: to, delivered }),
    answer: process.leaderClient.answer,
    stop() {
      process.activity = 'stopped';
      services.stop();
      stop(process);
    },
  };
}

/** Steps raft with one input after the other, also when carrying out the effects of one brings the next. */
function drive(process: MemberProcess, input: Input): void {
  if (process.activity === 'stopped') return;
  process.inputs.push(input);
  if (process.activity === 'stepping') return;
  process.activity = 'stepping';
  const { trace } = process.options.kernel;
  const before = trace.current;
  for (let at = 0; at < process.inputs.length && isRunning(process); at += 1) {
    const next = process.inputs[at];
    if (next === undefined) break;
    const stepped = stepOrPanic(process, next);
    if (stepped === undefined) break;
    process.raft = stepped.state;
    carryOutAll(process, stepped.effects);
  }
  process.inputs = [];
  if (isRunning(process)) process.activity = 'idle';
  trace.current = before;
  settle(process);
}

/** Undefined: the process has ended, as a panic ends etcd's. */
function stepOrPanic({ raft, options }: MemberProcess, input: Input): StepResult | undefined {
  try {
    return step(raft, input);
  } catch (error) {
    if (!(error instanceof RaftPanic)) throw error;
    options.panicked(error.message);
    return undefined;
  }
}

function isRunning({ activity }: MemberProcess): boolean {
  return activity !== 'stopped';
}

/** Gives raft what needs a leader, or keeps it until there is one. */
function offer(process: MemberProcess, input: Input): void {
  if (canTake(process)) drive(process, input);
  else process.pendingInputs.add(input);
}

function carryOutAll(process: MemberProcess, effects: readonly Effect[]): void {
  for (const effect of effects) if (isRunning(process)) carryOut(process, effect);
}

function carryOut(process: MemberProcess, effect: Effect): void {
  const { options, machine, reads } = process;
  switch (effect.type) {
    case 'send':
      return options.send(effect.message);
    case 'persist':
      return persist(process, effect);
    case 'commit':
      for (const entry of effect.entries) if (isRunning(process)) machine.apply(entry);
      return reads.applied(process.raft.applied);
    case 'restore':
      return machine.restore(effect.snapshot.data as MachineSnapshot);
    case 'read':
      reads.proven(effect.id, effect.index);
      return reads.applied(process.raft.applied);
    case 'refuse':
      return refuse(process, effect);
  }
}

function persist(process: MemberProcess, { write, thenSend }: Extract<Effect, { type: 'persist' }>): void {
  const { disk, send } = process.options;
  const stored = (): void => {
    if (!isRunning(process)) return;
    for (const message of thenSend) send(message);
    drive(process, { type: 'stored', write: write.number });
  };
  disk.write((content) => applyWrite(content, write), stored, write.sync);
}

/** A refused proposal is offered again until its client gives up; a refused change is answered. */
function refuse(
  { pendingInputs, changes }: MemberProcess,
  { what, reason }: Extract<Effect, { type: 'refuse' }>,
): void {
  if (what.kind === 'normal') pendingInputs.add({ type: 'propose', ...what });
  if (what.kind !== 'change') return;
  const { id } = what.change.context as ChangeContext;
  const refused = reason === 'invalidChange' ? 'notEnoughStarted' : 'tooManyRequests';
  changes.take(id)?.({ failure: failure(refused) });
}

/** After raft's steps of a moment: who leads, what may be offered, whether the log is to be cut, what is due next. */
function settle(process: MemberProcess): void {
  if (!isRunning(process)) return;
  const { options, pendingInputs, machine } = process;
  const nowMs = options.kernel.clock.now();
  stepLeader(process, { type: 'stepped', leader: leaderOf(process.raft), nowMs });
  if (!process.recorded && knownLeader(process.leadership) !== undefined) recordName(process);
  if (!pendingInputs.isEmpty() && canTake(process)) for (const input of pendingInputs.take()) offer(process, input);
  if (process.raft.applied - process.snapshotIndex >= options.snapshotCount) {
    process.snapshotIndex = process.raft.applied;
    drive(process, { type: 'compact', data: machine.save(), keep: options.keptEntries });
  }
  process.ticks.arm();
}

function stepLeader(process: MemberProcess, event: LeadershipEvent): void {
  const { state, effects } = stepLeadership(process.leadership, event);
  process.leadership = state;
  for (const effect of effects) carryOutLeadership(process, effect);
}

function carryOutLeadership(process: MemberProcess, effect: LeadershipEffect): void {
  const { core, reads, leaderClient, options } = process;
  switch (effect.type) {
    case 'answerTransfer': {
      const { transfer } = process;
      process.transfer = undefined;
      transfer?.timer.cancel();
      return transfer?.done(effect.failure === undefined ? { ok: true } : { failure: effect.failure });
    }
    case 'transfer':
      return drive(process, { type: 'transferLeader', target: effect.target });
    case 'promoteLeases':
      return core.expiry.promote(electionTimeoutMs);
    case 'demoteLeases':
      return core.expiry.demote();
    case 'armCancelStreams': {
      const cancel = (): void => core.hub.cancel(failure('noLeader'), 'requireLeader');
      process.cancelStreams = options.kernel.clock.after(effect.delayMs, cancel, { background: true });
      return;
    }
    case 'disarmCancelStreams':
      return process.cancelStreams?.cancel();
    case 'failReads':
      return reads.leaderChanged();
    case 'resendToLeader':
      return leaderClient.leaderChanged();
  }
}

/** A member asks the leader at a client's request to let another lead. */
function transfer(process: MemberProcess, target: string, done: Done<true>): void {
  const timer = process.options.kernel.clock.after(electionTimeoutMs, () => {
    stepLeader(process, { type: 'transferTimedOut' });
  });
  process.transfer = { done, timer };
  stepLeader(process, { type: 'transferRequested', target });
}

/** A member that joined says its name once it can. */
function recordName(process: MemberProcess): void {
  const { options, machine, raftId } = process;
  const own = machine.records().get(raftId);
  if (own === undefined) return;
  process.recorded = true;
  if (own.name !== '') return;
  const member: Member = { ...own, name: options.name, clientUrls: [`http://${options.name}:2379`] };
  const data: EntryData = { type: 'record', origin: options.origin, id: 0, member };
  offer(process, { type: 'propose', data, bytes: recordBytes });
}

/** At its first boot a member stands for election almost at once. */
function hurry(process: MemberProcess): void {
  const { voters } = process.raft.membership;
  if (!voters.includes(process.raftId)) return;
  const count = Math.min(hurriedTicks, ticksUntilDue(process.raft) - 1);
  if (count > 0) drive(process, { type: 'tick', count });
  if (voters.length === 1) drive(process, { type: 'campaign' });
}

function stop(process: MemberProcess): void {
  process.ticks.stop();
  process.cancelStreams?.cancel();
  process.transfer?.timer.cancel();
  process.core.expiry.demote();
  process.core.hub.cancel(failure('unavailable'), 'all');
  for (const done of process.proposals.clear()) done({ failure: failure('stopped') });
  for (const done of process.changes.clear()) done({ failure: failure('stopped') });
  process.reads.clear();
  process.leaderClient.clear();
}
