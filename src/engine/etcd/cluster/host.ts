/** A machine that holds a member of etcd: its disk, and its process while that runs. */
import type { Disk } from '../../kernel/index.ts';
import { lastIndex, type Disk as RaftDisk } from '../../raft/index.ts';
import type { Driver } from './driver-types.ts';

export interface Host {
  readonly name: string;
  id: number;
  /** How raft names the member. */
  raftId: string;
  disk: Disk<RaftDisk>;
  driver: Driver | undefined;
  starts: number;
  /** Had a member's data once: an empty disk means that they are lost. */
  founded: boolean;
  /** Wanted to run: restarted by its supervisor when it fails. */
  wanted: boolean;
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

/** Draws it; `nameOf` is the host of raft's name for a member. */
export function viewOf({ name, id, driver, disk }: Host, nameOf: (raftId: string) => string): MemberView {
  if (driver === undefined) {
    const { hardState, log } = disk.content();
    const raft = {
      term: hardState.term,
      firstIndex: log.offset + 1,
      lastIndex: lastIndex(log),
      commit: hardState.commit,
    };
    return { name, id, up: false, role: 'down', leader: '', applied: 0, revision: 0, ...raft };
  }
  const { member: running } = driver;
  const state = driver.state();
  const leader =
    state.role.name === 'leader' ? driver.raftId : state.role.name === 'follower' ? state.role.leader : undefined;
  const learner = state.membership.learners.includes(driver.raftId);
  return {
    name,
    id,
    up: true,
    role: learner ? 'learner' : state.role.name,
    term: state.term,
    leader: leader === undefined ? '' : nameOf(leader),
    firstIndex: state.log.offset + 1,
    lastIndex: lastIndex(state.log),
    commit: state.commit,
    applied: state.applied,
    revision: running.status().revision,
  };
}
