/** Filtering long lists again and again. */

/**
 * A filter for a long list that changes little from one call to the next: what was found of a frozen item stands as long as it stays in
 * its place. Returns the list itself when all items pass.
 */
export function createListFilter<T extends object>(
  test: (item: T) => boolean,
): <U extends T>(list: readonly U[]) => readonly U[] {
  let last: readonly T[] = [];
  /** What was found of the items of the last list, by position; undefined for what may still change. */
  const passed: (boolean | undefined)[] = [];
  return (list) => {
    let failures = 0;
    for (let index = 0; index < list.length; index += 1) {
      const item = list[index];
      if (item === undefined) continue;
      const known = last[index] === item ? passed[index] : undefined;
      const passes = known ?? test(item);
      if (!passes) failures += 1;
      passed[index] = known !== undefined || Object.isFrozen(item) ? passes : undefined;
    }
    last = list;
    passed.length = list.length;
    return failures === 0 ? list : list.filter((item, index) => passed[index] ?? test(item));
  };
}
