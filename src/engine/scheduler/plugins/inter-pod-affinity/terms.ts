/** Terms of affinity to other pods, ready to be compared with a pod (upstream framework/types.go AffinityTerm). */
import { labelSelectorMatcher, Namespace, type Pod, type PodAffinityTerm, type SchedulingTools } from 'converge/sdk';

export interface Term {
  readonly topologyKey: string;
  /** 1 for required terms. */
  readonly weight: number;
  /** The pod is in one of the term's namespaces, and has the labels it selects. */
  matches(pod: Pod): boolean;
}

/** A node's domains by topology key, each with a number. */
export type Topology = Map<string, Map<string, number>>;

const NONE: readonly Term[] = [];

export function requiredAffinity(pod: Pod, tools: SchedulingTools): readonly Term[] {
  const terms = pod.spec.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return terms?.map((term) => termOf(term, 1, pod, tools)) ?? NONE;
}

export function requiredAntiAffinity(pod: Pod, tools: SchedulingTools): readonly Term[] {
  const terms = pod.spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return terms?.map((term) => termOf(term, 1, pod, tools)) ?? NONE;
}

/** Both kinds of preferred terms: what a pod would rather avoid has a negative weight. */
export function preferredTerms(pod: Pod, tools: SchedulingTools): readonly Term[] {
  const { spec } = pod;
  const near = spec.affinity?.podAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const far = spec.affinity?.podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  if (near.length + far.length === 0) return NONE;
  return [
    ...near.map(({ podAffinityTerm, weight }) => termOf(podAffinityTerm, weight, pod, tools)),
    ...far.map(({ podAffinityTerm, weight }) => termOf(podAffinityTerm, -weight, pod, tools)),
  ];
}

/** Without namespaces and a selector of some, the term is about the namespace of the pod that has it; an empty selector means all. */
function termOf(term: PodAffinityTerm, weight: number, { metadata: own }: Pod, { lister }: SchedulingTools): Term {
  const { topologyKey, labelSelector, namespaces = [], namespaceSelector } = term;
  const selects = labelSelectorMatcher(labelSelector);
  const isOwn = namespaces.length === 0 && namespaceSelector === undefined;
  return {
    topologyKey,
    weight,
    matches({ metadata: { namespace = '', labels } }) {
      if (!selects(labels) || !keysMatch(term, own.labels, labels)) return false;
      if (isOwn) return namespace === own.namespace;
      if (namespaces.includes(namespace)) return true;
      if (namespaceSelector === undefined) return false;
      return labelSelectorMatcher(namespaceSelector)(lister(Namespace).get(namespace)?.metadata.labels);
    },
  };
}

type Labels = Readonly<Record<string, string>> | undefined;

/** The values of some keys must be those of the pod that has the term, or must not be; keys that it doesn't have say nothing. */
function keysMatch({ matchLabelKeys = [], mismatchLabelKeys = [] }: PodAffinityTerm, own: Labels, labels: Labels): boolean {
  const same = (key: string): boolean => labels?.[key] === own?.[key];
  const has = (key: string): boolean => own?.[key] !== undefined;
  return matchLabelKeys.every((key) => !has(key) || same(key)) && !mismatchLabelKeys.some((key) => has(key) && same(key));
}

/** No term at all matches nothing. */
export function matchesAll(terms: readonly Term[], pod: Pod): boolean {
  return terms.length > 0 && terms.every((term) => term.matches(pod));
}

/** Adds to the domain that a node with these labels is in; a node without the key is in none. */
export function addTo(topology: Topology, key: string, labels: Readonly<Record<string, string>>, amount: number): void {
  const domain = labels[key];
  if (domain === undefined) return;
  let domains = topology.get(key);
  if (domains === undefined) {
    domains = new Map();
    topology.set(key, domains);
  }
  domains.set(domain, (domains.get(domain) ?? 0) + amount);
}

/** What the topology has for a node with these labels. */
export function sumAt(topology: Topology, labels: Readonly<Record<string, string>>): number {
  let sum = 0;
  for (const [key, domains] of topology) {
    const domain = labels[key];
    if (domain !== undefined) sum += domains.get(domain) ?? 0;
  }
  return sum;
}
