/** `@converge/engine/testing`: a controller of one's own, written for `@kubernetes/client-node`, in many simulated clusters. */
export { inUniverses } from './in-universes.ts';
export type { Condition, Main, Pattern, PlayScenario, Survived, Universe, UniversesOptions, WithinOptions, World } from './types.ts';
export { UniverseFailed } from './universe-failed.ts';
