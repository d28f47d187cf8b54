import type { PodSpec } from '../../api/index.ts';
import { deepFreeze } from '../../meta/index.ts';

/**
 * The same change to the same (frozen) spec gives the same result: pods of one template then share one spec, which is
 * made and validated once. Specs that may still be changed aren't remembered.
 */
export function createSpecMemory(change: (spec: PodSpec) => PodSpec): (spec: PodSpec) => PodSpec {
  const memory = new WeakMap<PodSpec, PodSpec>();
  return (spec) => {
    const known = memory.get(spec);
    if (known !== undefined) return known;
    const changed = change(spec);
    if (Object.isFrozen(spec)) memory.set(spec, deepFreeze(changed));
    return changed;
  };
}
