/** In which order docs/sdk.md has what `converge/sdk` exports: a section for each subject, of files in `src/engine`. */
export interface Section {
  readonly title: string;
  readonly words: string;
  readonly files: readonly string[];
}

export const sections: readonly Section[] = [
  { title: 'Controllers', words: 'A controller is a name, the kinds that it looks after, and one pass for a key.', files: ['sdk/define.ts', 'sdk/types.ts', 'sdk/expectations.ts', 'sdk/claim.ts', 'sdk/log-line.ts'] },
  { title: 'Client and caches', words: 'Writes and live reads go through a client; a pass reads from caches, which are a little late.', files: ['client/types.ts', 'client/rate-limiter.ts'] },
  { title: 'Pods', words: 'What loops over Pods need.', files: ['sdk/pods.ts'] },
  { title: 'Objects', words: 'What all objects have in common: names, owners, labels, conditions, times.', files: ['meta/object.ts', 'meta/object-key.ts', 'meta/annotations.ts', 'meta/owner.ts', 'meta/selectors.ts', 'meta/conditions.ts', 'meta/time.ts', 'meta/quantity.ts', 'meta/equal.ts', 'meta/json.ts', 'meta/bytes.ts'] },
  { title: 'Errors', words: 'An expected failure is a Status, carried by one error.', files: ['meta/errors.ts', 'meta/field-error.ts', 'meta/names.ts'] },
  { title: 'Scheduler plugins', words: 'A plugin takes part in the choice of a node; all of its methods are optional.', files: ['sdk/scheduling.ts', 'sdk/rejection.ts', 'sdk/fit-error.ts', 'sdk/node-matching.ts', 'sdk/pod-resources.ts', 'sdk/score-normalizers.ts'] },
  { title: 'Webhooks', words: 'The API server asks a webhook before it stores a write.', files: ['sdk/webhooks.ts'] },
  { title: 'Parts of the engine', words: 'What a lesson lets a learner write in place of the engine’s own.', files: ['sdk/parts.ts', 'meta/updates.ts', 'meta/leases.ts', 'parts/reflector.ts', 'parts/rolling-step.ts', 'parts/sync-pod.ts', 'parts/autoscaling.ts', 'parts/rate-limiter.ts', 'sdk/owner-graph.ts', 'sdk/service-rules.ts', 'sdk/network-policy.ts', 'parts/vote-rule.ts', 'parts/commit-rule.ts'] },
  { title: 'Images', words: 'A container image is a program that runs against a small operating system.', files: ['sdk/images.ts', 'meta/http.ts'] },
  { title: 'Kinds by name', words: 'Finding a kind, and kinds that the cluster defines while it runs.', files: ['api/types.ts', 'api/registry.ts', 'api/lookup.ts', 'sdk/kind-guard.ts', 'sdk/defined-kinds.ts'] },
  { title: 'Quotas', words: 'Amounts of resources, as quotas count them.', files: ['api/quota/index.ts', 'api/quota/amounts.ts'] },
  { title: 'Cloud', words: 'The API of the cloud that a cluster runs in: what is asked for is done some seconds later.', files: ['sdk/cloud.ts'] },
  { title: 'Volumes', words: 'Which volume a claim gets, and what its attachment to a node is called.', files: ['sdk/volume-matching.ts', 'sdk/volume-attachment.ts', 'sdk/selected-node.ts', 'api/core/v1/storage-class-name.ts'] },
  { title: 'Time and chance', words: 'Both are arguments: the same seed gives the same history.', files: ['kernel/clock.ts', 'kernel/random.ts', 'sdk/cron-schedule.ts'] },
];
