/** The files that a pattern names. */
import { absolutePath } from '../engine/index.ts';
import { ShellFailure } from './limits.ts';
import { createExpressions } from './regexp/index.ts';
import type { Shell } from './shell.ts';

/** Words that one pattern may become. */
const mostFiles = 20_000;

/** Paths that a pattern names, sorted; none when there is nothing. */
export function findFiles({ host, state, cpu }: Shell, pattern: string): string[] {
  const { files } = host;
  const expressions = createExpressions(cpu);
  let found: readonly string[] = [pattern.startsWith('/') ? '/' : ''];
  for (const part of pattern.split('/').filter((each) => each !== '')) {
    const glob = expressions.glob(part);
    found = found.flatMap((folder) => {
      const names = files.list(absolutePath(folder === '' ? '.' : folder, state.cwd)) ?? [];
      const matching = names.filter((name) => (!name.startsWith('.') || part.startsWith('.')) && glob.test(name));
      return matching.map((name) => (folder === '' || folder === '/' ? `${folder}${name}` : `${folder}/${name}`));
    });
    if (found.length > mostFiles) throw new ShellFailure('argument list too long');
  }
  return [...found];
}
