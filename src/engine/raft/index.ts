/**
 * Raft as a function: `step(state, input) -> { state, effects }`. No clock, no network, no disk; who drives it brings them.
 * After the Raft paper (Ongaro & Ousterhout), Ongaro's thesis, and etcd's raft library, whose choices win where they differ.
 *
 * ## Driving a member
 *
 *     let disk = foundingDisk(['a', 'b', 'c']);      // or emptyDisk for one that joins, or the disk of a member that comes back
 *     let { state, effects } = startMember({ id: 'a', seed: 1 }, disk);
 *     ({ state, effects } = step(state, { type: 'propose', data: 'x=1' }));
 *
 * Carry out the effects of each step in their order:
 * - `send`: give the message to the network now. It may be lost, doubled, late or out of order.
 * - `persist`: make `write` durable (`disk = applyWrite(disk, write)`), then send `thenSend`, then report `stored`. Writes are done in
 *   the order of their numbers. What hasn't been reported may be lost in a crash; nothing was promised on the strength of it.
 *   Other members don't wait for it: steps go on meanwhile, and a leader's entries travel while its own disk still works.
 * - `commit`: entries for the state machine, each exactly once, in order. They are on a quorum's disks and on this one.
 * - `restore`: the state machine becomes the snapshot.
 * - `read`: the read named may be answered as soon as the state machine has applied `index`.
 * - `refuse`: the input was not taken, and why.
 *
 * Give it time with `tick` (100 ms in etcd). `ticksUntilDue(state)` says how many may be given at once, so a member with nothing to do
 * needs no timer: a leader alone never does.
 * Report `unreachable` when a message couldn't be delivered, and `snapshotReport` for every snapshot message, arrived or lost.
 *
 * A proposal forwarded, or overtaken by an election, is lost without a word: who waits needs a timeout, as etcd's server has. Put an id
 * into `data` to know one's own entry when it is committed; it may still be committed after the timeout, and a network that doubles
 * messages doubles a proposal sent on by a follower. A change of the membership is
 * in force when `commit` gives its entry. `compact` takes the state machine's data at `state.applied` as a snapshot.
 *
 * ## Files, by idea
 * `types` messages, inputs, effects · `state` what a member knows · `log` · `election` · `roles` · `sending`, `replication`, `progress`
 * the leader's side · `follower` · `commit` the commit rule and applying · `membership` · `read` · `transfer` · `propose` · `snapshot` ·
 * `disk` · `draft` effects and what waits for the disk · `step` terms and dispatch.
 *
 * ## What holds always
 * 1. Nothing that promises leaves before it is durable: vote requests, votes and acknowledged entries wait for their write.
 * 2. A candidate's own vote, and a leader's own copy, count only when durable.
 * 3. The commit index never falls, and no committed entry is replaced.
 * 4. One change of the membership at a time, in force when applied; a member that knows of one it hasn't applied doesn't stand for election.
 * 5. States share structure and are never changed; entries are shared by reference. Appending doesn't copy the log (`log`).
 *
 * Left out, as it isn't needed here: joint consensus, lease-based reads, proposals in batches. Other than etcd: a leader that was removed
 * steps down by itself as soon as a quorum of the others knows; a change that comes too early is refused instead of becoming an empty entry; a follower that
 * refuses what it has acknowledged is tried again with the next heartbeat, not at once; entries are given to the state
 * machine only when they are on the own disk.
 */
export { applyWrite, type Disk, emptyDisk, foundingDisk, restoredDisk } from './disk.ts';
export type { StepResult } from './draft.ts';
export { entryAt, type Log, lastIndex, lastTerm, slice, termAt } from './log.ts';
export { withChange } from './membership.ts';
export { RaftPanic } from './panic.ts';
export { quorumOf, reachedByQuorum } from './quorum.ts';
export { type CommitRule, isMember, type Leader, leaderOf, type Progress, type RaftConfig, type RaftState, type Role, type VoteRule } from './state.ts';
export { defaultConfig, startMember, step, ticksUntilDue } from './step.ts';
export type * from './types.ts';
