/** All plugins, a line each, in the order they run. To add one: its folder and a line here. It runs where its name is asked for. */
import type { SchedulerPlugin } from '../sdk/index.ts';
import { defaultPluginNames } from './default-plugins.ts';
import { defaultBinder } from './plugins/default-binder/index.ts';
import { defaultPreemption } from './plugins/default-preemption/index.ts';
import { nodeAffinity } from './plugins/node-affinity/index.ts';
import { nodeName } from './plugins/node-name/index.ts';
import { nodeResourcesBalancedAllocation } from './plugins/node-resources-balanced-allocation/index.ts';
import { nodeResourcesFit } from './plugins/node-resources-fit/index.ts';
import { nodeUnschedulable } from './plugins/node-unschedulable/index.ts';
import { schedulingGates } from './plugins/scheduling-gates/index.ts';
import { taintToleration } from './plugins/taint-toleration/index.ts';

export const plugins: readonly SchedulerPlugin[] = [
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

/** The plugins of these names, in the order they run. Throws where one isn't in the list. */
export function pluginsOf(names: readonly string[]): readonly SchedulerPlugin[] {
  const unknown = names.filter((name) => !plugins.some((plugin) => plugin.name === name));
  if (unknown.length > 0) throw new Error(`src/engine/scheduler/registry.ts has no plugin ${unknown.join(', ')}`);
  return plugins.filter(({ name }) => names.includes(name));
}

export const defaultPlugins: readonly SchedulerPlugin[] = pluginsOf(defaultPluginNames);
