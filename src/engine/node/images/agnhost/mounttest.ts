/** agnhost mounttest: prints the files of a volume and their permissions. */
import type { FileStat, Process } from '../../../sdk/index.ts';
import { flag, milliseconds } from './flags.ts';

const NEW_FILES: Readonly<Record<string, number>> = {
  new_file_0644: 0o644,
  new_file_0666: 0o666,
  new_file_0660: 0o660,
  new_file_0777: 0o777,
};
const CONTENT = 'mount-tester new file\n';

/** Says the type of a file system, makes files, says what is there, in this order whatever the flags' (upstream mt.go). Ends with 1 when something isn't. */
export function mounttest(process: Process, args: readonly string[]): void {
  const { files } = process;
  let code = 0;
  const failed = (words: string): void => {
    process.log(words);
    code = 1;
  };
  const say = (name: string, words: (path: string, stat: FileStat) => string): void => {
    const path = flag(args, name);
    if (path === undefined) return;
    const stat = files.stat(path);
    if (stat === undefined) failed(`error from Lstat(${JSON.stringify(path)}): lstat ${path}: no such file or directory`);
    else process.log(words(path, stat));
  };
  const sayContent = (path: string): void => {
    const content = files.read(path);
    if (content !== undefined) process.log(contentLine(path, content));
    else failed(`error reading file content for "${path}": open ${path}: no such file or directory`);
  };
  say('fs_type', (path) => `mount type of "${path}": tmpfs`);
  for (const [name, mode] of Object.entries(NEW_FILES)) {
    const path = flag(args, name);
    if (path === undefined) continue;
    const problem = files.write(path, CONTENT, mode);
    if (problem === undefined) sayContent(path);
    else failed(`error writing new file "${path}": open ${path}: ${problem.toLowerCase()}`);
  }
  say('file_mode', (path, stat) => `mode of file "${path}": ${modeOf(stat)}`);
  say('file_perm', (path, stat) => `perms of file "${path}": -${permissions(stat.mode)}`);
  say('file_owner', (path) => `owner UID of "${path}": 0\nowner GID of "${path}": 0`);
  const path = flag(args, 'file_content');
  if (path !== undefined) sayContent(path);
  const watched = flag(args, 'file_content_in_loop');
  if (watched === undefined) return process.after(0, () => process.exit(code));
  const loop: Loop = {
    path: watched,
    endMs: process.now() + milliseconds(flag(args, 'retry_time') ?? '180'),
    awaits: flag(args, 'break_on_expected_content') === 'false' ? undefined : CONTENT,
    code,
  };
  logContent(process, loop);
}

const contentLine = (path: string, content: string): string => `content of file "${path}": ${content}`;

interface Loop {
  readonly path: string;
  readonly endMs: number;
  /** The loop ends where the file has it. */
  readonly awaits: string | undefined;
  /** How it ends where the file can be read. */
  readonly code: number;
}

const loopMs = 2_000;

/** Again and again, until the file has what is awaited or the time is over. */
function logContent(process: Process, loop: Loop): void {
  const { path, endMs, awaits } = loop;
  const content = process.files.read(path);
  const code = content === undefined ? 1 : loop.code;
  if (content === undefined)
    process.log(`Error reading file ${path}: open ${path}: no such file or directory, retrying`);
  else process.log(contentLine(path, content));
  if (content !== undefined && content === awaits) return process.after(0, () => process.exit(code));
  if (content !== undefined && awaits !== undefined) process.log(`Unexpected content. Expected: ${awaits}. Retrying`);
  process.after(loopMs, () => (process.now() >= endMs ? process.exit(code) : logContent(process, loop)), {
    background: true,
  });
}

function modeOf({ folder, mode }: FileStat): string {
  return `${folder ? 'd' : '-'}${permissions(mode)}`;
}

function permissions(mode: number): string {
  return [...'rwxrwxrwx'].map((letter, index) => ((mode >> (8 - index)) & 1 ? letter : '-')).join('');
}
