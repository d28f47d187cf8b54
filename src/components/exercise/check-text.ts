import { exerciseKey, keyOfCheck } from '../../lesson/exercise-names.ts';

/** The text of an exercise's check: most who do the exercise never read it, so it comes when it is opened. */
const texts = import.meta.glob<string>(['/src/content/lessons/*/*/check.ts', '/src/content/lessons/*/*/exercises/*/check.ts'], { query: '?raw', import: 'default' });

/** `name`: of a further exercise. Rejects where it can't be fetched, or there is none. */
export async function checkText(slug: string, name?: string): Promise<string> {
  const load = Object.entries(texts).find(([path]) => keyOfCheck(path) === exerciseKey(slug, name))?.[1];
  if (load === undefined) throw new Error(`${slug} has no check`);
  return load();
}
