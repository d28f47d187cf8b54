/**
 * The cell that decides each prediction of a lesson's MDX text, by the prediction's id. What that cell has printed stays covered until it
 * has run, from the first paint of the page.
 */
export function decidingCells(mdx: string): Readonly<Record<string, string>> {
  const tags = [...mdx.matchAll(/<Predict(?:ion|Order)\s([\s\S]*?)\/>/g)].map(([, tag = '']) => tag);
  const value = (tag: string, name: string): string => new RegExp(`(?:^|\\s)${name}="([^"]+)"`).exec(tag)?.[1] ?? '';
  return Object.fromEntries(tags.map((tag) => [value(tag, 'id'), value(tag, 'cell')]));
}
