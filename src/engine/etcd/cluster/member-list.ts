/** Who the members are: what raft knows by id, with names and addresses (server/etcdserver/api/membership). */
import { hash32 } from '../../kernel/index.ts';
import type { Membership } from '../../raft/index.ts';
import type { Member } from '../types.ts';

/** Fits into a JavaScript number: 53 bits of a hash. Never 0. */
export function memberIdOf(text: string): number {
  return (hash32(text) & 0x1fffff) * 0x100000000 + hash32(text, 0x9e3779b9) + 1;
}

/** How raft names a member. */
export function raftIdOf(id: number): string {
  return id.toString(16).padStart(14, '0');
}

/** The machine an address is on: `etcd-1` of `http://etcd-1:2380`. */
export function hostOf(peerUrls: readonly string[]): string {
  return /^https?:\/\/([^:/]+)/.exec(peerUrls[0] ?? '')?.[1] ?? '';
}

/** Members as raft's membership has them, with what is recorded of each; in the order of their ids. */
export function memberListOf(membership: Membership, records: ReadonlyMap<string, Member>): readonly Member[] {
  const members: Member[] = [];
  for (const [ids, learner] of [[membership.voters, false] as const, [membership.learners, true] as const]) {
    for (const raftId of ids) {
      const record = records.get(raftId);
      if (record !== undefined) members.push({ ...record, learner });
    }
  }
  return members.sort((a, b) => a.id - b.id);
}
