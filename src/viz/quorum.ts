/** Whether etcd can store anything. */
import type { MemberView } from './model.ts';

/** Most of the members answer, and one of them leads. */
export function hasQuorum(members: readonly MemberView[]): boolean {
  const up = members.filter(({ role }) => role !== 'down').length;
  return members.length === 0 || (up * 2 > members.length && members.some(({ role, reachable }) => role === 'leader' && reachable));
}
