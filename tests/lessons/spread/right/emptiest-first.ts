/** Each replica goes where the fewest are, as a scheduler would place it. */
class Zones {
  readonly #counts: { readonly zone: string; count: number }[];

  constructor(zones: readonly string[]) {
    this.#counts = [...zones].sort().map((zone) => ({ zone, count: 0 }));
  }

  place(): void {
    const fewest = Math.min(...this.#counts.map(({ count }) => count));
    const emptiest = this.#counts.find(({ count }) => count === fewest);
    if (emptiest !== undefined) emptiest.count += 1;
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts.map(({ zone, count }) => [zone, count]));
  }
}

export function replicasByZone(replicas: number, zones: readonly string[]): Readonly<Record<string, number>> {
  const all = new Zones(zones);
  for (let placed = 0; placed < replicas; placed += 1) all.place();
  return all.counts();
}
