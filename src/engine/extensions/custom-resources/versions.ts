/** Names of versions in the order of their stability (apimachinery pkg/version). */

/** In the order in which clients prefer them: stable ones first, then beta, then alpha, each the newest first. */
export function inOrder<V extends { readonly name: string }>(versions: readonly V[]): readonly V[] {
  return [...versions].sort((a, b) => compareVersions(a.name, b.name));
}

/** Below 0 when `a` comes first. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [rank(a), rank(b)];
  if (left === undefined || right === undefined) {
    if (left !== undefined || right !== undefined) return left === undefined ? 1 : -1;
    return a < b ? -1 : 1;
  }
  for (let index = 0; index < 3; index += 1) {
    const difference = (right[index] ?? 0) - (left[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Stability, major and minor number of a name like `v1beta2`. */
function rank(name: string): readonly number[] | undefined {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(name);
  if (match === null) return undefined;
  const stability = match[2] === undefined ? 2 : match[2] === 'beta' ? 1 : 0;
  return [stability, Number(match[1]), Number(match[3] ?? 0)];
}
