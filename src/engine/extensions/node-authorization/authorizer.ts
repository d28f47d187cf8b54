/** What a kubelet may do (upstream: plugin/pkg/auth/authorizer/node), without asking which pods its node runs. */

import { type AccessAttributes, type Authorizer, noOpinion, type Verdict } from '../../apiserver/authorization.ts';
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
  return byRules(attributes);
};

/** What the rules say, by verb and resource: they name no objects, and no request changes them. */
const verdicts = new Map<string, Verdict>();
/** Words of verbs and resources are the clients': more than these are forgotten. */
const mostVerdicts = 1024;

function byRules(attributes: AccessAttributes): Verdict {
  const decide = (): Verdict => (nodeRules.some((rule) => ruleMatch(rule, attributes) === 'yes') ? allowed : noOpinion);
  if (!attributes.isResource) return decide();
  const { verb, group, resource, subresource } = attributes;
  const key = `${verb} ${group} ${resource} ${subresource}`;
  const known = verdicts.get(key);
  if (known !== undefined) return known;
  const verdict = decide();
  if (verdicts.size >= mostVerdicts) verdicts.clear();
  verdicts.set(key, verdict);
  return verdict;
}
