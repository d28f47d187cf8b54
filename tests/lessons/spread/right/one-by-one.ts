/** Deals the replicas out, one after the other. */
export function replicasByZone(replicas: number, zones: readonly string[]): Readonly<Record<string, number>> {
  const sorted = zones.toSorted();
  const counts: Record<string, number> = Object.fromEntries(sorted.map((zone) => [zone, 0]));
  for (let left = replicas, place = 0; left > 0; left -= 1, place = (place + 1) % sorted.length) {
    const zone = sorted[place] ?? '';
    counts[zone] = (counts[zone] ?? 0) + 1;
  }
  return counts;
}
