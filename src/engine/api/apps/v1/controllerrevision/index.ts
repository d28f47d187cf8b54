import { controllerOf, type FieldError, required } from '../../../../meta/index.ts';
import { ageColumn, countColumn, defineKind, textColumn } from '../../../define.ts';
import type { ControllerRevision as ControllerRevisionObject } from '../../../generated/types.ts';
import { immutable, notNegative } from '../../../number-validation.ts';
import type { KindDefinition } from '../../../types.ts';

export type ControllerRevision = ControllerRevisionObject;

/** A stored state of a StatefulSet or DaemonSet, to go back to. */
export const ControllerRevision: KindDefinition<ControllerRevision> = defineKind<ControllerRevision>({
  group: 'apps',
  version: 'v1',
  kind: 'ControllerRevision',
  plural: 'controllerrevisions',
  namespaced: true,
  rules: {
    generation: 'none',
    default: (given) => (given.revision === undefined ? { ...given, revision: 0 } : given),
    validate,
  },
  columns: [
    textColumn('Controller', 'Whose state it is.', controllerName),
    countColumn('Revision', 'Which of its states, counted from 1.', ({ revision }) => revision),
    ageColumn,
  ],
});

function controllerName(revision: ControllerRevision): string {
  const owner = controllerOf(revision);
  if (owner === undefined) return '<none>';
  const group = owner.apiVersion.includes('/') ? `.${owner.apiVersion.split('/')[0]}` : '';
  return `${`${owner.kind}${group}`.toLowerCase()}/${owner.name}`;
}

function validate({ data, revision }: ControllerRevision, old?: ControllerRevision): readonly FieldError[] {
  return [
    ...(data === undefined ? [required('data', 'data is mandatory')] : []),
    ...notNegative(revision, 'revision'),
    ...(old === undefined ? [] : immutable(data, old.data, 'data')),
  ];
}
