/** A GitOps agent: the cluster equals what the branch says, and its status says which commit that is. */
import { ConfigMap } from 'converge/sdk';
import { usualTarget } from '../../../../lesson/universes/neighbours/target.ts';
import type { Check } from '../../../../lesson/universes/types.ts';
import { Application } from './branch.ts';
import { idle, leftOver, silent, stopped, unlike, untrue } from './rules.ts';
import { scenarios } from './scenarios.ts';
import { changed, deleted, made, reported } from './write-rules.ts';

export default {
  controller: 'gitops',
  entry: 'agent.ts',
  cluster: { nodes: 0, repositories: true, withoutControllers: ['*'] },
  subject: { kind: Application, makes: ConfigMap, writes: ['status'] },
  // They speak of Pods and templates.
  without: ['made a Pod unlike its template', 'changed what isn’t its own'],
  target: (random) => ({ ...usualTarget, name: random.pick(['site', 'site', 'web.2']), namespace: random.pick(['default', 'shop']) }),
  neighbours: [],
  scenarios,
  always: [made, changed, deleted, reported, stopped],
  settled: [unlike, leftOver, untrue, silent, idle],
} satisfies Check;
