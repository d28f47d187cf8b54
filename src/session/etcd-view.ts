/** etcd's members as they are drawn. */
import type { Cluster } from '../engine/index.ts';
import type { EtcdView, MemberView } from '../viz/model.ts';

export function memberViews(cluster: Cluster): readonly MemberView[] {
  return cluster.etcdMembers().map(({ name, up, role, term, leader, lastIndex, commit, applied }) => ({
    name,
    role: role === 'preCandidate' ? 'candidate' : role,
    term,
    lastIndex,
    commitIndex: commit,
    // A member that is down has applied what it will have to apply again.
    ...(up ? { appliedIndex: applied } : {}),
    reachable: up && leader !== '',
  }));
}

/** Whether so many members are up that something can be stored, as soon as one of them leads. */
export function hasMajority(cluster: Pick<Cluster, 'etcdMembers'>): boolean {
  const members = cluster.etcdMembers();
  return members.filter(({ up }) => up).length * 2 > members.length;
}

/** The members, and the last messages between them. `startMs`: the session's start, milliseconds since the Unix epoch. */
export function etcdView(cluster: Cluster, startMs: number): EtcdView {
  const messages = cluster.etcdMessages().map(({ time, from, to, words }) => ({ t: time - startMs, from, to, words }));
  return { members: memberViews(cluster), ...(messages.length === 0 ? {} : { messages }) };
}
