/** awk's values: numbers, texts, and texts of the input that count as numbers where they look like one. */

export type Value = number | string | InputText;

export interface InputText {
  readonly text: string;
}

const NUMERIC = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/;

export function textOf(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object') return value.text;
  if (Number.isInteger(value)) return Math.abs(value) < 1e16 ? String(value) : BigInt(value).toString();
  return Number.isFinite(value) ? String(Number(value.toPrecision(6))) : Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
}

export function numberOf(value: Value): number {
  if (typeof value === 'number') return value;
  const text = textOf(value);
  return Number(/^\s*([-+]?(?:\d{1,400}\.?\d{0,400}|\.\d{1,400})(?:[eE][-+]?\d{1,4})?)/.exec(text)?.[1] ?? 0);
}

export function isTrue(value: Value): boolean {
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return value !== '';
  return NUMERIC.test(value.text) ? Number(value.text) !== 0 : value.text !== '';
}

/** Below, at or above zero. */
export function compare(a: Value, b: Value): number {
  if (isNumeric(a) && isNumeric(b)) return numberOf(a) - numberOf(b);
  const [x, y] = [textOf(a), textOf(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

function isNumeric(value: Value): boolean {
  return typeof value === 'number' || (typeof value === 'object' && NUMERIC.test(value.text));
}
