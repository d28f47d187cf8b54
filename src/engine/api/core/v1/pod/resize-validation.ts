/** What …/resize may change: CPU and memory of containers (pkg/apis/core/validation ValidatePodResize, 1.33). */
import { deepEqual, type FieldError, forbiddenField, invalidValue, milliValue, mirrorPodAnnotation } from '../../../../meta/index.ts';
import type { Container, Pod, ResourceRequirements } from '../../../generated/types.ts';
import { qosClass } from './qos.ts';

type Amounts = Readonly<Record<string, string>>;

/** Both have all defaults, and the same containers in the same order. */
export function resizeErrors(pod: Pod, old: Pod): readonly FieldError[] {
  const { spec } = pod;
  if (old.metadata.annotations?.[mirrorPodAnnotation] !== undefined) return [forbiddenField('', 'static pods cannot be resized')];
  if (old.spec.os?.name === 'windows') return [forbiddenField('', 'windows pods cannot be resized')];
  if (old.spec.resources !== undefined) return [forbiddenField('', 'pods with pod-level resources cannot be resized')];
  const errors: FieldError[] = [];
  if ((old.status.qosClass ?? qosClass(old.spec)) !== qosClass(spec)) {
    const detail = 'Pod QOS Class may not change as a result of resizing';
    errors.push(invalidValue('spec', pod.status.qosClass ?? '', detail));
  }
  for (const [list, what] of [
    ['containers', ''],
    ['initContainers', ' for sidecar containers'],
  ] as const) {
    for (const [index, container] of (spec[list] ?? []).entries()) {
      const before = old.spec[list]?.[index];
      if (before === undefined) continue;
      containerErrors(container, before, `spec.${list}[${index}].resources`, errors);
      if (deepEqual(withoutSize(container), withoutSize(before))) continue;
      errors.push(forbiddenField('spec', `only cpu and memory resources${what} are mutable`));
    }
  }
  return errors;
}

function containerErrors(container: Container, old: Container, path: string, errors: FieldError[]): void {
  const [now, before] = [container.resources ?? {}, old.resources ?? {}];
  for (const list of ['requests', 'limits'] as const) {
    const gone = Object.keys(before[list] ?? {}).some((name) => now[list]?.[name] === undefined);
    if (gone) errors.push(forbiddenField(`${path}.${list}`, `resource ${list} cannot be removed`));
  }
  const [limit, was] = [now.limits?.['memory'], before.limits?.['memory']];
  if (limit === undefined || (was !== undefined && milliValue(limit) >= milliValue(was))) return;
  const policy = container.resizePolicy?.find(({ resourceName }) => resourceName === 'memory')?.restartPolicy;
  if (policy === 'RestartContainer') return;
  const change = was === undefined ? 'added' : 'decreased';
  const detail = `memory limits cannot be ${change} unless resizePolicy is RestartContainer`;
  errors.push(forbiddenField(`${path}.limits[memory]`, detail));
}

/** The container without what may change. */
function withoutSize({ resources = {}, ...rest }: Container): Container {
  const { limits, requests, ...others } = resources;
  const left: ResourceRequirements = { ...others, limits: otherAmounts(limits), requests: otherAmounts(requests) };
  return { ...rest, resources: left };
}

function otherAmounts({ cpu: _, memory: __, ...rest }: Amounts = {}): Amounts {
  return rest;
}
