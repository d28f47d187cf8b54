/** Lists of what has happened, which grow as long as a session lives. */

/**
 * `list` without up to `surplus` of its elements: of its older half the lightest go, though never the first one, nor two neighbours at once.
 * So the newest are all there, and what is older becomes coarser, evenly, instead of being forgotten.
 */
export function downsampled<T>(
  list: readonly T[],
  surplus: number,
  weight: (element: T, before: T, after: T) => number,
): T[] {
  const weights: { readonly index: number; readonly weight: number }[] = [];
  for (let index = 1; index < list.length / 2; index += 1) {
    const [before, element, after] = [list[index - 1], list[index], list[index + 1]];
    if (before === undefined || element === undefined || after === undefined) continue;
    weights.push({ index, weight: weight(element, before, after) });
  }
  weights.sort((a, b) => a.weight - b.weight || a.index - b.index);
  const gone = new Set<number>();
  for (const { index, weight } of weights) {
    if (gone.size >= surplus || weight === Number.POSITIVE_INFINITY) break;
    if (!gone.has(index - 1) && !gone.has(index + 1)) gone.add(index);
  }
  return list.filter((_, index) => !gone.has(index));
}
