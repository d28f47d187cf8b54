/** What a kubelet may do (upstream: --authorization-mode=Node), and what it may write. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { nodeAuthorizer } from './authorizer.ts';
import { nodeRestriction } from './node-restriction.ts';

export const nodeAuthorizationFeature: ApiFeature = {
  name: 'node-authorization',
  authorizers: [() => nodeAuthorizer],
  admission: [nodeRestriction],
};
