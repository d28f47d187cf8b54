/** What becomes of containers that have no end when nothing of their pod can run any more (upstream status_manager.go TerminatePod). */
import type { ContainerStatus, Pod } from '../sdk/index.ts';

export interface PodStatuses {
  readonly inits: readonly ContainerStatus[];
  readonly mains: readonly ContainerStatus[];
}

const unknownEnd = {
  terminated: {
    exitCode: 137,
    reason: 'ContainerStatusUnknown',
    message: 'The container could not be located when the pod was terminated',
  },
};

/** Each container that may have been started has an end: where none is known, a failure. */
export function terminatedStatuses({ inits, mains }: PodStatuses): PodStatuses {
  const lastBegun = inits.findLastIndex(hasBegun);
  return {
    // The first one counts as begun.
    inits: inits.map((status, index) => (index <= Math.max(lastBegun, 0) ? withEnd(status) : status)),
    mains: isInitialized(inits, mains) ? mains.map(withEnd) : mains,
  };
}

/** A manifest of its node says it, not the API server. */
export function isStaticPod({ metadata }: Pod): boolean {
  const source = metadata.annotations?.['kubernetes.io/config.source'];
  return source !== undefined && source !== 'api';
}

function withEnd(status: ContainerStatus): ContainerStatus {
  return status.state?.terminated === undefined ? { ...status, state: unknownEnd } : status;
}

function hasBegun({ state, lastState }: ContainerStatus): boolean {
  return state?.waiting === undefined || lastState?.terminated !== undefined;
}

function isInitialized(inits: PodStatuses['inits'], mains: PodStatuses['mains']): boolean {
  const last = inits.at(-1);
  if (last === undefined || mains.some(hasBegun)) return true;
  return last.state?.terminated?.exitCode === 0 || last.lastState?.terminated?.exitCode === 0;
}
