/** A class, with the reason as a constant. */
import type { NodeInfo, PodInfo, Rejection, SchedulerPlugin } from 'converge/sdk';

const rejection: Rejection = { reasons: ['node(s) want it quiet'], resolvable: false };

class Quiet implements SchedulerPlugin {
  readonly name = 'Quiet';

  filter({ pod: { metadata } }: PodInfo, node: NodeInfo): Rejection | undefined {
    return metadata.labels?.['loud'] === 'true' && node.labels['quiet'] === 'true' ? rejection : undefined;
  }
}

export const quiet = new Quiet();
