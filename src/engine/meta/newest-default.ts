import type { KubeObject } from './object.ts';

/** Of the objects with one of these annotations set to `true` the newest, and of several of that age the first by name. */
export function newestDefault<T extends KubeObject>(
  objects: Iterable<T>,
  annotations: readonly string[],
): T | undefined {
  let newest: T | undefined;
  for (const object of objects) {
    const { metadata } = object;
    if (!annotations.some((annotation) => metadata.annotations?.[annotation] === 'true')) continue;
    // Times are texts of one length: their order is that of the times. Objects come in the order of their names.
    if (newest === undefined || metadata.creationTimestamp > newest.metadata.creationTimestamp) newest = object;
  }
  return newest;
}
