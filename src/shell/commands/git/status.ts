/** `git status`: what the next commit will change, what else has changed, and what git doesn't know. */
import type { Process } from '../../types.ts';
import { type Clone, headOf, type Texts, workingTexts } from './clones.ts';

export interface Change {
  readonly path: string;
  readonly how: 'A' | 'M' | 'D';
}

/** In order of the paths. */
export function changesBetween(before: Texts, after: Texts): readonly Change[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return paths.flatMap((path): readonly Change[] => {
    if (before[path] === after[path]) return [];
    return [{ path, how: before[path] === undefined ? 'A' : after[path] === undefined ? 'D' : 'M' }];
  });
}

const words = { A: 'new file:   ', M: 'modified:   ', D: 'deleted:    ' } as const;

export function printStatus(clone: Clone, process: Process, isShort: boolean): number {
  const head = headOf(clone);
  const working = workingTexts(clone, process);
  const known = Object.fromEntries(Object.entries(working).filter(([path]) => clone.index[path] !== undefined));
  const staged = changesBetween(head?.files ?? {}, clone.index);
  const unstaged = changesBetween(clone.index, known);
  const untracked = Object.keys(working).filter((path) => clone.index[path] === undefined).sort();
  if (isShort) {
    const letters = new Map<string, string>();
    for (const { path, how } of staged) letters.set(path, `${how} `);
    for (const { path, how } of unstaged) letters.set(path, `${letters.get(path)?.[0] ?? ' '}${how}`);
    for (const path of untracked) letters.set(path, '??');
    process.stdout([...letters].map(([path, how]) => `${how} ${path}\n`).join(''));
    return 0;
  }
  const parts = [`On branch ${clone.branch}\n`];
  if (head === undefined) parts.push('\nNo commits yet\n');
  if (staged.length > 0) parts.push(`\nChanges to be committed:\n${listed(staged)}`);
  if (unstaged.length > 0) parts.push(`\nChanges not staged for commit:\n${listed(unstaged)}`);
  if (untracked.length > 0) parts.push(`\nUntracked files:\n${untracked.map((path) => `\t${path}\n`).join('')}`);
  if (staged.length === 0) parts.push(unstaged.length + untracked.length === 0 ? 'nothing to commit, working tree clean\n' : '\nno changes added to commit\n');
  process.stdout(parts.join(''));
  return 0;
}

const listed = (changes: readonly Change[]): string => changes.map(({ path, how }) => `\t${words[how]}${path}\n`).join('');
