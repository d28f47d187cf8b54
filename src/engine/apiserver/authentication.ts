/** Who asks. In process the connection says it; this completes it as upstream's authenticators do. */
import type { User } from '../meta/index.ts';

const anonymous: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] };
const authenticated = 'system:authenticated';
const known = new WeakMap<User, User>();

/** The user with the group all authenticated users have; without a name, the anonymous one. */
export function authenticate(user: User): User {
  if (user.name === '' || user.name === anonymous.name) return anonymous;
  if (user.groups.includes(authenticated)) return user;
  let complete = known.get(user);
  if (complete === undefined) {
    complete = { ...user, groups: [...user.groups, authenticated] };
    known.set(user, complete);
  }
  return complete;
}
