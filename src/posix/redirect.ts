/** `<`, `>`, `>>`, `2>&1` and here-documents. */
import { absolutePath, emptyInput, inputOf, type Output } from '../engine/index.ts';
import { expandDocument, expandText, type Substitute } from './expand.ts';
import { FileError } from './host.ts';
import type { Redirect } from './parse.ts';
import type { Shell, ShellIo } from './shell.ts';
import type { Steps } from './task.ts';

export interface Redirected {
  readonly io: ShellIo;
  /** The command is over: files that were gathered are written. Whether all of them could be. */
  close(): boolean;
}

/** 32 characters of a file cost a step, and 16 of one that is written at the end as a whole. */
const charsShift = 5;
const gatheredCharsShift = 4;

const nowhere: Output = { broken: false, write() {} };

/** Inputs and outputs as the redirections say, or why one of them can't be opened. */
export function* redirect(
  shell: Shell,
  redirects: readonly Redirect[],
  substitute: Substitute,
): Steps<Redirected | { readonly error: string }> {
  let io: ShellIo = shell.io;
  const gathered: GatheredFile[] = [];
  for (const { fd, operator, target, literal } of redirects) {
    if (operator === '<<') {
      io = { ...io, input: inputOf(literal ? target : yield* expandDocument(target, shell, substitute)) };
      continue;
    }
    const word = yield* expandText(target, shell, substitute);
    if (operator === '>&') {
      const output = word === '1' ? io.output : word === '2' ? io.error : nowhere;
      if (fd === 0) continue;
      io = fd === 2 ? { ...io, error: output } : { ...io, output };
      continue;
    }
    if (operator === '<') {
      const input = openInput(shell, word);
      if (input === undefined) return { error: `can't open ${word}: no such file` };
      io = { ...io, input };
      continue;
    }
    const output = openOutput(shell, word, operator === '>>', gathered);
    if (typeof output === 'string') return { error: `can't create ${word}: ${output}` };
    if (fd === -1) io = { ...io, output, error: output };
    else if (fd === 1) io = { ...io, output };
    else if (fd === 2) io = { ...io, error: output };
  }
  return { io, close: () => gathered.map((file) => file.end()).every((written) => written) };
}

function openInput(shell: Shell, path: string): ShellIo['input'] | undefined {
  if (path === '/dev/null') return emptyInput;
  if (path === '/dev/stdin') return shell.io.input;
  const content = shell.host.files.read(absolutePath(path, shell.state.cwd));
  return content === undefined ? undefined : inputOf(content);
}

/** Files grow as they are written; a text says why one can't be opened. */
function openOutput(
  shell: Shell,
  path: string,
  append: boolean,
  gathered: GatheredFile[],
): Output | string {
  const { io, host, state, cpu } = shell;
  const where = absolutePath(path, state.cwd);
  if (where === '/dev/null') return nowhere;
  if (where === '/dev/stdout') return io.output;
  if (where === '/dev/stderr') return io.error;
  if (/^\/proc\/(1|self)\/fd\/[12]$/.test(where))
    return where.endsWith('1') ? host.stdio.output : host.stdio.error;
  if (host.limits.gatheredBytes !== undefined) {
    const file = gatherFile(shell, where, append, host.limits.gatheredBytes);
    gathered.push(file);
    return file;
  }
  const { files } = host;
  const before = append ? (files.read(where) ?? '') : '';
  const problem = files.write(where, before);
  if (problem !== undefined) return problem === 'No such file or directory' ? 'nonexistent directory' : problem;
  let broken = false;
  return {
    get broken() {
      return broken;
    },
    write(bytes) {
      if (broken) return;
      cpu.charge(bytes.length >> charsShift);
      const failure = files.write(where, (files.read(where) ?? '') + bytes);
      if (failure === undefined) return;
      broken = true;
      io.error.write(`sh: write error: ${failure}\n`);
    },
  };
}

interface GatheredFile extends Output {
  /** Writes it; whether it could be written. */
  end(): boolean;
}

/** A file that is written when its command has ended: all of it, or nothing where it doesn't fit. */
function gatherFile({ host, io, cpu }: Shell, path: string, append: boolean, most: number): GatheredFile {
  const before = (): string => (append ? (host.files.read(path) ?? '') : '');
  let text = '';
  let length = before().length;
  return {
    get broken() {
      return length > most;
    },
    write(more) {
      // What is too large is only counted: the message says how large it would be.
      length += more.length;
      cpu.charge(more.length >> gatheredCharsShift);
      if (length <= most) text += more;
    },
    end() {
      try {
        const problem = host.files.write(path, length > most ? ' '.repeat(length) : before() + text);
        if (problem === undefined) return true;
        io.error.write(`sh: can't create ${path}: ${problem}\n`);
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        io.error.write(`sh: ${error.message}\n`);
      }
      return false;
    },
  };
}
