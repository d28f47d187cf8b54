import { type FieldError, forbiddenField } from '../../../../meta/index.ts';
import { ageColumn, countColumn, defineKind, flagColumn, textColumn } from '../../../define.ts';
import { validateEnum } from '../../../enum-validation.ts';
import type { PriorityClass as PriorityClassObject } from '../../../generated/types.ts';
import { immutable } from '../../../number-validation.ts';
import type { KindDefinition } from '../../../types.ts';
import { systemPriorityClasses } from './system-classes.ts';

export type PriorityClass = PriorityClassObject;

/** A name for how important pods are. */
export const PriorityClass: KindDefinition<PriorityClass> = defineKind<PriorityClass>({
  group: 'scheduling.k8s.io',
  version: 'v1',
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  namespaced: false,
  shortNames: ['pc'],
  rules: {
    generation: 'none',
    default: (given) => {
      if (given.preemptionPolicy !== undefined && given.value !== undefined) return given;
      return { ...given, value: given.value ?? 0, preemptionPolicy: given.preemptionPolicy ?? 'PreemptLowerPriority' };
    },
    validate,
    prepareForCreate: (given) => ({ ...given, metadata: { ...given.metadata, generation: 1 } }),
  },
  columns: [
    countColumn('Value', 'How important: more is more.', ({ value }) => value ?? 0),
    flagColumn('Global-Default', 'Whether pods get it that name none.', ({ globalDefault }) => globalDefault ?? false),
    ageColumn,
    textColumn('PreemptionPolicy', 'Whether its pods may push others out.', (each) => each.preemptionPolicy ?? ''),
  ],
});

const HIGHEST = 1_000_000_000;

function validate(given: PriorityClass, old?: PriorityClass): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { value = 0, preemptionPolicy } = given;
  if (old !== undefined) {
    if (value !== (old.value ?? 0)) errors.push(forbiddenField('value', 'may not be changed in an update.'));
    return [...errors, ...immutable(preemptionPolicy, old.preemptionPolicy, 'preemptionPolicy')];
  }
  errors.push(...validateName(given));
  validateEnum(preemptionPolicy, 'PodSpec.preemptionPolicy', 'preemptionPolicy', errors);
  return errors;
}

function validateName({ metadata: { name }, value = 0, globalDefault = false }: PriorityClass): readonly FieldError[] {
  if (!name?.startsWith('system-')) {
    if (value <= HIGHEST) return [];
    return [forbiddenField('value', `maximum allowed value of a user defined priority is ${HIGHEST}`)];
  }
  const known = systemPriorityClasses.find((each) => each.name === name);
  const why = (): string | undefined => {
    if (known === undefined) return `${name} is not a known system priority class`;
    if (known.value !== value) return `value of ${name} PriorityClass must be ${known.value}`;
    return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
  };
  const error = why();
  if (error === undefined) return [];
  const reserved = "priority class names with 'system-' prefix are reserved for system use only";
  return [forbiddenField('metadata.name', `${reserved}. error: ${error}`)];
}
