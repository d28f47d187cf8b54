/** What a cluster can be installed with beside what every cluster has. Their order is that in which they are installed. */
export const addonNames = ['network-policies', 'ingress', 'coredns', 'component-metrics', 'cluster-autoscaler', 'control-plane-pods', 'node-route', 'kindnet'] as const;

export type AddonName = (typeof addonNames)[number];

export const isAddonName = (value: unknown): value is AddonName => addonNames.some((name) => name === value);
