import type { EngineParts } from 'converge/sdk';
import { boundReplicas, recommendReplicas, stabilizeReplicas } from './autoscaling.ts';
import { stepUpdate } from './compare-and-swap.ts';
import { decideLease } from './lease-rule.ts';
import { stepReflector } from './reflector.ts';
import { rollingStep } from './rolling-step.ts';
import { validateConfigMap } from './validate-config-map.ts';
import { grantsVote } from './vote-rule.ts';
import { createWorkQueue } from './work-queue.ts';

/** The parts that the cluster runs on. A new one is one file, one line here, and one in `sdk/parts.ts`. */
export const engineParts: EngineParts = {
  createWorkQueue,
  stepReflector,
  validateConfigMap,
  grantsVote,
  stepUpdate,
  rollingStep,
  // In the page this one comes with what elects leaders, and those below with the autoscaler: until then there is nothing to name.
  decideLease: (candidacy) => decideLease(candidacy),
  recommendReplicas: (use) => recommendReplicas(use),
  stabilizeReplicas: (recommendations) => stabilizeReplicas(recommendations),
  boundReplicas: (limits) => boundReplicas(limits),
};
