import type { ExerciseFile } from '../exercise/files.ts';

const raw = import.meta.glob<string>(['/src/content/lessons/*/*/start/*', '/src/content/lessons/*/*/check.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/**
 * What the learner starts with: the file to write first, then its neighbours, then the check, which is for reading.
 * @throws Error if the file that is graded isn't in `start/`.
 */
export function startFiles(slug: string, graded: string): readonly ExerciseFile[] {
  const files = Object.entries(raw)
    .filter(([path]) => path.split('/').includes(slug))
    .map(([path, text]) => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      return path.includes('/start/') ? { name, text } : { name, text, readOnly: true };
    });
  const rank = ({ name, readOnly }: ExerciseFile): number => (readOnly ? 2 : name === graded ? 0 : 1);
  if (!files.some((file) => rank(file) === 0)) throw new Error(`${slug}: no start/${graded}`);
  return files.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}
