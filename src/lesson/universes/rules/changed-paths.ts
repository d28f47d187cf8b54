/** Which fields of an object a write has changed. */

/** What the API server itself keeps. */
const kept = /^metadata\.(resourceVersion|generation|managedFields|deletionTimestamp|deletionGracePeriodSeconds)(\.|$)/;

/** `spec.replicas`, `metadata.labels.app`; lists are compared as a whole. */
export function changedPaths(before: unknown, after: unknown): readonly string[] {
  const found: string[] = [];
  gather(before, after, '', found);
  return found.filter((path) => !kept.test(path));
}

function gather(before: unknown, after: unknown, path: string, found: string[]): void {
  if (before === after) return;
  if (!isRecord(before) || !isRecord(after)) {
    if (JSON.stringify(before) !== JSON.stringify(after)) found.push(path);
    return;
  }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    gather(before[name], after[name], path === '' ? name : `${path}.${name}`, found);
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a field is one of these, or lies in one. */
export const isWithin = (path: string, allowed: readonly string[]): boolean =>
  allowed.some((each) => path === each || path.startsWith(`${each}.`));

/** The first field of `expected` that `actual` doesn't have as it is; what `actual` has besides is left alone. Lists must be as long. */
export function firstDifference(expected: unknown, actual: unknown, path = ''): string | undefined {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return path;
    return firstOf(expected, (each, index) => firstDifference(each, actual[index], `${path}[${index}]`));
  }
  if (isRecord(expected)) {
    if (!isRecord(actual)) return Object.keys(expected).length === 0 && actual === undefined ? undefined : path;
    const names = Object.keys(expected);
    return firstOf(names, (name) => firstDifference(expected[name], actual[name], path === '' ? name : `${path}.${name}`));
  }
  return expected === actual ? undefined : path;
}

function firstOf<T>(list: readonly T[], find: (each: T, index: number) => string | undefined): string | undefined {
  for (const [index, each] of list.entries()) {
    const found = find(each, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
