/** Loads raft, its members and the JSON gateway, which in a page come in a piece: one member alone does without. */
export async function loadEtcdMembers(): Promise<void> {
  await import('./cluster/cluster.ts');
}
