/** Queueing hints: which changes may let in a pod that affinity has rejected (upstream interpodaffinity/plugin.go). */
import type { ClusterEvent, Node, Pod, PodAffinityTerm, SchedulingTools } from 'converge/sdk';
import { matchesAll, requiredAffinity, requiredAntiAffinity } from './terms.ts';

/** `tools`: for the labels of namespaces. */
export function wokenBy(event: ClusterEvent, pod: Pod, tools: SchedulingTools): boolean {
  switch (event.type) {
    case 'pod-update':
      return true;
    case 'assigned-pod-add':
      return matchesAll(requiredAffinity(pod, tools), event.pod.pod);
    case 'assigned-pod-update': {
      const [before, now] = [event.before.pod, event.pod.pod];
      const near = requiredAffinity(pod, tools);
      if (!matchesAll(near, before) && matchesAll(near, now)) return true;
      const far = requiredAntiAffinity(pod, tools);
      return matchesAll(far, before) && !matchesAll(far, now);
    }
    case 'assigned-pod-delete': {
      const gone = event.pod.pod;
      if (matchesAll(requiredAntiAffinity(pod, tools), gone)) return true;
      // Upstream wakes every pod here that the one that is gone kept away.
      return requiredAntiAffinity(gone, tools).some((term) => term.matches(pod));
    }
    case 'node-add':
      return termsOf(pod).every(({ topologyKey }) => hasKey(event.node, topologyKey));
    case 'node-update':
      return event.changed.includes('labels') && domainsChange(event.before, event.node, pod);
    case 'node-delete':
    case 'object':
      return false;
  }
}

function termsOf({ spec: { affinity } }: Pod): readonly PodAffinityTerm[] {
  const near = affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  return [...near, ...(affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [])];
}

function hasKey({ metadata: { labels = {} } }: Node, key: string): boolean {
  return Object.hasOwn(labels, key);
}

/** One without terms of its own is kept away by others, by keys that aren't known here. */
function domainsChange({ metadata: before }: Node, { metadata: now }: Node, pod: Pod): boolean {
  const terms = termsOf(pod);
  return terms.length === 0 || terms.some(({ topologyKey }) => before.labels?.[topologyKey] !== now.labels?.[topologyKey]);
}
