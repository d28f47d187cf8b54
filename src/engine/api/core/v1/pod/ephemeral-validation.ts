/** Rules for ephemeral containers (pkg/apis/core/validation validateEphemeralContainers, ValidatePodEphemeralContainersUpdate). */
import { deepEqual, duplicate, type FieldError, forbiddenField, mirrorPodAnnotation } from '../../../../meta/index.ts';
import type { Container, EphemeralContainer, Pod, PodSpec } from '../../../generated/types.ts';

const NOT_HERE = 'cannot be set for an Ephemeral Container';
/** Pods can't rely on these containers, so what others build upon is not for them. */
const NOT_ALLOWED = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const satisfies readonly (keyof EphemeralContainer)[];

/** What is particular to ephemeral containers; `checkContainer` says what all containers must be. `names` are those of the others. */
export function validateEphemeralContainers(
  { ephemeralContainers = [] }: PodSpec,
  path: string,
  names: Set<string>,
  checkContainer: (container: Container, at: string) => void,
  errors: FieldError[],
): void {
  const targets = new Set(names);
  for (const [index, container] of ephemeralContainers.entries()) {
    const at = `${path}.ephemeralContainers[${index}]`;
    const { targetContainerName = '', ...common } = container;
    checkContainer(common, at);
    if (container.name !== '' && names.has(container.name)) errors.push(duplicate(`${at}.name`, container.name));
    names.add(container.name);
    if (targetContainerName !== '' && !targets.has(targetContainerName)) {
      errors.push({ type: 'NotFound', field: `${at}.targetContainerName`, value: targetContainerName, detail: '' });
    }
    for (const field of NOT_ALLOWED) {
      const value = container[field];
      if (value === undefined || deepEqual(value, {})) continue;
      errors.push(forbiddenField(`${at}.${field}`, NOT_HERE));
    }
    for (const [place, mount] of (container.volumeMounts ?? []).entries()) {
      for (const field of ['subPath', 'subPathExpr'] as const) {
        if (mount[field]) errors.push(forbiddenField(`${at}.volumeMounts[${place}].${field}`, NOT_HERE));
      }
    }
  }
}

/** Ephemeral containers may only be added. Both have all defaults, and differ in nothing else. */
export function ephemeralUpdateErrors({ spec }: Pod, old: Pod): readonly FieldError[] {
  if (old.metadata.annotations?.[mirrorPodAnnotation] !== undefined) {
    return [forbiddenField('', 'static pods do not support ephemeral containers')];
  }
  const path = 'spec.ephemeralContainers';
  const now = new Map((spec.ephemeralContainers ?? []).map((each) => [each.name, each]));
  const errors: FieldError[] = [];
  for (const before of old.spec.ephemeralContainers ?? []) {
    const container = now.get(before.name);
    const which = `existing ephemeral containers ${JSON.stringify(before.name)}`;
    if (container === undefined) errors.push(forbiddenField(path, `${which} may not be removed\n`));
    else if (!deepEqual(container, before)) errors.push(forbiddenField(path, `${which} may not be changed\n`));
  }
  return errors;
}
