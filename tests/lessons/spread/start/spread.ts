/** How many replicas each zone gets, by the zone's name. */
export function replicasByZone(
  replicas: number,
  zones: readonly string[],
): Readonly<Record<string, number>> {
  // Yours. Every zone gets the same, and the rest goes to the
  // first zones by name.
  return {};
}
