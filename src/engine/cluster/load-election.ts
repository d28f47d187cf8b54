/** Loads what elects leaders, which in a page comes in a piece. Before `createCluster`, for several control planes. */
export async function loadElection(): Promise<void> {
  await import('./candidates.ts');
}
