import type { Container, PodSpec } from '../../../api/index.ts';

/** Each container with its path, in the order in which upstream visits them. */
export function containersOf({ initContainers = [], containers = [], ephemeralContainers = [] }: PodSpec, path: string): readonly (readonly [Container, string])[] {
  return Object.entries({ initContainers, containers, ephemeralContainers }).flatMap(([list, members]) => {
    return members.map((container, index) => [container, `${path}.${list}[${index}]`] as const);
  });
}
