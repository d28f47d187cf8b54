import type { SchedulerPlugin } from 'converge/sdk';

const REJECTED = { reasons: ["node(s) didn't match the requested node name"], resolvable: false };

/** A pod that names its node may go nowhere else. */
export const nodeName: SchedulerPlugin = {
  name: 'NodeName',
  preFilter: ({ pod }) => ((pod.spec.nodeName ?? '') === '' ? 'skip' : { state: undefined }),
  filter: ({ pod }, node) => (pod.spec.nodeName === node.name ? undefined : REJECTED),
  wokenBy: (event) => event.type === 'node-add',
};
