/** Looks at all nodes at once. */
import type { SchedulerPlugin } from 'converge/sdk';

export const quiet: SchedulerPlugin = {
  name: 'Quiet',
  preFilter({ pod }) {
    return pod.metadata.labels?.['loud'] === 'true' ? { state: undefined } : 'skip';
  },
  filter(_pod, { labels }) {
    return labels['quiet'] === 'true' ? { reasons: ['node(s) want it quiet'], resolvable: false } : undefined;
  },
};
