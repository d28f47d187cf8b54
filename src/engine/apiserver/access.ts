/** How a server knows who a request comes from and what they may do. Without an extension it believes the connection and allows everything. */
import type { Clock, Random } from '../kernel/index.ts';
import type { ApiRequest, User } from '../meta/index.ts';
import { authenticate } from './authentication.ts';
import { type Authorizer, alwaysAllow, privilegedGroup, union } from './authorization.ts';
import type { Credentials } from './credentials.ts';
import type { Resources } from './resources.ts';

export interface Access {
  /** The user who sent this. Throws 401 for bad credentials. */
  authenticate(request: ApiRequest): User;
  /** The user that a request's headers name in place of `user`, or `user`. Throws 403. */
  impersonate(user: User, request: ApiRequest): User;
  readonly authorize: Authorizer;
}

/** What authenticators and authorizers are made from, before the server's caches are filled. */
export interface AccessParts {
  readonly clock: Clock;
  readonly uids: Random;
  readonly resources: Resources;
  readonly credentials: Credentials;
}

/** What extensions give. */
export interface AccessFeatures {
  readonly authenticator?: ((parts: AccessParts) => Access['authenticate']) | undefined;
  /** Consulted in this order, behind `system:masters`. */
  readonly authorizers: readonly ((parts: AccessParts) => Authorizer)[];
  readonly impersonate?: ((authorize: Authorizer, user: User, request: ApiRequest) => User) | undefined;
}

/** Makes it of what extensions give. */
export function createAccess({ authenticator, authorizers, impersonate }: AccessFeatures, parts: AccessParts): Access {
  const authenticateRequest = authenticator?.(parts) ?? (({ user }: ApiRequest) => authenticate(user));
  const others = authorizers.length === 0 ? [alwaysAllow] : authorizers.map((create) => create(parts));
  const authorize = union([privilegedGroup, ...others]);
  return {
    authenticate: authenticateRequest,
    impersonate: (user, request) => impersonate?.(authorize, user, request) ?? user,
    authorize,
  };
}

/** Believes the connection and consults these authorizers. */
export function accessBy(authorizers: readonly Authorizer[]): Access {
  return {
    authenticate: ({ user }) => authenticate(user),
    impersonate: (user) => user,
    authorize: union(authorizers),
  };
}
