import { ReplicaSet, ReplicationController, type SchedulerPlugin, Service, StatefulSet } from 'converge/sdk';
import { ownConstraints, softConstraints } from './constraints.ts';
import { type Spread, spreadOver } from './domains.ts';
import { normalize, type Scoring, scoreOf, scoringOf } from './scoring.ts';
import { wokenBy } from './waking.ts';

const REASON = "node(s) didn't match pod topology spread constraints";
const SKEWED = { reasons: [REASON], resolvable: true };
const UNLABELED = { reasons: [`${REASON} (missing required label)`], resolvable: false };

/** Keeps like pods apart: hard constraints reject nodes, soft ones and the system's own prefer the emptier domain. */
export const podTopologySpread: SchedulerPlugin<readonly Spread[], Scoring> = {
  name: 'PodTopologySpread',
  weight: 2,
  reads: [Service, ReplicationController, ReplicaSet, StatefulSet],
  preFilter({ pod }, nodes) {
    const constraints = ownConstraints(pod, 'DoNotSchedule');
    return constraints.length === 0 ? 'skip' : { state: spreadOver(constraints, pod, nodes) };
  },
  filter(_pod, { labels }, spreads) {
    for (const { constraint, inDomain, least, self } of spreads) {
      const domain = labels[constraint.topologyKey];
      if (domain === undefined) return UNLABELED;
      if ((inDomain.get(domain) ?? 0) + self - least > constraint.maxSkew) return SKEWED;
    }
    return undefined;
  },
  preScore(pod, nodes, tools) {
    const constraints = softConstraints(pod.pod, tools);
    return constraints.length === 0 ? 'skip' : { state: scoringOf(constraints, pod, nodes, tools) };
  },
  score: (_pod, node, scoring) => scoreOf(node, scoring),
  normalize,
  wokenBy: (event, { pod }) => wokenBy(event, pod),
};
