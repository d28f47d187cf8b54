/** What the services of a member request of its consensus, by raft: proposals, reads, changes of members, transfers. */
import { lastIndex } from '../../raft/index.ts';
import type { Consensus } from '../consensus.ts';
import { failure } from '../failure.ts';
import type { Answer } from '../store.ts';
import type { Done } from '../types.ts';
import type { EntryData } from './entry.ts';
import { knownLeader } from './leadership.ts';
import { prepareChange } from './member-change.ts';
import { memberListOf, raftIdOf } from './member-list.ts';
import { type MemberProcess, nextId, type ProcessWiring } from './member-process.ts';

/** What a command other than a transaction counts for against the size of a message, bytes. */
const commandBytes = 64;

export interface ConsensusWiring extends Pick<ProcessWiring, 'offer'> {
  /** Transfers leadership to another voter; `done` runs when it leads, or has failed to for too long. */
  readonly transfer: (process: MemberProcess, target: string, done: Done<true>) => void;
}

/** Creates the consensus of a process that is still being put together. */
export function createRaftConsensus(self: () => MemberProcess, wiring: ConsensusWiring): Consensus {
  const { offer } = wiring;
  const consensus: Consensus = {
    propose(command, done) {
      const process = self();
      const { options, proposals } = process;
      const id = nextId(process);
      // A command is answered by what goes with its type: see Answers.
      proposals.add(id, done as Done<Answer>);
      const bytes = command.type === 'txn' ? command.bytes : commandBytes;
      const { origin, kernel } = options;
      const data: EntryData = { type: 'command', origin, id, cause: kernel.trace.current, command };
      offer(process, { type: 'propose', data, bytes });
    },
    readIndex: (done) => self().reads.add(done),
    leader: () => leaderIdOf(self()),
    term: () => self().raft.term,
    index: () => lastIndex(self().raft.log),
    applied: () => self().raft.applied,
    learner: () => self().raft.membership.learners.includes(self().raftId),
    members: () => memberListOf(self().raft.membership, self().machine.records()),
    change(change, done) {
      const process = self();
      const { options, leaderClient, changes } = process;
      const { origin, kernel } = options;
      const id = nextId(process);
      const scene = { members: consensus.members(), origin, id, now: kernel.clock.now(), leaderClient };
      prepareChange(change, scene, (result) => {
        if (result.failure !== undefined) return done({ failure: result.failure });
        changes.add(id, done);
        offer(process, result.ok);
      });
    },
    moveLeader(target, done) {
      const process = self();
      const { clock } = process.options.kernel;
      const to = raftIdOf(target);
      if (knownLeader(process.leadership) !== process.raftId) {
        return void clock.after(0, () => done({ failure: failure('notLeader') }));
      }
      if (!process.raft.membership.voters.includes(to)) {
        return void clock.after(0, () => done({ failure: failure('badLeaderTransferee') }));
      }
      if (to === process.raftId) return void clock.after(0, () => done({ ok: true }));
      wiring.transfer(process, to, done);
    },
    callLeader: (request, done) => self().leaderClient.callLessor(request, done),
  };
  return consensus;
}

function leaderIdOf({ leadership, machine }: MemberProcess): number {
  const leader = knownLeader(leadership);
  return leader === undefined ? 0 : (machine.records().get(leader)?.id ?? 0);
}
