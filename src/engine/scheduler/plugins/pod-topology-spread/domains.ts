/** What Filter goes by: how many matching pods there are in each domain, and in the emptiest (upstream podtopologyspread/filtering.go). */
import type { NodeInfo, Pod } from 'converge/sdk';
import { type Constraint, counts, hasAllKeys } from './constraints.ts';
import { countMatching } from './counts.ts';

/** One constraint over all nodes. */
export interface Spread {
  readonly constraint: Constraint;
  /** Matching pods by the value of the topology key. */
  readonly inDomain: ReadonlyMap<string, number>;
  /** Of the emptiest domain; 0 while there are fewer domains than minDomains. */
  readonly least: number;
  /** The pod itself counts where it matches its own selector. */
  readonly self: 0 | 1;
}

export function spreadOver(constraints: readonly Constraint[], pod: Pod, nodes: readonly NodeInfo[]): readonly Spread[] {
  const { labels } = pod.metadata;
  const eligible = nodes.filter((node) => hasAllKeys(node, constraints));
  return constraints.map((constraint) => {
    const inDomain = new Map<string, number>();
    for (const node of eligible) {
      if (!counts(constraint, pod, node)) continue;
      const domain = node.labels[constraint.topologyKey] ?? '';
      inDomain.set(domain, (inDomain.get(domain) ?? 0) + countMatching(node, constraint));
    }
    const least = inDomain.size < constraint.minDomains ? 0 : Math.min(...inDomain.values());
    return { constraint, inDomain, least, self: constraint.matches(labels) ? 1 : 0 };
  });
}
