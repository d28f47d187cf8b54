/** The state machine under raft: the store and the records of the members, changed by committed entries alone. */
import type { Entry } from '../../raft/index.ts';
import type { Core } from '../core.ts';
import type { Answer } from '../store.ts';
import type { Member, MemberChange, Result } from '../types.ts';
import type { ChangeContext, EntryData, MachineSnapshot } from './entry.ts';
import { raftIdOf } from './member-list.ts';

export type ChangeEntry = Extract<Entry, { kind: 'change' }>;

export interface Machine {
  /** What is recorded of each member, by raft's name for it. */
  records(): ReadonlyMap<string, Member>;
  apply(entry: Entry): void;
  restore(snapshot: MachineSnapshot): void;
  save(): MachineSnapshot;
}

export interface MachineOptions {
  readonly core: Core;
  readonly clusterId: number;
  /** Clients wait for the entries of this start of this member. */
  readonly origin: string;
  answered(id: number, result: Result<Answer>): void;
  recorded(id: number, change: () => MemberChange): void;
  changed(change: ChangeEntry['change'], id: number | undefined, member: Member | undefined): void;
  compacted(revision: number): void;
  readonly members: () => readonly Member[];
}

/** Creates an empty one; raft's first effects fill it. */
export function createMachine(options: MachineOptions): Machine {
  const { core, origin } = options;
  let records = new Map<string, Member>();

  function applyChange({ change }: ChangeEntry): void {
    // Founders are recorded by the log's first entries, the others by the change that added them.
    const context = change.context as ChangeContext;
    const adds = change.type === 'add' || change.type === 'addLearner';
    if (adds && context.member !== undefined) records.set(change.member, context.member);
    const known = records.get(change.member);
    if (change.type === 'remove') records.delete(change.member);
    const told =
      change.type === 'remove' || known === undefined ? undefined : { ...known, learner: change.type === 'addLearner' };
    options.changed(change, context.origin === origin ? context.id : undefined, told);
  }

  return {
    records: () => records,
    apply(entry) {
      if (entry.kind === 'change') return applyChange(entry);
      if (entry.kind === 'empty') return;
      // Only members propose, and only this.
      const data = entry.data as EntryData;
      if (data.type === 'record') {
        const { member } = data;
        records.set(raftIdOf(member.id), member);
        if (data.origin === origin) options.recorded(data.id, () => ({ member, members: options.members() }));
        return;
      }
      const { result } = core.apply(data.command, data.cause);
      if (data.command.type === 'compact' && result.ok !== undefined) options.compacted(data.command.revision);
      if (data.origin === origin) options.answered(data.id, result);
    },
    restore({ store, members }) {
      core.restore(store);
      records = new Map(members.map((member) => [raftIdOf(member.id), member]));
    },
    save: () => ({ clusterId: options.clusterId, store: core.store.save(), members: [...records.values()] }),
  };
}
