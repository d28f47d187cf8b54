import type { SchedulerPlugin } from 'converge/sdk';

export const quiet: SchedulerPlugin = {
  name: 'Quiet',
  filter({ pod }, { labels }) {
    // Yours. Undefined: the node is good enough for the Pod.
    return undefined;
  },
};
