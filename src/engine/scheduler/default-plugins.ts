/** Which plugins run unless a profile of clusters names others (upstream default_plugins.go). The order is the registry's. */

/** Those of the profile `minimal`: enough for Pods that say nothing of other Pods, ports or volumes. */
export const minimalPluginNames: readonly string[] = [
  'SchedulingGates',
  'NodeUnschedulable',
  'NodeName',
  'TaintToleration',
  'NodeAffinity',
  'NodeResourcesFit',
  'DefaultPreemption',
  'NodeResourcesBalancedAllocation',
  'DefaultBinder',
];

export const defaultPluginNames: readonly string[] = [
  ...minimalPluginNames,
  'NodePorts',
  'VolumeRestrictions',
  'NodeVolumeLimits',
  'VolumeBinding',
  'VolumeZone',
  'PodTopologySpread',
  'InterPodAffinity',
  'ImageLocality',
];
