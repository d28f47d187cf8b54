import { type FieldError, invalidValue } from '../../../../meta/index.ts';
import { ageColumn, countColumn, nameColumn } from '../../../define.ts';
import type { Scale as ScaleObject } from '../../../generated/types.ts';
import type { Column, Kind } from '../../../types.ts';

export type Scale = ScaleObject;

/** How many replicas, for any kind that has them: what the `scale` subresource reads and writes. Never stored. */
export const Scale: Kind<Scale> = {
  group: 'autoscaling',
  version: 'v1',
  kind: 'Scale',
  plural: 'scales',
  namespaced: true,
};

/** What `kubectl get … --subresource=scale` shows. */
export const scaleColumns: readonly Column<Scale>[] = [
  nameColumn,
  countColumn('Desired', 'Number of pods wanted.', ({ spec }) => spec?.replicas ?? 0),
  countColumn('Available', 'Number of pods there are.', ({ status }) => status?.replicas ?? 0),
  ageColumn,
];

/** Upstream checks a Scale before it writes the replicas into the scaled object. */
export function validateScale(scale: Scale): readonly FieldError[] {
  const replicas = scale.spec?.replicas ?? 0;
  return replicas >= 0 ? [] : [invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0')];
}
