/** The five properties of paper figure 3, checked after every step, and that what is committed is on the disks of a quorum. */
import {
  type Effect,
  type Entry,
  entryAt,
  type Index,
  lastIndex,
  type MemberId,
  quorumOf,
  type RaftState,
  type Term,
  termAt,
} from '../index.ts';
import type { TestMember } from './group.ts';

export class Violation extends Error {
  readonly property: string;
  constructor(property: string, what: string) {
    super(`${property}: ${what}`);
    this.property = property;
  }
}

export interface Invariants {
  check(member: TestMember, before: RaftState, effects: readonly Effect[]): void;
  /** What is committed, by index; nothing at 0. */
  readonly committed: readonly (Entry | undefined)[];
}

/** `others` gives the members to check the disks of. */
export function createInvariants(others: () => ReadonlyMap<MemberId, TestMember>): Invariants {
  const leaders = new Map<Term, MemberId>();
  /** (index, term) -> the entry that was made there and the term of the one before it. */
  const made = new Map<number, { readonly entry: Entry; readonly prevTerm: Term | undefined }>();
  const committed: (Entry | undefined)[] = [undefined];
  /** Term of the leader that committed it. */
  const committedIn: Term[] = [0];

  /** Election safety: at most one leader in a term. Leader completeness: it has all that earlier terms have committed. */
  function checkLeader({ id, state }: TestMember, before: RaftState): void {
    const known = leaders.get(state.term);
    if (known === undefined) leaders.set(state.term, id);
    else if (known !== id) throw new Violation('election safety', `${known} and ${id} lead term ${state.term}`);
    if (before.role.name === 'leader' && before.term === state.term) return checkAppendOnly(id, before, state);
    let last = committed.length - 1;
    while (last > 0 && (committedIn[last] ?? 0) >= state.term) last -= 1;
    const entry = committed[last];
    if (entry === undefined || last < state.log.offset || termAt(state.log, last) === entry.term) return;
    throw new Violation('leader completeness', `${id} leads term ${state.term} without ${last}/${entry.term}`);
  }

  /** Leader append-only: a leader never overwrites or deletes entries of its log. */
  function checkAppendOnly(id: MemberId, before: RaftState, { log }: RaftState): void {
    const old = before.log;
    if (log === old || (log.shared === old.shared && log.length >= old.length)) return;
    for (let index = Math.max(old.offset, log.offset) + 1; index <= lastIndex(old); index += 1) {
      if (entryAt(old, index) !== entryAt(log, index))
        throw new Violation('leader append-only', `${id} changed ${index}`);
    }
  }

  /**
   * Log matching: if two logs have an entry of the same index and term, they are the same up to there. Checked where an entry enters a
   * log: same content, and the entry before it of the same term; the rest follows by induction.
   */
  function checkNew(id: MemberId, state: RaftState, entry: Entry): void {
    const key = entry.index * 100_000 + entry.term;
    const prevTerm = termAt(state.log, entry.index - 1);
    const known = made.get(key);
    if (known === undefined) made.set(key, { entry, prevTerm });
    else if (known.entry !== entry || known.prevTerm !== prevTerm) {
      throw new Violation('log matching', `${entry.index}/${entry.term} of ${id} isn't what others have`);
    }
  }

  /** State machine safety, already where it is committed: one entry at an index for ever. */
  function checkCommit({ id, state }: TestMember, before: RaftState): void {
    if (state.commit < before.commit)
      throw new Violation('commit', `${id} went back from ${before.commit} to ${state.commit}`);
    for (let index = before.commit + 1; index <= state.commit; index += 1) {
      const entry = entryAt(state.log, index);
      if (entry === undefined) continue;
      const known = committed[index];
      if (known === undefined) {
        committed[index] = entry;
        committedIn[index] = state.term;
        if (state.role.name === 'leader' && before.role.name === 'leader') {
          checkDurable(id, [before, state], index, entry.term);
        }
      } else if (known !== entry) {
        throw new Violation(
          'state machine safety',
          `${id} commits ${index}/${entry.term}, before it was ${index}/${known.term}`,
        );
      }
    }
  }

  /** A step may change the membership and commit after it: either counts. */
  function checkDurable(id: MemberId, states: readonly RaftState[], index: Index, term: Term): void {
    const members = others();
    const holds = (voter: MemberId) => {
      const log = members.get(voter)?.disk.log;
      return log !== undefined && (log.offset >= index || termAt(log, index) === term);
    };
    const durable = states.some(({ membership: { voters } }) => voters.filter(holds).length >= quorumOf(voters.length));
    if (!durable)
      throw new Violation('durability', `${id} commits ${index}/${term}, which isn't on the disks of a quorum`);
  }

  function checkApplied(id: MemberId, entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (committed[entry.index] !== entry)
        throw new Violation('state machine safety', `${id} applies ${entry.index}/${entry.term}`);
    }
  }

  return {
    committed,
    check(member, before, effects) {
      const { id, state } = member;
      if (state.role.name === 'leader') checkLeader(member, before);
      for (const effect of effects) {
        if (effect.type === 'persist') for (const entry of effect.write.entries) checkNew(id, state, entry);
      }
      if (state.commit !== before.commit) checkCommit(member, before);
      for (const effect of effects) if (effect.type === 'commit') checkApplied(id, effect.entries);
    },
  };
}
