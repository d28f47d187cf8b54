/** An object with one part of another, and without it where that has none; the same object where both have the same one. */
export function withPart<T extends object>(object: T, from: T, part: string): T {
  const value: unknown = Reflect.get(from, part);
  if (value === Reflect.get(object, part)) return object;
  const { [part]: _, ...rest } = object as { readonly [field: string]: unknown };
  return { ...rest, ...(value !== undefined && { [part]: value }) } as T;
}
