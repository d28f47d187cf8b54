import type { Container, PodSpec } from '../../api/index.ts';
import type { ObjectMeta } from '../../meta/index.ts';
import type { Objection } from './words.ts';

/** A pod, or the template of some. */
export interface Subject {
  readonly metadata: Partial<Pick<ObjectMeta, 'annotations'>> | undefined;
  readonly spec: PodSpec;
}

export type Checking = (pod: Subject) => Objection | undefined;

/** One check. Each version counts from its minor on, until the next one's. */
export interface Check {
  readonly id: string;
  readonly versions: readonly (readonly [minor: number, check: Checking])[];
  /** Ids of checks of `baseline` that this one goes further than. */
  readonly overrides?: readonly string[];
}

type AnyContainer = Pick<Container, 'name' | 'securityContext' | 'ports'>;

/** All containers, in the order messages name them. */
export function containersOf({ spec }: Subject): readonly AnyContainer[] {
  return [...(spec.initContainers ?? []), ...spec.containers, ...(spec.ephemeralContainers ?? [])];
}
