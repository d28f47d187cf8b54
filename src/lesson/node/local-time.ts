/** Finds cells that print the time of the machine's time zone: a reader elsewhere would see something else than the page. */
import type { BakedLesson } from '../baked.ts';
import type { CellFence } from '../cells/fence.ts';

/** Twelve hours and three quarters ahead. */
const elsewhere = 'Pacific/Chatham';

/** Only TypeScript can see the time zone, and hardly any cell reads a date. */
export const mayPrintLocalTime = (cells: readonly CellFence[]): boolean => cells.some(({ language, code }) => language === 'ts' && /\b(?:Date|Intl)\b/.test(code));

/**
 * The id of the first cell that prints something else in another time zone.
 * @param baked As it was printed here.
 * @param bake Runs the lesson again.
 */
export async function cellOfLocalTime(baked: BakedLesson, bake: () => Promise<BakedLesson>): Promise<string | undefined> {
  const { TZ } = process.env;
  process.env['TZ'] = new Date(0).getTimezoneOffset() === 0 ? elsewhere : 'UTC';
  try {
    const { cells } = await bake();
    return Object.keys(baked.cells).find((id) => JSON.stringify(baked.cells[id]?.output) !== JSON.stringify(cells[id]?.output));
  } finally {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  }
}
