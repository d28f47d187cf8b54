/** How often a Pod has restarted. (upstream controller_utils.go maxContainerRestarts) */
import type { Pod } from 'converge/sdk';

/** Of its containers the most, and of its sidecars the most. */
export interface Restarts {
  readonly containers: number;
  readonly sidecars: number;
}

export function restartsOf({ spec, status }: Pod): Restarts {
  const sidecars = new Set((spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always').map(({ name }) => name));
  return {
    containers: most(status.containerStatuses ?? []),
    sidecars: most((status.initContainerStatuses ?? []).filter(({ name }) => sidecars.has(name))),
  };
}

function most(statuses: readonly { readonly restartCount: number }[]): number {
  return statuses.reduce((count, { restartCount }) => Math.max(count, restartCount), 0);
}
