/** Access as upstream's server has it: tokens, impersonation, and the authorizers Node and RBAC (--authorization-mode=Node,RBAC). */
import { unauthorized } from '../meta/index.ts';
import type { AccessFactory } from './access.ts';
import { actingAs } from './authentication/impersonation.ts';
import { createTokens } from './authentication/tokens.ts';
import { authenticate } from './authentication.ts';
import { nodeAuthorizer } from './authorization/node.ts';
import { createRbac } from './authorization/rbac.ts';
import { privilegedGroup, union } from './authorization.ts';
import { refuse } from './outcome.ts';

const bearer = /^bearer +(.*)$/i;

/** A bearer token goes before what the connection says: it is what the client chose for this request. */
export const fullAccess: AccessFactory = (parts) => {
  const tokens = createTokens(parts);
  const authorize = union([privilegedGroup, nodeAuthorizer, createRbac(parts.resources).authorize]);
  return {
    tokens,
    authorize,
    authenticate({ headers, user }) {
      const token = bearer.exec(headers['authorization'] ?? '')?.[1]?.trim() ?? '';
      if (token === '') return authenticate(user);
      const proven = tokens.userOf(token);
      return proven === undefined ? refuse(unauthorized()) : authenticate(proven.user);
    },
    actingAs: (user, request) => actingAs(authorize, user, request),
  };
};
