/** What Filter goes by (upstream interpodaffinity/filtering.go): in which domains there are pods that matter to this one. */
import type { NodeInfo, Pod, Rejection, SchedulingTools } from 'converge/sdk';
import { addTo, matchesAll, requiredAffinity, requiredAntiAffinity, sumAt, type Term, type Topology } from './terms.ts';

export interface Required {
  readonly affinity: readonly Term[];
  readonly antiAffinity: readonly Term[];
  /** Domains with pods that match all affinity terms. */
  readonly near: Topology;
  /** Domains with pods that match an anti-affinity term. */
  readonly far: Topology;
  /** Domains with pods with anti-affinity to this one. */
  readonly unwelcome: Topology;
  /** The pod matches its own affinity: where no pod does yet, it may be the first. */
  readonly matchesItself: boolean;
}

/** Undefined: the pod may go anywhere. */
export function requiredOf(pod: Pod, nodes: readonly NodeInfo[], tools: SchedulingTools): Required | undefined {
  const affinity = requiredAffinity(pod, tools);
  const antiAffinity = requiredAntiAffinity(pod, tools);
  const unwelcome = unwelcomeDomains(pod, tools);
  if (affinity.length === 0 && antiAffinity.length === 0 && unwelcome.size === 0) return undefined;
  const near: Topology = new Map();
  const far: Topology = new Map();
  if (affinity.length > 0 || antiAffinity.length > 0)
    for (const { pods, labels } of nodes)
      for (const { pod: other } of pods.values()) {
        if (matchesAll(affinity, other)) for (const { topologyKey } of affinity) addTo(near, topologyKey, labels, 1);
        for (const term of antiAffinity) if (term.matches(other)) addTo(far, term.topologyKey, labels, 1);
      }
  return { affinity, antiAffinity, near, far, unwelcome, matchesItself: matchesAll(affinity, pod) };
}

function unwelcomeDomains(pod: Pod, tools: SchedulingTools): Topology {
  const found: Topology = new Map();
  for (const { podsWithAffinity, labels } of tools.nodesWithAffinity())
    for (const { pod: other } of podsWithAffinity?.values() ?? [])
      for (const term of requiredAntiAffinity(other, tools))
        if (term.matches(pod)) addTo(found, term.topologyKey, labels, 1);
  return found;
}

const AFFINITY = { reasons: ["node(s) didn't match pod affinity rules"], resolvable: false };
const ANTI_AFFINITY = { reasons: ["node(s) didn't match pod anti-affinity rules"], resolvable: true };
const UNWELCOME = { reasons: ["node(s) didn't satisfy existing pods anti-affinity rules"], resolvable: true };

export function rejectionOf(labels: NodeInfo['labels'], required: Required): Rejection | undefined {
  if (!satisfiesAffinity(labels, required)) return AFFINITY;
  if (required.far.size > 0 && sumAt(required.far, labels) > 0) return ANTI_AFFINITY;
  return required.unwelcome.size > 0 && sumAt(required.unwelcome, labels) > 0 ? UNWELCOME : undefined;
}

function satisfiesAffinity(labels: NodeInfo['labels'], { affinity, near, matchesItself }: Required): boolean {
  let isNear = true;
  for (const { topologyKey } of affinity) {
    const domain = labels[topologyKey];
    if (domain === undefined) return false;
    if ((near.get(topologyKey)?.get(domain) ?? 0) <= 0) isNear = false;
  }
  return isNear || (near.size === 0 && matchesItself);
}
