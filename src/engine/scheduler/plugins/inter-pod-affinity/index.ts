import { Namespace, type SchedulerPlugin } from 'converge/sdk';
import { normalize, preferencesOf } from './preferred.ts';
import { type Required, rejectionOf, requiredOf } from './required.ts';
import { sumAt, type Topology } from './terms.ts';
import { wokenBy } from './waking.ts';

/** Brings pods together, or keeps them apart, by topology: what a pod asks for, and what pods that are there ask of it. */
export const interPodAffinity: SchedulerPlugin<Required, Topology> = {
  name: 'InterPodAffinity',
  weight: 2,
  reads: [Namespace],
  preFilter({ pod }, nodes, tools) {
    const state = requiredOf(pod, nodes, tools);
    return state === undefined ? 'skip' : { state };
  },
  filter: (_pod, { labels }, required) => rejectionOf(labels, required),
  preScore({ pod }, _nodes, tools) {
    const state = preferencesOf(pod, tools);
    return state.size === 0 ? 'skip' : { state };
  },
  score: (_pod, { labels }, preferences) => sumAt(preferences, labels),
  normalize,
  wokenBy: (event, { pod }, tools) => wokenBy(event, pod, tools),
};
