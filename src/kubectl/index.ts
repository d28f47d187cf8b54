/** kubectl's door. */
export { kubectl } from './kubectl.ts';
export { checkManifest, type ManifestProblem } from './manifest/diagnostics.ts';
export { readManifest } from './manifest/read.ts';
export type { Io, Kubectl } from './types.ts';
export { describeStoredPod } from './verbs/describe/stored-pod.ts';
export { hasVerb, loadMoreVerbs } from './verbs/registry.ts';
