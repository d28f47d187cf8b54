import type { EngineParts } from 'converge/sdk';
import { boundReplicas, recommendReplicas, stabilizeReplicas } from './autoscaling.ts';
import { commitIndex } from './commit-rule.ts';
import { stepUpdate } from './compare-and-swap.ts';
import { decideLease } from './lease-rule.ts';
import { stepReflector } from './reflector.ts';
import { judgeConnection } from './network-policy.ts';
import { rollingStep } from './rolling-step.ts';
import { serviceRules } from './service-rules.ts';
import { syncPod } from './sync-pod.ts';
import { validateConfigMap } from './validate-config-map.ts';
import { grantsVote } from './vote-rule.ts';
import { createExpectations } from './expectations.ts';
import { createOwnerGraph } from './owner-graph.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createWorkQueue } from './work-queue.ts';

/** The parts that the cluster runs on. A new one is one file, one line here, and one in `sdk/parts.ts`. */
export const engineParts: EngineParts = {
  createWorkQueue,
  createRateLimiter,
  createExpectations,
  createOwnerGraph,
  stepReflector,
  validateConfigMap,
  grantsVote,
  stepUpdate,
  rollingStep,
  syncPod,
  // In the page these come with members of etcd, what elects leaders, the autoscaler, kube-proxy and add-ons: until then there is nothing to name.
  commitIndex: (leader) => commitIndex(leader),
  decideLease: (candidacy) => decideLease(candidacy),
  recommendReplicas: (use) => recommendReplicas(use),
  stabilizeReplicas: (recommendations) => stabilizeReplicas(recommendations),
  boundReplicas: (limits) => boundReplicas(limits),
  serviceRules: (view) => serviceRules(view),
  judgeConnection: (view) => judgeConnection(view),
};
