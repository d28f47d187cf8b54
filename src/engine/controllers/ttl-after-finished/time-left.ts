import { type Job, timeMsOf } from 'converge/sdk';

/** Milliseconds until the Job is to be deleted, 0 or less when it is due; undefined when it isn't to be. */
export function timeLeftMs({ metadata, spec, status }: Job, nowMs: number): number | undefined {
  const { ttlSecondsAfterFinished: seconds } = spec;
  const end = status.conditions?.find(({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True');
  if (seconds === undefined || end === undefined || metadata.deletionTimestamp !== undefined) return undefined;
  return timeMsOf(end.lastTransitionTime) + seconds * 1000 - nowMs;
}
