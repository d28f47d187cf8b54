/** The last zone by name gets the smallest share, and the others share what is left. */
export function replicasByZone(replicas: number, zones: readonly string[]): Readonly<Record<string, number>> {
  const [last, ...others] = [...zones].sort().reverse();
  if (last === undefined) return {};
  const share = Math.floor(replicas / zones.length);
  return { ...replicasByZone(replicas - share, others), [last]: share };
}
