/** The code beside an exercise as a file carries it: read strictly, and put beside what is there. */
import type { WatchExpression } from '../../viz/reconciles-model.ts';
import type { SavedCode, SavedProgram } from '../page/code-autosave.ts';
import type { Checks } from './checks.ts';

export function checkCode(checks: Checks, value: unknown, where: string): SavedCode {
  const { files, open, ran, watches } = checks.only(value, where, ['files', 'open', 'ran', 'watches']);
  return {
    files: checks.texts(files, `${where}.files`),
    ...(open === undefined ? {} : { open: checks.text(open, `${where}.open`) }),
    ran: checks.each(ran, `${where}.ran`, (each, at): SavedProgram => {
      const program = checks.only(each, at, ['entry', 'files']);
      return { entry: checks.text(program['entry'], `${at}.entry`), files: checks.texts(program['files'], `${at}.files`) };
    }),
    watches: checks.list(watches, `${where}.watches`).map((each, index): WatchExpression => {
      const at = `${where}.watches[${index}]`;
      const { id, file, line, text, off } = checks.only(each, at, ['id', 'file', 'line', 'text', 'off']);
      return {
        id: checks.text(id, `${at}.id`),
        file: checks.text(file, `${at}.file`),
        line: checks.number(line, `${at}.line`),
        text: checks.text(text, `${at}.text`),
        ...(off === undefined || !checks.yes(off, `${at}.off`) ? {} : { off: true }),
      };
    }),
  };
}

export const isEmptyCode = ({ files, ran, watches }: SavedCode): boolean =>
  watches.length === 0 && [files, ran].every((part) => Object.keys(part).length === 0);

/** Files of which both have another text. */
export const codeConflicts = (a: SavedCode, b: SavedCode): readonly string[] =>
  Object.keys(a.files).filter((path) => b.files[path] !== undefined && b.files[path] !== a.files[path]);

/** Both together: where they have another text in the same file, `first`'s stays, and the other's is a file beside it. */
export function mergeCode(first: SavedCode, other: SavedCode): SavedCode {
  const both = { ...other.files, ...first.files };
  const files = { ...both };
  for (const path of codeConflicts(first, other)) files[freeName(path, files)] = other.files[path] ?? '';
  const open = first.open ?? other.open;
  return {
    files,
    ...(open === undefined ? {} : { open }),
    ran: { ...other.ran, ...first.ran },
    watches: mergeWatches(first.watches, other.watches),
  };
}

/** `plan.ts` -> `plan.other.ts`, `plan.other-2.ts` */
function freeName(path: string, taken: Readonly<Record<string, string>>): string {
  const last = path.lastIndexOf('.');
  const dot = last > path.lastIndexOf('/') + 1 ? last : path.length;
  for (let count = 1; ; count += 1) {
    const name = `${path.slice(0, dot)}.other${count === 1 ? '' : `-${count}`}${path.slice(dot)}`;
    if (taken[name] === undefined) return name;
  }
}

function mergeWatches(first: readonly WatchExpression[], other: readonly WatchExpression[]): readonly WatchExpression[] {
  const place = ({ file, line, text }: WatchExpression): string => JSON.stringify([file, line, text]);
  const there = new Set(first.map(place));
  const added = other.filter((each) => !there.has(place(each)));
  // Whatever ids a file has: each gets its own.
  return [...first, ...added].map((each, index) => ({ ...each, id: `w${index + 1}` }));
}
