/** The name that was most likely meant: the fewest letters away, and of several the first. Undefined where there are none. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const far = names.map((name) => ({ name, letters: distance(word, name) }));
  return far.sort((a, b) => a.letters - b.letters)[0]?.name;
}

/** Levenshtein. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const change = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, change));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
