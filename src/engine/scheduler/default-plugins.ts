/** Which plugins run unless a profile of clusters names others (upstream default_plugins.go). The order is the registry's. */
export const defaultPluginNames: readonly string[] = [
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
