/** Fills ClusterRoles that are put together of others: of all that bear the labels they ask for (upstream: pkg/controller/clusterroleaggregation). */
import {
  ClusterRole,
  deepEqual,
  defineController,
  keyOf,
  type Lister,
  labelSelectorMatcher,
  type PolicyRule,
  type Reconcile,
} from 'converge/sdk';

export const clusterRoleAggregationController = defineController<ClusterRole>({
  name: 'clusterrole-aggregation',
  for: ClusterRole,
  // Whatever changed may be part of any of them, or part of one no longer.
  watches: [
    { kind: ClusterRole, keys: (_role, { lister }) => lister(ClusterRole).list().filter(isAggregated).map(keyOf) },
  ],
  reconcile: (key, tools) => reconcile(key, tools),
});

const reconcile: Reconcile = async (key, { client, lister }) => {
  const role = lister(ClusterRole).get(key);
  if (role === undefined || !isAggregated(role)) return;
  const rules = rulesFor(role, lister(ClusterRole));
  if (!deepEqual(rules, role.rules ?? [])) await client.update(ClusterRole, { ...role, rules });
};

function isAggregated({ aggregationRule }: ClusterRole): boolean {
  return aggregationRule !== undefined;
}

/** Rules of the roles that each selector finds, by name; equal ones once. */
function rulesFor(role: ClusterRole, roles: Lister<ClusterRole>): readonly PolicyRule[] {
  const rules: PolicyRule[] = [];
  const known = new Set<string>();
  const others = [...roles.list()].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  for (const selector of role.aggregationRule?.clusterRoleSelectors ?? []) {
    const matches = labelSelectorMatcher(selector);
    for (const other of others) {
      if (other.metadata.name === role.metadata.name || !matches(other.metadata.labels)) continue;
      for (const rule of other.rules ?? []) {
        const text = JSON.stringify(rule);
        if (!known.has(text)) rules.push(rule);
        known.add(text);
      }
    }
  }
  return rules;
}
