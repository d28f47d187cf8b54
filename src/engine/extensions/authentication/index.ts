/** Bearer tokens: issued to service accounts, checked with each request, reviewed. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { accountSecrets } from './account-secrets.ts';
import { authenticateByToken } from './authenticator.ts';
import { identityReviews } from './reviews.ts';
import { requestToken } from './token-request.ts';

export const authenticationFeature: ApiFeature = {
  name: 'authentication',
  admission: [accountSecrets],
  authenticator: authenticateByToken,
  subresources: { token: { POST: requestToken } },
  unstored: identityReviews,
};
