/** What a kubelet may do (upstream: plugin/pkg/auth/authorizer/node), without asking which pods its node runs. */

import { type Authorizer, noOpinion, type Verdict } from '../../apiserver/authorization.ts';
import type { User } from '../../meta/index.ts';
import { nodeRules } from '../rbac/bootstrap/roles.ts';
import { ruleMatch } from '../rbac/policy-rules.ts';

const group = 'system:nodes';
const prefix = 'system:node:';

/** The name of the node a user is; undefined for others. */
export function nodeNameOf({ name, groups }: User): string | undefined {
  return name.startsWith(prefix) && groups.includes(group) ? name.slice(prefix.length) : undefined;
}

const allowed: Verdict = { decision: 'allow', reason: '' };

/** Nodes are allowed what kubelets need; of Leases only their own, in kube-node-lease. */
export const nodeAuthorizer: Authorizer = (user, attributes) => {
  const nodeName = nodeNameOf(user);
  if (nodeName === undefined) return noOpinion;
  if (attributes.isResource && attributes.resource === 'leases') {
    const { namespace, name, verb } = attributes;
    if (namespace !== 'kube-node-lease') {
      return { decision: 'no-opinion', reason: 'can only access leases in the "kube-node-lease" system namespace' };
    }
    if (verb !== 'create' && name !== nodeName) {
      return { decision: 'no-opinion', reason: 'can only access node lease with the same name as the requesting node' };
    }
  }
  return nodeRules.some((rule) => ruleMatch(rule, attributes) === 'yes') ? allowed : noOpinion;
};
