/** @param kept What is kept of lessons, by folder name. @returns The folder names of those that were passed. */
export function passedLessons(kept: ReadonlyMap<string, unknown>): Set<string> {
  const passed = ([, work]: readonly [string, unknown]): boolean => typeof work === 'object' && work !== null && 'passed' in work && work.passed === true;
  return new Set([...kept].filter(passed).map(([lesson]) => lesson));
}
