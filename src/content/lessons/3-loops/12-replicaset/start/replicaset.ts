/** Keeps spec.replicas Pods alive: no fewer, no more. */
export const reconcile: Reconcile = async (key, tools) => {
  const { lister, client, expect } = tools
  const rs = lister.replicaSets.get(key)
  if (!rs || !expect.satisfied(key)) return

  const pods = lister.pods.controlledBy(rs).filter(isActive)
  const gap = rs.spec.replicas - pods.length

  if (gap > 0) {
    await client.createMany(podFor(rs), gap)
  }
}
