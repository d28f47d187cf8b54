/** Loads the add-ons, which in a page come in a piece. Before `createCluster`, for a cluster that has some. */
export async function loadAddons(): Promise<void> {
  await import('./addons/registry.ts');
}
