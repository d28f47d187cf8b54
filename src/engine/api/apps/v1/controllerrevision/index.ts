import { ageColumn, defineKind } from '../../../define.ts';
import type { ControllerRevision as ControllerRevisionObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type ControllerRevision = ControllerRevisionObject;

/** A stored state of a StatefulSet or DaemonSet, to go back to. */
export const ControllerRevision: KindDefinition<ControllerRevision> = defineKind<ControllerRevision>({
  group: 'apps',
  version: 'v1',
  kind: 'ControllerRevision',
  plural: 'controllerrevisions',
  namespaced: true,
  rules: { generation: 'none' },
  columns: [ageColumn],
});
