/** A code fence that runs: ```` ```sh cell at=20s id=delete ````. */
export interface CellFence {
  readonly language: CellLanguage;
  /** Unique in its lesson; `cell-<n>` unless the fence says `id=`. */
  readonly id: string;
  /** 1-based place among the lesson's cells. */
  readonly number: number;
  readonly code: string;
  /** What runs in place of `code`, where that is a translation’s: its comments are in another language, and nothing else differs. */
  readonly original?: string;
  /** The virtual time it runs at; absent: as soon as the cluster is quiet. */
  readonly atMs?: number;
  /** The file the cell's text is written to before it runs; a manifest is then applied from it. */
  readonly file?: string;
  /** It is meant to fail: running all cells goes on after it. */
  readonly expectsError?: true;
  /** What it changed stands open below it. */
  readonly changes?: true;
  /** No cell after it needs it: running one of those doesn't run this one first. */
  readonly alone?: true;
}

export const cellLanguages = ['sh', 'yaml', 'ts'] as const;
export type CellLanguage = (typeof cellLanguages)[number];

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/**
 * Reads what follows the three backticks.
 *
 * @param meta Everything after the language; `undefined` if there is nothing.
 * @param number The cell's 1-based place; called for fences with the word `cell` only.
 * @throws Error that says which word of the fence is wrong.
 */
export function parseFence(language: string, meta: string, code: string, number: number): CellFence {
  const known = cellLanguages.find((name) => name === language);
  if (!known) throw new Error(`a cell is one of ${cellLanguages.join(', ')}, not "${language}"`);
  let id = `cell-${number}`;
  let atMs: number | undefined;
  let file: string | undefined;
  let expectsError = false;
  let changes = false;
  for (const word of meta.split(/\s+/).filter((word) => word !== '' && word !== 'cell')) {
    if (word === 'changes') {
      changes = true;
      continue;
    }
    const [key, value] = split(word);
    if (key === 'id') id = value;
    else if (key === 'at') atMs = duration(value);
    else if (key === 'file') file = value;
    else if (key === 'expect' && value === 'error') expectsError = true;
    else throw new Error(`unknown word "${word}" in a cell's fence; known are id=, at=, file=, changes and expect=error`);
  }
  return {
    language: known,
    id,
    number,
    code,
    ...(atMs === undefined ? {} : { atMs }),
    ...(file === undefined ? {} : { file }),
    ...(expectsError ? { expectsError } : {}),
    ...(changes ? { changes } : {}),
  };
}

/** Whether a fence's meta asks for a cell. */
export const isCell = (meta: string | null | undefined): meta is string => /(^|\s)cell(\s|$)/.test(meta ?? '');

function split(word: string): [key: string, value: string] {
  const at = word.indexOf('=');
  if (at < 1 || at === word.length - 1) throw new Error(`"${word}" in a cell's fence should read name=value`);
  return [word.slice(0, at), word.slice(at + 1)];
}

function duration(value: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(value);
  const unit = units[match?.[2] ?? ''];
  if (!match || unit === undefined) throw new Error(`at=${value}: a time is written 20s, 1.5m or 300ms`);
  return Math.round(Number(match[1]) * unit);
}
