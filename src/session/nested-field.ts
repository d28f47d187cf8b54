/** A field of a value of which nothing is known, as deep as the names go; undefined where there is none. What every object has, such as `constructor`, is none. */
export function nestedField(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce(
    (inner, name) => (typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name) ? Reflect.get(inner, name) : undefined),
    value,
  );
}

/** '' where no text stands. */
export function nestedString(value: unknown, ...names: readonly string[]): string {
  const found = nestedField(value, ...names);
  return typeof found === 'string' ? found : '';
}

export function nestedNumber(value: unknown, ...names: readonly string[]): number | undefined {
  const found = nestedField(value, ...names);
  return typeof found === 'number' ? found : undefined;
}
