/** `git` for the session's files: the commands that a change takes on its way to a repository. Its words are Git's. */
import type { Commit } from '../../../engine/index.ts';
import type { Command, Process } from '../../types.ts';
import { absolute, branchesOf, checkOut, type Clone, commitOf, currentClone, GitError, headOf, historyOf, forgetClone, makeClone, point, resolve, short, store, type Texts, workingTexts } from './clones.ts';
import { fetchBranch, push } from './remote.ts';
import { changesBetween, printStatus } from './status.ts';

type Subcommand = (args: readonly string[], process: Process) => number | Promise<number>;

const subcommands: Readonly<Record<string, Subcommand>> = {
  init,
  clone,
  add,
  rm,
  commit,
  status: (args, process) => printStatus(currentClone(process), process, args.some((each) => each === '-s' || each === '--short')),
  log,
  show,
  branch,
  checkout: switchBranch,
  switch: switchBranch,
  reset,
  revert,
  remote,
  push: pushBranch,
};

export const git: Command = async (args, process) => {
  const [name = '', ...rest] = args;
  const run = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (run === undefined) {
    process.stderr(name === '' ? `usage: git <command>\n` : `git: '${name}' is not a git command here.\n`);
    process.stderr(`Here you have: ${Object.keys(subcommands).sort().join(', ')}\n`);
    return 1;
  }
  try {
    return await run(rest, process);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    process.stderr(`${error.message}\n`);
    return error.code;
  }
};

const flagsOf = (args: readonly string[]): readonly string[] => args.filter((each) => each.startsWith('-'));
const wordsOf = (args: readonly string[]): readonly string[] => args.filter((each) => !each.startsWith('-'));

function init(args: readonly string[], process: Process): number {
  const folder = absolute(process, wordsOf(args)[0] ?? '.');
  const { isNew } = makeClone(process, folder);
  process.stdout(`${isNew ? 'Initialized empty' : 'Reinitialized existing'} Git repository in ${folder === '/' ? '' : folder}/.git/\n`);
  return 0;
}

async function clone(args: readonly string[], process: Process): Promise<number> {
  const [address = '', given] = wordsOf(args);
  if (address === '') throw new GitError('fatal: You must specify a repository to clone.', 129);
  const name = given ?? address.replace(/\.git$/, '').replace(/^.*[/:]/, '');
  const { clone: made, isNew } = makeClone(process, absolute(process, name));
  if (!isNew) throw new GitError(`fatal: destination path '${name}' already exists and is not an empty directory.`);
  made.origin = address;
  process.stderr(`Cloning into '${name}'...\n`);
  const head = await fetchBranch(made, process, made.branch).catch((error: unknown) => {
    forgetClone(process, made);
    throw error;
  });
  if (head === undefined) process.stderr('warning: remote HEAD refers to nonexistent ref, unable to checkout.\n');
  else checkOut(made, head.files, process);
  return 0;
}

/** Of the paths that a command names, relative to the clone. `.` is the current folder. */
function pick(clone: Clone, texts: Texts, paths: readonly string[], process: Process): readonly string[] {
  const prefix = clone.folder === '/' ? '/' : `${clone.folder}/`;
  const chosen = paths.flatMap((path) => {
    const named = `${absolute(process, path)}/`.slice(prefix.length).replace(/\/$/, '');
    const found = Object.keys(texts).filter((each) => named === '' || each === named || each.startsWith(`${named}/`));
    if (found.length === 0 && path !== '.') throw new GitError(`fatal: pathspec '${path}' did not match any files`);
    return found;
  });
  return [...new Set(chosen)];
}

function add(args: readonly string[], process: Process): number {
  const clone = currentClone(process);
  const working = workingTexts(clone, process);
  const isAll = flagsOf(args).some((flag) => flag === '-A' || flag === '--all');
  const paths = isAll ? [clone.folder] : wordsOf(args);
  if (paths.length === 0) throw new GitError('Nothing specified, nothing added.', 0);
  stage(clone, pick(clone, { ...clone.index, ...working }, paths, process), working);
  return 0;
}

/** Takes these paths as they are in the workspace. */
function stage(clone: Clone, paths: readonly string[], working: Texts): void {
  const index: Record<string, string> = { ...clone.index };
  for (const path of paths) {
    const text = working[path];
    if (text === undefined) delete index[path];
    else index[path] = text;
  }
  clone.index = index;
}

function rm(args: readonly string[], process: Process): number {
  const clone = currentClone(process);
  const paths = pick(clone, clone.index, wordsOf(args), process);
  checkOut(clone, Object.fromEntries(Object.entries(clone.index).filter(([path]) => !paths.includes(path))), process);
  for (const path of paths) process.stdout(`rm '${path}'\n`);
  return 0;
}

const author = { name: 'Learner', email: 'learner@example.com' };

function commit(args: readonly string[], process: Process): number {
  const clone = currentClone(process);
  const amend = args.includes('--amend');
  if (args.some((each) => /^-a/.test(each) || each === '--all')) stage(clone, Object.keys(clone.index), workingTexts(clone, process));
  const head = headOf(clone);
  const message = messageIn(args) ?? (amend ? head?.message : undefined);
  if (message === undefined) throw new GitError('error: a message is needed here: git commit -m "what changes"', 1);
  if (amend && head === undefined) throw new GitError('fatal: You have nothing to amend.');
  if (!amend && changesBetween(head?.files ?? {}, clone.index).length === 0) {
    printStatus(clone, process, false);
    return 1;
  }
  const parents = amend ? (head?.parents ?? []) : head === undefined ? [] : [head.id];
  record(clone, { parents, message, files: clone.index, before: amend ? (commitOf(clone, parents[0])?.files ?? {}) : (head?.files ?? {}) }, process);
  return 0;
}

/** `-m text`, `-am text`, `-mtext`, `--message=text`. */
function messageIn(args: readonly string[]): string | undefined {
  const at = args.findIndex((each) => /^-a?m$/.test(each) || each === '--message');
  if (at >= 0) return args[at + 1];
  const joined = args.find((each) => each.startsWith('--message=') || /^-m./.test(each));
  return joined?.replace(/^--message=|^-m/, '');
}

interface Recorded {
  readonly parents: readonly string[];
  readonly message: string;
  readonly files: Texts;
  /** What it is compared with. */
  readonly before: Texts;
}

function record(clone: Clone, { parents, message, files, before }: Recorded, process: Process): Commit {
  const timeSeconds = Math.floor(process.options.now() / 1000);
  const made = store(clone, [{ parents, author, timeSeconds, message, files }]);
  const count = changesBetween(before, files).length;
  const root = parents.length === 0 ? ' (root-commit)' : '';
  process.stdout(`[${clone.branch}${root} ${short(made.id)}] ${message.split('\n')[0]}\n ${count} ${count === 1 ? 'file' : 'files'} changed\n`);
  return made;
}

function log(args: readonly string[], process: Process): number {
  const clone = currentClone(process);
  const [from] = wordsOf(args);
  const all = historyOf(clone, from === undefined ? headOf(clone) : resolve(clone, from));
  if (all.length === 0) throw new GitError(`fatal: your current branch '${clone.branch}' does not have any commits yet`);
  const most = Number(/^-n?(\d+)$/.exec(args.find((each) => /^-n?\d+$/.test(each)) ?? '')?.[1] ?? all.length);
  const isShort = args.includes('--oneline');
  const texts = all.slice(0, most).map((each) => (isShort ? `${short(each.id)} ${each.message.split('\n')[0]}\n` : whole(each)));
  process.stdout(texts.join(isShort ? '' : '\n'));
  return 0;
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function whole({ id, author: { name, email }, timeSeconds, message }: Commit): string {
  const date = new Date(timeSeconds * 1000);
  const time = date.toISOString().slice(11, 19);
  const day = `${days[date.getUTCDay()]} ${months[date.getUTCMonth()]} ${date.getUTCDate()} ${time} ${date.getUTCFullYear()} +0000`;
  const lines = message.split('\n').map((line) => `    ${line}\n`);
  return `commit ${id}\nAuthor: ${name} <${email}>\nDate:   ${day}\n\n${lines.join('')}`;
}

/** `git show HEAD:page.json` prints a file of a commit; `git show HEAD` its head and the files that it changes. */
function show(args: readonly string[], process: Process): number {
  const clone = currentClone(process);
  const [revision = 'HEAD', path] = (wordsOf(args)[0] ?? 'HEAD').split(':');
  const found = resolve(clone, revision);
  if (path === undefined) {
    const before = found.parents[0] === undefined ? {} : resolve(clone, found.parents[0]).files;
    process.stdout(`${whole(found)}\n${changesBetween(before, found.files).map(({ path: each, how }) => `${how}\t${each}\n`).join('')}`);
    return 0;
  }
  const text = found.files[path];
  if (text === undefined) throw new GitError(`fatal: path '${path}' does not exist in '${revision}'`);
  process.stdout(text);
  return 0;
}

function branch(args: readonly string[], process: Process): number {
  const clone = currentClone(process);
  const [name] = wordsOf(args);
  if (name === undefined) process.stdout(Object.keys(branchesOf(clone)).map((each) => `${each === clone.branch ? '*' : ' '} ${each}\n`).join(''));
  else point(clone, name, resolve(clone, 'HEAD').id);
  return 0;
}

function switchBranch(args: readonly string[], process: Process): number {
  const clone = currentClone(process);
  const [name = ''] = wordsOf(args);
  const isNew = flagsOf(args).some((flag) => flag === '-b' || flag === '-c');
  const known = branchesOf(clone)[name];
  if (isNew && known !== undefined) throw new GitError(`fatal: a branch named '${name}' already exists`);
  if (!isNew && known === undefined) throw new GitError(`fatal: invalid reference: ${name}`);
  if (isNew) point(clone, name, resolve(clone, 'HEAD').id);
  else checkOut(clone, resolve(clone, name).files, process);
  clone.branch = name;
  process.stderr(`Switched to ${isNew ? 'a new ' : ''}branch '${name}'\n`);
  return 0;
}

function reset(args: readonly string[], process: Process): number {
  const clone = currentClone(process);
  const to = resolve(clone, wordsOf(args)[0] ?? 'HEAD');
  point(clone, clone.branch, to.id);
  if (args.includes('--soft')) return 0;
  if (!args.includes('--hard')) {
    clone.index = to.files;
    return 0;
  }
  checkOut(clone, to.files, process);
  process.stdout(`HEAD is now at ${short(to.id)} ${to.message.split('\n')[0]}\n`);
  return 0;
}

/** The newest commit: its files become those before it, in a new commit. */
function revert(args: readonly string[], process: Process): number {
  const clone = currentClone(process);
  const head = resolve(clone, wordsOf(args)[0] ?? 'HEAD');
  if (head.id !== headOf(clone)?.id) throw new GitError('fatal: here only the newest commit can be reverted: git revert HEAD');
  const files = head.parents[0] === undefined ? {} : resolve(clone, head.parents[0]).files;
  checkOut(clone, files, process);
  record(clone, { parents: [head.id], message: `Revert "${head.message.split('\n')[0]}"`, files, before: head.files }, process);
  return 0;
}

function remote(args: readonly string[], process: Process): number {
  const clone = currentClone(process);
  const [action, name, address = ''] = wordsOf(args);
  if (action === undefined) {
    if (clone.origin !== '') process.stdout(args.includes('-v') ? `origin\t${clone.origin}\n` : 'origin\n');
    return 0;
  }
  if ((action !== 'add' && action !== 'set-url') || name !== 'origin' || address === '') throw new GitError('usage: git remote add origin <address>', 129);
  if (action === 'add' && clone.origin !== '') throw new GitError('error: remote origin already exists.', 3);
  clone.origin = address;
  return 0;
}

function pushBranch(args: readonly string[], process: Process): Promise<number> {
  const clone = currentClone(process);
  const [, name = clone.branch] = wordsOf(args);
  const force = flagsOf(args).some((flag) => flag === '-f' || flag.startsWith('--force'));
  return push(clone, process, name, force);
}
