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

/** Makes the files its flags name, then prints what is there. Ends with 1 when something isn't. */
export function mounttest(process: Process, args: readonly string[]): void {
  const { files } = process;
  let code = 0;
  const failed = (words: string): void => {
    process.warn(words);
    code = 1;
  };
  for (const [name, mode] of Object.entries(NEW_FILES)) {
    const path = flag(args, name);
    const problem = path === undefined ? undefined : files.write(path, CONTENT, mode);
    if (problem !== undefined) failed(`error writing ${path}: open ${path}: ${problem.toLowerCase()}`);
  }
  const say = (name: string, words: (path: string, stat: FileStat) => string): void => {
    const path = flag(args, name);
    if (path === undefined) return;
    const stat = files.stat(path);
    if (stat === undefined) failed(`error with lstat ${path}: lstat ${path}: no such file or directory`);
    else process.log(words(path, stat));
  };
  say('fs_type', (path) => `mount type of "${path}": tmpfs`);
  say('file_mode', (path, stat) => `mode of file "${path}": ${modeOf(stat)}`);
  say('file_perm', (path, stat) => `perms of file "${path}": -${permissions(stat.mode)}`);
  say('file_owner', (path) => `owner UID of "${path}": 0\nowner GID of "${path}": 0`);
  const path = flag(args, 'file_content');
  const content = path === undefined ? undefined : files.read(path);
  if (content !== undefined) process.log(`content of file "${path}": ${content}`);
  else if (path !== undefined) failed(`error reading file content for "${path}": no such file or directory`);
  const watched = flag(args, 'file_content_in_loop');
  if (watched === undefined) return process.after(0, () => process.exit(code));
  logContent(process, watched, process.now() + milliseconds(flag(args, 'retry_time') ?? '180'));
}

/** Once a second, until its time is over. */
function logContent(process: Process, path: string, endMs: number): void {
  const content = process.files.read(path);
  if (content === undefined)
    process.log(`Error reading file ${path}: open ${path}: no such file or directory, retrying`);
  else process.log(`content of file "${path}": ${content}`);
  process.after(1000, () => (process.now() >= endMs ? process.exit(0) : logContent(process, path, endMs)), {
    background: true,
  });
}

function modeOf({ folder, mode }: FileStat): string {
  return `${folder ? 'd' : '-'}${permissions(mode)}`;
}

function permissions(mode: number): string {
  return [...'rwxrwxrwx'].map((letter, index) => ((mode >> (8 - index)) & 1 ? letter : '-')).join('');
}
