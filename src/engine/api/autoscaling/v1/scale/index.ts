import { type FieldError, invalidValue } from '../../../../meta/index.ts';
import type { Scale as ScaleObject } from '../../../generated/types.ts';
import type { Kind } from '../../../types.ts';

export type Scale = ScaleObject;

/** How many replicas, for any kind that has them: what the `scale` subresource reads and writes. Never stored. */
export const Scale: Kind<Scale> = {
  group: 'autoscaling',
  version: 'v1',
  kind: 'Scale',
  plural: 'scales',
  namespaced: true,
};

/** Upstream checks a Scale before it writes the replicas into the scaled object. */
export function validateScale(scale: Scale): readonly FieldError[] {
  const replicas = scale.spec?.replicas ?? 0;
  return replicas >= 0 ? [] : [invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0')];
}
