/** What Score goes by: the fewer matching pods in a node's domains, the better (upstream podtopologyspread/scoring.go). */
import type { NodeInfo, PodInfo, SchedulingTools } from 'converge/sdk';
import { type Constraint, counts, hasAllKeys, HOSTNAME } from './constraints.ts';
import { countMatching } from './counts.ts';
import { logarithm } from './logarithm.ts';

interface Weighted {
  readonly constraint: Constraint;
  /** Matching pods by domain; undefined for nodes as domains, which are counted one by one. */
  readonly inDomain: ReadonlyMap<string, number> | undefined;
  /** The more domains, the more a pod counts: otherwise few large domains would outweigh many small ones. */
  readonly weight: number;
}

export interface Scoring {
  /** Nodes without one of the keys get no score; not so with the system's constraints. */
  readonly needsAllKeys: boolean;
  readonly constraints: readonly Constraint[];
  readonly weighted: readonly Weighted[];
}

/** Stands for a node without a score until scores are normalized. */
export const IGNORED = -1;

const EMPTY: ReadonlyMap<string, number> = new Map();

/** `nodes`: those that passed the filters. */
export function scoringOf(
  constraints: readonly Constraint[],
  { pod }: PodInfo,
  nodes: readonly NodeInfo[],
  tools: SchedulingTools,
): Scoring {
  const needsAllKeys = (pod.spec.topologySpreadConstraints ?? []).length > 0;
  const scored = needsAllKeys ? nodes.filter((node) => hasAllKeys(node, constraints)) : nodes;
  const weighted = constraints.map((constraint): Weighted => {
    const { topologyKey } = constraint;
    if (topologyKey === HOSTNAME) return { constraint, inDomain: undefined, weight: logarithm(scored.length + 2) };
    // Nodes without the label are a domain that is never looked up: where there is no other, nothing is to be counted.
    if (!scored.some(({ labels }) => labels[topologyKey] !== undefined)) return { constraint, inDomain: EMPTY, weight: 0 };
    const inDomain = new Map(scored.map(({ labels }) => [labels[topologyKey] ?? '', 0]));
    const weight = logarithm(inDomain.size + 2);
    for (const node of tools.nodes()) {
      const domain = node.labels[topologyKey] ?? '';
      const sofar = inDomain.get(domain);
      if (sofar === undefined || (needsAllKeys && !hasAllKeys(node, constraints))) continue;
      if (counts(constraint, pod, node)) inDomain.set(domain, sofar + countMatching(node, constraint));
    }
    return { constraint, inDomain, weight };
  });
  return { needsAllKeys, constraints, weighted };
}

/** `maxSkew - 1` is added so that small differences matter less where a larger skew is allowed. */
export function scoreOf(node: NodeInfo, { needsAllKeys, constraints, weighted }: Scoring): number {
  if (needsAllKeys && !hasAllKeys(node, constraints)) return IGNORED;
  let score = 0;
  for (const { constraint, inDomain, weight } of weighted) {
    const domain = node.labels[constraint.topologyKey];
    if (domain === undefined) continue;
    const count = inDomain === undefined ? countMatching(node, constraint) : (inDomain.get(domain) ?? 0);
    score += count * weight + (constraint.maxSkew - 1);
  }
  return Math.round(score);
}

/** The most get the share of the fewest, the fewest 100; without any, all are 100. Ignored nodes get 0. */
export function normalize(scores: number[], count: number): void {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (let index = 0; index < count; index += 1) {
    const score = scores[index] ?? IGNORED;
    if (score === IGNORED) continue;
    least = Math.min(least, score);
    most = Math.max(most, score);
  }
  for (let index = 0; index < count; index += 1) {
    const score = scores[index] ?? IGNORED;
    if (score === IGNORED) scores[index] = 0;
    else scores[index] = most === 0 ? 100 : Math.trunc((100 * (most + least - score)) / most);
  }
}
