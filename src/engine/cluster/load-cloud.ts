/** Loads the cloud, its client and its controllers, which in a page come in a piece. Before `createCluster`, for a cluster that has one. */
export async function loadCloud(): Promise<void> {
  await import('../cloud/index.ts');
}
