/** Checks of a StatefulSet (pkg/apis/apps/validation). */
import {
  deepEqual,
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../meta/index.ts';
import { validateTemplate } from '../../../core/v1/pod/validation.ts';
import type { StatefulSet, StatefulSetSpec, StatefulSetStatus } from '../../../generated/types.ts';
import { amountOf, atMost100Percent, intOrPercent, notNegative, validateCollisions } from '../../../number-validation.ts';
import { validateTemplateSelector } from '../../../selector-validation.ts';

/** What may be changed later, in the order upstream's message lists it. */
const CHANGEABLE = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
] as const;

/** Checks the spec; with `old` also what may change in it, and the status. */
export function validateStatefulSet(set: StatefulSet, old?: StatefulSet): readonly FieldError[] {
  const { spec, status } = set;
  if (spec === undefined) return validateSpec(NO_SPEC);
  const errors = old?.spec === spec ? [] : [...validateSpec(spec)];
  if (old === undefined) return errors;
  if (old.spec !== spec && !deepEqual(fixedPart(spec), fixedPart(old.spec))) {
    const names = CHANGEABLE.map((name) => `'${name}'`);
    const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
    errors.push(forbiddenField('spec', `updates to statefulset spec for fields other than ${list} are forbidden`));
  }
  if (status !== old.status) errors.push(...validateStatus(status, old.status));
  return errors;
}

const NO_SPEC = {
  podManagementPolicy: 'OrderedReady',
  updateStrategy: { type: 'RollingUpdate' },
} as unknown as StatefulSetSpec;

const NO_TEMPLATE = {} as StatefulSetSpec['template'];

function fixedPart(spec: StatefulSetSpec): Partial<StatefulSetSpec> {
  const fixed: { -readonly [K in keyof StatefulSetSpec]?: StatefulSetSpec[K] } = { ...spec };
  for (const name of CHANGEABLE) delete fixed[name];
  return fixed;
}

function validateSpec(spec: StatefulSetSpec): readonly FieldError[] {
  const { podManagementPolicy = '', persistentVolumeClaimRetentionPolicy: retention, selector, template } = spec;
  const errors: FieldError[] = [];
  if (podManagementPolicy !== 'OrderedReady' && podManagementPolicy !== 'Parallel') {
    const detail = "must be 'OrderedReady' or 'Parallel'";
    errors.push(invalidValue('spec.podManagementPolicy', podManagementPolicy, detail));
  }
  errors.push(...validateStrategy(spec.updateStrategy ?? {}));
  for (const when of ['whenDeleted', 'whenScaled'] as const) {
    const policy = retention?.[when];
    if (policy === undefined || policy === 'Retain' || policy === 'Delete') continue;
    errors.push(notSupported(`spec.persistentVolumeClaimRetentionPolicy.${when}`, policy, ['Retain', 'Delete']));
  }
  errors.push(
    ...notNegative(spec.replicas, 'spec.replicas'),
    ...notNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...notNegative(spec.ordinals?.start, 'spec.ordinals.start'),
  );
  if (selector === undefined) errors.push(required('spec.selector'));
  const words = { kind: 'statefulset', unreadable: '' };
  validateTemplateSelector(selector, template?.metadata?.labels, words, errors);
  return [...errors, ...validatePods(spec)];
}

function validateStrategy(strategy: NonNullable<StatefulSetSpec['updateStrategy']>): readonly FieldError[] {
  const { type = '', rollingUpdate } = strategy;
  const path = 'spec.updateStrategy.rollingUpdate';
  switch (type) {
    case '':
      return [required('spec.updateStrategy')];
    case 'OnDelete':
      return rollingUpdate === undefined
        ? []
        : [invalidValue(path, rollingUpdate, "only allowed for updateStrategy 'RollingUpdate'")];
    case 'RollingUpdate': {
      const { partition, maxUnavailable } = rollingUpdate ?? {};
      const errors = [...notNegative(partition, `${path}.partition`)];
      if (maxUnavailable === undefined) return errors;
      const at = `${path}.maxUnavailable`;
      errors.push(...intOrPercent(maxUnavailable, at));
      if (amountOf(maxUnavailable) === 0) errors.push(invalidValue(at, maxUnavailable, 'cannot be 0'));
      return [...errors, ...atMost100Percent(maxUnavailable, at)];
    }
    default:
      return [{ ...invalidValue('spec.updateStrategy', strategy, "must be 'RollingUpdate' or 'OnDelete'"), shown: shownStrategy(type) }];
  }
}

const shownStrategy = (type: string): string =>
  `apps.StatefulSetUpdateStrategy{Type:${JSON.stringify(type)}, RollingUpdate:(*apps.RollingUpdateStatefulSetStrategy)(nil)}`;

/** The template's volume mounts may name claims of the set, which the pods get as volumes. */
function validatePods({ template = NO_TEMPLATE, volumeClaimTemplates = [] }: StatefulSetSpec): readonly FieldError[] {
  if (template.spec === undefined) return validateTemplate(template, 'spec.template');
  const own = new Set(template.spec.volumes?.map(({ name }) => name));
  const claims = volumeClaimTemplates.map(({ metadata }) => metadata?.name ?? '').filter((name) => !own.has(name));
  const volumes = [...(template.spec.volumes ?? []), ...claims.map((name) => ({ name, emptyDir: {} }))];
  const pods = claims.length === 0 ? template : { ...template, spec: { ...template.spec, volumes } };
  const errors = [...validateTemplate(pods, 'spec.template')];
  const { restartPolicy, activeDeadlineSeconds } = template.spec;
  if (restartPolicy !== undefined && restartPolicy !== 'Always') {
    errors.push(notSupported('spec.template.spec.restartPolicy', restartPolicy, ['Always']));
  }
  if (activeDeadlineSeconds !== undefined) {
    const detail = 'activeDeadlineSeconds in StatefulSet is not Supported';
    errors.push(forbiddenField('spec.template.spec.activeDeadlineSeconds', detail));
  }
  return errors;
}

function validateStatus(status: StatefulSetStatus, old: StatefulSetStatus): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { replicas = 0, readyReplicas = 0, availableReplicas = 0 } = status;
  const counts = ['replicas', 'readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'] as const;
  for (const name of [...counts, 'observedGeneration', 'collisionCount'] as const) {
    errors.push(...notNegative(status[name], `status.${name}`));
  }
  for (const name of counts) {
    const count = status[name] ?? 0;
    if (count <= replicas) continue;
    errors.push(invalidValue(`status.${name}`, count, 'cannot be greater than status.replicas'));
  }
  if (availableReplicas > readyReplicas) {
    const detail = 'cannot be greater than status.readyReplicas';
    errors.push(invalidValue('status.availableReplicas', availableReplicas, detail));
  }
  return [...errors, ...validateCollisions(status, old)];
}
