/** The files of an exercise's folders: texts with any ending to begin with, and answers in the languages that are graded. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { sourceEnding } from '../code/language.ts';
import { editsEnding } from '../edits.ts';
import { isPlainPath } from '../submission.ts';

/** What stands in `start/` or `solution/`, by name. Tests are left out. @throws Error with the path of what can't be a file of the workspace. */
export const readFiles = (folder: string): Record<string, string> =>
  read(folder, (name) => (isPlainPath(name) ? undefined : 'its name has other characters than letters, digits and ._@-, so it could not be handed in'));

/** What stands in `wrong/` or `right/`, by name. @throws Error with the path of what isn't an answer. */
export const readAnswers = (folder: string): Record<string, string> =>
  read(folder, (name) => (sourceEnding.test(name) || editsEnding.test(name) ? undefined : 'an answer ends as the exercise’s file does, or with .diff'));

/** `mistakeIn`: what is wrong with a name. */
function read(folder: string, mistakeIn: (name: string) => string | undefined): Record<string, string> {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.') && !name.endsWith('.test.ts'));
  return Object.fromEntries(
    names
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((entry) => {
        const path = join(folder, entry.name);
        const mistake = entry.isFile() ? mistakeIn(entry.name) : 'it isn’t a file, and the files of an exercise stand beside each other';
        if (mistake !== undefined) throw new Error(`${relative(process.cwd(), path)}: ${mistake}`);
        return [entry.name, textOf(path)];
      }),
  );
}

/** @throws Error where it is no text. */
function textOf(path: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
    if (!text.includes('\0')) return text;
  } catch {
    // Its bytes aren't UTF-8.
  }
  throw new Error(`${relative(process.cwd(), path)}: it is no text in UTF-8, and the workspace holds texts alone`);
}
