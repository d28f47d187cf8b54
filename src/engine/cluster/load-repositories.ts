/** Loads the server of repositories, which in a page comes in a piece. Before `createCluster`, where it has one. */
export async function loadRepositories(): Promise<void> {
  await import('./repositories.ts');
}
