/** Which entries a reader means by what was typed: all its words are in them, those that begin one first. */
export function matching<T>(entries: readonly T[], query: string, words: (entry: T) => string): readonly T[] {
  const asked = query.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = entries.map((entry, index) => {
    const text = ` ${words(entry).toLowerCase()}`;
    const missing = asked.some((word) => !text.includes(word));
    return { entry, index, missing, score: asked.filter((word) => text.includes(` ${word}`)).length };
  });
  return scored
    .filter(({ missing }) => !missing)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ entry }) => entry);
}
