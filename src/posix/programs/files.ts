/** Programs about files and folders. */

import { parentOf } from '../../engine/index.ts';
import type { Steps } from '../task.ts';
import { options, type Program, pathOf, type Tool } from './tool.ts';

export const filePrograms: Readonly<Record<string, Program>> = {
  ls,
  mkdir,
  rmdir,
  rm,
  cp,
  mv,
  touch,
  chmod,
  chown: nothing,
  ln,
  stat,
  find,
  df,
  du,
  mount: nothing,
  basename,
  dirname,
  readlink,
  realpath: readlink,
  mktemp,
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function nothing(): number {
  return 0;
}

function* ls(tool: Tool): Steps {
  const { words, has } = options(tool.args);
  const { files } = tool.host;
  let code = 0;
  const folders: string[] = [];
  const single: string[] = [];
  for (const word of words.length === 0 ? ['.'] : words) {
    const stat = files.stat(pathOf(tool, word));
    if (stat === undefined) {
      tool.error.write(`ls: ${word}: No such file or directory\n`);
      code = 1;
    } else if (stat.folder && !has('d')) folders.push(word);
    else single.push(word);
  }
  const columns = tool.host.stdio.terminal !== undefined && tool.output === tool.host.stdio.output && !has('1');
  const show = (names: readonly string[], at: (name: string) => string) => {
    if (!has('l') && columns) tool.output.write(inColumns(names, tool.host.stdio.terminal?.size.columns ?? 80));
    else
      for (const name of names)
        tool.output.write(has('l') ? `${longLine(tool, at(name), name, has('h'))}\n` : `${name}\n`);
  };
  show(single, (name) => pathOf(tool, name));
  folders.forEach((folder, index) => {
    const path = pathOf(tool, folder);
    const inside = (files.list(path) ?? []).filter((name) => has('a') || has('A') || !name.startsWith('.'));
    const names = has('a') ? ['.', '..', ...inside] : inside;
    if (words.length > 1) tool.output.write(`${index > 0 || single.length > 0 ? '\n' : ''}${folder}:\n`);
    if (has('l')) tool.output.write(`total ${names.length * 4}\n`);
    show(names, (name) => pathOf(tool, `${path}/${name}`));
  });
  return code;
}

function inColumns(names: readonly string[], width: number): string {
  if (names.length === 0) return '';
  const widest = Math.max(...names.map((each) => each.length)) + 2;
  const columns = Math.max(1, Math.floor(width / widest));
  const rows = Math.ceil(names.length / columns);
  const lines: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    const cells = names.filter((_, index) => index % rows === row);
    lines.push(cells.map((name, index) => (index === cells.length - 1 ? name : name.padEnd(widest))).join(''));
  }
  return `${lines.join('\n')}\n`;
}

function longLine(tool: Tool, path: string, name: string, human: boolean): string {
  const stat = tool.host.files.stat(path);
  if (stat === undefined) return name;
  const bits = [...'rwxrwxrwx'].map((letter, index) => ((stat.mode >> (8 - index)) & 1 ? letter : '-')).join('');
  const time = new Date(stat.changedMs);
  const day = String(time.getUTCDate()).padStart(2);
  const when = `${MONTHS[time.getUTCMonth()]} ${day} ${time.toISOString().slice(11, 16)}`;
  const size = human && stat.size >= 1024 ? `${(stat.size / 1024).toFixed(1)}K` : String(stat.size);
  return `${stat.folder ? 'd' : '-'}${bits}    ${stat.folder ? 2 : 1} root     root     ${size.padStart(9)} ${when} ${name}`;
}

function mkdir(tool: Tool): number {
  const { words, has } = options(tool.args, ['m']);
  let code = 0;
  for (const word of words) {
    const problem = has('p') ? makeAll(tool, pathOf(tool, word)) : tool.host.files.makeFolder(pathOf(tool, word));
    if (problem === undefined) continue;
    tool.error.write(`mkdir: can't create directory '${word}': ${problem}\n`);
    code = 1;
  }
  return code;
}

/** A folder and those above it. */
export function makeAll(tool: Tool, path: string): string | undefined {
  const stat = tool.host.files.stat(path);
  if (stat !== undefined) return stat.folder ? undefined : 'File exists';
  return makeAll(tool, parentOf(path)) ?? tool.host.files.makeFolder(path);
}

function rmdir(tool: Tool): number {
  let code = 0;
  for (const word of options(tool.args).words) {
    const problem = tool.host.files.remove(pathOf(tool, word));
    if (problem === undefined) continue;
    tool.error.write(`rmdir: '${word}': ${problem}\n`);
    code = 1;
  }
  return code;
}

function rm(tool: Tool): number {
  const { words, has } = options(tool.args);
  const { files } = tool.host;
  const recursive = has('r') || has('R');
  let code = 0;
  for (const word of words) {
    const path = pathOf(tool, word);
    const stat = files.stat(path);
    if (stat === undefined && has('f')) continue;
    let problem = stat === undefined ? 'No such file or directory' : undefined;
    if (stat?.folder === true && !recursive) {
      tool.error.write(`rm: '${word}' is a directory\n`);
      code = 1;
      continue;
    }
    problem ??= removeAll(tool, path);
    if (problem === undefined) continue;
    tool.error.write(`rm: can't remove '${word}': ${problem}\n`);
    code = 1;
  }
  return code;
}

/** Of a file or folder of a tree that is gone through. */
const visitSteps = 20;

function removeAll(tool: Tool, path: string): string | undefined {
  tool.cpu.spend(visitSteps);
  const { files } = tool.host;
  for (const name of files.list(path) ?? []) {
    const problem = removeAll(tool, `${path === '/' ? '' : path}/${name}`);
    if (problem !== undefined) return problem;
  }
  return files.remove(path);
}

function destination(tool: Tool, from: string, to: string): string {
  const target = pathOf(tool, to);
  if (tool.host.files.stat(target)?.folder !== true) return target;
  return `${target === '/' ? '' : target}/${baseName(pathOf(tool, from))}`;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function copyAll(tool: Tool, from: string, to: string): string | undefined {
  tool.cpu.spend(visitSteps);
  const { files } = tool.host;
  const content = files.read(from);
  if (content !== undefined) return files.write(to, content, files.stat(from)?.mode);
  if (files.stat(to)?.folder !== true) {
    const problem = files.makeFolder(to);
    if (problem !== undefined) return problem;
  }
  for (const name of files.list(from) ?? []) {
    const problem = copyAll(tool, `${from}/${name}`, `${to}/${name}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** What is moved needs no room twice: a file is gone before it is written, and back where that fails. */
function moveAll(tool: Tool, from: string, to: string): string | undefined {
  const { files } = tool.host;
  const content = files.read(from);
  if (content === undefined) return copyAll(tool, from, to) ?? removeAll(tool, from);
  if (from === to) return undefined;
  const mode = files.stat(from)?.mode;
  files.remove(from);
  let moved = false;
  try {
    const problem = files.write(to, content, mode);
    moved = problem === undefined;
    return problem;
  } finally {
    if (!moved) files.write(from, content, mode);
  }
}

function cp(tool: Tool): number {
  return transfer(tool, false);
}

function mv(tool: Tool): number {
  return transfer(tool, true);
}

function transfer(tool: Tool, moves: boolean): number {
  const { words, has } = options(tool.args);
  const to = words.at(-1) ?? '';
  const { files } = tool.host;
  let code = 0;
  for (const from of words.slice(0, -1)) {
    const source = pathOf(tool, from);
    const stat = files.stat(source);
    if (stat === undefined) {
      tool.error.write(
        moves
          ? `mv: can't rename '${from}': No such file or directory\n`
          : `cp: can't stat '${from}': No such file or directory\n`,
      );
      code = 1;
    } else if (stat.folder && !moves && !has('r') && !has('R') && !has('a')) {
      tool.error.write(`cp: omitting directory '${from}'\n`);
      code = 1;
    } else {
      const target = destination(tool, from, to);
      const problem = moves ? moveAll(tool, source, target) : copyAll(tool, source, target);
      if (problem === undefined) continue;
      tool.error.write(`${tool.name}: can't create '${target}': ${problem}\n`);
      code = 1;
    }
  }
  return code;
}

function touch(tool: Tool): number {
  let code = 0;
  for (const word of options(tool.args).words) {
    const path = pathOf(tool, word);
    const { files } = tool.host;
    if (files.stat(path)?.folder === true) continue;
    const problem = files.write(path, files.read(path) ?? '');
    if (problem === undefined) continue;
    tool.error.write(`touch: ${word}: ${problem}\n`);
    code = 1;
  }
  return code;
}

function chmod(tool: Tool): number {
  const [mode = '', ...words] = options(tool.args).words;
  const { files } = tool.host;
  for (const word of words) {
    const path = pathOf(tool, word);
    const stat = files.stat(path);
    if (stat === undefined) {
      tool.error.write(`chmod: ${word}: No such file or directory\n`);
      return 1;
    }
    const bits = /^[0-7]+$/.test(mode) ? Number.parseInt(mode, 8) : mode.includes('+x') ? stat.mode | 0o111 : stat.mode;
    if (!stat.folder) files.write(path, files.read(path) ?? '', bits);
  }
  return 0;
}

/** Links are copies. */
function* ln(tool: Tool): Steps {
  return transfer({ ...tool, args: tool.args.filter((each) => !each.startsWith('-')) }, false);
}

function stat(tool: Tool): number {
  let code = 0;
  for (const word of options(tool.args, ['c']).words) {
    const found = tool.host.files.stat(pathOf(tool, word));
    if (found === undefined) {
      tool.error.write(`stat: can't stat '${word}': No such file or directory\n`);
      code = 1;
    } else
      tool.output.write(
        `  File: ${word}\n  Size: ${found.size}\t${found.folder ? 'directory' : 'regular file'}\nAccess: (0${found.mode.toString(8)})\n`,
      );
  }
  return code;
}

function* find(tool: Tool): Steps {
  const at = tool.args.findIndex((each) => each.startsWith('-'));
  const paths = at < 0 ? tool.args : tool.args.slice(0, at);
  const tests = at < 0 ? [] : tool.args.slice(at);
  const argumentOf = (name: string) => (tests.includes(name) ? tests[tests.indexOf(name) + 1] : undefined);
  const pattern = argumentOf('-name');
  const expression =
    pattern === undefined
      ? undefined
      : tool.expressions.glob(pattern);
  const { files } = tool.host;
  const visit = (shown: string, path: string) => {
    tool.cpu.spend(visitSteps);
    const folder = files.stat(path)?.folder === true;
    const fits =
      (expression?.test(baseName(path)) ?? true) &&
      (argumentOf('-type') === undefined || (argumentOf('-type') === 'd') === folder);
    if (fits) tool.output.write(`${shown}\n`);
    for (const name of files.list(path) ?? [])
      visit(`${shown.replace(/\/$/, '')}/${name}`, `${path === '/' ? '' : path}/${name}`);
  };
  let code = 0;
  for (const path of paths.length === 0 ? ['.'] : paths) {
    if (files.stat(pathOf(tool, path)) === undefined) {
      tool.error.write(`find: ${path}: No such file or directory\n`);
      code = 1;
    } else visit(path, pathOf(tool, path));
  }
  return code;
}

function df(tool: Tool): number {
  tool.output.write(
    'Filesystem           1K-blocks      Used Available Use% Mounted on\noverlay               61255492  12418900  45692556  21% /\n',
  );
  return 0;
}

function du(tool: Tool): number {
  for (const word of options(tool.args).words) tool.output.write(`4\t${word}\n`);
  return 0;
}

function basename({ args, output }: Tool): number {
  const [path = '', suffix = ''] = args;
  const name = baseName(path.replace(/\/+$/, ''));
  output.write(`${suffix !== '' && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name}\n`);
  return 0;
}

function dirname({ args, output }: Tool): number {
  const path = args[0] ?? '';
  output.write(`${path.includes('/') ? parentOf(path) : '.'}\n`);
  return 0;
}

function readlink(tool: Tool): number {
  for (const word of options(tool.args).words) tool.output.write(`${pathOf(tool, word)}\n`);
  return 0;
}

function mktemp(tool: Tool): number {
  const name = `/tmp/tmp.${Math.floor(tool.host.random() * 1e9).toString(36)}`;
  const { files } = tool.host;
  if (tool.args.includes('-d')) files.makeFolder(name);
  else files.write(name, '', 0o600);
  tool.output.write(`${name}\n`);
  return 0;
}
