import type { SchedulerPlugin } from 'converge/sdk';

export const quiet: SchedulerPlugin = {
  name: 'Quiet',
  filter({ pod }, { labels }) {
    const isLoud = pod.metadata.labels?.['loud'] === 'true';
    const isQuiet = labels['quiet'] === 'true';
    if (!isLoud || !isQuiet) return undefined;
    return { reasons: ['node(s) want it quiet'], resolvable: false };
  },
};
