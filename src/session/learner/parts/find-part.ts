/** A part of the engine, or a webhook, that the workspace has written: found among a module's exports, and made safe to run. */
import type { EngineParts } from '../../../engine/index.ts';
import { type PartName, partExports } from '../../part-names.ts';
import { type Exported, lineOf } from '../module-exports.ts';
import { ProblemError, problemAt } from '../problem.ts';
import { guardBounds, guardRecommendations, guardStabilization } from './autoscaling.ts';
import { guardCommitRule } from './commit-rule.ts';
import { guardUpdates } from './updates.ts';
import { guardExpectations } from './expectations.ts';
import { guardLeaseRule } from './lease-rule.ts';
import { guardNetworkPolicy } from './network-policy.ts';
import { guardOwnerGraph } from './owner-graph.ts';
import { guardRateLimiter } from './rate-limiter.ts';
import { guardReflector } from './reflector.ts';
import { guardRollingStep } from './rolling-step.ts';
import { guardServiceRules } from './service-rules.ts';
import { guardValidation } from './validation.ts';
import { guardSyncPod } from './sync-pod.ts';
import { guardVoteRule } from './vote-rule.ts';
import { guardWorkQueue } from './work-queue.ts';
import type { Failed, Written } from './written.ts';

export { madeOf } from './made-part.ts';
export { guardFunction } from './called-function.ts';
export { findWebhook, guardWebhook } from './webhook.ts';

/** @throws ProblemError when the module doesn't export all of it. */
export function findPart(exported: Exported, part: PartName, failed: Failed): Partial<EngineParts> {
  const names: readonly (keyof EngineParts)[] = partExports[part];
  return Object.assign({}, ...names.map((name) => guards[name](findFunction(exported, name), failed)));
}

/** @throws ProblemError when the module exports no function of this name. */
export function findFunction({ exports, file, source }: Exported, name: string): Written {
  const written = exports[name];
  if (isFunction(written)) return written;
  const title = `Error: ${file} doesn’t export ${name}`;
  const because = `Its exports: ${Object.keys(exports).join(', ') || 'none'}.`;
  throw new ProblemError(problemAt(title, because, `Export a function called ${name}.`, lineOf(source, file, /\bexport\b/), () => source));
}

const isFunction = (value: unknown): value is Written => typeof value === 'function';

const guards: Readonly<Record<keyof EngineParts, (written: Written, failed: Failed) => Partial<EngineParts>>> = {
  createWorkQueue: guardWorkQueue,
  createRateLimiter: guardRateLimiter,
  createExpectations: guardExpectations,
  createOwnerGraph: guardOwnerGraph,
  stepReflector: guardReflector,
  validateConfigMap: guardValidation,
  grantsVote: guardVoteRule,
  commitIndex: guardCommitRule,
  stepUpdate: guardUpdates,
  rollingStep: guardRollingStep,
  decideLease: guardLeaseRule,
  syncPod: guardSyncPod,
  recommendReplicas: guardRecommendations,
  stabilizeReplicas: guardStabilization,
  boundReplicas: guardBounds,
  serviceRules: guardServiceRules,
  judgeConnection: guardNetworkPolicy,
};
