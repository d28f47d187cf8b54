/** Questions are numbered through the whole page: what is answered is kept under that number, and no id occurs twice. */

const counted = new WeakMap<object, number>();

/** How many questions stand on the page before these `count`, which are counted then. `page`: the same object for all of it. */
export function questionsBefore(page: object, count: number): number {
  const before = counted.get(page) ?? 0;
  counted.set(page, before + count);
  return before;
}
