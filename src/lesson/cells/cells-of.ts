import { type CellFence, isCell, parseFence } from './fence.ts';

/**
 * The cells of a lesson's MDX text, in order: what `mdast-plugin.ts` finds in the site's build.
 *
 * @throws Error that says which line's fence is wrong.
 */
export function cellsOf(mdx: string): readonly CellFence[] {
  const cells: CellFence[] = [];
  const lines = mdx.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const open = /^(`{3,}|~{3,})(\w*)[ \t]*(.*)$/.exec(lines[at] ?? '');
    if (open === null) continue;
    const [, fence = '', language = '', meta = ''] = open;
    const end = lines.findIndex(
      (line, index) => index > at && line.startsWith(fence) && line.slice(fence.length).trim() === '',
    );
    if (end < 0) throw new Error(`line ${at + 1}: the code fence doesn’t end`);
    if (isCell(meta)) {
      const cell = parse(language, meta, lines.slice(at + 1, end).join('\n'), cells.length + 1, at + 1);
      if (cells.some(({ id }) => id === cell.id)) throw new Error(`line ${at + 1}: two cells are called "${cell.id}"`);
      cells.push(cell);
    }
    at = end;
  }
  return cells;
}

function parse(language: string, meta: string, code: string, number: number, line: number): CellFence {
  try {
    return parseFence(language, meta, code, number);
  } catch (error) {
    throw new Error(`line ${line}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
