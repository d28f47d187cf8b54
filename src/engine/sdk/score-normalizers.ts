/** How plugins bring their scores to 0 … 100 (upstream helper/normalize_score.go). They work in place on `scores[0..count)`. */

function highest(scores: readonly number[], count: number): number {
  let most = 0;
  for (let index = 0; index < count; index += 1) most = Math.max(most, scores[index] ?? 0);
  return most;
}

/** The highest becomes 100, the others their share of it; zeros stay. */
export function proportionalNormalize(scores: number[], count: number): void {
  const most = highest(scores, count);
  if (most === 0) return;
  for (let index = 0; index < count; index += 1) scores[index] = Math.trunc((100 * (scores[index] ?? 0)) / most);
}

/** The highest becomes 0 and zero becomes 100; without any, all are 100. */
export function reverseNormalize(scores: number[], count: number): void {
  const most = highest(scores, count);
  for (let index = 0; index < count; index += 1) {
    scores[index] = most === 0 ? 100 : 100 - Math.trunc((100 * (scores[index] ?? 0)) / most);
  }
}
