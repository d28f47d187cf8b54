/** Indexes of a Job's pods as its status and its success policy write them: `0,2-4`. */

/** How many there are; or why the text is none, in upstream's words. */
export function parseIndexes(
  text: string,
  completions: number,
): { readonly total: number } | { readonly error: string } {
  let total = 0;
  let last: number | undefined;
  for (const interval of text === '' ? [] : text.split(',')) {
    const limits = interval.split('-');
    if (limits.length > 2) {
      const rule = "violates the requirement that an index interval can have at most two parts separated by '-'";
      return { error: `the fragment ${JSON.stringify(interval)} ${rule}` };
    }
    const bad = limits.find((limit) => !/^[+-]?[0-9]+$/.test(limit));
    if (bad !== undefined) {
      return { error: `cannot convert string to integer for index: ${JSON.stringify(bad)}` };
    }
    const [from = 0, to = from] = limits.map(Number);
    const beyond = [from, to].find((index) => index >= completions);
    if (beyond !== undefined) return { error: `too large index: ${JSON.stringify(`${beyond}`)}` };
    if (limits.length > 1 && from >= to) return { error: `non-increasing order, previous: ${from}, current: ${to}` };
    if (last !== undefined && last >= from) {
      return { error: `non-increasing order, previous: ${last}, current: ${from}` };
    }
    total += to - from + 1;
    last = to;
  }
  return { total };
}
