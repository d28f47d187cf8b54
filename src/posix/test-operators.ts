/** The operators that `test` and `[[ ]]` share. */
import { absolutePath } from '../engine/index.ts';
import type { Host } from './host.ts';

/** Comparisons of numbers, by how the left one compares to the right one: below, at or above 0. */
export const numericOperators: Readonly<Record<string, (order: number) => boolean>> = {
  '-eq': (order) => order === 0,
  '-ne': (order) => order !== 0,
  '-lt': (order) => order < 0,
  '-le': (order) => order <= 0,
  '-gt': (order) => order > 0,
  '-ge': (order) => order >= 0,
};

export const isUnaryOperator = (word: string): boolean => /^-[abcdefghknprstuwxzGLNOS]$/.test(word);

/** Of a text, or of the file that it names. */
export function testUnary({ stdio, files }: Pick<Host, 'stdio' | 'files'>, cwd: string, operator: string, word: string): boolean {
  if (operator === '-z') return word === '';
  if (operator === '-n') return word !== '';
  if (operator === '-t') return stdio.terminal !== undefined;
  const stat = files.stat(absolutePath(word, cwd));
  if (stat === undefined) return false;
  switch (operator) {
    case '-f':
      return !stat.folder;
    case '-d':
      return stat.folder;
    case '-s':
      return stat.size > 0;
    case '-x':
      return (stat.mode & 0o111) !== 0;
    case '-L':
    case '-h':
      return false;
    default:
      return true;
  }
}
