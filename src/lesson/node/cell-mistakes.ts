/** Mistakes in a lesson's cells and in the components about them, with their lines. */
import { cellsOf } from '../cells/cells-of.ts';
import type { CellFence } from '../cells/fence.ts';
import { components } from '../cells/mdast-plugin.ts';
import { nearest } from '../nearest.ts';
import type { AuthorMistake } from './mistake.ts';

/** Of cells, of what they print, and of the components about them. */
export function cellMistakes({ text, start = {} }: { readonly text: string; readonly start?: Readonly<Record<string, string>> }): readonly AuthorMistake[] {
  let cells: ReturnType<typeof cellsOf>;
  try {
    cells = cellsOf(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, line, rest] = /^line (\d+): (.*)$/s.exec(message) ?? [];
    return [{ line: Number(line ?? 1), message: rest ?? message }];
  }
  const ids = cells.map(({ id }) => id);
  const lines = text.split('\n');
  const differing = cells.filter(({ file = '', code }) => start[file] !== undefined && start[file].trim() !== code.trim());
  return [
    ...namesOfNoCell(lines, ids),
    ...unknownComponents(lines),
    ...cells.flatMap((cell) => (cell.language === 'ts' ? localOutputs(cell, lines) : [])),
    ...differing.map(({ id, file = '' }) => ({
      line: lines.findIndex((line) => line.startsWith('```') && line.includes(`file=${file}`)) + 1,
      message: `the cell "${id}" is ${file}, and differs from start/${file}: the exercise would begin with another file than the page shows`,
    })),
  ];
}

function namesOfNoCell(lines: readonly string[], ids: readonly string[]): readonly AuthorMistake[] {
  return lines.flatMap((written, index) =>
    [...written.matchAll(/(?:^|\s)cell=(?:"([^"]*)"|'([^']*)'|\{["'`]([^"'`]*)["'`]\})/g)]
      .map(([, id, quoted, inBraces]) => id ?? quoted ?? inBraces ?? '')
      .filter((id) => !ids.includes(id))
      .map((id) => {
        const near = nearest(id, ids);
        return { line: index + 1, message: `no cell is called "${id}"${near === undefined ? ': the lesson has no cells' : `; the nearest is "${near}"`}` };
      }),
  );
}

/** Between fences, a tag of a component that isn't one of the kit's and isn't imported. */
function unknownComponents(lines: readonly string[]): readonly AuthorMistake[] {
  const imported = lines.flatMap((line) => [...(/^import (.+) from /.exec(line)?.[1] ?? '').matchAll(/\w+/g)].map(([name]) => name));
  const known = [...components, ...imported];
  let fence = false;
  return lines.flatMap((line, index) => {
    if (line.startsWith('```')) fence = !fence;
    const tag = fence ? undefined : /^<\/?([A-Z]\w*)/.exec(line)?.[1];
    if (tag === undefined || known.includes(tag)) return [];
    return [{ line: index + 1, message: `no component is called <${tag}>; the nearest is <${nearest(tag, known) ?? ''}>` }];
  });
}

/** What JavaScript writes in the language and the time zone of the machine: the page's reader has others than the build. */
const local: readonly { readonly found: RegExp; readonly instead: string }[] = [
  { found: /\.(toLocale\w*String)\b/, instead: 'toISOString(), toFixed() or String()' },
  { found: /\.(toLocale(?:Upper|Lower)Case)\b/, instead: 'toUpperCase() or toLowerCase()' },
  { found: /\.(localeCompare)\b/, instead: 'a < b ? -1 : 1' },
  { found: /\b(Intl)\./, instead: 'plain texts and numbers' },
  { found: /\.(get(?:FullYear|Month|Date|Day|Hours|Minutes|TimezoneOffset))\(/, instead: 'the method with UTC in its name, such as getUTCHours()' },
  { found: /\.(to(?:Date|Time)String)\(/, instead: 'toISOString()' },
  { found: /\bnew Date\(.*\)\.(toString)\(/, instead: 'toISOString()' },
  { found: /(?:\bString\(|\$\{)(new Date)\(/, instead: 'toISOString()' },
];

function localOutputs({ id, code }: CellFence, lines: readonly string[]): readonly AuthorMistake[] {
  return code.split('\n').flatMap((written) =>
    local.flatMap(({ found, instead }) => {
      const name = found.exec(written)?.[1];
      if (name === undefined) return [];
      return [{ line: lines.indexOf(written) + 1, message: `the cell "${id}" uses ${name}, which prints something else where the language or the time zone is another; use ${instead}` }];
    }),
  );
}
