/**
 * All plugins, a line each, in the order they run. To add one: its folder and a line here. It runs where its name is asked for. In the page
 * those of the profile `full` alone come in a piece: what is imported is used only when a plugin is created.
 */
import type { SchedulerPlugin } from '../sdk/index.ts';
import { defaultBinder } from './plugins/default-binder/index.ts';
import { defaultPreemption } from './plugins/default-preemption/index.ts';
import { imageLocality } from './plugins/image-locality/index.ts';
import { interPodAffinity } from './plugins/inter-pod-affinity/index.ts';
import { nodeAffinity } from './plugins/node-affinity/index.ts';
import { nodeName } from './plugins/node-name/index.ts';
import { nodePorts } from './plugins/node-ports/index.ts';
import { nodeResourcesBalancedAllocation } from './plugins/node-resources-balanced-allocation/index.ts';
import { nodeResourcesFit } from './plugins/node-resources-fit/index.ts';
import { nodeUnschedulable } from './plugins/node-unschedulable/index.ts';
import { nodeVolumeLimits } from './plugins/node-volume-limits/index.ts';
import { podTopologySpread } from './plugins/pod-topology-spread/index.ts';
import { schedulingGates } from './plugins/scheduling-gates/index.ts';
import { taintToleration } from './plugins/taint-toleration/index.ts';
import { volumeBinding } from './plugins/volume-binding/index.ts';
import { volumeRestrictions } from './plugins/volume-restrictions/index.ts';
import { volumeZone } from './plugins/volume-zone/index.ts';

export interface PluginEntry {
  readonly name: string;
  create(): SchedulerPlugin;
}

export const plugins: readonly PluginEntry[] = [
  { name: 'SchedulingGates', create: () => schedulingGates },
  { name: 'NodeUnschedulable', create: () => nodeUnschedulable },
  { name: 'NodeName', create: () => nodeName },
  { name: 'TaintToleration', create: () => taintToleration },
  { name: 'NodeAffinity', create: () => nodeAffinity },
  { name: 'NodePorts', create: () => nodePorts },
  { name: 'NodeResourcesFit', create: () => nodeResourcesFit },
  { name: 'VolumeRestrictions', create: () => volumeRestrictions },
  { name: 'NodeVolumeLimits', create: () => nodeVolumeLimits },
  { name: 'VolumeBinding', create: () => volumeBinding },
  { name: 'VolumeZone', create: () => volumeZone },
  { name: 'PodTopologySpread', create: () => podTopologySpread },
  { name: 'InterPodAffinity', create: () => interPodAffinity },
  { name: 'DefaultPreemption', create: () => defaultPreemption },
  { name: 'NodeResourcesBalancedAllocation', create: () => nodeResourcesBalancedAllocation },
  { name: 'ImageLocality', create: () => imageLocality },
  { name: 'DefaultBinder', create: () => defaultBinder },
];

/** The plugins of these names, in the order they run. Throws where one isn't in the list. */
export function pluginsOf(names: readonly string[]): readonly SchedulerPlugin[] {
  const unknown = names.filter((name) => !plugins.some((plugin) => plugin.name === name));
  if (unknown.length > 0) throw new Error(`src/engine/scheduler/registry.ts has no plugin ${unknown.join(', ')}`);
  return plugins.filter(({ name }) => names.includes(name)).map(({ create }) => create());
}
