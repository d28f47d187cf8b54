/** How many replicas each zone gets, by the zone's name. */
export function replicasByZone(
  replicas: number,
  zones: readonly string[],
): Readonly<Record<string, number>> {
  const each = Math.floor(replicas / zones.length);
  const rest = replicas % zones.length;
  const sorted = [...zones].sort();
  return Object.fromEntries(sorted.map((zone, place) => [zone, place < rest ? each + 1 : each]));
}
