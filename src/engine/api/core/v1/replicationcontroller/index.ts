import {
  type FieldError,
  forbiddenField,
  formatLabels,
  invalidValue,
  notSupported,
  required,
} from '../../../../meta/index.ts';
import { ageColumn, countColumn, defineKind, textColumn } from '../../../define.ts';
import type { ReplicationController as ReplicationControllerObject } from '../../../generated/types.ts';
import { notNegative } from '../../../number-validation.ts';
import type { KindDefinition } from '../../../types.ts';
import { defaultTemplate } from '../pod/defaults.ts';
import { validateTemplate } from '../pod/validation.ts';

export type ReplicationController = ReplicationControllerObject;

/** The predecessor of ReplicaSets: kept for clients that still use it. */
export const ReplicationController: KindDefinition<ReplicationController> = defineKind<ReplicationController>({
  group: '',
  version: 'v1',
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
  namespaced: true,
  shortNames: ['rc'],
  categories: ['all'],
  storageName: 'controllers',
  subresources: {
    status: true,
    scale: { specPath: '.spec.replicas', statusPath: '.status.replicas', selectorPath: '.spec.selector' },
  },
  rules: {
    generation: 'spec',
    propagationPolicy: 'Orphan',
    default: setDefaults,
    validate,
    prepareForCreate: (controller) => ({ ...controller, status: { replicas: 0 } }),
  },
  selectable: { 'status.replicas': ({ status }) => String(status.replicas) },
  columns: [
    countColumn('Desired', 'How many pods are wanted.', ({ spec }) => spec.replicas ?? 0),
    countColumn('Current', 'How many pods there are.', ({ status }) => status.replicas),
    countColumn('Ready', 'How many of them are ready.', ({ status }) => status.readyReplicas ?? 0),
    ageColumn,
    textColumn('Containers', 'Names of its containers.', (each) => namesOf(each, 'name'), 'wide'),
    textColumn('Images', 'Images of its containers.', (each) => namesOf(each, 'image'), 'wide'),
    textColumn('Selector', 'Which pods it takes as its own.', ({ spec }) => formatLabels(spec.selector), 'wide'),
  ],
});

function namesOf({ spec }: ReplicationController, part: 'name' | 'image'): string {
  return (spec.template?.spec.containers ?? []).map((container) => container[part] ?? '').join(',');
}

/** Selector and labels are the template's labels by default. */
function setDefaults(controller: ReplicationController): ReplicationController {
  const { spec, status = { replicas: 0 } } = controller;
  if (spec === undefined) return { ...controller, status };
  const template = spec.template === undefined ? undefined : defaultTemplate(spec.template);
  const labels = template?.metadata?.labels;
  const hasLabels = labels !== undefined && Object.keys(labels).length > 0;
  const isLabelled = Object.keys(controller.metadata.labels ?? {}).length > 0;
  return {
    ...controller,
    ...(hasLabels && !isLabelled && { metadata: { ...controller.metadata, labels } }),
    spec: {
      replicas: 1,
      ...(hasLabels && { selector: labels }),
      ...spec,
      ...(template !== undefined && { template }),
    },
    status,
  };
}

function validate({ spec }: ReplicationController, old?: ReplicationController): readonly FieldError[] {
  if (spec === undefined) return [required('spec.selector'), required('spec.template')];
  if (old?.spec === spec) return [];
  const { selector = {}, template } = spec;
  const errors: FieldError[] = [...notNegative(spec.minReadySeconds, 'spec.minReadySeconds')];
  if (Object.keys(selector).length === 0) errors.push(required('spec.selector'));
  errors.push(...notNegative(spec.replicas, 'spec.replicas'));
  if (template === undefined) return [...errors, required('spec.template')];
  const labels = template.metadata?.labels ?? {};
  if (Object.entries(selector).some(([name, value]) => labels[name] !== value)) {
    const detail = '`selector` does not match template `labels`';
    errors.push(invalidValue('spec.template.metadata.labels', labels, detail));
  }
  errors.push(...validateTemplate(template, 'spec.template'));
  const { restartPolicy, activeDeadlineSeconds } = template.spec ?? {};
  if (restartPolicy !== undefined && restartPolicy !== 'Always') {
    errors.push(notSupported('spec.template.spec.restartPolicy', restartPolicy, ['Always']));
  }
  if (activeDeadlineSeconds !== undefined) {
    const detail = 'activeDeadlineSeconds in ReplicationController is not Supported';
    errors.push(forbiddenField('spec.template.spec.activeDeadlineSeconds', detail));
  }
  return errors;
}
