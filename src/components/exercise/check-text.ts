/** The text of a lesson's check: most who do the exercise never read it, so it comes when it is opened. */
const texts = import.meta.glob<string>('/src/content/lessons/*/*/check.ts', { query: '?raw', import: 'default' });

/** Rejects where it can't be fetched, or the lesson has none. */
export async function checkText(slug: string): Promise<string> {
  const load = Object.entries(texts).find(([path]) => path.includes(`/${slug}/`))?.[1];
  if (load === undefined) throw new Error(`${slug} has no check`);
  return load();
}
