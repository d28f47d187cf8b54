/**
 * One running member of a cluster: raft's state, the effects of its steps carried out on a disk and a network, and the
 * store behind them. What it knows beyond its disk is gone when it stops.
 */
import type { Timer } from '../../kernel/index.ts';
import {
  applyWrite,
  type Effect,
  type Input,
  isMember,
  lastIndex,
  leaderOf,
  type RaftState,
  type StepResult,
  startMember,
  step,
  ticksUntilDue,
} from '../../raft/index.ts';
import type { Consensus } from '../consensus.ts';
import { createCore } from '../core.ts';
import { failure } from '../failure.ts';
import { startMemberServices } from '../member.ts';
import type { Answer } from '../store.ts';
import type { Done, Member, MemberChange } from '../types.ts';
import type { Driver, DriverOptions } from './driver-types.ts';
import type { ChangeContext, EntryData, MachineSnapshot } from './entry.ts';
import { createLeaderClient } from './leader-client.ts';
import { createMachine } from './machine.ts';
import { prepareChange } from './member-change.ts';
import { memberListOf, raftIdOf } from './member-list.ts';
import { createPendingInputs } from './pending-inputs.ts';
import { createPendingRequests } from './pending-requests.ts';
import { createReads } from './reads.ts';
import { createTicks } from './ticks.ts';

const electionTimeoutMs = 1000;
/** A member without a leader for this long cancels the streams that require one (v3rpc/interceptor.go). */
const leaderlessMs = 3000;

/** Starts a member from its disk. */
export function startDriver(options: DriverOptions): Driver {
  const { kernel, commitLog, disk, random, origin } = options;
  const { clock, trace } = kernel;
  const raftId = raftIdOf(options.id);
  let stopped = false;
  let ids = 0;
  let leaderSince = Number.NEGATIVE_INFINITY;
  let leader: string | undefined;
  let leaderlessTimer: Timer | undefined;
  let inputs: Input[] = [];
  let driving = false;
  let snapshotIndex = 0;
  let recorded = false;
  let transfer: { readonly target: string; readonly done: Done<true>; readonly timer: Timer } | undefined;

  function nextId(): number {
    ids += 1;
    return ids;
  }

  const core = createCore({
    clock,
    trace,
    createCommit: commitLog.createCommit,
    revoke: (id) => consensus.propose({ type: 'revoke', id }, () => undefined),
  });
  const proposals = createPendingRequests<Done<Answer>>(clock, (done, since) => done({ failure: timedOut(since) }));
  const changes = createPendingRequests<Done<MemberChange>>(clock, (done, since) => done({ failure: timedOut(since) }));
  const reads = createReads(
    clock,
    () => `${origin}/${nextId()}`,
    (id) => offer({ type: 'readIndex', id }),
  );
  const pendingInputs = createPendingInputs((input) => {
    if (input.type === 'readIndex') return reads.asked(input.id);
    if (input.type === 'proposeChange') return changes.has((input.change.context as ChangeContext).id);
    if (input.type !== 'propose') return true;
    const { type, id } = input.data as EntryData;
    // What a member says of itself is nobody's request.
    return id === 0 || (type === 'command' ? proposals : changes).has(id);
  });

  const machine = createMachine({
    core,
    origin,
    clusterId: options.clusterId,
    answered: (id, result) => proposals.take(id)?.(result),
    recorded: (id, change) => changes.take(id)?.({ ok: change() }),
    changed(change, id, member) {
      // The membership is raft's, and in force once this step is over.
      if (id !== undefined) clock.after(0, () => changes.take(id)?.({ ok: { member, members: consensus.members() } }));
      options.changed(change);
    },
    compacted: commitLog.compacted,
    members: () => consensus.members(),
  });

  let state: RaftState;
  let started: StepResult | undefined = startMember({ id: raftId, seed: random.int(0x7fffffff) }, disk.content());
  state = started.state;
  snapshotIndex = state.snapshot?.index ?? 0;

  const ticks = createTicks(
    clock,
    () => ticksUntilDue(state),
    (count) => drive({ type: 'tick', count }),
  );

  const leaderClient = createLeaderClient({
    clock,
    core,
    leader: () => leader,
    isSelf: (id) => id === raftId,
    call: options.callLeader,
    progressOf: (id) => (state.role.name === 'leader' ? state.role.progress.get(id)?.match : undefined),
    lastIndex: () => lastIndex(state.log),
    expired: (since) => timedOut(since),
  });

  const consensus: Consensus = {
    propose(command, done) {
      const id = nextId();
      // A command is answered by what goes with its type: see Answers.
      proposals.add(id, done as Done<Answer>);
      const bytes = command.type === 'txn' ? command.bytes : 64;
      const data: EntryData = { type: 'command', origin, id, cause: trace.current, command };
      offer({ type: 'propose', data, bytes });
    },
    readIndex: reads.add,
    leader: () => (leader === undefined ? 0 : (machine.records().get(leader)?.id ?? 0)),
    term: () => state.term,
    index: () => lastIndex(state.log),
    applied: () => state.applied,
    learner: () => state.membership.learners.includes(raftId),
    members: () => memberListOf(state.membership, machine.records()),
    change(change, done) {
      const id = nextId();
      prepareChange(change, { members: consensus.members(), origin, id, now: clock.now(), leaderClient }, (result) => {
        if (result.failure !== undefined) return done({ failure: result.failure });
        changes.add(id, done);
        offer(result.ok);
      });
    },
    moveLeader(target, done) {
      const to = raftIdOf(target);
      const refused =
        leader !== raftId ? 'notLeader' : state.membership.voters.includes(to) ? undefined : 'badLeaderTransferee';
      if (refused !== undefined) return void clock.after(0, () => done({ failure: failure(refused) }));
      if (to === raftId) return void clock.after(0, () => done({ ok: true }));
      const timer = clock.after(electionTimeoutMs, () => {
        transfer = undefined;
        done({ failure: failure('timeout') });
      });
      transfer = { target: to, done, timer };
      drive({ type: 'transferLeader', target: to });
    },
    callLeader: (request, done) => leaderClient.callLessor(request, done),
  };

  /** Gives raft what needs a leader, or keeps it until there is one. */
  function offer(input: Input): void {
    if (canTake()) drive(input);
    else pendingInputs.add(input);
  }

  function canTake(): boolean {
    if (leaderOf(state) === undefined) return false;
    if (state.role.name !== 'leader') return true;
    // One that was removed leads on until the others have found another, and takes nothing more.
    if (!state.membership.voters.includes(raftId)) return false;
    return state.role.transferTo === undefined && state.role.changeIndex <= state.applied;
  }

  /** One input after the other, also when carrying out the effects of one brings the next. */
  function drive(input: Input): void {
    if (stopped) return;
    inputs.push(input);
    if (driving) return;
    driving = true;
    const before = trace.current;
    for (let at = 0; at < inputs.length && !stopped; at += 1) {
      const next = inputs[at];
      if (next === undefined) break;
      take(step(state, next));
    }
    inputs = [];
    driving = false;
    trace.current = before;
    settle();
  }

  function take(result: StepResult): void {
    state = result.state;
    for (const effect of result.effects) if (!stopped) carryOut(effect);
  }

  function carryOut(effect: Effect): void {
    switch (effect.type) {
      case 'send':
        return options.send(effect.message);
      case 'persist': {
        const { write, thenSend } = effect;
        return disk.write(
          (content) => applyWrite(content, write),
          () => {
            if (stopped) return;
            for (const message of thenSend) options.send(message);
            drive({ type: 'stored', write: write.number });
          },
          write.sync,
        );
      }
      case 'commit':
        for (const entry of effect.entries) if (!stopped) machine.apply(entry);
        return reads.applied(state.applied);
      case 'restore':
        return machine.restore(effect.snapshot.data as MachineSnapshot);
      case 'read':
        reads.proven(effect.id, effect.index);
        return reads.applied(state.applied);
      case 'refuse':
        // Whoever waits for it waits on: it is offered again, and gives up after its time.
        if (effect.what.kind === 'normal') pendingInputs.add({ type: 'propose', ...effect.what });
        else if (effect.what.kind === 'change') refuseChange(effect.what.change.context, effect.reason);
        return;
    }
  }

  function refuseChange(context: unknown, reason: string): void {
    const { id } = context as ChangeContext;
    const refused = reason === 'invalidChange' ? 'notEnoughStarted' : 'tooManyRequests';
    changes.take(id)?.({ failure: failure(refused) });
  }

  /** After the inputs of a moment: who leads, what is due next, whether the log is to be cut. */
  function settle(): void {
    if (stopped) return;
    noticeLeader();
    if (!recorded && leader !== undefined) record();
    if (!pendingInputs.isEmpty() && canTake()) for (const input of pendingInputs.take()) offer(input);
    if (state.applied - snapshotIndex >= options.snapshotCount) {
      snapshotIndex = state.applied;
      drive({ type: 'compact', data: machine.save(), keep: options.keptEntries });
    }
    ticks.arm();
  }

  function noticeLeader(): void {
    const now = leaderOf(state);
    if (transfer !== undefined && now === transfer.target) {
      transfer.timer.cancel();
      transfer.done({ ok: true });
      transfer = undefined;
    }
    if (now === leader) return;
    const before = leader;
    leader = now;
    if (now === raftId) core.expiry.promote(electionTimeoutMs);
    else if (before === raftId) core.expiry.demote();
    if (now === undefined) {
      leaderlessTimer ??= clock.after(
        leaderlessMs,
        () => {
          leaderlessTimer = undefined;
          core.hub.cancel(failure('noLeader'), 'requireLeader');
        },
        { background: true },
      );
      return;
    }
    leaderlessTimer?.cancel();
    leaderlessTimer = undefined;
    // Before its first leader a member serves nobody (server.go ReadyNotify): those who wait just wait on.
    if (leaderSince !== Number.NEGATIVE_INFINITY) reads.leaderChanged();
    leaderSince = clock.now();
    leaderClient.leaderChanged();
  }

  /** A member that joined says its name once it can. */
  function record(): void {
    const own = machine.records().get(raftId);
    if (own === undefined) return;
    recorded = true;
    if (own.name !== '') return;
    const member: Member = { ...own, name: options.name, clientUrls: [`http://${options.name}:2379`] };
    const data: EntryData = { type: 'record', origin, id: 0, member };
    offer({ type: 'propose', data, bytes: 128 });
  }

  function timedOut(since: number) {
    // As etcd tells a leader's failure from a mere delay (v3_server.go parseProposeCtxErr).
    const previousLostAt = leaderSince - 2 * electionTimeoutMs;
    return failure(since > previousLostAt && since < leaderSince ? 'timeoutLeaderFailed' : 'timeout');
  }

  driving = true;
  take(started);
  started = undefined;
  driving = false;
  if (options.hurry && state.membership.voters.includes(raftId)) {
    const count = Math.min(9, ticksUntilDue(state) - 1);
    if (count > 0) drive({ type: 'tick', count });
    if (state.membership.voters.length === 1) drive({ type: 'campaign' });
  }
  settle();

  const { name, id, clusterId, quotaBytes, autoCompaction } = options;
  const limits = {
    ...(quotaBytes !== undefined && { quotaBytes }),
    ...(autoCompaction !== undefined && { autoCompaction }),
  };
  const services = startMemberServices({ clock, name, id, clusterId, core, consensus, random, ...limits });
  const { member } = services;
  return {
    member,
    raftId,
    state: () => state,
    receive(message) {
      if (stopped) return;
      if (state.role.name !== 'leader' || message.type !== 'appendReply') ticks.catchUp();
      drive({ type: 'message', message });
    },
    unreachable(to) {
      if (isMember(state.membership, to)) drive({ type: 'unreachable', member: to });
    },
    snapshotReport: (to, delivered) => drive({ type: 'snapshotReport', member: to, delivered }),
    answer: leaderClient.answer,
    stop() {
      stopped = true;
      services.stop();
      ticks.stop();
      leaderlessTimer?.cancel();
      transfer?.timer.cancel();
      core.expiry.demote();
      core.hub.cancel(failure('unavailable'), 'all');
      for (const done of proposals.clear()) done({ failure: failure('stopped') });
      for (const done of changes.clear()) done({ failure: failure('stopped') });
      reads.clear();
      leaderClient.clear();
    },
  };
}
