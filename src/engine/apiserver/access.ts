/** How a server knows who asks and what they may do. The plain server believes the connection and allows everything. */
import type { ApiRequest, User } from '../meta/index.ts';
import type { Tokens } from './authentication/tokens.ts';
import { authenticate } from './authentication.ts';
import { type Authorizer, alwaysAllow, privilegedGroup, union } from './authorization.ts';
import type { ServerParts } from './server-parts.ts';

export interface Access {
  /** Who sent this. Throws 401 for credentials that aren't good. */
  authenticate(request: ApiRequest): User;
  /** Whom a user acts as, by the request's headers; the user where they name nobody. Throws 403. */
  actingAs(user: User, request: ApiRequest): User;
  readonly authorize: Authorizer;
  /** Issues and checks bearer tokens; the plain server has none. */
  readonly tokens?: Tokens;
}

/** Makes it from the server's parts, before its caches are filled. */
export type AccessFactory = (parts: Omit<ServerParts, 'access'>) => Access;

/** Believes the connection; asks these authorizers, or allows everything. */
export function openAccess(authorizers: readonly Authorizer[] = [privilegedGroup, alwaysAllow]): Access {
  return {
    authenticate: ({ user }) => authenticate(user),
    actingAs: (user) => user,
    authorize: union(authorizers),
  };
}
