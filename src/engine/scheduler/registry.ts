/** The default profile: one line a plugin, in the order they run (upstream default_plugins.go). */
import type { SchedulerPlugin } from '../sdk/index.ts';
import { defaultBinder } from './plugins/default-binder/index.ts';
import { defaultPreemption } from './plugins/default-preemption/index.ts';
import { nodeAffinity } from './plugins/node-affinity/index.ts';
import { nodeName } from './plugins/node-name/index.ts';
import { nodeResourcesBalancedAllocation } from './plugins/node-resources-balanced-allocation/index.ts';
import { nodeResourcesFit } from './plugins/node-resources-fit/index.ts';
import { nodeUnschedulable } from './plugins/node-unschedulable/index.ts';
import { schedulingGates } from './plugins/scheduling-gates/index.ts';
import { taintToleration } from './plugins/taint-toleration/index.ts';

export const defaultPlugins: readonly SchedulerPlugin[] = [
  schedulingGates,
  nodeUnschedulable,
  nodeName,
  taintToleration,
  nodeAffinity,
  nodeResourcesFit,
  defaultPreemption,
  nodeResourcesBalancedAllocation,
  defaultBinder,
];
