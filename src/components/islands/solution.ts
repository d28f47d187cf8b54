/** The solution's texts, fetched when somebody asks to compare. */
const files = import.meta.glob<string>(['/src/content/lessons/*/*/solution/*.{ts,yaml,sh,diagnosis}', '/src/content/lessons/*/*/exercises/*/solution/*.{ts,yaml,sh,diagnosis}'], { query: '?raw', import: 'default' });

/** Text of a solution's file; `name`: of a further exercise. Undefined when the solution leaves the file as it is at the start. */
export async function solutionText(slug: string, file: string, name?: string): Promise<string | undefined> {
  const path = Object.keys(files).find((each) => each.endsWith(`/${slug}/${name === undefined ? '' : `exercises/${name}/`}solution/${file}`));
  return path === undefined ? undefined : files[path]?.();
}
