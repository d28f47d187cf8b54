/** What Score goes by (upstream interpodaffinity/scoring.go): weights of the terms that match, both ways, by domain. */
import type { NodeInfo, Pod, SchedulingTools } from 'converge/sdk';
import { addTo, preferredTerms, requiredAffinity, type Term, type Topology } from './terms.ts';

/** The pod's own preferences over all pods; those of other pods, and their required affinity with a weight of 1, as far as they match it. */
export function preferencesOf(pod: Pod, tools: SchedulingTools): Topology {
  const own = preferredTerms(pod, tools);
  const scores: Topology = new Map();
  for (const node of own.length > 0 ? tools.nodes() : tools.nodesWithAffinity()) {
    const { labels, pods, podsWithAffinity } = node;
    if (own.length > 0) for (const other of pods.values()) addMatching(scores, own, other.pod, labels);
    for (const { pod: other } of podsWithAffinity?.values() ?? []) {
      addMatching(scores, requiredAffinity(other, tools), pod, labels);
      addMatching(scores, preferredTerms(other, tools), pod, labels);
    }
  }
  return scores;
}

function addMatching(scores: Topology, terms: readonly Term[], pod: Pod, labels: NodeInfo['labels']): void {
  for (const term of terms) if (term.matches(pod)) addTo(scores, term.topologyKey, labels, term.weight);
}

/** The lowest becomes 0, the highest 100; all 0 where they are equal. */
export function normalize(scores: number[], count: number): void {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < count; index += 1) {
    least = Math.min(least, scores[index] ?? 0);
    most = Math.max(most, scores[index] ?? 0);
  }
  const range = most - least;
  for (let index = 0; index < count; index += 1) {
    scores[index] = range > 0 ? Math.trunc(100 * (((scores[index] ?? 0) - least) / range)) : 0;
  }
}
