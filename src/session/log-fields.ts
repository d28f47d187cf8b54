/** Reads fields of a session's log. Each throws an Error that says which field should be what. */

export type Fields = Readonly<Record<string, unknown>>;

export const wrong = (where: string, wanted: string): Error =>
  new Error(`The log can’t be read: ${where} should be ${wanted}.`);

export function record(value: unknown, where: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(where, 'an object');
  return Object.fromEntries(Object.entries(value));
}

export function list(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(where, 'a list');
  return value;
}

export function text(value: unknown, where: string): string {
  if (typeof value !== 'string') throw wrong(where, 'text');
  return value;
}

export function anyNumber(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(where, 'a number');
  return value;
}

export function number(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw wrong(where, 'a number, 0 or more');
  return value;
}

export function flag(value: unknown, where: string): boolean {
  if (typeof value !== 'boolean') throw wrong(where, 'true or false');
  return value;
}

export function onlyTrue(value: unknown, where: string): true {
  if (value !== true) throw wrong(where, 'true, or absent');
  return value;
}
