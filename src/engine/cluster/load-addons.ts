/** Loads the add-ons, which in a page come in pieces. Before `createCluster`, for a cluster that has some. */
export async function loadAddons(names: readonly string[] = []): Promise<void> {
  if (names.includes('component-metrics')) await import('./metrics/component-metrics.ts');
  if (names.includes('cluster-autoscaler')) await import('../controllers/cluster-autoscaler/index.ts');
  if (names.includes('node-route')) await import('../controllers/node-route/index.ts');
  await import('./addons/registry.ts');
}
