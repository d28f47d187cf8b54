import { ageColumn, defineKind } from '../../../define.ts';
import type { StatefulSet as StatefulSetObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type StatefulSet = StatefulSetObject;

/** Pods with names, places and disks that stay theirs. */
export const StatefulSet: KindDefinition<StatefulSet> = defineKind<StatefulSet>({
  group: 'apps',
  version: 'v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  namespaced: true,
  shortNames: ['sts'],
  categories: ['all'],
  subresources: {
    status: true,
    scale: { specPath: '.spec.replicas', statusPath: '.status.replicas', selectorPath: '.spec.selector' },
  },
  rules: { generation: 'spec' },
  columns: [ageColumn],
});
