/** Commands about files: cat, ls, rm, cp, mv, mkdir, touch, tee. */
import { textSource } from '../pipes.ts';
import type { Command, Process } from '../types.ts';

/** A path as the workspace knows it. */
export function pathOf(word: string): string {
  return word.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
}

/** A file, or standard input as `-`, and its lines as they come. */
export interface Lines {
  readonly path: string;
  /** With its end; undefined at the end. */
  next(): string | undefined | Promise<string | undefined>;
}

/** Files named by words, whose lines are read one by one; the code of what could not be read. */
export function openAll(
  name: string,
  words: readonly string[],
  process: Process,
): { readonly sources: readonly Lines[]; readonly code: number } {
  const { texts, code } = readAll(name, words, process);
  const sources = texts.map(({ path, text }) => {
    const { line } = textSource(text);
    return { path, next: path === '-' ? () => process.line() : line };
  });
  return { sources, code };
}

/** Without its end. */
export const bare = (line: string): string => (line.endsWith('\n') ? line.slice(0, -1) : line);

/** Files named by words (`-`, or none, is standard input), and the code of what could not be read. */
export function readAll(
  name: string,
  words: readonly string[],
  process: Process,
): { readonly texts: readonly { readonly path: string; readonly text: string }[]; readonly code: number } {
  if (words.length === 0) return { texts: [{ path: '-', text: process.stdin }], code: 0 };
  const texts: { readonly path: string; readonly text: string }[] = [];
  let code = 0;
  for (const word of words) {
    const text = word === '-' ? process.stdin : word === '/dev/null' ? '' : process.options.files.read(pathOf(word));
    if (text !== undefined) texts.push({ path: word, text });
    else {
      const folder = isFolder(process, pathOf(word));
      process.stderr(`${name}: ${word}: ${folder ? 'Is a directory' : 'No such file or directory'}\n`);
      code = 1;
    }
  }
  return { texts, code };
}

function isFolder(process: Process, path: string): boolean {
  return path === '.' || path === '' || process.options.files.list().some((each) => each.startsWith(`${path}/`));
}

export const cat: Command = async (args, process) => {
  const numbered = args.includes('-n');
  const { sources, code } = openAll(
    'cat',
    args.filter((word) => word !== '-n'),
    process,
  );
  let count = 0;
  for (const { next } of sources) {
    for (let line = await next(); line !== undefined; line = await next()) {
      process.stdout(numbered ? `${String(++count).padStart(6)}\t${line}` : line);
    }
  }
  return code;
};

export const ls: Command = async (args, process) => {
  const words = args.filter((word) => !word.startsWith('-'));
  const all = process.options.files.list();
  let code = 0;
  for (const word of words.length === 0 ? ['.'] : words) {
    const path = pathOf(word);
    if (all.includes(path)) process.stdout(`${word}\n`);
    else if (isFolder(process, path)) {
      const prefix = path === '.' || path === '' ? '' : `${path}/`;
      const inside = all
        .filter((each) => each.startsWith(prefix))
        .map((each) => each.slice(prefix.length).split('/')[0] ?? '');
      process.stdout(
        [...new Set(inside)]
          .sort()
          .map((each) => `${each}\n`)
          .join(''),
      );
    } else {
      process.stderr(`ls: cannot access '${word}': No such file or directory\n`);
      code = 2;
    }
  }
  return code;
};

export const rm: Command = async (args, process) => {
  const { files } = process.options;
  const flags = args.filter((word) => word.startsWith('-')).join('');
  let code = 0;
  for (const word of args.filter((each) => !each.startsWith('-'))) {
    const path = pathOf(word);
    const inside = flags.includes('r') ? files.list().filter((each) => each.startsWith(`${path}/`)) : [];
    if (files.read(path) !== undefined) files.remove(path);
    else if (inside.length === 0 && !flags.includes('f')) {
      process.stderr(`rm: cannot remove '${word}': No such file or directory\n`);
      code = 1;
    }
    inside.forEach((each) => files.remove(each));
  }
  return code;
};

function copy(name: string, remove: boolean): Command {
  return async (args, process) => {
    const { files } = process.options;
    const [from, to] = args.filter((word) => !word.startsWith('-'));
    if (from === undefined || to === undefined) {
      process.stderr(`${name}: missing file operand\n`);
      return 1;
    }
    const text = files.read(pathOf(from));
    if (text === undefined) {
      process.stderr(`${name}: cannot stat '${from}': No such file or directory\n`);
      return 1;
    }
    const target = isFolder(process, pathOf(to)) ? `${pathOf(to)}/${pathOf(from).split('/').at(-1) ?? ''}` : pathOf(to);
    // What is moved needs no room twice.
    if (remove) files.remove(pathOf(from));
    files.write(target.replace(/^\.?\//, ''), text);
    return 0;
  };
}

export const cp = copy('cp', false);
export const mv = copy('mv', true);

/** Folders are there as soon as they hold a file: nothing to do. */
export const mkdir: Command = async () => 0;

export const touch: Command = async (args, process) => {
  for (const word of args) {
    if (process.options.files.read(pathOf(word)) === undefined) process.options.files.write(pathOf(word), '');
  }
  return 0;
};

export const tee: Command = async (args, process) => {
  const { files } = process.options;
  const append = args.includes('-a');
  const paths = args.filter((each) => !each.startsWith('-')).map(pathOf);
  for (const path of paths) files.write(path, append ? (files.read(path) ?? '') : '');
  for (let line = await process.line(); line !== undefined; line = await process.line()) {
    for (const path of paths) files.write(path, (files.read(path) ?? '') + line);
    process.stdout(line);
  }
  return 0;
};
