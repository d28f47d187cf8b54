/** Equality of JSON values; absent and undefined are the same. Shared parts cost nothing. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) if (!deepEqual(a[index], b[index])) return false;
    return true;
  }
  return !Array.isArray(b) && sameFields(a, b);
}

function sameFields(a: object, b: object): boolean {
  const left: { readonly [key: string]: unknown } = { ...a };
  const right: { readonly [key: string]: unknown } = { ...b };
  for (const key in left) {
    const value = left[key];
    const other = Object.hasOwn(right, key) ? right[key] : undefined;
    if (value !== other && !deepEqual(value, other)) return false;
  }
  for (const key in right) if (right[key] !== undefined && !Object.hasOwn(left, key)) return false;
  return true;
}

/** Freezes a JSON value in place and returns it; stops at subtrees that are frozen already. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}
