/** Finding a kind in a list of kinds. */
import type { Kind } from './types.ts';

/** By what a request's path names. */
export function findKind<K extends Kind>(
  kinds: readonly K[],
  { group, version, plural }: Pick<Kind, 'group' | 'version' | 'plural'>,
): K | undefined {
  return kinds.find((each) => each.plural === plural && each.group === group && each.version === version);
}

/** By an object's own words: `('apps/v1', 'ReplicaSet')`. */
export function kindNamed<K extends Kind>(kinds: readonly K[], apiVersion: string, kind: string): K | undefined {
  return kinds.find((each) => each.kind === kind && apiVersionOf(each) === apiVersion);
}

/** `v1`, `apps/v1`. */
export function apiVersionOf({ group, version }: Pick<Kind, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}
