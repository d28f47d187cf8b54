/** Unified diffs with three lines of context, as diff -u prints them. */

type Edit = { readonly type: ' ' | '-' | '+'; readonly line: string; readonly old: number; readonly now: number };

/** The hunks; '' when both are equal. */
export function unifiedDiff(before: string, after: string): string {
  if (before === after) return '';
  const edits = editsOf(linesOf(before), linesOf(after));
  let out = '';
  for (const [from, to] of hunks(edits)) {
    const part = edits.slice(from, to);
    const first = part[0];
    const [olds, news] = [
      part.filter((each) => each.type !== '+').length,
      part.filter((each) => each.type !== '-').length,
    ];
    out += `@@ -${range(first?.old ?? 0, olds)} +${range(first?.now ?? 0, news)} @@\n`;
    out += part.map((each) => `${each.type}${each.line}\n`).join('');
  }
  return out;
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function range(before: number, count: number): string {
  const start = count === 0 ? before : before + 1;
  return count === 1 ? String(start) : `${start},${count}`;
}

/** By the longest common subsequence: manifests are short. */
function editsOf(a: readonly string[], b: readonly string[]): readonly Edit[] {
  const common: number[][] = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = common[i];
      if (row)
        row[j] = a[i] === b[j] ? (common[i + 1]?.[j + 1] ?? 0) + 1 : Math.max(common[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [old, now] = [i, j];
    if (i < a.length && j < b.length && a[i] === b[j]) edits.push({ type: ' ', line: a[i++] ?? '', old, now: j++ });
    else if (i < a.length && (j >= b.length || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0)))
      edits.push({ type: '-', line: a[i++] ?? '', old, now });
    else edits.push({ type: '+', line: b[j++] ?? '', old, now });
  }
  return edits;
}

function hunks(edits: readonly Edit[]): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  edits.forEach((edit, index) => {
    if (edit.type === ' ') return;
    const [from, to] = [Math.max(0, index - 3), Math.min(edits.length, index + 4)];
    const last = found.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else found.push([from, to]);
  });
  return found;
}
