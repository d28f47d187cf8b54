/** Which names a definition gets, and what its conditions say (apiextensions pkg/controller/{status,establish}). */
import type { CustomResourceDefinition, CustomResourceDefinitionNames } from '../../api/index.ts';

type Condition = NonNullable<CustomResourceDefinition['status']['conditions']>[number];

/** The status of a definition, given the names of the others in its group. The same one when there is nothing new. */
export function namedStatus(
  crd: CustomResourceDefinition,
  others: readonly CustomResourceDefinitionNames[],
  now: string,
): CustomResourceDefinition['status'] {
  const { names } = crd.spec;
  const taken = new Set(
    others.flatMap(({ plural, singular = '', shortNames = [] }) => [plural, singular, ...shortNames]),
  );
  const kinds = new Set(others.flatMap(({ kind, listKind = '' }) => [kind, listKind]));
  const conflict = firstConflict(names, taken, kinds);
  const wasEstablished = conditionOf(crd, 'Established')?.status === 'True';
  const accepted: Omit<Condition, 'type' | 'lastTransitionTime'> =
    conflict === undefined
      ? { status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }
      : { status: 'False', ...conflict };
  const established: Omit<Condition, 'type' | 'lastTransitionTime'> =
    conflict === undefined || wasEstablished
      ? { status: 'True', reason: 'InitialNamesAccepted', message: 'the initial names have been accepted' }
      : { status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' };
  const { status } = crd;
  const conditions = withCondition(
    withCondition(status.conditions ?? [], { type: 'NamesAccepted', ...accepted }, now),
    { type: 'Established', ...established },
    now,
  );
  const acceptedNames = conflict === undefined ? names : (status.acceptedNames ?? { plural: '', kind: '' });
  return { ...status, acceptedNames, conditions };
}

function firstConflict(
  names: CustomResourceDefinitionNames,
  taken: ReadonlySet<string>,
  kinds: ReadonlySet<string>,
): { readonly reason: string; readonly message: string } | undefined {
  const conflict = (reason: string, name: string) => ({ reason, message: `${JSON.stringify(name)} is already in use` });
  if (taken.has(names.plural)) return conflict('PluralConflict', names.plural);
  if (names.singular && taken.has(names.singular)) return conflict('SingularConflict', names.singular);
  for (const name of names.shortNames ?? []) if (taken.has(name)) return conflict('ShortNamesConflict', name);
  if (kinds.has(names.kind)) return conflict('KindConflict', names.kind);
  if (names.listKind && kinds.has(names.listKind)) return conflict('ListKindConflict', names.listKind);
  return undefined;
}

export function conditionOf(crd: CustomResourceDefinition, type: string): Condition | undefined {
  return crd.status?.conditions?.find((condition) => condition.type === type);
}

/** With this condition; its time moves only with its status. */
export function withCondition(
  conditions: readonly Condition[],
  condition: Omit<Condition, 'lastTransitionTime'>,
  now: string,
): readonly Condition[] {
  const before = conditions.find(({ type }) => type === condition.type);
  const lastTransitionTime = before?.status === condition.status ? (before.lastTransitionTime ?? now) : now;
  const { type, status, reason, message } = condition;
  const written: Condition = {
    lastTransitionTime,
    ...(message !== undefined && { message }),
    ...(reason !== undefined && { reason }),
    status,
    type,
  };
  return before === undefined ? [...conditions, written] : conditions.map((each) => (each === before ? written : each));
}
