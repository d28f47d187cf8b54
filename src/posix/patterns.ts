/** Shell patterns: `*`, `?`, `[a-z]`, and the files they name. */
import { absolutePath, type Files } from '../engine/index.ts';

/** Source of a regular expression; a character after a backslash means itself. */
export function patternOf(pattern: string): string {
  let source = '';
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at] ?? '';
    if (char === '\\') {
      at += 1;
      source += escaped(pattern[at] ?? '');
    } else if (char === '*') source += '[\\s\\S]*';
    else if (char === '?') source += '[\\s\\S]';
    else if (char === '[') {
      const end = pattern.indexOf(']', at + 2);
      if (end < 0) source += '\\[';
      else {
        source += `[${pattern
          .slice(at + 1, end)
          .replace(/^!/, '^')
          .replaceAll('\\', '\\\\')}]`;
        at = end;
      }
    } else source += escaped(char);
  }
  return source;
}

function escaped(char: string): string {
  return char.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Paths that a pattern names, sorted; none when there is nothing. */
export function findFiles(files: Files, cwd: string, pattern: string): string[] {
  const absolute = pattern.startsWith('/');
  let found: readonly string[] = [absolute ? '/' : ''];
  for (const part of pattern.split('/').filter((each) => each !== '')) {
    const expression = new RegExp(`^${patternOf(part)}$`);
    found = found.flatMap((folder) => {
      const names = files.list(absolutePath(folder === '' ? '.' : folder, cwd)) ?? [];
      const matching = names.filter((name) => expression.test(name) && (!name.startsWith('.') || part.startsWith('.')));
      return matching.map((name) => (folder === '' || folder === '/' ? `${folder}${name}` : `${folder}/${name}`));
    });
  }
  return [...found];
}
