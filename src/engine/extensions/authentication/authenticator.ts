/** Authentication by bearer token (upstream: apiserver pkg/authentication/request/bearertoken). */
import type { AccessFeatures } from '../../apiserver/access.ts';
import { authenticate } from '../../apiserver/authentication.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { unauthorized } from '../../meta/index.ts';
import { createTokens } from './tokens.ts';

const bearer = /^bearer +(.*)$/i;

/** A bearer token goes before what the connection says: it is what the client chose for this request. */
export const authenticateByToken: NonNullable<AccessFeatures['authenticator']> = (parts) => {
  const tokens = createTokens(parts);
  return ({ headers, user }) => {
    const token = bearer.exec(headers['authorization'] ?? '')?.[1]?.trim() ?? '';
    if (token === '') return authenticate(user);
    const proven = tokens.userOf(token);
    return proven === undefined ? refuse(unauthorized()) : authenticate(proven.user);
  };
};
