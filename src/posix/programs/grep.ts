/** grep, and the expressions that it and sed read. */
import type { Steps } from '../task.ts';
import { eachLine, options, pathOf, type Tool } from './tool.ts';

/** Lines that fit an expression; 1 when there are none. */
export function* grep(tool: Tool): Steps {
  const { given, words, has } = options(tool.args, ['e', 'm', 'A', 'B', 'C']);
  const pattern = given.get('e') ?? words[0];
  if (pattern === undefined) {
    tool.error.write(
      'BusyBox v1.36.1 multi-call binary.\n\nUsage: grep [-HhnlLoqvsrRiwFE] [-m N] [-A|B|C N] { PATTERN | -e PATTERN... } [FILE]...\n',
    );
    return 2;
  }
  const paths = given.has('e') ? words : words.slice(1);
  const fixed = has('F') || tool.name.endsWith('fgrep');
  const names = has('r') || has('R') ? filesBelow(tool, paths.length === 0 ? ['.'] : paths) : paths;
  const expression = expressionOf(pattern, {
    fixed,
    extended: has('E') || tool.name.endsWith('egrep'),
    word: has('w'),
    line: has('x'),
    ignoreCase: has('i'),
  });
  const withName = (names.length > 1 || has('H') || has('r')) && !has('h');
  const after = Number(given.get('A') ?? given.get('C') ?? 0);
  const before = Number(given.get('B') ?? given.get('C') ?? 0);
  const counts = new Map<string, number>(names.map((name) => [name, 0]));
  const recent: string[] = [];
  let trailing = 0;
  let number = 0;
  let current = '';
  let found = 0;
  const fine = yield* eachLine(tool, names, (line, name) => {
    if (name !== current) {
      current = name;
      number = 0;
    }
    number += 1;
    const prefix = (withName ? `${name}:` : '') + (has('n') ? `${number}:` : '');
    if (expression.test(line) === has('v')) {
      if (trailing > 0) {
        trailing -= 1;
        tool.output.write(`${prefix.replace(/:/g, '-')}${line}\n`);
      } else if (before > 0) {
        recent.push(line);
        if (recent.length > before) recent.shift();
      }
      return false;
    }
    found += 1;
    trailing = after;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (has('q')) return true;
    if (has('l') || has('c')) return false;
    for (const each of recent.splice(0)) tool.output.write(`${each}\n`);
    if (has('o'))
      for (const [match] of line.matchAll(new RegExp(expression, `${expression.flags}g`)))
        tool.output.write(`${prefix}${match}\n`);
    else tool.output.write(`${prefix}${line}\n`);
    return found >= Number(given.get('m') ?? Number.POSITIVE_INFINITY);
  });
  if (has('l')) for (const [name, count] of counts) if (count > 0) tool.output.write(`${name}\n`);
  if (has('c')) {
    if (names.length === 0) tool.output.write(`${found}\n`);
    else for (const [name, count] of counts) tool.output.write(`${withName ? `${name}:` : ''}${count}\n`);
  }
  return found > 0 ? 0 : fine ? 1 : 2;
}

function filesBelow(tool: Tool, paths: readonly string[]): string[] {
  const { files } = tool.host;
  return paths.flatMap((path) => {
    const names = files.list(pathOf(tool, path));
    return names === undefined
      ? [path]
      : filesBelow(
          tool,
          names.map((name) => `${path.replace(/\/$/, '')}/${name}`),
        );
  });
}

interface Flavour {
  readonly fixed?: boolean;
  readonly extended?: boolean;
  readonly word?: boolean;
  readonly line?: boolean;
  readonly ignoreCase?: boolean;
}

/** A POSIX expression as one of ours; one that can't be read matches itself. */
export function expressionOf(pattern: string, { fixed, extended, word, line, ignoreCase }: Flavour): RegExp {
  let source = fixed === true ? pattern.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&') : translate(pattern, extended === true);
  if (word === true) source = `\\b(?:${source})\\b`;
  if (line === true) source = `^(?:${source})$`;
  try {
    return new RegExp(source, ignoreCase === true ? 'i' : '');
  } catch {
    return new RegExp(pattern.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  }
}

const CLASSES: Readonly<Record<string, string>> = {
  digit: '0-9',
  alpha: 'a-zA-Z',
  alnum: 'a-zA-Z0-9',
  space: '\\s',
  upper: 'A-Z',
  lower: 'a-z',
  xdigit: '0-9a-fA-F',
  punct: '!-\\/:-@\\[-`{-~',
  blank: ' \\t',
};

/** In a basic expression `\(`, `\|`, `\+` … are what they are without a backslash in an extended one. */
function translate(pattern: string, extended: boolean): string {
  let source = '';
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at] ?? '';
    if (char === '[') {
      let end = pattern.indexOf(']', at + (pattern[at + 1] === '^' ? 3 : 2));
      while (end > 0 && /\[:[a-z]*$/.test(pattern.slice(at, end).replace(/:$/, '')))
        end = pattern.indexOf(']', end + 1);
      if (end < 0) return `${source}\\[`;
      const inner = pattern
        .slice(at + 1, end)
        .replace(/\\/g, '\\\\')
        .replace(/\[:(\w+):\]/g, (_, name: string) => CLASSES[name] ?? '');
      source += `[${inner}]`;
      at = end;
    } else if (char === '\\') {
      at += 1;
      const next = pattern[at] ?? '';
      source += !extended && '(){}|+?'.includes(next) ? next : next === '<' || next === '>' ? '\\b' : `\\${next}`;
    } else if (!extended && '(){}|+?'.includes(char)) source += `\\${char}`;
    else if (char === '*' && (source === '' || source === '^')) source += '\\*';
    else source += char === '/' ? '\\/' : char;
  }
  return source;
}
