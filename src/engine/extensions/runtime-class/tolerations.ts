/** Tolerations of two sources as one list (upstream: pkg/util/tolerations). */
import type { Toleration } from '../../api/index.ts';
import { deepEqual } from '../../meta/index.ts';

/** Without those that another one covers. Of equal ones the first stays. */
export function mergeTolerations(all: readonly Toleration[]): readonly Toleration[] {
  return all.filter((each, index) => !all.some((other, place) => (deepEqual(other, each) ? place < index : covers(other, each))));
}

/** Whether the first tolerates everything that the second does. */
function covers({ key = '', operator, value = '', effect = '', tolerationSeconds }: Toleration, narrow: Toleration): boolean {
  const isForAll = operator === 'Exists';
  if ((narrow.key ?? '') !== key && (key !== '' || !isForAll)) return false;
  if (effect !== '' && effect !== narrow.effect) return false;
  if (tolerationSeconds !== undefined && (narrow.tolerationSeconds ?? Infinity) > tolerationSeconds) return false;
  // Upstream takes an operator that the second leaves out for no operator.
  return isForAll || (narrow.operator === 'Equal' && (narrow.value ?? '') === value);
}
