/** Role-based access control (upstream: plugin/pkg/auth/authorizer/rbac). What was decided once for a user is remembered until a role changes. */
import type { PolicyRule } from '../../api/index.ts';
import { type AccessAttributes, type Authorizer, noOpinion, type Verdict } from '../../apiserver/authorization.ts';
import type { Resources } from '../../apiserver/resources.ts';
import type { User } from '../../meta/index.ts';
import { ruleMatch } from './policy-rules.ts';
import { type Grant, type RbacIndex, rbacIndexOf } from './rbac-index.ts';

export interface Rbac {
  readonly authorize: Authorizer;
  /** All rules a user has in a namespace, or with '' in the whole cluster; and what kept rules from being found. */
  rulesFor(
    user: User,
    namespace: string,
  ): { readonly rules: readonly PolicyRule[]; readonly errors: readonly string[] };
}

interface Scope {
  readonly granted: readonly { readonly grant: Grant; readonly rules: readonly PolicyRule[] }[];
  readonly errors: readonly string[];
  /** By verb and resource, or path. Never of what hangs on an object's name. */
  readonly verdicts: Map<string, Verdict>;
}

/** Paths are made up by clients; resources and verbs are few. */
const mostVerdicts = 4096;

/** Decides by the roles and bindings of these resources. */
export function createRbac(resources: Resources): Rbac {
  const index = rbacIndexOf(resources);
  let users = new WeakMap<User, Map<string, Scope>>();
  let version = -1;

  function scopeOf(user: User, namespace: string): Scope {
    if (version !== index.version()) {
      users = new WeakMap();
      version = index.version();
    }
    let scopes = users.get(user);
    if (scopes === undefined) {
      scopes = new Map();
      users.set(user, scopes);
    }
    let scope = scopes.get(namespace);
    if (scope === undefined) {
      scope = resolve(index, user, namespace);
      scopes.set(namespace, scope);
    }
    return scope;
  }

  return {
    authorize(user, attributes) {
      const scope = scopeOf(user, attributes.isResource ? attributes.namespace : '');
      const key = keyOf(attributes);
      const known = scope.verdicts.get(key);
      if (known !== undefined) return known;
      const { verdict, byName } = decide(scope, attributes);
      if (!byName) {
        if (scope.verdicts.size >= mostVerdicts) scope.verdicts.clear();
        scope.verdicts.set(key, verdict);
      }
      return verdict;
    },
    rulesFor(user, namespace) {
      const { granted, errors } = scopeOf(user, namespace);
      return { rules: granted.flatMap(({ rules }) => rules), errors };
    },
  };
}

function resolve(index: RbacIndex, user: User, namespace: string): Scope {
  const granted: Scope['granted'][number][] = [];
  const errors: string[] = [];
  for (const grant of index.grantsTo(user, namespace)) {
    const rules = index.rulesOf(grant.role, namespace);
    if (typeof rules === 'string') errors.push(rules);
    else granted.push({ grant, rules });
  }
  return { granted, errors, verdicts: new Map() };
}

function keyOf(attributes: AccessAttributes): string {
  if (!attributes.isResource) return `${attributes.verb} ${attributes.path}`;
  const { verb, group, resource, subresource } = attributes;
  return `${verb} ${group} ${resource} ${subresource}`;
}

function decide({ granted, errors }: Scope, attributes: AccessAttributes): { verdict: Verdict; byName: boolean } {
  let byName = false;
  for (const { grant, rules } of granted) {
    for (const rule of rules) {
      const match = ruleMatch(rule, attributes);
      if (match === 'no') continue;
      if (match !== 'yes') byName = true;
      if (match === 'other-name') continue;
      return { verdict: { decision: 'allow', reason: `RBAC: allowed by ${grant.description}` }, byName };
    }
  }
  if (errors.length === 0) return { verdict: noOpinion, byName };
  const unique = [...new Set(errors)];
  const reason = `RBAC: ${unique.length === 1 ? unique[0] : `[${unique.join(', ')}]`}`;
  return { verdict: { decision: 'no-opinion', reason }, byName };
}
