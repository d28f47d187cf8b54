import { ageColumn, defineKind } from '../../../define.ts';
import type { DaemonSet as DaemonSetObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type DaemonSet = DaemonSetObject;

/** One pod on every node that fits. */
export const DaemonSet: KindDefinition<DaemonSet> = defineKind<DaemonSet>({
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  plural: 'daemonsets',
  namespaced: true,
  shortNames: ['ds'],
  categories: ['all'],
  subresources: { status: true },
  rules: { generation: 'spec' },
  columns: [ageColumn],
});
