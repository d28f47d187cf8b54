/** Equality of JSON values; absent and undefined are the same. Shared parts cost nothing. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isTree(a) || !isTree(b)) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) if (!deepEqual(a[index], b[index])) return false;
    return true;
  }
  if (Array.isArray(b)) return false;
  for (const key in a) {
    const value = a[key];
    const other = Object.hasOwn(b, key) ? b[key] : undefined;
    if (value !== other && !deepEqual(value, other)) return false;
  }
  for (const key in b) if (b[key] !== undefined && !Object.hasOwn(a, key)) return false;
  return true;
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Freezes a JSON value in place and returns it; stops at subtrees that are frozen already. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) deepFreeze(value[index]);
    return value;
  }
  for (const key in value) {
    const part = value[key];
    if (isTree(part)) deepFreeze(part);
  }
  return value;
}
