/**
 * Random schedules: one seed decides the group's settings, what its clients ask, and every fault. The same seed is the same schedule.
 * Each ends with a healed group, which must find a leader and agree; so it also shows that nothing gets stuck.
 */
import { createRandom, type Random } from '../../kernel/random.ts';
import {
  type Change,
  type Effect,
  type Input,
  isMember,
  lastIndex,
  type MemberId,
  type RaftConfig,
  type RaftState,
} from '../index.ts';
import { createClients } from './clients.ts';
import { createGroup, type Group, type TestMember } from './group.ts';
import { createInvariants, Violation } from './invariants.ts';
import { staleKey } from './linearizability.ts';

export interface ScheduleOptions {
  readonly seed: number;
  readonly members: number;
  /** Random rounds before the group is healed. */
  readonly rounds: number;
  /** Add, promote and remove members on the way. */
  readonly changes?: boolean;
  readonly config?: Partial<RaftConfig>;
  /** Sees every step, for a person who looks for the cause. */
  readonly onStep?: (
    member: TestMember,
    before: RaftState,
    input: Input | undefined,
    effects: readonly Effect[],
  ) => void;
}

/** What happened, to show that schedules reach the places that matter. */
export interface ScheduleReport {
  readonly violation: string | undefined;
  readonly steps: number;
  readonly committed: number;
  readonly writes: number;
  readonly reads: number;
  readonly terms: number;
  readonly snapshots: number;
  readonly changes: number;
  readonly overwritten: number;
  readonly crashes: number;
}

type Count = 'steps' | 'terms' | 'snapshots' | 'changes' | 'overwritten' | 'crashes';

/** How long the healed group has for agreeing, in ticks of each member. */
const healingTicks = 400;

export function runSchedule(options: ScheduleOptions): ScheduleReport {
  const random = createRandom(options.seed);
  const counts: Record<Count, number> = { steps: 0, terms: 0, snapshots: 0, changes: 0, overwritten: 0, crashes: 0 };
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const clients = createClients(() => group);
  const invariants = createInvariants(() => group.members);
  const started: { current?: Group } = {};

  function onStep(member: TestMember, before: RaftState, input: Input | undefined, effects: readonly Effect[]): void {
    options.onStep?.(member, before, input, effects);
    tally(counts, member.state, before, input, effects);
    if (started.current !== undefined) invariants.check(member, before, effects);
    clients.onEffects(member, effects);
  }

  const electionTicks = random.pick([3, 5, 10]);
  const reigns = options.changes !== true && random.chance(0.4);
  const group = createGroup({
    founders: names.slice(0, options.members),
    joiners: options.changes === true ? names.slice(options.members, options.members + 2) : [],
    seed: options.seed,
    config: {
      electionTicks,
      preVote: !reigns && random.chance(0.7),
      checkQuorum: !reigns && random.chance(0.7),
      // One, a few or many entries a message.
      maxMessageBytes: random.pick([1, 40, 1000]),
      maxInflight: random.pick([1, 3, 512]),
      ...options.config,
    },
    onStep,
  });
  started.current = group;
  const chaos: Chaos = {
    random,
    group,
    clients,
    ids: [...group.members.keys()],
    cut: new Set(),
    crash(id) {
      counts.crashes += 1;
      const writes = group.members.get(id)?.writes.length ?? 0;
      group.crash(id, random.int(writes + 1));
      clients.forget(id);
    },
  };

  let violation: string | undefined;
  try {
    for (const member of group.members.values()) invariants.check(member, nothingYet(member.state), []);
    if (reigns) runReigns(chaos, Math.ceil(options.rounds / 6));
    else runRounds(chaos, options.rounds, options.changes === true);
    heal(chaos);
    const key = staleKey(clients.history);
    if (key !== undefined) throw new Violation('linearizability', `the history of ${key} can't be explained`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    violation = error.message;
  }
  return { ...counts, violation, committed: invariants.committed.length - 1, ...clients.answered };
}

interface Chaos {
  readonly random: Random;
  readonly group: Group;
  readonly clients: ReturnType<typeof createClients>;
  readonly ids: readonly MemberId[];
  /** Ways that are cut: `from>to`. */
  readonly cut: Set<string>;
  crash(id: MemberId): void;
}

function nothingYet(state: RaftState): RaftState {
  return { ...state, commit: 0, role: { name: 'follower', leader: undefined } };
}

function tally(
  counts: Record<Count, number>,
  state: RaftState,
  before: RaftState,
  input: Input | undefined,
  effects: readonly Effect[],
): void {
  counts.steps += 1;
  counts.terms = Math.max(counts.terms, state.term);
  if (effects.length === 0) return;
  for (const effect of effects) {
    if (effect.type === 'restore' && input !== undefined) counts.snapshots += 1;
    else if (effect.type === 'persist') {
      const first = effect.write.entries[0];
      if (first !== undefined && first.index <= lastIndex(before.log)) counts.overwritten += 1;
    } else if (effect.type === 'commit' && state.role.name === 'leader') {
      for (const entry of effect.entries) if (entry.kind === 'change') counts.changes += 1;
    }
  }
}

/** A round: some members' clocks go on, some messages and writes arrive, clients ask; sometimes something breaks or is mended. */
function runRounds(chaos: Chaos, rounds: number, changes: boolean): void {
  const { random, group, clients, ids } = chaos;
  const lossy = random.pick([0, 0.02, 0.1]);
  const doubled = random.pick([0, 0.05]);
  const faulty = random.pick([0.02, 0.06, 0.12]);
  const slowDisks = random.chance(0.3);
  for (let round = 0; round < rounds; round += 1) {
    for (const id of ids) if (random.chance(0.7)) group.input(id, { type: 'tick' });
    const deliveries = random.int(group.wire.length + 3);
    for (let each = 0; each < deliveries && group.wire.length > 0; each += 1) {
      // Mostly the oldest ones: late messages are rarer than those on time.
      const at = random.int(random.chance(0.5) ? Math.min(4, group.wire.length) : group.wire.length);
      deliver(chaos, at, random.chance(lossy), random.chance(doubled));
    }
    for (const id of ids) if (random.chance(slowDisks ? 0.3 : 0.8)) group.store(id);
    if (random.chance(0.25)) clients.write(random.pick(ids), random.pick(['x', 'y']));
    if (random.chance(0.15)) clients.read(random.pick(ids), random.pick(['x', 'y']));
    if (random.chance(faulty)) breakOrMend(chaos);
    if (random.chance(0.04)) compact(chaos, random.pick(ids), random.int(3));
    if (random.chance(0.02)) group.input(random.pick(ids), { type: 'transferLeader', target: random.pick(ids) });
    if (changes && random.chance(0.08)) changeMembers(chaos);
  }
}

/** One message arrives, or is lost; its sender may learn that it was, and always learns what became of a snapshot. */
function deliver({ group, cut, random }: Chaos, at: number, lost: boolean, doubled: boolean): void {
  const message = group.wire[at];
  if (message === undefined) return;
  const { from, to, type } = message;
  const gone = lost || cut.has(`${from}>${to}`) || group.members.get(to)?.alive !== true;
  if (!gone) group.deliver(at, doubled && type !== 'snapshot');
  else {
    group.drop(at);
    if (random.chance(0.3)) group.input(from, { type: 'unreachable', member: to });
  }
  if (type === 'snapshot') group.input(from, { type: 'snapshotReport', member: to, delivered: !gone });
}

function breakOrMend(chaos: Chaos): void {
  const { random, group, ids, cut } = chaos;
  const kind = random.int(8);
  if (kind === 0) cut.clear();
  else if (kind === 1) cut.add(`${random.pick(ids)}>${random.pick(ids)}`);
  else if (kind <= 3) {
    cut.clear();
    const side = new Set(ids.filter(() => random.chance(0.5)));
    for (const from of ids) for (const to of ids) if (side.has(from) !== side.has(to)) cut.add(`${from}>${to}`);
  } else if (kind <= 5) chaos.crash(random.pick(ids));
  else for (const id of ids) if (random.chance(0.7)) group.restart(id);
}

/**
 * Reigns: again and again a member stands for election, sees only some of the others, perhaps leads, takes something, gets it to a few and falls.
 * Nothing makes logs differ more; figure 8 of the paper is four such reigns.
 */
function runReigns(chaos: Chaos, reigns: number): void {
  const { random, group, clients, ids, cut } = chaos;
  const rivals = [random.pick(ids), random.pick(ids)];
  for (let reign = 0; reign < reigns; reign += 1) {
    for (const id of ids) if (random.chance(0.8)) group.restart(id);
    const hopeful = random.pick(rivals);
    cut.clear();
    for (const id of ids)
      if (id !== hopeful && random.chance(0.4))
        for (const other of ids) cut.add(`${id}>${other}`).add(`${other}>${id}`);
    group.input(hopeful, { type: 'campaign' });
    for (let bursts = random.pick([2, 3, 5, 6, 7]); bursts > 0; bursts -= 1) {
      for (const id of ids) if (random.chance(0.9)) group.store(id);
      for (let left = group.wire.length; left > 0; left -= 1) deliver(chaos, 0, random.chance(0.05), false);
      if (random.chance(0.2)) clients.write(hopeful, random.pick(['x', 'y']));
      if (random.chance(0.1)) clients.read(random.pick(ids), random.pick(['x', 'y']));
    }
    if (random.chance(0.3)) chaos.crash(hopeful);
    // What is still on its way mostly gets lost; the rest comes late.
    for (let at = group.wire.length - 1; at >= 0; at -= 1) if (random.chance(0.9)) deliver(chaos, at, true, false);
  }
}

function compact({ group, clients }: Chaos, id: MemberId, keep: number): void {
  if (group.members.get(id)?.alive === true) group.input(id, { type: 'compact', data: clients.snapshotOf(id), keep });
}

function changeMembers(chaos: Chaos): void {
  const { random, group, ids } = chaos;
  const at = random.pick(ids);
  const membership = (newestLeader(chaos) ?? group.members.get(at)?.state)?.membership;
  if (membership === undefined) return;
  const member = random.pick(ids);
  const type: Change['type'] = membership.learners.includes(member)
    ? random.pick(['promote', 'promote', 'remove'])
    : isMember(membership, member)
      ? 'remove'
      : random.pick(['add', 'addLearner']);
  if (type === 'remove' && membership.voters.length <= 2) return;
  group.input(at, { type: 'proposeChange', change: { type, member } });
}

/** All are up and nothing is lost any more: within a bounded time the group commits something new and every member has it. */
function heal(chaos: Chaos): void {
  const { group, ids, clients } = chaos;
  chaos.cut.clear();
  for (const id of ids) group.restart(id);
  for (let ticks = 0; ticks < healingTicks; ticks += 1) {
    for (const id of ids) group.input(id, { type: 'tick' });
    for (let burst = 0; burst < 3; burst += 1) {
      settleOnce(chaos);
    }
    if (ticks % 10 === 9 && agreed(chaos)) {
      const before = clients.answered.writes;
      const leader = newestLeader(chaos)?.config.id;
      if (leader === undefined) continue;
      clients.write(leader, 'x');
      clients.read(leader, 'x');
      clients.read(leader, 'y');
      for (let burst = 0; burst < 8; burst += 1) {
        settleOnce(chaos);
      }
      if (clients.answered.writes > before) return;
    }
  }
  throw new Violation('progress', 'the healed group does not agree');
}

/** All disks catch up, then everything on the wire arrives. */
function settleOnce(chaos: Chaos): void {
  const { group, ids } = chaos;
  for (const id of ids) {
    let more = true;
    while (more) more = group.store(id);
  }
  for (let left = group.wire.length; left > 0; left -= 1) deliver(chaos, 0, false, false);
}

/** A leader, and every member of its membership has applied all of its log. Who was removed and doesn't know may go on standing. */
function agreed(chaos: Chaos): boolean {
  const { group, ids } = chaos;
  const states = ids.flatMap((id) => group.members.get(id)?.state ?? []);
  const leader = newestLeader(chaos);
  if (leader === undefined || leader.commit !== lastIndex(leader.log)) return false;
  return states.every((state) => !isMember(leader.membership, state.config.id) || state.applied === leader.commit);
}

function newestLeader({ group, ids }: Chaos): RaftState | undefined {
  const states = ids.flatMap((id) => group.members.get(id)?.state ?? []);
  return states.filter(({ role }) => role.name === 'leader').sort((a, b) => b.term - a.term)[0];
}
