/** Of what is left, each zone takes its share, rounded up. */
export function replicasByZone(replicas: number, zones: readonly string[]): Readonly<Record<string, number>> {
  let left = replicas;
  const counts = new Map<string, number>();
  for (const [place, zone] of [...zones].sort().entries()) {
    const share = Math.ceil(left / (zones.length - place));
    counts.set(zone, share);
    left -= share;
  }
  return Object.fromEntries(counts);
}
