/** What may change in a pod that exists (pkg/apis/core/validation ValidatePodUpdate). */
import { deepEqual, type FieldError, forbiddenField, invalidValue } from '../../../../meta/index.ts';
import type { Container, Pod, PodSpec, Toleration } from '../../../generated/types.ts';
import { withoutGatedChanges } from './gated-update.ts';

const MUTABLE =
  '`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,' +
  '`spec.tolerations` (only additions to existing tolerations),' +
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

/** Both have all defaults. */
export function validatePodUpdate({ spec }: Pod, { spec: old }: Pod): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const field of ['containers', 'initContainers'] as const) {
    if ((spec[field] ?? []).length === (old[field] ?? []).length) continue;
    return [forbiddenField(`spec.${field}`, 'pod updates may not add or remove containers')];
  }
  deadlineErrors(spec, old, errors);
  tolerationErrors(spec, old, errors);
  gateErrors(spec, old, errors);
  const munged = (old.schedulingGates ?? []).length > 0 ? withoutGatedChanges(spec, old, errors) : spec;
  if (!deepEqual(withoutMutable(munged, old), old)) {
    errors.push(forbiddenField('spec', `pod updates may not change fields other than ${MUTABLE}`));
  }
  return errors;
}

/** The new spec with every mutable field as it was: what is left must be equal. */
function withoutMutable(spec: PodSpec, old: PodSpec): PodSpec {
  const { activeDeadlineSeconds: _, tolerations: __, schedulingGates: ___, ...rest } = spec;
  const { activeDeadlineSeconds, tolerations, schedulingGates, terminationGracePeriodSeconds: before } = old;
  return {
    ...rest,
    ...(activeDeadlineSeconds === undefined ? {} : { activeDeadlineSeconds }),
    ...(tolerations === undefined ? {} : { tolerations }),
    ...(schedulingGates === undefined ? {} : { schedulingGates }),
    ...(before !== undefined && before < 0 && spec.terminationGracePeriodSeconds === 1
      ? { terminationGracePeriodSeconds: before }
      : {}),
    containers: withImages(spec.containers, old.containers),
    ...(spec.initContainers ? { initContainers: withImages(spec.initContainers, old.initContainers ?? []) } : {}),
  };
}

function withImages(containers: readonly Container[], old: readonly Container[]): readonly Container[] {
  return containers.map((container, index) => {
    const image = old[index]?.image;
    return image === undefined ? container : { ...container, image };
  });
}

function deadlineErrors(spec: PodSpec, old: PodSpec, errors: FieldError[]): void {
  const [now, before] = [spec.activeDeadlineSeconds, old.activeDeadlineSeconds];
  const path = 'spec.activeDeadlineSeconds';
  if (before === undefined || now === before) return;
  if (now === undefined) errors.push(invalidValue(path, null, 'must not update from a positive integer to nil value'));
  else if (now > before) errors.push(invalidValue(path, now, 'must be less than or equal to previous value'));
}

function tolerationErrors(spec: PodSpec, old: PodSpec, errors: FieldError[]): void {
  const now = new Set((spec.tolerations ?? []).map(withoutSeconds));
  for (const toleration of old.tolerations ?? []) {
    if (now.has(withoutSeconds(toleration))) continue;
    const detail = 'existing toleration can not be modified except its tolerationSeconds';
    errors.push(forbiddenField('spec.tolerations', detail));
    return;
  }
}

/** All of a toleration but how long it lasts. */
const withoutSeconds = ({ key, operator, value, effect }: Toleration): string => JSON.stringify([key, operator, value, effect]);

function gateErrors(spec: PodSpec, old: PodSpec, errors: FieldError[]): void {
  const before = new Set((old.schedulingGates ?? []).map(({ name }) => name));
  for (const [index, { name }] of (spec.schedulingGates ?? []).entries()) {
    if (before.has(name)) continue;
    const detail = `only deletion is allowed, but found new scheduling gate '${name}'`;
    errors.push(forbiddenField(`spec.schedulingGates[${index}].name`, detail));
  }
}
