/** A value of which nothing is known yet but that it has fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Any object but a list. */
export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
